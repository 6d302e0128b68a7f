"""Whether what a table says of a position is what a search finds."""

from __future__ import annotations

from ludotheque.bots.solver.solve import forced
from ludotheque.core.boards.linestate import LineState

FARTHEST = 4
"""Up to so many moves a search must find what a table says."""


def agrees(state: LineState, winner: int, moves: int) -> bool:
    """Whether a search agrees that a position is won by the seat to move (1) or the other (-1) within just so many
    moves, or by nobody (0). What is near it must find, and never sooner: it may see a longer win first, where it looks
    farther because somebody threatens to win. What is far it need not find."""
    search, mover = state.game.brain.search, state.acting[0]
    assert search is not None, "games with a table can be searched"
    near = winner != 0 and moves <= FARTHEST
    found = forced(state, search, depth=moves if near else FARTHEST)
    if found.winners is None:
        return not near
    return winner != 0 and found.winners == ((mover if winner > 0 else 1 - mover),) and found.moves >= moves
