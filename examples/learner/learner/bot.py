"""The bot: plays what the network finds best."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from ludotheque import Bot
from ludotheque.bots.simple import Greedy
from ludotheque.core.contract import Game, Move, View
from ludotheque.core.encoding import encoding_of
from ludotheque.core.text import Text

from learner.network import Floats, Weights, judge, load

GAME = "rolit"
OPTIONS: Mapping[str, Any] = {"players": 2, "size": 4}
"""What was learned."""
WEIGHTS = Path(__file__).with_name("weights.npz")


@cache
def learned() -> Weights:
    """What training has left behind."""
    return load(WEIGHTS)


class Learner(Bot):
    """Knows two-player Rolit on 4×4 squares; on other boards, where it has learned nothing, it plays as greed does."""

    title = Text("The learner")

    def __init__(self, game: Game, *, weights: Weights | None = None, **settings: float | None) -> None:
        super().__init__(game, **settings)
        self._weights = learned() if weights is None else weights
        self._greedy = Greedy(game)

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Rolit alone."""
        return game.id == GAME

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        """The move that looks best. A ball is put on a square, and squares are what actions are numbered by."""
        state = self.game.rules.restore(view) if self.game.rules.restore else None
        if state is None or any(state.options[name] != value for name, value in OPTIONS.items()):
            return self._greedy.choose(view, moves, rng)
        seat, encoding = state.acting[0], encoding_of(self.game)
        numbers = [encoding.encode(state, seat, move) for move in moves]
        planes: Floats = encoding.observe(view, seat).reshape(1, -1).astype(np.float32)
        legal = np.zeros((1, len(encoding.actions(state))), np.bool_)
        legal[0, numbers] = True
        return moves[int(judge(self._weights, planes, legal).chances[0, numbers].argmax())]
