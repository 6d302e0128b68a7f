"""How much is tried. `make test` tries enough for every change; `make thorough` the same, many times over."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

THOROUGH = os.environ.get("THOROUGH") == "1"


def volume(usual: int, thorough: int) -> int:
    """So many games, states or samples."""
    return thorough if THOROUGH else usual


def usually(some: Iterable[str], every: Iterable[str]) -> list[Any]:
    """Parameters: some are tried each time, being most unlike each other, the others only by `make thorough`."""
    chosen = set(some)
    return [pytest.param(each, marks=() if each in chosen else pytest.mark.thorough) for each in every]
