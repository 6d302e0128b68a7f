"""Sets of squares as numbers: the combinatorial number system.

All sets of as many things are numbered in the order they have as integers, a bit for each thing.
"""

from __future__ import annotations

from math import comb

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import bit


def coefficients(most: int, size: int) -> Line:
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
def rank(board: int, free: int, choose: Line) -> int:
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
