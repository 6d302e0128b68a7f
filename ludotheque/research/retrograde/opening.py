"""The book of a game that is solved: from its beginnings, the winner's best moves against every reply."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ludotheque.core.boards.book import Entry, standing
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.symmetry import seen
from ludotheque.research.retrograde.survey import Positions, chosen, moves_of
from ludotheque.research.retrograde.table import Table


def grow(table: Table, starts: Positions, down_to: int) -> Iterator[Entry]:
    """The entries of a book, nearest to the beginning first: of positions that the side to move wins, the move that
    wins soonest; then, after each move of the other side, the same again, as long as the win is at least so far.

    Of several moves that win as soon, the first is taken; of positions that are turned or mirrored, one."""
    positions = alike(table.placement, starts)
    known: set[tuple[int, int]] = set()
    while len(positions):
        told = table.look(*positions)
        positions = chosen(positions, (told[:, 0] == 1) & (told[:, 1] >= down_to))
        moves = moves_of(table.placement, positions)
        after = table.look(*moves.after)
        order = np.lexsort((np.arange(len(moves.of)), np.where(after[:, 0] == -1, after[:, 1], 1 << 20), moves.of))
        best = order[np.searchsorted(moves.of[order], np.arange(len(positions)))]
        for mover, waiting, code, moved in zip(*positions, moves.codes[best], after[best, 1], strict=True):
            known.add((int(mover), int(waiting)))
            yield Entry(int(mover), int(waiting), int(code) >> 6, int(code) & 63, int(moved) + 1)
        replies = alike(table.placement, moves_of(table.placement, chosen(moves.after, best)).after)
        positions = chosen(
            replies, [pair not in known for pair in zip(*(each.tolist() for each in replies), strict=True)]
        )


def alike(placement: Placement, positions: Positions) -> Positions:
    """One of those that are the same but turned or mirrored, each once."""
    found = set()
    for mover, waiting in zip(*(each.tolist() for each in positions), strict=True):
        way = standing(mover, waiting, placement.size)
        found.add((int(seen(mover, way, placement.size)), int(seen(waiting, way, placement.size))))
    boards = np.array(sorted(found), np.int64).reshape(-1, 2)
    return Positions(boards[:, 0].copy(), boards[:, 1].copy())
