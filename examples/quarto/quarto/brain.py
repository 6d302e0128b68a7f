"""What bots know of Quarto: do not hand over a piece that wins, and run the other player out of those that do not."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludotheque.core.brain import Brain, Memory, one_ply

from quarto import pieces
from quarto.mind import mind
from quarto.rules import Give, Place, QuartoState, QuartoView, restore

LOST = -8.0
"""The other player wins with the next piece."""


def determinise(view: QuartoView, memory: Memory, rng: random.Random) -> QuartoState:
    """Nothing is hidden: there is nothing to guess."""
    return restore(view)


def worths(view: QuartoView, memory: Memory, moves: Sequence[Give | Place], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this."""
    assert view["seat"] is not None
    return one_ply(restore(view), view["seat"], moves, value)


def value(state: QuartoState, seat: int) -> float:
    """How good a position looks to a seat while the game goes on."""
    best = _choosing(state) if state.hand is None else _placing(state)
    return best if state.turn == seat else -best


def _choosing(state: QuartoState) -> float:
    """To the one who must choose a piece now: how many are safe, and who is left with none if nothing else changes."""
    count = len(pieces.safe(state.board, state.reserve, state.traits, squares=state.squares))
    if not count:
        return LOST
    return (1.0 if count % 2 else -1.0) / count


def _placing(state: QuartoState) -> float:
    """To the one who must place a piece now: the best place for it."""
    hand = state.hand
    assert hand is not None
    if pieces.winning_squares(state.board, hand, state.traits, squares=state.squares):
        return -LOST
    return max(_choosing(state.play(move)) for move in state.moves())


BRAIN = Brain(worths, determinise, mind=mind)
