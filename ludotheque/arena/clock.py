"""How long bots think."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludotheque.bots.player import Bot
from ludotheque.core.contract import Move, View
from ludotheque.research.textplayers import TextPlayer


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a bot thought in a game: its moves, the seconds they took, and the slowest; and of one that answers in
    words, how many replies it gave, and how many of them named no legal move."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    replies: int = 0
    refused: int = 0

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.replies + other.replies,
            self.refused + other.refused,
        )


class Clocked(Bot):
    """A bot with a clock beside it."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.game)
        self._spent_so_far = Effort()
        self._bot = bot

    @property
    def effort(self) -> Effort:
        if not isinstance(self._bot, TextPlayer):
            return self._spent_so_far
        return replace(self._spent_so_far, replies=self._bot.replies.given, refused=self._bot.replies.refused)

    def watch(self, view: View) -> None:
        self._bot.watch(view)

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        began = time.perf_counter()
        move = self._bot.interrupt(view, moves, rng)
        self._spent(time.perf_counter() - began, moves=int(move is not None))
        return move

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        began = time.perf_counter()
        move = self._bot.choose(view, moves, rng)
        self._spent(time.perf_counter() - began, moves=1)
        return move

    def _spent(self, seconds: float, *, moves: int) -> None:
        self._spent_so_far += Effort(moves, seconds, seconds)
