"""Those who take part: bots by name, with their settings, written `greedy` or `greedy:capacity=4,decay=6`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.bots.player import Bot, Setting
from ludotheque.bots.roster import make
from ludotheque.core.contract import Game
from ludotheque.core.options import OFF
from ludotheque.core.text import Refusal, Text

Settings = tuple[tuple[str, Setting], ...]

_BUDGETS = {"nodes", "milliseconds"}
"""The settings that say how much a bot may think."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot's name and its settings. Its text is its name in results, so equal texts are the same player.

    >>> str(Entrant.read("greedy:decay=off,capacity=4"))
    'greedy:capacity=4,decay=off'
    """

    bot: str
    settings: Settings = ()

    @classmethod
    def read(cls, text: str) -> Entrant:
        """The entrant a text stands for."""
        bot, _, rest = text.strip().partition(":")
        settings = dict(_setting(text, pair) for pair in rest.split(",") if rest)
        return cls(bot, tuple(sorted(settings.items())))

    def __str__(self) -> str:
        written = ",".join(f"{name}={OFF if value is None else value}" for name, value in self.settings)
        return f"{self.bot}:{written}" if written else self.bot

    def make(self, game: Game) -> Bot:
        """A new bot of this kind, for one seat of one game."""
        try:
            return make(game, self.bot, **dict(self.settings))
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
