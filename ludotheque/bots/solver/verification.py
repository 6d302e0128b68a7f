"""What bears out what is known of a whole game: proofs walked through, pieces put to the test, best play replayed."""

from __future__ import annotations

import random
from typing import NamedTuple

from ludotheque.bots.solver.checkpoint import Ledger
from ludotheque.bots.solver.wholegame import WholeGame
from ludotheque.core.boards.linestate import LineState

_GAMES = 20
_TABLE_BITS = 22


class Checked(NamedTuple):
    """What was gone through."""

    positions: int
    """The positions of the proofs, above the pieces."""
    pieces: int
    """The pieces they rely on."""
    games: int
    """The games that put some of them to the test."""


def checked(state: LineState, whole: WholeGame, ledger: Ledger) -> Checked:
    """Checks the proofs of what is known; a flaw is refused with the position where it is."""
    audit, endings = state.game.part("audit"), state.game.part("endings").Endings(state, _TABLE_BITS)
    positions, pieces = 0, []
    for proof in whole.proofs.values():
        walked, relied = audit.walked(state, proof, ledger.book)
        positions += walked
        pieces += relied
    audit.tried(state, pieces, endings, _GAMES, random.Random(0))
    return Checked(positions, len(pieces), _GAMES)


def best_play(state: LineState, whole: WholeGame, piece: int) -> tuple[tuple[str, ...], LineState]:
    """How a solved game goes when both play best, replayed by the rules; and its end."""
    audit, endings = state.game.part("audit"), state.game.part("endings").Endings(state, _TABLE_BITS)
    line = whole.best_play(state, endings)
    audit.played(state, line, whole.bounds.lower, state.game.part("endings").Endings(state, _TABLE_BITS), piece)
    for move in line:
        state = state.play(move)
    return line, state
