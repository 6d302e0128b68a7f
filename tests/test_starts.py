"""Balanced starts of Hopsy: legal, the same from both seats, no two alike, and worth what is said of them."""

from __future__ import annotations

import random
from typing import cast

import pytest

import ludotheque as lt
from ludotheque.bots.solver.agreement import agrees
from ludotheque.core.boards import positions
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.core.text import Refusal
from ludotheque.games.hopsy import SETUP, kernel
from ludotheque.games.hopsy.rules import HopsyState
from ludotheque.games.hopsy.starts import starts

SOONEST = 17
"""No start is decided before this move; the usual one is in 15."""
NUMBERS = range(1, len(starts()) + 1)
SOLVED = random.Random(16).sample(NUMBERS, 8)
OTHER = {"r": "b", "b": "r", ".": "."}


def start(number: int, **options: object) -> HopsyState:
    return cast(HopsyState, lt.start("hopsy", setup=number, **options))


def test_every_number_is_a_start() -> None:
    assert len(NUMBERS) == len(SETUP.numbers)
    for number, each in zip(NUMBERS, starts(), strict=True):
        state = start(number)
        assert state.position() == each.position
        assert state.acting == (0,)
        assert state.moves()
        assert not kernel.wins(state.setting.rules, state.row[kernel.BLACK], 0)


def test_they_look_the_same_from_both_seats() -> None:
    for each in starts():
        rows = positions.rows_in(each.position)
        assert ["".join(OTHER[letter] for letter in reversed(row)) for row in reversed(rows)] == rows


def test_no_two_are_alike() -> None:
    def least(state: HopsyState) -> tuple[int, int]:
        red, black = state.row[kernel.RED], state.row[kernel.BLACK]
        return min((seen(red, way, kernel.SIZE), seen(black, way, kernel.SIZE)) for way in range(WAYS))

    assert len({least(start(number)) for number in NUMBERS}) == len(NUMBERS)


def test_they_are_decided_late_or_not_at_all() -> None:
    for each in starts():
        assert (each.winner is None) == (each.moves is None)
        if each.moves is not None:
            assert each.moves >= SOONEST
            assert each.moves % 2 == (1 if each.winner == 0 else 0), "the last move is the winner's"


@pytest.mark.slow
@pytest.mark.parametrize("number", SOLVED)
def test_a_search_finds_nothing_sooner(number: int) -> None:
    each = starts()[number - 1]
    winner = {0: 1, 1: -1, None: 0}[each.winner]
    assert agrees(start(number), winner, each.moves or 0)


def test_they_are_for_the_plain_game() -> None:
    with pytest.raises(Refusal, match="variant=hopsy"):
        start(1, variant="mix")
    with pytest.raises(Refusal, match="1 to 1598"):
        start(len(NUMBERS) + 1)


def test_a_record_names_its_start_by_number() -> None:
    state = start(417)
    record, move = lt.Record.of(state), state.moves()[0]
    record = record.played(state, move, 0, state.play(move))
    assert dict(record.options) == {"setup": "417"}
    assert lt.Record.loads(record.dumps()).replay() == state.play(move)


def test_many_games_from_one_start() -> None:
    many = lt.batch("hopsy", 8, seed=3, setup=417)
    first = lt.start("hopsy", setup=417)
    assert first.position() == starts()[416].position
    assert [many.state(at) for at in range(8)] == [first] * 8
