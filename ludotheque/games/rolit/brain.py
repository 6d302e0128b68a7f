"""What bots know of Rolit: how good a position looks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from ludotheque.core.bits import count
from ludotheque.core.contract import Move, View
from ludotheque.core.foresight import NoMemory, one_ply
from ludotheque.core.grid import bit
from ludotheque.core.lines import HEADER
from ludotheque.core.squares import WIDTH
from ludotheque.games.rolit.rules import NAMES, RolitState, restore

_CORNER, _EDGE, _BESIDE_CORNER = 12, 2, -5
"""What a place adds to a ball: corners never turn again, edges seldom; squares beside a corner give it away."""


Memory = NoMemory


def determinise(view: View, memory: object, rng: random.Random) -> RolitState:
    """The state a seat sees: nothing is hidden."""
    return restore(view)


def worths(view: View, memory: object, moves: Sequence[Move], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this, looking one move ahead."""
    return one_ply(restore(view), cast(int, view["seat"]), moves, value)


def value(state: RolitState, seat: int) -> float:
    """How good a position looks to a seat: its balls and their places, less those of its strongest opponent. Balls
    count more the fuller the board is; places count less."""
    boards = [state.row[HEADER + NAMES.index(each.id)] for each in state.seats]
    filled = sum(count(board) for board in state.row[HEADER:]) / state.size**2
    worths = [filled * count(board) + (1 - filled) * _places(board, state.size) for board in boards]
    return worths[seat] - max(worth for other, worth in enumerate(worths) if other != seat)


def _places(board: int, size: int) -> int:
    last = size - 1
    total = 0
    for row in range(size):
        for column in range(size):
            if board & bit(WIDTH * row + column):
                total += _place(min(row, last - row), min(column, last - column))
    return total


def _place(from_edge: int, from_side: int) -> int:
    """The worth of a square by its distances from the nearest edges."""
    near, far = sorted((from_edge, from_side))
    if far == 0:
        return _CORNER
    if far == 1:
        return _BESIDE_CORNER
    return _EDGE if near == 0 else 0
