"""Positions that look the same from both seats: seen in some way, either side's pawns are the other's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from ludotheque.core.boards.bits import first
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import squares, whole
from ludotheque.core.boards.symmetry import seen
from ludotheque.research.retrograde.opening import alike
from ludotheque.research.retrograde.survey import Positions

WAYS_ACROSS = (3, 2, 4, 5)
"""The ways to be looked for: half a turn, top and bottom exchanged, rows and columns exchanged, a quarter turn. What
looks the same in another way (left and right, the other diagonal, back a quarter) does so in one of these once it is
turned."""


def facing(placement: Placement) -> Positions:
    """All of them, one of those that are the same but turned or mirrored. Those in which somebody has a line are left
    out."""
    movers = [
        (board, int(seen(board, way, placement.size)))
        for way in WAYS_ACROSS
        for board in _boards(placement, way)
        if not placement.aligned(board, board)
    ]
    boards = np.array(movers, np.int64).reshape(-1, 2)
    return alike(placement, Positions(boards[:, 0], boards[:, 1]))


def _boards(placement: Placement, way: int) -> Iterator[int]:
    """The boards of the side to move. Squares that a way leads to one after the other, and back to the first, are
    either side's in turn, or empty."""
    rounds, left = [], set(squares(whole(placement.size)))
    while left:
        turn = [1 << min(left)]
        while (after := int(seen(turn[-1], way, placement.size))) != turn[0]:
            turn.append(after)
        left -= {first(square) for square in turn}
        if len(turn) > 1:  # else a pawn there would be its own opposite
            rounds.append((sum(turn[::2]), sum(turn[1::2])))
    each = rounds[0][0].bit_count()
    if placement.pawns % each == 0:
        for picked in combinations(rounds, placement.pawns // each):
            yield from map(sum, product(*picked))
