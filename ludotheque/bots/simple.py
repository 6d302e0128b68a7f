"""The two simplest bots."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import cast

from ludotheque.bots.player import Bot
from ludotheque.core.contract import Move, State, View


class Random(Bot):
    """Plays any legal move."""

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        return rng.choice(moves)


class Greedy(Bot):
    """Looks one move ahead and takes what looks best to its game's brain; between equals it draws."""

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        brain = self.game.part("brain")
        state: State = brain.determinise(view, None, rng)
        seat = cast(int, view["seat"])
        worths = [_worth(state.play(move, seat), seat, brain.value) for move in moves]
        best = max(worths)
        return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def _worth(state: State, seat: int, value: Callable[[State, int], float]) -> float:
    outcome = state.outcome
    if outcome is None:
        return value(state, seat)
    if seat in outcome.winners:
        return math.inf
    return -math.inf if outcome.winners else 0.0
