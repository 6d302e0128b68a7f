"""Who plays the games: this process, several of this machine, or the machines of a Ray cluster.

Whoever plays them, games come back in the order they were asked for. So a tournament stops at the same game however
many work at it.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from ludotheque.arena.fixtures import Fixture, GameResult, Setup, play
from ludotheque.core.text import Refusal, Text

Workers = Callable[[Setup, Iterator[Fixture]], Iterator[GameResult]]
"""Plays tables; the next ones are asked for only when somebody is free to play them."""

_AHEAD = 2
"""Games under way or waiting, for each process: the next one is there when one is done."""

T = TypeVar("T")


def here(setup: Setup, tables: Iterator[Fixture]) -> Iterator[GameResult]:
    """Plays in this process, one game after the other."""
    for table in tables:
        yield play(setup, table)


def processes(count: int) -> Workers:
    """So many processes of this machine."""

    def work(setup: Setup, tables: Iterator[Fixture]) -> Iterator[GameResult]:
        context = multiprocessing.get_context("spawn")  # compiled code and threads do not outlive a fork well
        pool = ProcessPoolExecutor(count, mp_context=context, initializer=_interruptible)
        try:
            yield from _in_order(
                tables, lambda table: pool.submit(play, setup, table), lambda future: future.result(), _AHEAD * count
            )
        finally:
            pool.shutdown(cancel_futures=True)

    return work


def cluster(address: str) -> Workers:
    """The machines of a Ray cluster, by its address: `auto`, `ray://host:10001`; `local` starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise Refusal(Text("Ray is missing: pip install ludotheque[ray]")) from None

    def work(setup: Setup, tables: Iterator[Fixture]) -> Iterator[GameResult]:
        ray.init(address=address, log_to_driver=False, include_dashboard=False if address == "local" else None)
        try:
            remote = ray.remote(play)
            width = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            yield from _in_order(tables, lambda table: remote.remote(setup, table), ray.get, width)
        finally:
            ray.shutdown()

    return work


def _in_order(
    tables: Iterator[Fixture], begin: Callable[[Fixture], T], wait: Callable[[T], GameResult], width: int
) -> Iterator[GameResult]:
    """Keeps so many games under way, and gives them back in order."""
    under_way: deque[T] = deque()
    while True:
        while len(under_way) < width and (table := next(tables, None)) is not None:
            under_way.append(begin(table))
        if not under_way:
            return
        yield wait(under_way.popleft())


def _interruptible() -> None:
    """In a worker: Ctrl-C ends it at once. The main process saves what there is."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
