"""A small network: what a seat sees goes in, how good each action looks and how the game will end come out.

Two layers between, by NumPy alone: at this size nothing else is needed, to learn or to play.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
_NEVER = np.float32(-1e9)


class Seen(NamedTuple):
    """What goes in, and what was found on the way: the gradient needs it."""

    planes: Floats
    first: Floats
    second: Floats


class Judged(NamedTuple):
    """What comes out, a moment after the other."""

    chances: Floats
    """By action; those that are not legal have none."""
    values: Floats
    """From -1 (lost) to 1 (won)."""
    seen: Seen


def untaught(inputs: int, hidden: int, actions: int, seed: int) -> Weights:
    """A network that knows nothing yet: all actions look nearly alike to it."""
    rng = np.random.default_rng(seed)

    def layer(ins: int, outs: int, scale: float) -> Floats:
        drawn = rng.standard_normal((ins, outs), np.float32)
        return drawn * np.float32(scale / ins**0.5)

    return {
        "first": layer(inputs, hidden, 1.4),
        "first_bias": np.zeros(hidden, np.float32),
        "second": layer(hidden, hidden, 1.4),
        "second_bias": np.zeros(hidden, np.float32),
        "action": layer(hidden, actions, 0.1),
        "action_bias": np.zeros(actions, np.float32),
        "value": layer(hidden, 1, 0.1),
        "value_bias": np.zeros(1, np.float32),
    }


def judge(weights: Weights, planes: Floats, legal: NDArray[np.bool_]) -> Judged:
    """What the network makes of some moments: planes and legal actions, a row each."""
    first = np.maximum(planes @ weights["first"] + weights["first_bias"], 0)
    second = np.maximum(first @ weights["second"] + weights["second_bias"], 0)
    scores = np.where(legal, second @ weights["action"] + weights["action_bias"], _NEVER)
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances = exponentials / exponentials.sum(axis=1, keepdims=True)
    values = np.tanh(second @ weights["value"] + weights["value_bias"])[:, 0]
    return Judged(chances, values, Seen(planes, first, second))


def gradient(weights: Weights, seen: Seen, of_scores: Floats, of_values: Floats) -> Weights:
    """How each weight changes a loss, from how the scores and values (before `tanh`) do."""
    of_second = (of_scores @ weights["action"].T + of_values[:, None] @ weights["value"].T) * (seen.second > 0)
    of_first = (of_second @ weights["second"].T) * (seen.first > 0)
    return {
        "first": seen.planes.T @ of_first,
        "first_bias": of_first.sum(axis=0),
        "second": seen.first.T @ of_second,
        "second_bias": of_second.sum(axis=0),
        "action": seen.second.T @ of_scores,
        "action_bias": of_scores.sum(axis=0),
        "value": seen.second.T @ of_values[:, None],
        "value_bias": of_values.sum(keepdims=True),
    }


class Adam:
    """Changes weights a little, against the gradient: by its recent mean, measured by its recent size."""

    def __init__(self, weights: Weights, rate: float) -> None:
        self.rate = rate
        self._mean = {name: np.zeros_like(each) for name, each in weights.items()}
        self._square = {name: np.zeros_like(each) for name, each in weights.items()}
        self._steps = 0

    def step(self, weights: Weights, by: Weights) -> Weights:
        """The weights after one step."""
        self._steps += 1
        changed = {}
        for name, each in by.items():
            mean = self._mean[name] = 0.9 * self._mean[name] + 0.1 * each
            square = self._square[name] = 0.999 * self._square[name] + 0.001 * each**2
            steady = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            changed[name] = (weights[name] - self.rate * mean / (1 - 0.9**self._steps) / steady).astype(np.float32)
        return changed


def save(weights: Weights, path: Path) -> None:
    """Keeps the weights in a file; half the precision is enough to play."""
    # `Any`: to newer stubs of NumPy, each of the keywords might be its `allow_pickle`
    halves: dict[str, Any] = {name: each.astype(np.float16) for name, each in weights.items()}
    np.savez_compressed(path, **halves)


def load(path: Path) -> Weights:
    """The weights that a file keeps."""
    with np.load(path) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}
