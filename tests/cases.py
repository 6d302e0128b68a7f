"""Every game with every value of every option, found by listing the cupboard: a new game joins by existing."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.cupboard import find
from ludotheque.testing.play import called, cases

Options = dict[str, Any]
OURS = [game.id for game in lt.games().values() if game.package.startswith("ludotheque.")]
"""The games of this repository, whatever else is installed."""


CASES: list[tuple[str, Options]] = [(game, options) for game in OURS for options in cases(find(game))]
EVERY = [
    pytest.param(game, options, id=f"{game}-{called(options)}", marks=pytest.mark.slow if at % 4 else ())
    for at, (game, options) in enumerate(CASES)
]
"""All of them for the whole suite; the fast part takes every fourth."""


def board(drawing: str, mover: str) -> str:
    """A position from a drawing: a line per row, spaces between squares."""
    return "/".join("".join(line.split()) for line in drawing.strip().splitlines()) + " " + mover


def texts(state: lt.State) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in state.moves()}


def printed_both_ways(code: str) -> tuple[list[str], list[str]]:
    """What a program prints with the rules compiled, and as plain Python."""
    printed = []
    for disable in ("0", "1"):
        given = {**os.environ, "NUMBA_DISABLE_JIT": disable}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=given, check=False)
        assert done.returncode == 0, done.stderr
        assert "Warning" not in done.stderr
        printed.append(done.stdout.splitlines())
    return printed[0], printed[1]
