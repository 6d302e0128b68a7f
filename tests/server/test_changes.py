"""What changes is told, not everything each time: a long game costs no more a move than a short one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import orjson
import pytest

import ludotheque as lt
from ludotheque.server.live.telling import Following, whole
from ludotheque.tables.actions import Draft, Request, perform
from ludotheque.tables.opening import SeatWish, TableWish, first_entry
from ludotheque.tables.snapshot import Company, Viewer
from ludotheque.tables.table import Table, opened
from tests.server.following import Page
from tests.server.house import ME, OPEN, House, ok


def moments(game: str, most: int) -> Iterator[Table]:
    """A table through a random game of at most so many entries."""
    rng = random.Random(1)
    wish = TableWish(game=game, seats=[SeatWish(kind="me"), SeatWish(kind="me")], options={})
    table = opened("t", first_entry(wish, "ada", "Ada"))
    yield table
    while not table.over and table.sequence < most:
        draft = Draft(table)
        if table.waiting and table.waiting[0] >= 0:
            seat = table.waiting[0]
            perform(draft, "move", Request("ada", seat, move=str(rng.choice(table.state.moves(seat)))))
        draft.settle(rng)
        yield from draft.tables
        table = draft.table


@pytest.mark.parametrize("game", list(lt.games()))
def test_what_a_move_costs_does_not_grow_with_the_game(game: str) -> None:
    viewer, following = Viewer("ada", 0), Following()
    wholes, told = list[int](), list[int]()
    for table in moments(game, 90):
        wholes.append(_size(whole(table, viewer, Company(), table.at)))
        told.append(_size(following.next(table, viewer, Company(), table.at)))
    first, *rest = told
    half = len(rest) // 2
    assert abs(first - wholes[0]) < 20, "everything, and its number"
    assert max(rest[half:]) < 1.5 * max(rest[:half]), "a move costs what it did at the beginning"
    assert sum(rest) < 0.4 * sum(wholes), "and less than everything"


def _size(message: bytes) -> int:
    """In bytes, without the ways to click: there are as many of them as the position has moves."""
    return len(orjson.dumps({**orjson.loads(message), "paths": {}, "ghosts": {}}))


def test_what_went_missing_is_asked_for_and_told_whole(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("rolit", ME, OPEN)
    bo.sits(table, 1)
    with ada.live(table, "delta=1&lang=en") as socket:
        page = Page()
        sequence = page.take(socket.next("table"))["sequence"]
        seat = ada.sees(table)["waiting"][0]
        ok((ada, bo)[seat].plays(table, seat, (ada, bo)[seat].sees(table, plain=1)["moves"][0]))
        missed = socket.next("changes")
        assert missed["since"] == page.told
        assert "scene" in missed
        assert len(missed["moves"]["add"]) == 1
        socket.send(type="ping")
        assert socket.next("pong")["told"] == missed["told"], "who has less knows that something is missing"
        socket.send(type="whole")
        after = page.take(socket.next("table", "changes"))
        assert page.whole == 2
        assert after["sequence"] == sequence + 1
        assert {**after, "server_ms": 0, "type": "table"} == {**ada.sees(table), "server_ms": 0}
    with ada.live(table, "lang=en") as socket:
        assert "told" not in socket.next("table"), "who has not asked for changes is told everything, as ever"
        socket.send(type="whole")
        assert orjson.dumps(socket.next("table"))
