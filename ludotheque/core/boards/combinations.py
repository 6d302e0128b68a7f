"""Sets of squares as numbers: the combinatorial number system.

All sets of as many things are numbered in the order they have as integers, a bit for each thing.
"""

from __future__ import annotations

from math import comb
from typing import Any

from ludotheque.core.boards.arrays import Words, np
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import bit

Numbers = Any
"""An array of integers: NumPy's, or one on a GPU."""


def coefficients(most: int, size: int) -> Numbers:
    """How many sets of up to `size` there are of up to `most` things: what `rank` is computed with."""
    return np.array([[comb(n, k) for k in range(size + 1)] for n in range(most + 1)], np.int64)


@compiled
def spread(chosen: int, where: Words) -> int:
    """The board of the chosen ones of some squares."""
    board = 0
    while chosen != 0:
        board |= bit(int(where[first(chosen)]))
        chosen &= chosen - 1
    return board


@compiled
def rank(board: int, free: int, choose: Numbers) -> int:
    """The number of a set of squares among all sets of as many free ones."""
    number, nth = 0, 1
    while board != 0:
        lowest = board & -board
        number += int(choose[count(free & (lowest - 1)), nth])
        board &= board - 1
        nth += 1
    return number


@compiled
def list_squares(board: int, where: Words) -> int:
    """Writes the squares of a board in order; how many they are."""
    number = 0
    while board != 0:
        where[number] = first(board)
        board &= board - 1
        number += 1
    return number


@compiled_apart
def list_sets(size: int, sets: Numbers) -> None:
    """Writes all sets of so many of some things, in order: each is the next larger number with as many bits."""
    chosen = (1 << size) - 1
    for i in range(sets.shape[0]):
        sets[i] = chosen
        lowest = chosen & -chosen
        carried = chosen + lowest
        chosen = carried | (((chosen ^ carried) >> 2) >> first(lowest))
