"""How hard something is that was drawn: bots play it alone, game after game, while somebody waits for the answer.

Games are played in small pieces, each no longer than a second, so that drawings can be judged in between. All things
are tried by the same luck, so that they can be compared.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import OrderedDict
from dataclasses import dataclass, replace

from ludotheque.bots.player import Bot
from ludotheque.bots.roster import make
from ludotheque.bots.turns import next_move, show
from ludotheque.core.contract import State
from ludotheque.core.cupboard import find
from ludotheque.core.solo import Result
from ludotheque.server import journal
from ludotheque.server.think.processes import Thinkers

GAMES = 12
"""How many games are played."""
_BOT = "expert"
_SLICE_SECONDS = 0.8
_KEPT = 128
_SITTINGS_KEPT = 4
_PER_MOVE = 0.98
"""With each move so much is left of what was left: nobody knows how long a game will be."""
_ATTENTION_SECONDS = 15
_MOST_LATE = 3


@dataclass(frozen=True, slots=True)
class Alone:
    """A game that a bot plays alone: which one of many, and how far it is."""

    game: str
    options: tuple[tuple[str, str], ...]
    number: int
    moves: tuple[tuple[int, str], ...] = ()
    over: bool = False
    result: Result | None = None
    """What it came to; `None` when it was lost."""


_Sitting = tuple[State, dict[int, Bot]]
_sittings: OrderedDict[Alone, _Sitting] = OrderedDict()
"""Games that this process has played up to there: it need not play them through again."""


def play_on(alone: Alone) -> Alone:
    """Plays for a moment (in a process of bots)."""
    state, bots = _sittings.pop(alone) if alone in _sittings else _begun(alone)
    moves, until = list(alone.moves), time.monotonic() + _SLICE_SECONDS
    while not state.over and time.monotonic() < until:
        rng = random.Random(f"{alone.number} {len(moves)}")
        turn = next_move(state, bots, rng)
        if turn is None:
            raise RuntimeError(f"{alone.game}: nobody moves, and the game is not over")
        state = state.play(turn[1], turn[0])
        moves.append((turn[0], str(turn[1])))
        show(state, bots)
    solo = state.game.solo
    played = replace(alone, moves=tuple(moves), over=state.over, result=solo.result(state) if solo else None)
    if not state.over:
        _sittings[played] = state, bots
        while len(_sittings) > _SITTINGS_KEPT:
            _sittings.popitem(last=False)
    return played


def _begun(alone: Alone) -> _Sitting:
    """A game as far as it was played, perhaps in another process."""
    game = find(alone.game)
    state = game.start(**dict(alone.options))
    bots = {seat: make(game, _BOT) for seat in range(len(state.seats))}
    show(state, bots)
    for seat, move in alone.moves:
        state = state.play(move, seat)
        show(state, bots)
    return state, bots


class _Trial:
    """The games on one thing, as far as they are."""

    def __init__(self) -> None:
        self.results: list[Result | None] = []
        self.playing: Alone | None = None
        self.late = 0
        self.asked = 0.0
        self.task: asyncio.Task[None] | None = None
        self.broken = False


@dataclass(frozen=True, slots=True)
class Tried:
    """What is known: the results so far (`None`: lost), and whether there is more to come."""

    results: tuple[Result | None, ...]
    done: bool
    part: float = 0.0
    """About how much of the next game is played, from 0 to 1."""


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
        moves = len(trial.playing.moves) if trial.playing else 0
        return Tried(tuple(trial.results), done, 1 - _PER_MOVE**moves)

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
