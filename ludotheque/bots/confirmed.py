"""What bears out that a whole game is solved: its proof walked through, pieces put to the test, best play replayed."""

from __future__ import annotations

import random
from typing import NamedTuple

from ludotheque.bots.ledger import Ledger
from ludotheque.bots.wholegame import WholeGame
from ludotheque.core.linestate import LineState

_GAMES = 20
_TABLE_BITS = 22


class Confirmed(NamedTuple):
    """A solved game and its check."""

    line: tuple[str, ...]
    scores: tuple[float, ...]
    positions: int
    """How many positions of the proof were walked through, above the pieces."""
    pieces: int
    """How many pieces it relies on."""
    games: int
    """How many games put them to the test."""


def confirm(state: LineState, whole: WholeGame, ledger: Ledger, piece: int) -> Confirmed:
    """Checks a solved game; a flaw is refused with the position where it is."""
    audit, endings = state.game.part("audit"), state.game.part("endings").Endings(state, _TABLE_BITS)
    positions, pieces = 0, []
    for proof in whole.proofs.values():
        walked, relied = audit.walked(state, proof, ledger.book)
        positions += walked
        pieces += relied
    audit.tried(state, pieces, endings, _GAMES, random.Random(0))
    line = whole.best_play(state, endings)
    audit.played(state, line, whole.bounds.lower, endings, piece)
    end: LineState = state
    for move in line:
        end = end.play(move)
    assert end.outcome is not None
    return Confirmed(line, end.outcome.scores, positions, len(pieces), _GAMES)
