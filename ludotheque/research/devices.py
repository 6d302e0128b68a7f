"""Where the games of a batch are: in this machine's memory, or in a GPU's. Each runs the same functions (`loops`)."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from ludotheque.core.boards.compiled import Compiled
from ludotheque.core.boards.engine import Engine
from ludotheque.research.loops import bound_to
from ludotheque.research.memory import Memory, memory_of, rows_for

Array = Any
"""NumPy's, or one of numba's on a GPU."""

_SHARE = 64
"""Fewer games than that are not worth another thread."""
_LANES, _FEW_LANES = 256, 16
"""So many games at once when whole games are played: few where they keep all their past, and nothing bounds it."""


class Device(ABC):
    """Keeps arrays, and does something to each game of a batch."""

    name: str

    @abstractmethod
    def put(self, values: Array) -> Array:
        """An array as this device has it; not copied where it is there already."""

    @abstractmethod
    def make(self, shape: tuple[int, ...], dtype: type) -> Array:
        """An array of zeros."""

    @abstractmethod
    def make_by_game(self, shape: tuple[int, ...], dtype: type) -> Array:
        """The same for arrays that each game reads on its own: laid out as suits the device."""

    @abstractmethod
    def get(self, array: Array) -> Any:
        """An array as NumPy has it."""

    @abstractmethod
    def run(self, done: Compiled[..., None], games: int, memory: Memory, *args: Array) -> None:
        """Does something to each of the first games."""

    @abstractmethod
    def play_out(self, engine: Engine, games: int, seed: int, most: int) -> tuple[Any, Any]:
        """Plays games to their ends at random, or for so many moves: by game how many it took (-1: given up), and by
        game and seat the scores."""


class Cpu(Device):
    """All cores of this machine: the games are shared out among threads."""

    name = "cpu"

    def put(self, values: Array) -> Array:
        return np.asarray(values)

    def make(self, shape: tuple[int, ...], dtype: type) -> Array:
        return np.zeros(shape, dtype)

    make_by_game = make

    def get(self, array: Array) -> Any:
        return array

    def run(self, done: Compiled[..., None], games: int, memory: Memory, *args: Array) -> None:
        shares = max(1, min(_cores(), games // _SHARE))
        edges = [games * share // shares for share in range(shares + 1)]
        if shares == 1:
            done(0, games, memory, *args)
            return
        done(0, 0, memory, *args)  # what must be compiled is compiled once
        for share in [_threads().submit(done, *ends, memory, *args) for ends in pairwise(edges)]:
            share.result()

    def play_out(self, engine: Engine, games: int, seed: int, most: int) -> tuple[Any, Any]:
        plies, scores = self.make((games,), np.int32), self.make((games, engine.seats), np.float32)
        lanes = min(games, _LANES if engine.longest or not engine.looks_back else _FEW_LANES)
        memory = memory_of(engine, self, self.make((lanes,), np.int64), rows_for(engine, most))
        self.run(bound_to(engine)["playout"], lanes, memory, seed, most, plies, scores)
        return plies, scores


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_cores(), "batch")


@cache
def device_named(name: str) -> Device:
    """The device with this name."""
    if name not in ("cpu", "cuda"):
        raise ValueError(f"device={name!r}: it is 'cpu' or 'cuda'")
    if name == "cpu":
        return Cpu()
    from ludotheque.research.gpu import Cuda

    return Cuda()
