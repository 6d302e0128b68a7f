"""A table is a fold over its log: whatever happens at it, the log alone makes the same table again."""

from __future__ import annotations

import random

import orjson
import pytest

import ludotheque as lt
from ludotheque.core.text import Refusal
from ludotheque.server.http.models import ClockWish, SeatWish, TableWish
from ludotheque.tables import actions, snapshot
from ludotheque.tables.actions import Draft
from ludotheque.tables.log import Entry
from ludotheque.tables.opening import first_entry
from ludotheque.tables.snapshot import Company, Viewer
from ludotheque.tables.table import Table, fold, opened, replay

FIELDS = ("sequence", "at", "players", "moves", "outcome", "ended_by", "asked", "left_ms", "since", "turn_at", "said",
          "keys", "finished", "full", "people", "owner", "state")  # fmt: skip
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
    kind = rng.choice(["move"] * 14 + ["sit", "leave", "bot", "flag", "bot-move", "handed"] + list(actions.ACTIONS))
    if kind in ("move", "bot-move"):
        seat = rng.choice(table.waiting or (0,))
        legal = table.state.moves(seat) if table.waiting else ()
        text = str(rng.choice(legal)) if legal else "A1"
        if kind == "bot-move":
            actions.bot_move(draft, seat, text, table.sequence)
        else:
            actions.move(draft, seat, table.player(seat).visitor or "ada", text, rng.choice(["", "k", "l"]))
    elif kind == "sit":
        actions.sit(draft, seat, visitor, visitor)
    elif kind == "leave":
        actions.leave(draft, seat, visitor)
    elif kind == "bot":
        actions.put_bot(draft, seat, visitor, "random")
    elif kind == "flag":
        actions.flag(draft)
    elif kind == "handed":
        draft.add("handed", visitor=visitor, to=rng.choice(PEOPLE))
    else:
        owner = table.player(seat).visitor if seat < len(table.match.seating) else visitor
        actions.act(draft, kind, seat, owner, "hello")


@pytest.mark.parametrize("game", list(lt.games()))
@pytest.mark.parametrize("seed", range(3))
def test_the_log_alone_makes_the_table_again(game: str, seed: int) -> None:
    rng = random.Random(seed)
    wish = TableWish(
        game=game,
        seats=[SeatWish(kind="me"), SeatWish(kind="open")],
        clock=ClockWish(seconds=20, increment=1) if seed else None,
        options={"players": 3} if seed == 2 and len(lt.games()[game].players) > 2 else {},
    )
    first = first_entry(wish, "ada", "Ada")
    table = opened("t", first)
    log: list[Entry] = [first]
    at, refusals = first["at"], 0
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
            told = orjson.loads(snapshot.snapshot(table, viewer, Company(), at))
            assert told["sequence"] == table.sequence == len(log)
            assert all(name in (*actions.ACTIONS, "leave", "sit", "replace", "hint", "draw") for name in told["can"])
    assert refusals
    assert len(log) > 15
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
