"""What bots know of Bachet: leave the other a multiple of four."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludotheque.core.brain import Brain, Memory, one_ply

from ludotheque.cli.skeleton.bachet.rules import MOST, BachetState, BachetView, Take, restore


def determinise(view: BachetView, memory: Memory, rng: random.Random) -> BachetState:
    """Nothing is hidden: there is nothing to guess."""
    return restore(view)


def worths(view: BachetView, memory: Memory, moves: Sequence[Take], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this."""
    assert view["seat"] is not None
    return one_ply(restore(view), view["seat"], moves, _value)


def _value(state: BachetState, seat: int) -> float:
    """How good a position looks to the seat that left it, while the game goes on."""
    return 0.0 if state.pebbles % (MOST + 1) else 1.0


BRAIN = Brain(worths, determinise)
