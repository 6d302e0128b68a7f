"""How far a search looks."""

from __future__ import annotations

from typing import NamedTuple

FARTHEST = 88
"""As many moves ahead as anybody looks."""


class SearchLimits(NamedTuple):
    """How many moves ahead at most, and how many moves of 256 are overlooked."""

    depth: int = FARTHEST
    blind: int = 0
    reduce: bool = True
    """Whether moves that promise little are looked at less deep at first."""
    wide: bool = False
    """Whether every candidate is valued exactly, not just the best."""
