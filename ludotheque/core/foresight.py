"""What a brain needs when nothing is hidden: no memory, and one look ahead."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from ludotheque.core.compiled import Words
from ludotheque.core.contract import Move, State, View

S = TypeVar("S", bound=State)


class NoMemory:
    """The memory of those who see everything: nothing to remember."""

    def watch(self, view: View) -> None:
        """Forgets at once."""


def words(weights: Mapping[str, int]) -> Words:
    """Weights as compiled code is given them."""
    return np.array([*weights.values()], np.int64)


def one_ply(state: S, seat: int, moves: Sequence[Move], value: Callable[[S, int], float]) -> list[float]:
    """What each move is worth to a seat: a win, a loss, or how good the position after it looks."""
    return [_worth(state.play(move, seat), seat, value) for move in moves]


def _worth(state: S, seat: int, value: Callable[[S, int], float]) -> float:
    outcome = state.outcome
    if outcome is None:
        return value(state, seat)
    if seat in outcome.winners:
        return math.inf
    return -math.inf if outcome.winners else 0.0
