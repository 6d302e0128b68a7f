"""How much is tried. `make test` tries enough for every change; `make thorough` the same, many times over."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("THOROUGH") == "1"


def volume(usual: int, thorough: int) -> int:
    """So many games, states or samples."""
    return thorough if THOROUGH else usual
