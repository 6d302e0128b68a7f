"""Bots think in processes of their own, with a time budget: the server never waits for them.

A table always asks the same process, which remembers the game and what its bots have seen so far. Where it does not
(it is new, or moves were taken back) it plays the game through again, so that every bot has seen what its seat saw.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import secrets
import signal
import time
import zlib
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from ludotheque.bots import LEVELS, Bot, make, next_move, show
from ludotheque.core.contract import CHANCE, State
from ludotheque.core.cupboard import find, games
from ludotheque.server.metrics import Metrics

_GAMES_KEPT = 64
_LOADING_SECONDS = 180
_START_SECONDS = 1.0
_RNG = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Job:
    """A game so far, and the bots that sit at it."""

    key: str
    game: str
    options: dict[str, str]
    moves: tuple[tuple[int, str], ...]
    bots: tuple[tuple[int, str], ...]
    hint: int | None = None
    """The seat to advise; `None`: whichever bot moves next."""


@dataclass(slots=True)
class _Sitting:
    bots_named: tuple[tuple[int, str], ...]
    moves: tuple[tuple[int, str], ...]
    state: State
    bots: dict[int, Bot]


_sittings: OrderedDict[str, _Sitting] = OrderedDict()


def think(job: Job) -> tuple[int, str] | None:
    """In the bots' process: the seat that moves next and its move, or `None` when no bot wants to move."""
    sitting = _followed(job)
    state, bots = sitting.state, sitting.bots
    if state.over:
        return None
    if job.hint is not None:
        moves = state.moves(job.hint)
        return (job.hint, str(bots[job.hint].choose(state.view(job.hint), moves, _RNG))) if moves else None
    turn = next_move(state, bots, _RNG)
    if turn is None:  # it waits for a person first, but perhaps for bots too
        seat = next((seat for seat in state.waiting if seat in bots), None)
        if seat is None:
            return None
        turn = seat, bots[seat].choose(state.view(seat), state.moves(seat), _RNG)
    return turn[0], str(turn[1])


def _followed(job: Job) -> _Sitting:
    sitting = _sittings.pop(job.key, None)
    known = len(sitting.moves) if sitting else 0
    if sitting is None or sitting.bots_named != job.bots or sitting.moves != job.moves[:known]:
        game = find(job.game)
        sitting = _Sitting(job.bots, (), game.start(**job.options), {s: make(game, name) for s, name in job.bots})
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


def _begin() -> None:
    """A new process of bots: stops with the server, not by the keyboard; plays a move of each game to have it ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(5)
    for game in games().values():
        for players in sorted({game.players[0], game.players[-1]}):  # two may be thought about otherwise than four
            options = {"players": players} if len(game.players) > 1 else {}
            state: State = game.start(**options)
            if state.acting == (CHANCE,):
                state = state.play(state.draw(_RNG), CHANCE)
            bots = {seat: make(game, LEVELS[-1], nodes=1) for seat in range(len(state.seats))}
            next_move(state, bots, random.Random(1))


class _Thinker:
    """One process, and the promise that it has loaded the rules."""

    def __init__(self) -> None:
        self.pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
        self.ready = asyncio.get_running_loop().run_in_executor(self.pool, os.getpid)
        self.ready.add_done_callback(lambda done: done.cancelled() or done.exception())

    def stop(self) -> None:
        """At once, whatever it thinks about."""
        for process in list((getattr(self.pool, "_processes", None) or {}).values()):
            process.kill()
        self.pool.shutdown(wait=True, cancel_futures=True)


class Thinkers:
    """The processes bots think in."""

    def __init__(self, count: int, seconds: float, metrics: Metrics) -> None:
        self._count = count
        self._seconds = seconds
        self._metrics = metrics
        self._thinkers: list[_Thinker] = []
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
        self._start()
        at = zlib.crc32(job.key.encode()) % self._count
        for _ in range(2):
            thinker = self._thinkers[at]
            try:
                await asyncio.wait_for(asyncio.shield(thinker.ready), _LOADING_SECONDS)
                return await self._answer(thinker, job)
            except TimeoutError:
                self._metrics.late_thoughts += 1
                self._replace(at, thinker)
                raise
            except BrokenProcessPool:  # somebody else's bot was late, or the process died: once more
                self._replace(at, thinker)
        raise TimeoutError

    async def _answer(self, thinker: _Thinker, job: Job) -> tuple[int, str] | None:
        began = time.perf_counter()
        future = asyncio.get_running_loop().run_in_executor(thinker.pool, think, job)
        answer = await asyncio.wait_for(future, self._seconds)
        self._metrics.thoughts += 1
        self._metrics.thought_seconds.add(time.perf_counter() - began)
        return answer

    def _replace(self, at: int, thinker: _Thinker) -> None:
        if self._thinkers[at] is thinker:
            self._thinkers[at] = _Thinker()
            asyncio.get_running_loop().run_in_executor(None, thinker.stop)
