"""The memory of many games: arrays of a device, a game after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.engine import Engine

if TYPE_CHECKING:
    from ludotheque.research.devices import Device


class Memory(NamedTuple):
    """The games of a batch, each in its own rows."""

    rules: Any
    first: Line
    """The rows of the start."""
    lines: Any
    """By game, row and word."""
    sets: Any
    """By game: the sets of legal moves, and the kernel's scratch paper below them."""
    numbers: Words
    """By game: how many sets there are."""
    at: Words
    """By game: which row is the present."""
    seeds: Words
    """By game: the state of its generator."""
    seat: Words
    over: Any
    points: Line
    """By game and seat, in the kernel's points; of the last game that ended."""
    scores: Any
    """The same as states count them."""


def memory_of(engine: Engine, device: Device, seeds: Any, rows: int) -> Memory:
    """Memory for as many games as there are seeds, with so many rows each."""
    games, kernel = len(seeds), engine.kernel
    return Memory(
        rules=rules_on(device, engine.rules),
        first=device.put(engine.first),
        lines=device.make_by_game((games, rows, kernel.words), np.int64),
        sets=device.make_by_game((games, kernel.sets, 2), np.int64),
        numbers=device.make((games,), np.int64),
        at=device.make((games,), np.int64),
        seeds=seeds,
        seat=device.make((games,), np.int64),
        over=device.make((games,), np.bool_),
        points=device.make((games, engine.seats), np.int64),
        scores=device.make((games, engine.seats), np.float32),
    )


def rules_on(device: Device, rules: Any) -> Any:
    """Rules as a device has them: an array, or a tuple of arrays and numbers."""
    if isinstance(rules, tuple):
        return type(rules)(*(rules_on(device, each) for each in rules))  # a NamedTuple
    return device.put(rules) if isinstance(rules, np.ndarray) else rules


def rows_for(engine: Engine, moves: int) -> int:
    """How many rows a game of so many moves needs; where no rule looks back, one to play on is enough."""
    return len(engine.first) + (moves if engine.looks_back else 1)
