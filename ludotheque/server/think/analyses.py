"""Finished games, judged move by move in the bots' processes while somebody looks at them.

A game is judged in small pieces, one move each, and only when no bot of a table has something to think about. What is
known is told at any time; who asks again hears what came since. Nobody asks: the work rests.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass

from ludotheque.answers.played import check_public, judged_moves
from ludotheque.server import journal
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables.jobs import Question, Verdict, judge_move
from ludotheque.tables.parts import Finished
from ludotheque.tables.table import Table

_GAMES_KEPT = 256
_ATTENTION_SECONDS = 20
"""Who has not asked for so long looks at something else."""
_MOST_LATE = 3
"""So many moves may take too long, then the rest is left alone."""


class _Game:
    """A game that is judged, as far as it is."""

    def __init__(self, table: Table, finished: Finished) -> None:
        self.id = table.id
        self.game, self.options = table.game.id, tuple(table.options.items())
        self.moves = tuple((played.seat, played.move) for played in finished.moves)
        self.left = judged_moves(finished)
        self.total = len(self.left)
        self.verdicts: list[Verdict] = []
        self.late = 0
        self.asked = 0.0
        self.task: asyncio.Task[None] | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known of a game's moves: how many are to be judged, how many are, and those that were asked for."""

    total: int
    done: int
    verdicts: list[Verdict]


class Analyses:
    """All games that are judged, or were."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._games: OrderedDict[tuple[str, int], _Game] = OrderedDict()
        self._turn = asyncio.Lock()

    def known(self, table: Table, number: int) -> bool:
        """Whether this game of the match is judged, or being judged."""
        return (table.id, number) in self._games

    def progress(self, table: Table, number: int, finished: Finished, after: int) -> Progress:
        """What is known of a game's moves after that one; if need be, the work begins or goes on."""
        check_public(table, finished)
        game = self._games.pop((table.id, number), None) or _Game(table, finished)
        self._games[table.id, number] = game
        while len(self._games) > _GAMES_KEPT:
            _, forgotten = self._games.popitem(last=False)
            if forgotten.task is not None:
                forgotten.task.cancel()
        game.asked = time.monotonic()
        if game.left and game.task is None:
            game.task = asyncio.create_task(self._judge(game))
        since = [verdict for verdict in game.verdicts if verdict.judgement.number > after]
        return Progress(game.total, game.total - len(game.left), since)

    async def _judge(self, game: _Game) -> None:
        """Move after move, as long as somebody wants to know."""
        try:
            while game.left and time.monotonic() - game.asked < _ATTENTION_SECONDS:
                question = Question(game.game, game.options, game.moves, game.left[0])
                try:
                    async with self._turn:
                        verdict = await self._thinkers.run(game.id, judge_move, question, patient=True)
                    game.verdicts.append(verdict)
                except TimeoutError:
                    game.late += 1
                game.left = game.left[1:] if game.late < _MOST_LATE else []
        except Exception:
            journal.trouble("analysis")
            game.left = []
        finally:
            game.task = None

    async def close(self) -> None:
        """Stops all work."""
        tasks = [game.task for game in self._games.values() if game.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
