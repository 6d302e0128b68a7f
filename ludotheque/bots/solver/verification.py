"""What bears out what is known of a whole game: proofs walked through, pieces put to the test, best play replayed."""

from __future__ import annotations

import random
from typing import NamedTuple

from ludotheque.bots.solver.checkpoint import Checkpoint
from ludotheque.bots.solver.wholegame import WholeGame
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Endings

_GAMES = 20
_TABLE_BITS = 22


class Verified(NamedTuple):
    """What was gone through."""

    positions: int
    """The positions of the proofs, above the pieces."""
    pieces: int
    """The pieces they rely on."""
    games: int
    """The games that put some of them to the test."""


def verify(endings: Endings, state: LineState, whole: WholeGame, checkpoint: Checkpoint) -> Verified:
    """Checks the proofs of what is known; a flaw is refused with the position where it is."""
    positions, pieces = 0, []
    for proof in whole.proofs.values():
        walked, relied = endings.walk(state, proof, checkpoint.book)
        positions += walked
        pieces += relied
    endings.try_out(state, pieces, endings.solver(state, _TABLE_BITS), _GAMES, random.Random(0))
    return Verified(positions, len(pieces), _GAMES)


def best_play(endings: Endings, state: LineState, whole: WholeGame, piece: int) -> tuple[tuple[str, ...], LineState]:
    """How a solved game goes when both play best, replayed by the rules; and its end."""
    line = whole.best_play(state, endings.solver(state, _TABLE_BITS))
    endings.replay(state, line, whole.bounds.lower, endings.solver(state, _TABLE_BITS), piece)
    for move in line:
        state = state.play(move)
    return line, state
