"""Who there is to play against: our own bots, and those that other packages announce by the entry points
`ludotheque.bots` (a name, and a class that is a `Bot`)."""

from __future__ import annotations

from functools import cache

from ludotheque.bots.levels import LEVEL_BOTS
from ludotheque.bots.player import Bot, Setting
from ludotheque.bots.simple import Greedy, MonteCarlo, Random
from ludotheque.core.contract import Game
from ludotheque.core.text import Refusal, Text, verbatim

ANNOUNCED = "ludotheque.bots"
_OURS: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy, **LEVEL_BOTS, "mcts": MonteCarlo}


@cache
def bots() -> dict[str, type[Bot]]:
    """All there are, by name; not every game has every one. One that cannot be loaded is left out, and the log says
    why."""
    import logging
    from importlib.metadata import entry_points  # takes long to load

    found: dict[str, type[Bot]] = {}
    for point in entry_points(group=ANNOUNCED):
        try:
            bot = point.load()
            if not (isinstance(bot, type) and issubclass(bot, Bot)):
                raise TypeError(f"{point.value} is no class of bots")
        except Exception:
            logging.getLogger(__name__).exception("the bot %s cannot be loaded", point.name)
        else:
            found[point.name] = bot
    return _OURS | {name: found[name] for name in sorted(found) if name not in _OURS}


def names(game: Game) -> tuple[str, ...]:
    """The bots that play this game."""
    return tuple(name for name, bot in bots().items() if bot.plays(game))


def make(game: Game, name: str, **settings: Setting) -> Bot:
    """A bot for this game by its name, with its settings; a wrong name is refused with a list of those there are."""
    if name not in bots() or not bots()[name].plays(game):
        raise Refusal(Text("there is no bot {name}; the bots are {bots}", name=repr(name), bots=", ".join(names(game))))
    return bots()[name](game, **settings)


def title(name: str) -> Text:
    """What people call a bot; one that is not here, or has no title, by its name."""
    bot = bots().get(name)
    return (bot.title if bot else None) or verbatim(name)
