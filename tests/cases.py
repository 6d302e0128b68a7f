"""Every game with every value of every option, found by listing the cupboard: a new game joins by existing."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.contract import CHANCE, Move
from ludotheque.core.cupboard import find
from ludotheque.core.options import AnyOption, Choice, Flag, Limit, Whole
from ludotheque.drawing.drawn import Drawn

Options = dict[str, Any]
OURS = [game.id for game in lt.games().values() if game.package.startswith("ludotheque.")]
"""The games of this repository, whatever else is installed."""


def _values(option: AnyOption) -> list[object]:
    """The values worth trying: all words, all listed numbers, and off where a rule can be switched off."""
    if isinstance(option, Choice):
        return list(option.values)
    if isinstance(option, Flag):
        return [True, False]
    if isinstance(option, Whole | Limit):
        numbers: list[object] = list(option.values) if isinstance(option.values, tuple) else []
        return [*numbers, None] if isinstance(option, Limit) else numbers
    return []


def _of_game(game: lt.Game) -> Iterator[Options]:
    """The defaults; each other value alone; and each pair of values of different options."""
    choices = [(option.name, value) for option in game.options for value in _values(option) if value != option.default]
    yield {}
    for at, (name, value) in enumerate(choices):
        yield {name: value}
        for other, other_value in choices[at + 1 :]:
            if other != name:
                yield {name: value, other: other_value}


def _possible(game: str, options: Options) -> bool:
    """Some values exclude each other (a colour that is not in play cannot begin); those are tested as refusals."""
    try:
        lt.start(game, **options)
    except ValueError:
        return False
    return True


CASES: list[tuple[str, Options]] = [
    (game.id, options) for game in map(find, OURS) for options in _of_game(game) if _possible(game.id, options)
]
IDS = [
    f"{game}-{','.join(f'{name}={value}' for name, value in options.items()) or 'default'}" for game, options in CASES
]
EVERY = [
    pytest.param(game, options, id=name, marks=pytest.mark.slow if at % 4 else ())
    for at, ((game, options), name) in enumerate(zip(CASES, IDS, strict=True))
]
"""All of them for the whole suite; the fast part takes every fourth."""


def drawn(game: str, **options: object) -> Drawn:
    return lt.start(game, **options)


def random_states(state: lt.State, rng: random.Random, most: int = 10_000) -> Iterator[tuple[lt.State, int, Move]]:
    """A random game: each state with the seat and the move played in it, then the last one with no move to play."""
    for _ in range(most):
        if state.over:
            break
        # those who need not act do so now and then
        seat = rng.choice(state.waiting if rng.random() < 0.97 else state.acting)
        move = state.draw(rng) if seat == CHANCE else rng.choice(state.moves(seat))
        yield state, seat, move
        state = state.play(move, seat)


def last_of(state: lt.State, rng: random.Random, most: int = 10_000) -> lt.State:
    """The state a random game ends in, or is in after so many moves."""
    for before, seat, move in random_states(state, rng, most):
        state = before.play(move, seat)
    return state


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
