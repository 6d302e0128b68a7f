"""Positions as numbers: which block of a table one lies in, and which bit of it.

A block belongs to one side's pawns, up to the eight ways to turn and mirror the board: the first of the eight boards
stands for all. Its bits are the other side's pawns, as sets of the squares that are left, in the order of the boards
as integers (the combinatorial number system).
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.combinations import coefficients, rank, spread
from ludotheque.core.boards.compiled import compiled_apart
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import squares, whole
from ludotheque.core.boards.symmetry import WAYS, seen

WORD_BITS = 5
WORD = 1 << WORD_BITS
"""Bits in a word of a block."""
WAY_BITS, SYMMETRIC = 3, 8
"""An orbit's entry: the way that turns a board into its block's; whether other ways do too; from there on the block."""
BLOCK_BITS = 4
NUMBER_BITS = 20
"""A position's code: its number in the block of the side that waits; from there on the block."""
Numbers = Any
"""An array of integers of some kind: NumPy's, or one on a GPU."""


class Numbering(NamedTuple):
    """What numbers are computed with."""

    boards: Words
    """By block: the board it belongs to."""
    sizes: Words
    """By block: how many boards it stands for, eight or fewer."""
    orbits: Numbers
    """By the number of a board: its entry."""
    sets: Numbers
    """By the number of a set of the squares that are left: which of them."""
    choose: Numbers
    """Binomial coefficients."""

    @property
    def words(self) -> int:
        """How many words a block has."""
        return (len(self.sets) + WORD - 1) // WORD


@compiled_apart
def list_sets(size: int, sets: Numbers) -> None:
    """Writes all sets of so many of some things, in order: each is the next larger number with as many bits."""
    chosen = (1 << size) - 1
    for i in range(sets.shape[0]):
        sets[i] = chosen
        lowest = chosen & -chosen
        carried = chosen + lowest
        chosen = carried | (((chosen ^ carried) >> 2) >> first(lowest))


@compiled_apart
def number_orbits(every: int, size: int, chosen: Numbers, where: Words, numbering: Numbering) -> int:
    """Writes the blocks and the entries of all boards; how many blocks there are."""
    blocks = 0
    for number in range(chosen.shape[0]):
        board = spread(int(chosen[number]), where)
        least, way, alike = board, 0, 0
        for other in range(WAYS):
            turned = seen(board, other, size)
            if turned < least:
                least, way = turned, other
            if turned == board:
                alike += 1
        if least == board:
            numbering.boards[blocks] = board
            numbering.sizes[blocks] = WAYS // alike
            entry = blocks << BLOCK_BITS
            blocks += 1
        else:  # the least of them has a smaller number, so its entry is there
            entry = int(numbering.orbits[rank(least, every, numbering.choose)]) >> BLOCK_BITS << BLOCK_BITS
        numbering.orbits[number] = entry | (SYMMETRIC if alike > 1 else 0) | way
    return blocks


def number(placement: Placement) -> Numbering:
    """The numbers of a game's positions."""
    cells, pawns, every = placement.size**2, placement.pawns, whole(placement.size)
    boards = comb(cells, pawns)
    chosen, sets = np.zeros(boards, np.int64), np.zeros(comb(cells - pawns, pawns), np.int32)
    list_sets(pawns, chosen)
    list_sets(pawns, sets)
    known, sizes, orbits = np.zeros(boards, np.int64), np.zeros(boards, np.int64), np.zeros(boards, np.int32)
    numbering = Numbering(known, sizes, orbits, sets, coefficients(cells, pawns))
    blocks = number_orbits(every, placement.size, chosen, np.array(squares(every), np.int64), numbering)
    return numbering._replace(boards=known[:blocks].copy(), sizes=sizes[:blocks].copy())
