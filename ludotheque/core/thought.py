"""How a bot thinks, what it may spend on a move, and what comes of it."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ludotheque.core.contract import Move
from ludotheque.core.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: so many seconds, or so many nodes, or whichever runs out first.

    Nodes count positions looked at. With nodes alone the same seed thinks the same thoughts on any machine.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 <= self.seconds < math.inf:
            raise Refusal(Text("{given} seconds: a budget is 0 or more", given=self.seconds))
        if self.nodes is not None and not (isinstance(self.nodes, int) and self.nodes >= 0):
            raise Refusal(Text("{given} nodes: a whole number, 0 or more", given=self.nodes))

    def deadline(self) -> float:
        """The moment at which the seconds are over, if thinking starts now, by `time.perf_counter`."""
        return float("inf") if self.seconds is None else time.perf_counter() + self.seconds

    def at_once(self) -> Budget:
        """As much of it as can be spent in a second: for those whose machine code is not made yet."""
        return replace(self, seconds=min(1.0, math.inf if self.seconds is None else self.seconds))

    def covers(self, other: Budget) -> bool:
        """Whether it is no less, in seconds and in nodes.

        >>> Budget(nodes=1000).covers(Budget(1.5, 800))
        True
        """
        enough = self.seconds is None or (other.seconds is not None and other.seconds <= self.seconds)
        return enough and (self.nodes is None or (other.nodes is not None and other.nodes <= self.nodes))

    def part(self, share: float) -> Budget:
        """So much of it.

        >>> Budget(nodes=1000).part(0.25)
        Budget(seconds=None, nodes=250)
        """
        return Budget(
            None if self.seconds is None else share * self.seconds,
            None if self.nodes is None else int(share * self.nodes),
        )


@dataclass(frozen=True, slots=True)
class Thought:
    """What thinking came to: the move, and what there is to say for it."""

    move: Move
    value: float
    """From the thinking seat's side, from -1 (surely lost) to 1 (surely won)."""
    line: tuple[str, ...] = ()
    """How the game goes on if everybody plays as foreseen, beginning with the move."""
    candidates: tuple[tuple[str, float], ...] = ()
    """Moves looked at and their values, the best first."""
    nodes: int = 0
    depth: int = 0
    """How many moves ahead, where that can be said."""


class LevelParameters(NamedTuple):
    """How a level thinks where all is seen."""

    depth: int | None = None
    """How many moves it looks ahead at most; `None`: as many as it can, or with several seats it tries games out."""
    blind: int = 0
    """How many moves of 256 it overlooks."""
    weights: Mapping[str, int] | None = None
    """What it gives another weight than the brain does."""
