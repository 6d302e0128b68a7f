"""How hard something is that was drawn: bots play it alone, game after game, while somebody waits for the answer.

Games are played in small pieces, so that drawings can be judged in between.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from ludotheque.bots.alone import GAMES, Alone, Tried, play_on
from ludotheque.core.solo import Result
from ludotheque.server import journal
from ludotheque.server.think.processes import Thinkers

_KEPT = 128
_ATTENTION_SECONDS = 15
_MOST_LATE = 3


class _Trial:
    """The games on one thing, as far as they are."""

    def __init__(self) -> None:
        self.results: list[Result | None] = []
        self.playing: Alone | None = None
        self.late = 0
        self.asked = 0.0
        self.task: asyncio.Task[None] | None = None
        self.broken = False


class Trials:
    """All things that are tried, or were."""

    def __init__(self, desk: Thinkers) -> None:
        self._desk = desk
        self._trials: OrderedDict[tuple[str, tuple[tuple[str, str], ...]], _Trial] = OrderedDict()
        self._turn = asyncio.Lock()

    def known(self, game: str, options: tuple[tuple[str, str], ...]) -> bool:
        """Whether this is tried already."""
        return (game, options) in self._trials

    def progress(self, game: str, options: tuple[tuple[str, str], ...]) -> Tried:
        """What is known by now; if need be, the work begins or goes on."""
        key = game, options
        trial = self._trials.pop(key, None) or _Trial()
        self._trials[key] = trial
        while len(self._trials) > _KEPT:
            _, forgotten = self._trials.popitem(last=False)
            if forgotten.task is not None:
                forgotten.task.cancel()
        trial.asked = time.monotonic()
        done = trial.broken or len(trial.results) >= GAMES
        if not done and trial.task is None:
            trial.task = asyncio.create_task(self._play(trial, game, options))
        return Tried(tuple(trial.results), done, trial.playing.part if trial.playing else 0.0)

    async def _play(self, trial: _Trial, game: str, options: tuple[tuple[str, str], ...]) -> None:
        """Game after game, as long as somebody wants to know."""
        try:
            while len(trial.results) < GAMES and time.monotonic() - trial.asked < _ATTENTION_SECONDS:
                alone = trial.playing or Alone(game, options, len(trial.results))
                try:
                    async with self._turn:
                        trial.playing = await self._desk.run(game, play_on, alone, patient=True)
                except TimeoutError:
                    trial.late += 1
                    trial.broken = trial.late >= _MOST_LATE
                    if trial.broken:
                        return
                    continue
                if trial.playing.over:
                    trial.results.append(trial.playing.result)
                    trial.playing = None
        except Exception:
            journal.trouble("trial")
            trial.broken = True
        finally:
            trial.task = None

    async def close(self) -> None:
        """Stops all work."""
        tasks = [trial.task for trial in self._trials.values() if trial.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
