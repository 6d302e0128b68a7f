"""What results prove: scores and Elo differences with their uncertainty, ratings of many, a test that stops early.

All of it counts in units. A unit is one opening, played with all seatings, and its result is one bot's mean score in
it, from 0 to 1. The games of a unit have their luck in common, so they are no independent witnesses; units are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_SURE = 1.959964
"""How many standard deviations around an estimate hold the truth 95 times in 100."""

_IMAGINED = 4
"""Beside the real ones so many games are imagined, half of them won, when uncertainty is judged. Without them ten wins
in ten games would prove that the eleventh is sure (Agresti and Coull, 1998)."""

_PRIOR = 0.5
"""What part of a unit is imagined won, and lost, when many are rated: a bot that never lost stays finite."""

_FEWEST = 8
"""Units before a sequential test may stop: the spread of fewer is a guess."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and between what the truth lies with 95 % confidence."""

    value: float
    low: float
    high: float


def mean(results: Sequence[float], size: int = 2) -> Estimate:
    """The mean result of units, each from 0 to 1 and of so many games.

    >>> few, many = mean([1.0] * 5), mean([1.0] * 500)
    >>> (few.value, round(few.low, 2)), (many.value, round(many.low, 2))
    ((1.0, 0.51), (1.0, 0.99))
    """
    if not results:
        return Estimate(0.5, 0.0, 1.0)
    middle, variance, count = _spread(results, size)
    reach = _SURE * math.sqrt(variance / count)
    value = sum(results) / len(results)
    return Estimate(value, max(0.0, min(value, middle - reach)), min(1.0, max(value, middle + reach)))


def _spread(results: Sequence[float], size: int) -> tuple[float, float, float]:
    """The mean and the variance of units, and how many they are, with the imagined ones."""
    imagined = _IMAGINED * min(1.0, 2 / size)
    count = len(results) + imagined
    middle = (sum(results) + imagined / 2) / count
    squares = sum((each - middle) ** 2 for each in results)
    squares += imagined / 2 * (middle**2 + (1 - middle) ** 2)
    return middle, squares / count, count


def elo(score: float) -> float:
    """The difference in strength that makes one expect this score.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def expected(difference: float) -> float:
    """The score that one expects with this difference in strength.

    >>> round(expected(0), 2), round(expected(191), 2)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-difference / 400))


def difference(score: Estimate) -> Estimate:
    """A score as a difference in strength."""
    return Estimate(elo(score.value), elo(score.low), elo(score.high))


def ratings(results: Mapping[tuple[str, str], Sequence[float]], size: int = 2) -> dict[str, Estimate]:
    """The strength of everybody, from all pairings together; the mean of those who are connected by games is 0.

    By maximum likelihood (Bradley and Terry, 1952). The intervals come from how much the units really differ among
    themselves, not from what independent games would do.
    """
    names = sorted({name for pairing in results for name in pairing})
    rows = [(names.index(one), names.index(other), tuple(units)) for (one, other), units in results.items() if units]
    strength = np.zeros(len(names))
    for _ in range(100):
        slope, curve, _spread = _likelihood(strength, rows, size)
        step = np.linalg.pinv(curve) @ slope
        strength += np.clip(step, -2, 2)
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    _slope, curve, spread = _likelihood(strength, rows, size)
    inverse = np.linalg.pinv(curve)
    errors = _SURE * np.sqrt(np.diag(inverse @ spread @ inverse))
    scale = 400 / math.log(10)
    return {
        name: Estimate(scale * at, scale * (at - error), scale * (at + error))
        for name, at, error in zip(names, strength.tolist(), errors.tolist(), strict=True)
    }


def _likelihood(
    strength: Floats, rows: Sequence[tuple[int, int, Sequence[float]]], size: int
) -> tuple[Floats, Floats, Floats]:
    """The slope and the curvature of the likelihood, and the spread of what the single units say."""
    count = len(strength)
    slope, curve, spread = np.zeros(count), np.zeros((count, count)), np.zeros((count, count))
    for one, other, units in rows:
        chance = 1 / (1 + math.exp(strength[other] - strength[one]))
        towards = np.zeros(count)
        towards[one], towards[other] = 1, -1
        square = np.outer(towards, towards)
        slope += (sum(units) + _PRIOR - (len(units) + 2 * _PRIOR) * chance) * towards
        curve += (len(units) + 2 * _PRIOR) * chance * (1 - chance) * square
        imagined = _IMAGINED * min(1.0, 2 / size) / 2 * (chance**2 + (1 - chance) ** 2)
        spread += (sum((each - chance) ** 2 for each in units) + imagined) * square
    return slope, curve, spread


Verdict = Literal["stronger", "not stronger", "open"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is the first stronger by `high` Elo, or only by `low`?

    It looks at the results after every unit and stops as soon as they favour one answer 19 to 1. The ratio is that of
    two normal distributions with the spread the units have, as engine testers do it.
    """

    low: float
    high: float
    risk: float = 0.05
    """How often either answer may be wrong."""

    def ratio(self, results: Sequence[float], size: int = 2) -> float:
        """The logarithm of how much better `high` explains the results than `low`."""
        if not results:
            return 0.0
        at = sum(results) / len(results)
        _middle, variance, _count = _spread(results, size)
        low, high = expected(self.low), expected(self.high)
        return len(results) * (high - low) * (2 * at - low - high) / (2 * variance)

    def verdict(self, results: Sequence[float], size: int = 2) -> Verdict:
        """What the results say so far."""
        bound = math.log((1 - self.risk) / self.risk)
        ratio = self.ratio(results, size) if len(results) >= _FEWEST else 0.0
        return "stronger" if ratio >= bound else "not stronger" if ratio <= -bound else "open"
