"""Bots think in processes of their own, with a time budget: the server never waits for them.

A table always asks the same process, which remembers the game and what its bots have seen so far. Where it does not
(it is new, or moves were taken back) it plays the game through again, so that every bot has seen what its seat saw.

What bots think with is compiled when it is first needed, and kept on disk. That takes a while, and does not count as
thinking. To have it done before, `Preparation` plays with every bot once, in a process that lets all others go first.
"""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import secrets
import signal
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_double
from dataclasses import dataclass
from typing import TypeVar

from ludotheque.bots import Bot, make, next_move, show
from ludotheque.core.contract import State
from ludotheque.core.cupboard import find, games
from ludotheque.server.metrics import Metrics

J = TypeVar("J")
T = TypeVar("T")
_GAMES_KEPT = 64
_LOADING_SECONDS = 180
"""How long a new process may take to load the rules, and a bot to be compiled when nobody has asked for it before."""
_LOOK_SECONDS = 1.0
"""How often somebody who waits for a bot that is being compiled looks whether it thinks by now."""
_START_SECONDS = 1.0
_PATIENCE_SECONDS = 0.05
"""How often somebody who lets others go first looks whether they are done."""
_RNG = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Job:
    """A game so far, and the bots that sit at it."""

    key: str
    game: str
    options: dict[str, str]
    moves: tuple[tuple[int, str], ...]
    bots: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Sitting:
    """A game as it is followed, and its bots, who have seen what their seats saw."""

    bots_named: tuple[tuple[int, str], ...]
    moves: tuple[tuple[int, str], ...]
    state: State
    bots: dict[int, Bot]


_sittings: OrderedDict[str, Sitting] = OrderedDict()


def think(job: Job) -> tuple[int, str] | None:
    """In the bots' process: the seat that moves next and its move, or `None` when no bot wants to move."""
    sitting = followed(job)
    state, bots = sitting.state, sitting.bots
    if state.over:
        return None
    turn = next_move(state, bots, _RNG)
    if turn is None:  # it waits for a person first, but perhaps for bots too
        seat = next((seat for seat in state.waiting if seat in bots), None)
        if seat is None:
            return None
        turn = seat, bots[seat].choose(state.view(seat), state.moves(seat), _RNG)
    return turn[0], str(turn[1])


def followed(job: Job) -> Sitting:
    """In the bots' process: the game of a job, played on from where it was known."""
    sitting = _sittings.pop(job.key, None)
    known = len(sitting.moves) if sitting else 0
    if sitting is None or sitting.bots_named != job.bots or sitting.moves != job.moves[:known]:
        game = find(job.game)
        sitting = Sitting(job.bots, (), game.start(**job.options), {s: make(game, name) for s, name in job.bots})
        show(sitting.state, sitting.bots)
        known = 0
    for seat, move in job.moves[known:]:
        sitting.state = sitting.state.play(move, seat)
        show(sitting.state, sitting.bots)
    sitting.moves = job.moves
    _sittings[job.key] = sitting
    while len(_sittings) > _GAMES_KEPT:
        _sittings.popitem(last=False)
    return sitting


def _begin(compiled_at: c_double) -> None:
    """A new process of bots: stops with the server, not by the keyboard; has the rules loaded, and tells when it
    compiles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(5)
    for game in games().values():
        game.part("brain")
    from ludotheque.core.boards.compiled import watch_compiling

    def note(moment: float) -> None:
        compiled_at.value = moment

    watch_compiling(lambda: note(math.inf), lambda: note(time.monotonic()))


class _Thinker:
    """One process, and the promise that it has loaded the rules."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._compiled_at = context.RawValue(c_double, 0.0)
        """When it last compiled something; for ever, while it does."""
        self._pool = ProcessPoolExecutor(1, context, _begin, (self._compiled_at,))
        self._ready = self._do(os.getpid)

    async def answer(self, work: Callable[[J], T], job: J, seconds: float) -> T:
        """What comes of a job, if thinking takes no longer than so many seconds; else `TimeoutError`."""
        await asyncio.wait_for(asyncio.shield(self._ready), _LOADING_SECONDS)
        began = time.monotonic()
        thought = self._do(work, job)
        while not thought.done():
            now = time.monotonic()
            left = max(began, self._compiled_at.value) + seconds - now
            if left <= 0 or now > began + _LOADING_SECONDS:
                raise TimeoutError
            await asyncio.wait([thought], timeout=min(left, _LOOK_SECONDS))
        return thought.result()

    def _do(self, work: Callable[..., T], *given: object) -> asyncio.Future[T]:
        """Has it done in the process. Nobody need be left to hear that it failed."""
        future = asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        return future

    def stop(self) -> None:
        """At once, whatever it thinks about."""
        for process in list((getattr(self._pool, "_processes", None) or {}).values()):
            process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


class Thinkers:
    """The processes bots think in. Each thinks about one thing after the other."""

    def __init__(self, count: int, seconds: float, metrics: Metrics) -> None:
        self._count = count
        self._seconds = seconds
        self._metrics = metrics
        self._thinkers: list[_Thinker] = []
        self._turns = [asyncio.Lock() for _ in range(count)]
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

    async def ask(self, job: Job) -> tuple[int, str] | None:
        """What the bots want to do; `TimeoutError` when they have not decided in time."""
        return await self.run(job.key, think, job)

    async def run(self, key: str, work: Callable[[J], T], job: J, *, patient: bool = False) -> T:
        """Has a job done in the process that this key always asks; `TimeoutError` when it took too long. To wait for
        one's turn behind others takes as long as it takes; who is patient lets all others go first."""
        self._start()
        at = zlib.crc32(key.encode()) % self._count
        while patient and self._turns[at].locked():
            await asyncio.sleep(_PATIENCE_SECONDS)
        async with self._turns[at]:
            for _ in range(2):
                began = time.perf_counter()
                try:
                    answer = await self._thinkers[at].answer(work, job, self._seconds)
                except TimeoutError:
                    self._metrics.late_thoughts += 1
                    self._replace(at)
                    raise
                except BrokenProcessPool:  # the process died: once more
                    self._replace(at)
                else:
                    self._metrics.thoughts += 1
                    self._metrics.thought_seconds.add(time.perf_counter() - began)
                    return answer
        raise TimeoutError

    def _replace(self, at: int) -> None:
        thinker, self._thinkers[at] = self._thinkers[at], _Thinker()
        asyncio.get_running_loop().run_in_executor(None, thinker.stop)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(19)
    from ludotheque.bots.preparation import prepare

    for game in games().values():
        prepare(game)


class Preparation:
    """A process that has every bot compiled before somebody wants to play against it."""

    def __init__(self) -> None:
        self._process = multiprocessing.get_context("spawn").Process(target=_prepare, daemon=True)

    def open(self) -> None:
        self._process.start()

    def close(self) -> None:
        """At once; what was compiled is kept."""
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()
