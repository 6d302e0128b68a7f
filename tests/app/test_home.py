"""Tables on one device: whole games against bots, and nothing that is not kept has happened."""

from __future__ import annotations

import json

import pytest

from ludotheque.home.house import ME, Change, House
from ludotheque.tables.jobs import think
from ludotheque.tables.log import Entry
from ludotheque.tables.opening import SeatWish, TableWish
from ludotheque.tables.refusals import Refused
from tests.cases import OURS

_MOVES = 12


class Shelf:
    """What a browser keeps: logs as text."""

    def __init__(self) -> None:
        self.logs: dict[str, list[str]] = {}

    def keep(self, house: House, change: Change) -> None:
        log = self.logs.setdefault(change.table.id, [])
        assert len(log) == change.after
        log += [json.dumps(entry) for entry in change.entries]
        house.kept(change)

    def house(self) -> House:
        """Another one, after the first was killed."""
        found = House()
        for table, log in self.logs.items():
            entries: list[Entry] = [json.loads(line) for line in log]
            found.bring(table, entries)
        return found


@pytest.mark.parametrize("game", OURS)
def test_a_game_against_a_bot_survives_being_killed_between_any_two_moves(game: str) -> None:
    shelf, house = Shelf(), House()
    change = house.open(TableWish(game, {}, [SeatWish("me", nickname="Ada"), SeatWish("bot", "novice")]))
    shelf.keep(house, change)
    table = change.table.id
    for number in range(_MOVES):
        house = shelf.house()
        now = house.table(table)
        mine = [seat for seat in now.waiting if seat in now.seats_of(ME)]
        if mine:
            text = str(now.state.moves(mine[0])[0])
            made = house.move(table, mine[0], text, f"key-{number}")
            assert made is not None
            assert house.look(table, None, "en")["sequence"] == made.after
            shelf.keep(house, made)
            assert house.move(table, mine[0], text, f"key-{number}") is None
        elif (turn := think(house.job(table))) is not None:
            shelf.keep(house, house.bot_move(table, *turn, now.sequence))
    assert shelf.house().table(table).sequence == len(shelf.logs[table]) > _MOVES


def test_two_changes_of_one_moment_do_not_both_happen() -> None:
    house = House()
    house.kept(house.open(TableWish("hopsy", {}, [SeatWish("me"), SeatWish("me")])))
    (table,) = house._tables
    first, second = (str(move) for move in house.table(table).state.moves(0)[:2])
    one, other = house.move(table, 0, first, "a"), house.move(table, 0, second, "b")
    assert one is not None
    assert other is not None
    house.kept(one)
    with pytest.raises(RuntimeError, match="has changed meanwhile"):
        house.kept(other)
    with pytest.raises(Refused):
        house.look("elsewhere", None, "en")
