"""Bots think in processes of their own, with a time budget: the server never waits for them.

Neither the server nor these processes compile anything. That is done by a process of its own, which lets all others go
first, in the order in which people open games (`Preparation`); until it is done, bots think as plain Python, with what
time they have.

Where the system can, the processes of bots are forked from one that has loaded the rules (`nursery.py`): when one of
them dies, the next is there within a moment. All of them end when the server does, however it ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from ludotheque.bots.preparation import prepare
from ludotheque.core.boards.changeover import is_ready, wait_for_nothing
from ludotheque.core.boards.compiled import compiles
from ludotheque.core.cupboard import find, games
from ludotheque.server.metrics import Metrics
from ludotheque.server.think.turns import Turns

J = TypeVar("J")
T = TypeVar("T")
_LOADING_SECONDS = 60
"""How long a new process may take to start."""
_START_SECONDS = 1.0
_FULL_SECONDS = 15.0
"""How long a bot may let people wait because others think, before no more of them are let in."""
_LATELY = 20
"""Over how many thoughts it is judged how long one takes."""
_PATIENCE_SECONDS = 0.05
"""How often somebody who lets others go first looks whether they are done."""


_NURSERY = "ludotheque.server.think.nursery"


class ProcessDied(Exception):
    """A process of bots is no more."""


def _nice(by: int) -> None:
    """Lets other processes go first, where the system knows how."""
    if hasattr(os, "nice"):  # not on every system
        os.nice(by)


def end_with_parent(how: Callable[[], None] = lambda: os._exit(1)) -> None:
    """When the process that started this one is no more, this one ends too."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            how()

    threading.Thread(target=wait, daemon=True, name="parent").start()


