"""Who solves the pieces of a whole game: this process, or several of this machine."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from ludotheque.bots.solver.claims import Asked, Bounds
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import EndingSolver
from ludotheque.core.cupboard import find
from ludotheque.core.options import changed

_TABLE_BITS = 22


class Found(NamedTuple):
    """What was found of a piece, and what it took."""

    position: str
    bounds: Bounds
    nodes: int
    seconds: float


class Box(NamedTuple):
    """The game that pieces are of: its name, and its options but for the position."""

    game: str
    options: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, state: LineState) -> Box:
        given = changed(state.game.options, state.options)
        return cls(state.game.id, tuple((name, value) for name, value in given.items() if name != "position"))

    def start(self, position: str) -> LineState:
        """The state of a position."""
        state = find(self.game).start(**dict(self.options), position=position)
        assert isinstance(state, LineState)
        return state


Take = Callable[[], Asked | None]
"""Gives the next piece to solve, if there is one now."""
Crew = Callable[[Take], Iterator[Found]]
"""Solves pieces as long as there are any."""


def solved(box: Box, asked: Asked) -> Found:
    """Solves one piece."""
    endings, state = _endings(box), box.start(asked.position)
    began, before = time.perf_counter(), endings.nodes
    value, squares = endings.between(state, asked.alpha, asked.alpha + 1), state.size**2
    bounds = Bounds(value, squares) if value > asked.alpha else Bounds(-squares, value)
    return Found(asked.position, bounds, endings.nodes - before, time.perf_counter() - began)


@cache
def _endings(box: Box) -> EndingSolver:
    """One table serves all pieces of a process."""
    game = find(box.game)
    assert game.brain.endings is not None, "only such games are solved whole"
    return game.brain.endings.solver(game.start(**dict(box.options)), _TABLE_BITS)


@contextmanager
def crew(box: Box, workers: int) -> Iterator[Crew]:
    """So many workers; one is this process itself."""
    if workers == 1:
        yield lambda take: _here(box, take)
        return
    context = multiprocessing.get_context("spawn")  # compiled code and threads do not outlive a fork well
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_interruptible)
    try:
        yield lambda take: _together(pool, workers, box, take)
    finally:
        pool.shutdown(cancel_futures=True)


def _here(box: Box, take: Take) -> Iterator[Found]:
    while (asked := take()) is not None:
        yield solved(box, asked)


def _together(pool: ProcessPoolExecutor, workers: int, box: Box, take: Take) -> Iterator[Found]:
    under_way: set[Future[Found]] = set()
    while True:
        while len(under_way) < workers and (asked := take()) is not None:
            under_way.add(pool.submit(solved, box, asked))
        if not under_way:
            return
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        for each in done:
            yield each.result()


def _interruptible() -> None:
    """In a worker: Ctrl-C ends it at once. What is solved is in the file."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
