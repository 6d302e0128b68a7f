"""What every bot is."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence

from ludotheque.core.contract import Game, Move, View


class Bot(ABC):
    """A player that is given a view and its legal moves, and chooses one.

    A bot holds one seat of one game; make a new one for each. All randomness comes from the `rng` it is given, so a
    seeded game can be played again.
    """

    def __init__(self, game: Game, **settings: int | None) -> None:
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