def _work(jobs: Connection) -> None:
    """A process of bots: does one job after the other. It stops with the server, not by the keyboard: when there is
    nobody left to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    _nice(1)
    wait_for_nothing(list(games()))
    with contextlib.suppress(EOFError, OSError):
        jobs.send(None)
        while True:
            work, job = jobs.recv()
            try:
                answer: tuple[bool, object] = (True, work(job))
            except Exception as error:
                answer = (False, _sendable(error))
            jobs.send(answer)


def _sendable(error: Exception) -> Exception:
    """An error that can be told to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _context() -> Any:
    """How processes of bots are started."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_NURSERY])
    return context


class _Thinker:
    """One process."""

    def __init__(self) -> None:
        context = _context()
        self._jobs, self._theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(self._theirs,), daemon=True)
        self._starting = threading.Lock()
        self._stopped = False
        self._listener = ThreadPoolExecutor(1, "thinker")
        self._ready = self._heard(self._first)

    def _first(self) -> object:
        """Starts the process, beside the event loop (the one it is forked from may have to be started first)."""
        with self._starting:
            if self._stopped:
                raise ProcessDied
            self._process.start()
            self._theirs.close()
        return self._next()

    async def answer(self, work: Callable[[J], T], job: J, seconds: float) -> T:
        """What comes of a job, if thinking takes no longer than so many seconds; else `TimeoutError`."""
        await asyncio.wait_for(asyncio.shield(self._ready), _LOADING_SECONDS)
        try:
            self._jobs.send((work, job))
        except OSError as error:
            raise ProcessDied from error
        thought = self._heard()
        await asyncio.wait([thought], timeout=seconds)
        if not thought.done():
            raise TimeoutError
        done, answer = thought.result()
        if not done:
            raise answer
        result: T = answer
        return result

    def _heard(self, hear: Callable[[], object] | None = None) -> asyncio.Future[Any]:
        """The next thing the process says. Nobody need be left to hear it."""
        heard = asyncio.get_running_loop().run_in_executor(self._listener, hear or self._next)
        heard.add_done_callback(lambda done: done.cancelled() or done.exception())
        return heard

    def _next(self) -> object:
        try:
            return self._jobs.recv()
        except (EOFError, OSError) as error:
            raise ProcessDied from error

    def stop(self) -> None:
        """At once, whatever it thinks about."""
        with self._starting:
            self._stopped = True
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()
        self._listener.shutdown(cancel_futures=True)
        self._jobs.close()


class Thinkers:
    """The processes bots think in. Each thinks about one thing after the other."""

    def __init__(self, count: int, seconds: float, metrics: Metrics | None = None) -> None:
        self._count = count
        self._seconds = seconds
        self._metrics = metrics
        self._thinkers: list[_Thinker] = []
        self._turns = [Turns() for _ in range(count)]
        self._usual = 0.1
        """How long a thought takes these days, in seconds."""
        self._starting: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Starts the processes soon, so that the first bot need not wait for them, nor the server for the bots."""
        self._starting = asyncio.get_running_loop().call_later(_START_SECONDS, self._start)

    def _start(self) -> None:
        if not self._thinkers:
            self._thinkers = [_Thinker() for _ in range(self._count)]

    async def close(self) -> None:
        """Stops the processes."""
        if self._starting is not None:
            self._starting.cancel()
        await asyncio.gather(*(asyncio.to_thread(thinker.stop) for thinker in self._thinkers))

    @property
    def full(self) -> bool:
        """Whether whoever asks now would wait for long, behind all who wait already."""
        return sum(turns.waiting for turns in self._turns) / self._count * self._usual > _FULL_SECONDS

    async def run(self, key: str, work: Callable[[J], T], job: J, *, patient: bool = False, who: str = "") -> T:
        """Has a job done in the process that this key always asks; `TimeoutError` when it took too long. To wait for
        one's turn behind others takes as long as it takes, and those who wait come in turn, by who they are (else by
        their keys); who is patient lets all others go first."""
        self._start()
        at = zlib.crc32(key.encode()) % self._count
        while patient and self._turns[at].taken:
            await asyncio.sleep(_PATIENCE_SECONDS)
        async with self._turns[at].of(who or key):
            for _ in range(2):
                began = time.perf_counter()
                try:
                    answer = await self._thinkers[at].answer(work, job, self._seconds)
                except TimeoutError:
                    if self._metrics is not None:
                        self._metrics.late_thoughts.inc()
                    self._replace(at)
                    raise
                except asyncio.CancelledError:
                    self._replace(at)  # it still thinks about what nobody waits for
                    raise
                except ProcessDied:  # once more
                    self._replace(at)
                else:
                    took = time.perf_counter() - began
                    self._usual += (took - self._usual) / _LATELY
                    if self._metrics is not None:
                        self._metrics.thoughts.inc()
                        self._metrics.thought_seconds.observe(took)
                    return answer
        raise TimeoutError

    def _replace(self, at: int) -> None:
        thinker, self._thinkers[at] = self._thinkers[at], _Thinker()
        asyncio.get_running_loop().run_in_executor(None, thinker.stop)


def _prepare(wanted: Connection) -> None:
    """A process that compiles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    _nice(19)
    for game in in_order(_unprepared(), wanted):
        prepare(find(game))


def in_order(left: Iterable[str], wanted: Connection) -> Iterator[str]:
    """Each of some games once: whenever one is done, what was asked for last comes next, then the others."""
    left, asked = list(left), list[str]()
    while left:
        while wanted.poll():
            asked.append(wanted.recv())
        game = next((each for each in reversed(asked) if each in left), left[0])
        left.remove(game)
        yield game


def _unprepared() -> list[str]:
    """The games of which something is still to be compiled."""
    return [game for game in games() if compiles() and not is_ready(game)]


class Preparation:
    """The process that compiles what others run, where something is left to compile."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._wanted, theirs = context.Pipe()
        self._process = context.Process(target=_prepare, args=(theirs,), daemon=True)

    def open(self) -> None:
        if _unprepared():
            self._process.start()

    def want(self, game: str) -> None:
        """Somebody opens this game: it comes next."""
        if self._process.pid is not None:
            with contextlib.suppress(OSError):  # it has done all there is to do
                self._wanted.send(game)

    def close(self) -> None:
        """At once; what was compiled is kept."""
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()
