"""Loads what a game declares in one of its own files."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import TypeVar

D = TypeVar("D")


@cache
def has_part(package: str, file: str) -> bool:
    """Whether a game has such a file."""
    return importlib.util.find_spec(f"{package}.{file}") is not None


def part(package: str, file: str, name: str, kind: type[D]) -> D:
    """What a game declares under a name in one of its files: `RULES` in `rules.py`, say."""
    declared = getattr(importlib.import_module(f"{package}.{file}"), name, None)
    if not isinstance(declared, kind):
        raise TypeError(f"{package}.{file} must declare {name}, a {kind.__name__}; it is {declared!r}")
    return declared
