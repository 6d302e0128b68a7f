"""Those who take part: bots by name, with their settings, written `greedy` or `greedy:capacity=4,decay=6`.

One that nobody has announced is named by where it is, `module:name`, as `mine:reply` or `mine:reply:tries=1`: a class
of bots, or a function from prompt to reply. Modules are looked for in the current folder too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from ludotheque.bots.player import Bot, Setting
from ludotheque.bots.roster import bots, make
from ludotheque.core.contract import Game
from ludotheque.core.options import OFF
from ludotheque.core.text import Refusal, Text
from ludotheque.research.textplayers import text_player

Settings = tuple[tuple[str, Setting], ...]

_BUDGETS = {"nodes", "milliseconds"}
"""The settings that say how much a bot may think."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot's name and its settings. Its text is its name in results, so equal texts are the same player.

    >>> str(Entrant.read("greedy:decay=off,capacity=4"))
    'greedy:capacity=4,decay=off'
    >>> Entrant.read("mine:reply:tries=1")
    Entrant(bot='mine:reply', settings=(('tries', 1),))
    """

    bot: str
    settings: Settings = ()

    @classmethod
    def read(cls, text: str) -> Entrant:
        """The entrant a text stands for."""
        bot, _, rest = text.strip().partition(":")
        name, _, further = rest.partition(":")
        if name.isidentifier() and bot not in bots():
            bot, rest = f"{bot}:{name}", further
        settings = dict(_setting(text, pair) for pair in rest.split(",") if rest)
        return cls(bot, tuple(sorted(settings.items())))

    def __str__(self) -> str:
        written = ",".join(f"{name}={OFF if value is None else value}" for name, value in self.settings)
        return f"{self.bot}:{written}" if written else self.bot

    def make(self, game: Game) -> Bot:
        """A new bot of this kind, for one seat of one game."""
        settings = dict(self.settings)
        try:
            return _found(self.bot)(game, **settings) if ":" in self.bot else make(game, self.bot, **settings)
        except TypeError as error:
            raise Refusal(Text("{bot}: there is no such setting", bot=str(self))) from error

    def given(self, game: Game, budget: Settings) -> Entrant:
        """This entrant with the budget too, unless its bot has none, or its text has a budget already."""
        self.make(game)
        if self.bot == "random" or _BUDGETS & {name for name, _ in self.settings}:
            return self
        able = Entrant(self.bot, tuple(sorted({**dict(self.settings), **dict(budget)}.items())))
        try:
            able.make(game)
        except Refusal:
            return self
        return able


def read_entrants(game: Game, texts: Sequence[str], budget: Settings = ()) -> tuple[Entrant, ...]:
    """The entrants of a tournament: two or more, all different, all able to play the game."""
    entrants = tuple(Entrant.read(text).given(game, budget) for text in texts)
    twice = next((each for i, each in enumerate(entrants) if each in entrants[:i]), None)
    if twice is not None:
        raise Refusal(Text("{bot} is given twice", bot=str(twice)))
    if len(entrants) < 2:
        raise Refusal(Text("at least two bots are needed"))
    if budget and not any(_BUDGETS & {name for name, _ in each.settings} for each in entrants):
        raise Refusal(Text("none of these bots has such a budget to set"))
    return entrants


def _found(where: str) -> type[Bot]:
    """The class of bots that `module:name` names; of a function from prompt to reply, the bot that answers with it."""
    module, _, name = where.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise Refusal(Text("{bot} cannot be loaded: {problem}", bot=where, problem=str(error))) from error
    if isinstance(found, type) and issubclass(found, Bot):
        return found
    if not callable(found):
        raise Refusal(Text("{bot} is neither a bot nor a function that answers prompts", bot=where))
    return text_player(found)


def _setting(text: str, pair: str) -> tuple[str, Setting]:
    name, equals, value = pair.partition("=")
    try:
        if not (equals and name.strip().isidentifier()):
            raise ValueError
        return name.strip(), None if value == OFF else int(value) if value.lstrip("-").isdigit() else float(value)
    except ValueError:
        raise Refusal(
            Text("{text} is not a bot: write greedy or greedy:capacity=4,decay=off", text=repr(text))
        ) from None
