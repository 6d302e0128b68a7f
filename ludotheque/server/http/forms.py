"""Games and their options, described for the API and for the pages' forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.bots import roster
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.options import (
    NO,
    OFF,
    YES,
    AnyOption,
    Choice,
    Document,
    Flag,
    Grid,
    Limit,
    Numbered,
    Several,
    Whole,
)
from ludotheque.core.text import Text
from ludotheque.server.http.models import BotFacts, GameFacts, GameForm, OptionForm, OptionValue, SoloForm, VariantForm

_LISTED = 24
"""A number with more values than this is typed, not chosen from a list."""


def facts(game: Game, language: Language) -> GameFacts:
    """What is written on the box."""
    return GameFacts(
        id=game.id,
        title=game.title.to(language),
        blurb=game.blurb.to(language),
        players=list(game.players),
        age=game.age,
        minutes=game.minutes,
        hidden=game.hidden,
        chance=game.chance,
    )


def form(game: Game, language: Language) -> GameForm:
    """The box, its options and its bots."""
    solo = game.solo
    return GameForm(
        **facts(game, language).model_dump(),
        options=options(game, language),
        variants=variants(game, language),
        solo=None if solo is None else SoloForm(options=dict(solo.options), aim=solo.aim.to(language)),
        bots=[BotFacts(name=name, title=roster.title(name).to(language)) for name in roster.names(game)],
        seats=[seat.name.to(language) for seat in game.start().seats],
    )


def variants(game: Game, language: Language) -> list[VariantForm]:
    """The games within a box."""
    return [
        VariantForm(id=each.id, name=each.name.to(language), line=each.line.to(language), options=dict(each.options))
        for each in game.variants
    ]


def options(game: Game, language: Language) -> list[OptionForm]:
    """The declared options of a game."""
    return [_option(option, language) for option in game.options]


def _option(option: AnyOption, language: Language) -> OptionForm:
    def described(
        kind: str, values: Sequence[OptionValue] = (), low: int | None = None, high: int | None = None
    ) -> OptionForm:
        return OptionForm.model_validate(
            {
                "name": option.name,
                "label": option.label.to(language),
                "kind": kind,
                "values": values,
                "default": option.write(option.default),
                "allowed": option.allowed.to(language),
                "low": low,
                "high": high,
                "can_be_off": isinstance(option, Limit),
                "numbered": option.numbered.to(language) if isinstance(option, Numbered) else "",
            }
        )

    if isinstance(option, Numbered):
        return described("numbered", _words(option.values, language), option.numbers[0], option.numbers[-1])
    if isinstance(option, Choice | Several):
        return described("choice" if isinstance(option, Choice) else "several", _words(option.values, language))
    if isinstance(option, Flag):
        return described("flag", _words({"yes": YES, "no": NO}, language))
    if isinstance(option, Grid):
        sizes = [f"{a}x{b}" for a in option.values for b in option.values]
        values = [OptionValue(value=size, label=size.replace("x", " × ")) for size in sizes]
        return described("grid", values, option.values[0], option.values[-1])
    if isinstance(option, Whole | Limit):
        listed = option.values if len(option.values) <= _LISTED else ()
        words = {str(value): option.words(value) for value in sorted(listed)}
        if words and isinstance(option, Limit):
            words[OFF] = option.words(None)
        return described("whole", _words(words, language), option.values[0], option.values[-1])
    return described("document" if isinstance(option, Document) else "line")


def _words(values: Mapping[str, Text], language: Language) -> list[OptionValue]:
    return [OptionValue(value=value, label=label.to(language)) for value, label in values.items()]
