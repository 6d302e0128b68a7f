"""One decision about what may be done: what is offered can be done, what is not offered is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ludotheque.core.contract import IllegalMove
from ludotheque.core.text import Refusal
from ludotheque.tables import actions, timeouts
from ludotheque.tables.actions import ACTIONS, Draft, Request, perform, possible
from ludotheque.tables.opening import SeatWish, TableWish, first_entry
from ludotheque.tables.refusals import Refused
from ludotheque.tables.table import Table, opened
from tests.volume import volume

OWNER, PLAYERS, SPECTATOR, STRANGER = "owner", ("ada", "bo", "cy"), "spectator", ""
"""Whoever opened the table, perhaps without sitting at it; those who may sit down; one who never does; one the server
does not know (a token of another table)."""
BOXES: list[tuple[str, dict[str, object]]] = [
    ("hopsy", {"max_plies": 12}),
    ("rolit", {"size": 4}),
    ("rolit", {"size": 4, "players": 3}),
    ("rolit", {"size": 4, "players": 1}),
    ("hops_dice", {}),
    ("plic_plac", {"cards": "2x2"}),
    ("plic_plac", {"cards": "2x3", "players": 3}),
    ("hop_plie", {"players": 1}),
]
STEPS = 40


def wished(box: tuple[str, dict[str, object]], rng: random.Random) -> TableWish:
    game, options = box
    few = 1 if options.get("players") == 1 else rng.randrange(1, 3)
    seats = [SeatWish(rng.choice(["me", "open", "open", "bot"]), bot="random") for _ in range(few)]
    return TableWish(game, options, seats, {"seconds": 30, "increment": 1} if rng.random() < 0.3 else None)


def something(draft: Draft, rng: random.Random) -> None:
    """What might happen at a table: mostly what can."""
    table = draft.table
    seat = rng.randrange(len(table.match.seating))
    if table.waiting and rng.random() < 0.5:
        seat = rng.choice(table.waiting)
    player = table.player(seat)
    if player.kind == "bot":
        legal = table.state.moves(seat) if seat in table.acting else ()
        actions.bot_move(draft, seat, str(rng.choice(legal)) if legal else "", table.sequence)
    elif rng.random() < 0.1:
        timeouts.time_out(draft)
    elif rng.random() < 0.01:
        draft.add("abandoned")
    else:
        visitor = player.visitor or rng.choice(PLAYERS)
        names = possible(table, visitor, seat) or ["move"]
        usual = [name for name in names if name in ("sit", "move", "rematch", "accept-rematch")]
        name = rng.choice(usual if usual and rng.random() < 0.7 else names)
        perform(draft, name, whole(visitor, seat, a_move(table, seat, rng)))


def tables(box: tuple[str, dict[str, object]], rng: random.Random) -> Iterator[Table]:
    """A table after each entry of a random log."""
    table = opened("t", first_entry(wished(box, rng), OWNER, "Owner"))
    yield table
    at = table.at
    for _ in range(STEPS):
        at += rng.choice([1, 500, 9000])
        draft = Draft(table, at)
        try:
            something(draft, rng)
        except Refusal:
            continue
        yield from draft.tables
        table = draft.table


def a_move(table: Table, seat: int, rng: random.Random) -> str:
    """A legal one, if there is one."""
    legal = table.state.moves(seat) if seat in table.acting else ()
    return str(rng.choice(legal)) if legal else "A1"


def whole(visitor: str, seat: int, move: str, gone: tuple[str, ...] = ()) -> Request:
    """A request that lacks nothing."""
    return Request(visitor, seat, gone, nickname="Name", bot="random", phrase="hello", move=move)


def check(table: Table, request: Request) -> None:
    visitor, seat = request.visitor, request.seat
    offered = possible(table, visitor, seat, request.gone)
    for name in ACTIONS:
        draft = Draft(table, table.at + 1)
        what = f"{name} by {visitor or 'a stranger'} for {seat} after {table.sequence}"
        if name in offered:
            perform(draft, name, request)
            assert bool(draft.entries) is (name != "hint"), what
            assert draft.table.sequence == table.sequence + len(draft.entries)
        else:
            with pytest.raises(Refused) as refusal:
                perform(draft, name, request)
            codes = {"not-your-seat", "seat-taken", "illegal-move" if name == "move" else "not-now", "not-now"}
            assert refusal.value.code in codes, what
            assert not draft.entries, what


def check_everybody(table: Table, rng: random.Random) -> None:
    """Every kind of visitor, for every seat and for one that is not there; whoever is gone, and nobody."""
    seats = range(len(table.match.seating))
    moves = [a_move(table, seat, rng) for seat in seats]
    for visitor in (OWNER, *PLAYERS, SPECTATOR, STRANGER):
        for gone in ((), tuple(table.people)):
            for seat in seats:
                check(table, whole(visitor, seat, moves[seat], gone))
        for name in ACTIONS:
            with pytest.raises(Refused) as refusal:
                perform(Draft(table), name, whole(visitor, len(seats), moves[0]))
            assert refusal.value.code == "no-seat"
    for seat in seats:
        assert possible(table, STRANGER, seat, table.people) == []
        assert set(possible(table, SPECTATOR, seat, table.people)) <= {"sit"}
        for visitor in PLAYERS:
            if seat not in table.seats_of(visitor):
                assert set(possible(table, visitor, seat, table.people)) <= {"sit", "replace"}


@pytest.mark.slow
@pytest.mark.parametrize("box", BOXES, ids=lambda box: "-".join([box[0], *(f"{k}={v}" for k, v in box[1].items())]))
@given(seed=st.integers(0, 2**32))
@settings(
    max_examples=volume(2, 10),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
def test_what_is_offered_can_be_done_and_nothing_else(box: tuple[str, dict[str, object]], seed: int) -> None:
    """In every state that a table reaches, for everybody and every seat."""
    rng = random.Random(seed)
    for table in tables(box, rng):
        check_everybody(table, rng)


def test_random_tables_offer_everything_there_is() -> None:
    """The tables above are worth looking at: somewhere everything can be done, and games end in every way."""
    offered: set[str] = set()
    ends: set[str] = set()
    for seed in range(60):
        rng = random.Random(seed)
        for table in tables(rng.choice(BOXES), rng):
            for visitor in (OWNER, *PLAYERS, SPECTATOR):
                for seat in range(len(table.match.seating)):
                    offered |= set(possible(table, visitor, seat, table.people))
            if table.over:
                ends.add(table.ended_by)
    assert offered == set(ACTIONS)
    assert ends == {"", "resigned", "flagged", "agreed", "abandoned"}


def test_what_nobody_knows_is_refused_and_what_there_is_is_told() -> None:
    table = opened("t", first_entry(TableWish("hopsy", {}), OWNER, ""))
    with pytest.raises(Refused, match="undo, offer-draw") as refusal:
        perform(Draft(table), "dance", Request(OWNER, 0))
    assert refusal.value.code == "no-action"


def test_what_goes_with_a_request_is_judged_too() -> None:
    """Offered is not yet granted: a move may be illegal, a bot or a phrase unknown."""
    wish = TableWish("hopsy", {}, [SeatWish("me"), SeatWish("open")])
    table = opened("t", first_entry(wish, OWNER, ""))
    assert "replace" in possible(table, OWNER, 1)
    with pytest.raises(Refused) as refusal:
        perform(Draft(table), "replace", Request(OWNER, 1, bot="nobody"))
    assert refusal.value.code == "no-bot"
    with pytest.raises(Refused) as refusal:
        perform(Draft(table), "phrase", Request(OWNER, 0, phrase="rude words"))
    assert refusal.value.code == "no-phrase"
    draft = Draft(table)
    perform(draft, "sit", Request("bo", 1, nickname="Bo"))
    with pytest.raises(IllegalMove):
        perform(Draft(draft.table), "move", Request(OWNER, 0, move="A1-A1"))
    with pytest.raises(Refused, match="not your turn") as refusal:
        perform(Draft(draft.table), "move", Request("bo", 1, move="F1-E1"))
    assert refusal.value.code == "illegal-move", "as what the rules refuse"


def test_no_bot_is_offered_where_none_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat nobody holds can be given to a bot, unless no bot plays the game."""
    wish = TableWish("hopsy", {}, [SeatWish("me"), SeatWish("open")])
    assert "replace" in possible(opened("t", first_entry(wish, OWNER, "Ada")), OWNER, 1)
    monkeypatch.setattr(actions, "names", lambda game: ())
    alone = "who plays where there are no bots"  # what is offered is kept: nobody else may be told it
    table = opened("t", first_entry(wish, alone, "Bo"))
    assert "replace" not in possible(table, alone, 1)
    with pytest.raises(Refused, match="No bot plays this game"):
        perform(Draft(table), "replace", Request(alone, 1, bot="random"))


def test_a_no_is_told_to_whoever_looks_afterwards() -> None:
    wish = TableWish("hopsy", {}, [SeatWish("me"), SeatWish("open")])
    draft = Draft(opened("t", first_entry(wish, OWNER, "Ada")))
    perform(draft, "sit", Request("bo", 1, nickname="Bo"))
    perform(draft, "offer-draw", Request(OWNER, 0))
    assert draft.table.declined is None
    perform(draft, "refuse-draw", Request("bo", 1))
    declined = draft.table.declined
    assert declined is not None
    assert (declined.what, declined.seat, declined.sequence) == ("draw", 1, draft.table.sequence)
    perform(draft, "offer-draw", Request(OWNER, 0))
    perform(draft, "accept-draw", Request("bo", 1))
    assert draft.table.outcome is not None
