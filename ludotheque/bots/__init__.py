"""Players that are programs. A bot sees what its seat sees, and never more."""

from __future__ import annotations

from ludotheque.bots.levels import LEVELS, MAKERS, Level
from ludotheque.bots.player import Bot
from ludotheque.bots.simple import Greedy, Mcts, Random
from ludotheque.bots.turns import next_move, show
from ludotheque.core.contract import Game
from ludotheque.core.text import Refusal, Text
from ludotheque.core.thought import Budget, Thought

__all__ = [
    "LEVELS",
    "NAMES",
    "Bot",
    "Budget",
    "Greedy",
    "Level",
    "Mcts",
    "Random",
    "Thought",
    "make",
    "names",
    "next_move",
    "show",
]

_MAKERS: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy, **MAKERS, "mcts": Mcts}
NAMES = tuple(_MAKERS)
"""All there are; not every game has every one."""


def names(game: Game) -> tuple[str, ...]:
    """The bots that play this game."""
    return tuple(name for name, maker in _MAKERS.items() if maker.plays(game))


def make(game: Game, name: str, **settings: int | None) -> Bot:
    """A bot for this game by its name, with its settings; a wrong name is refused with a list of those there are."""
    if name not in _MAKERS or not _MAKERS[name].plays(game):
        listed = ", ".join(names(game))
        raise Refusal(
            Text(
                f"il n'y a pas de robot {name!r} ; les robots sont {listed}",
                f"there is no bot {name!r}; the bots are {listed}",
            )
        )
    return _MAKERS[name](game, **settings)
