"""What every bot is."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from ludotheque.core.contract import Game, Move, View
from ludotheque.core.text import Text

Setting = int | float | None
"""What a bot can be set to: a number, or `None` for without limit."""


class Bot(ABC):
    """A player that is given a view and its legal moves, and chooses one.

    A bot holds one seat of one game; make a new one for each. All randomness comes from the `rng` it is given, so a
    seeded game can be played again.
    """

    title: ClassVar[Text | None] = None
    """What people call it; `None`: by the name it is known under."""

    def __init__(self, game: Game, **settings: Setting) -> None:
        self.game = game

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Whether this bot can play a game."""
        return True

    def watch(self, view: View) -> None:  # noqa: B027  # most bots need no memory: doing nothing is right for them
        """Shown to the bot whenever its seat's view changes, also when others move: a bot may remember."""

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        """One of the moves of a seat that may act but need not, or `None` to let the game go on."""
        return None

    @abstractmethod
    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        """One of the moves."""
