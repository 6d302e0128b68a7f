"""A table is a fold over its log: whatever happens at it, the log alone makes the same table again."""

from __future__ import annotations

import random

import orjson
import pytest

import ludotheque as lt
from ludotheque.core.text import Refusal
from ludotheque.server.live.telling import Following, whole
from ludotheque.tables import actions, snapshot, timeouts
from ludotheque.tables.actions import ACTIONS, Draft, Request
from ludotheque.tables.log import Entry
from ludotheque.tables.opening import SeatWish, TableWish, first_entry
from ludotheque.tables.snapshot import Company, Viewer
from ludotheque.tables.table import Table, fold, opened, replay
from tests.server.following import Page
from tests.volume import volume

FIELDS = ("sequence", "at", "players", "moves", "outcome", "ended_by", "asked", "left_ms", "since", "turn_at",
          "hurry_at", "seen", "said", "keys", "finished", "full", "people", "owner", "state")  # fmt: skip
PEOPLE = ["ada", "bo", "cy"]


def same(one: Table, other: Table) -> None:
    for name in FIELDS:
        assert getattr(one, name) == getattr(other, name), name
    assert one.match.seating == other.match.seating
    assert one.match.results == other.match.results


def something(draft: Draft, rng: random.Random) -> None:
    """Anything anybody might try, allowed or not."""
    table = draft.table
    seat, visitor = rng.randrange(len(table.match.seating) + 1), rng.choice(PEOPLE)
    kind = rng.choice(["move"] * 14 + ["bot-move"] * 4 + ["sit"] * 3 + ["flag", "handed", *ACTIONS])
    if kind in ("move", "bot-move"):
        seat = rng.choice(table.waiting or (0,))
        legal = table.state.moves(seat) if table.waiting else ()
        text = str(rng.choice(legal)) if legal else "A1"
        if kind == "bot-move":
            actions.bot_move(draft, seat, text, table.sequence)
        else:
            mover = table.player(seat).visitor or "ada"
            actions.perform(draft, "move", Request(mover, seat, move=text, key=rng.choice(["", "k", "l"])))
    elif kind in ("sit", "leave", "replace"):
        actions.perform(draft, kind, Request(visitor, seat, nickname=visitor, bot="random"))
    elif kind == "flag":
        timeouts.time_out(draft)
    elif kind == "handed":
        draft.add("handed", visitor=visitor, to=rng.choice(PEOPLE))
    else:
        owner = table.player(seat).visitor if seat < len(table.match.seating) else visitor
        actions.perform(draft, kind, Request(owner, seat, phrase="hello"))


@pytest.mark.slow
@pytest.mark.parametrize("game", list(lt.games()))
@pytest.mark.parametrize("seed", range(volume(1, 6)))
def test_the_log_alone_makes_the_table_again(game: str, seed: int) -> None:
    rng = random.Random(seed)
    wish = TableWish(
        game=game,
        seats=[SeatWish(kind="me"), SeatWish(kind="open")],
        clock={"seconds": 20, "increment": 1} if seed else None,
        options={"players": 3} if seed == 2 and len(lt.games()[game].players) > 2 else {},
    )
    first = first_entry(wish, "ada", "Ada")
    table = opened("t", first)
    log: list[Entry] = [first]
    at, refusals = first["at"], 0
    slow = random.Random(seed)
    pages = {viewer: (Following(), Page()) for viewer in (Viewer("ada"), Viewer("bo", 1, "en"), Viewer())}
    for _ in range(250):
        at += rng.choice([1, 50, 900])
        draft = Draft(table, at)
        try:
            something(draft, rng)
        except Refusal:
            refusals += 1
            continue
        for before, entry, after in zip([table, *draft.tables], draft.entries, draft.tables, strict=False):
            same(fold(before, entry), after)
        log += draft.entries
        table = draft.table
        for viewer in (Viewer("ada"), Viewer("bo", 1, "en"), Viewer(), Viewer("cy", plain=True)):
            told = orjson.loads(orjson.dumps(snapshot.snapshot(table, viewer, Company(), at)))
            assert told == orjson.loads(whole(table, viewer, Company(), at)), "in parts, or at once"
            assert told["sequence"] == table.sequence == len(log)
            assert set(told["can"]) <= {*ACTIONS, "draw"} - {"move", "offer-draw"}
            assert all(set(seat["can"]) <= set(ACTIONS) for seat in told["seats"])
            if viewer in pages and slow.random() < 0.7:  # who reads slowly misses moments
                if slow.random() < 0.1:
                    pages[viewer][0].rest()
                following, page = pages[viewer]
                heard = page.take(orjson.loads(following.next(table, viewer, Company(), at)))
                assert {"type": "table", **heard} == told, "what changes makes what everything would have been"
                assert list(heard["paths"]) == list(told["paths"]), "in the same order"
    assert refusals
    assert len(log) > 30
    assert all(page.whole == 1 for _, page in pages.values())
    same(replay("t", orjson.loads(orjson.dumps(log))), table)


@pytest.mark.parametrize("game", list(lt.games()))
def test_where_nothing_is_hidden_all_see_the_same(game: str) -> None:
    """Snapshots for programs share one view where a game says that nothing is hidden."""
    if lt.games()[game].hidden:
        pytest.skip("something is hidden")
    state, rng = lt.start(game), random.Random(1)
    for _ in range(12):
        open_view = state.view(None)
        for seat in range(len(state.seats)):
            assert {**open_view, "seat": seat} == state.view(seat)
        if state.over:
            break
        state = lt.roll(state, rng) if state.acting == (lt.CHANCE,) else state.play(rng.choice(state.moves()))
