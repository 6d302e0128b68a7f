"""Players that are programs. A bot sees what its seat sees, and never more."""

from __future__ import annotations

from ludotheque.bots.player import Bot
from ludotheque.bots.simple import Greedy, Random
from ludotheque.core.contract import Game

__all__ = ["NAMES", "Bot", "Greedy", "Random", "make"]

_MAKERS = {"random": Random, "greedy": Greedy}
NAMES = tuple(_MAKERS)


def make(game: Game, name: str) -> Bot:
    """A bot for this game by its name; a wrong one is refused with a list of those there are."""
    if name not in _MAKERS:
        raise ValueError(f"there is no bot {name!r}; the bots are {', '.join(NAMES)}")
    return _MAKERS[name](game)
