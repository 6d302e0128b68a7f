"""Games and their options, described for the API and for the pages' forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal

from ludotheque.bots import roster
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.documents import Document
from ludotheque.core.options import (
    NO,
    OFF,
    YES,
    AnyOption,
    Choice,
    Flag,
    Grid,
    Limit,
    Numbered,
    Several,
    Whole,
)
from ludotheque.core.text import Text, in_all
from ludotheque.tables.phrases import PHRASES

_LISTED = 24
"""A number with more values than this is typed, not chosen from a list."""
Kind = Literal["choice", "numbered", "whole", "flag", "grid", "several", "line", "document"]


@dataclass(frozen=True, slots=True)
class OptionValue:
    """Something to choose."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class OptionForm:
    """An option, as a form asks for it. (The API tells programs of its fields in these words.)"""

    name: str
    label: str
    kind: Kind
    values: Sequence[OptionValue] = field(
        metadata={"description": "What to choose from; empty where there is too much to list."}
    )
    default: str
    allowed: str
    low: int | None
    high: int | None
    can_be_off: bool
    numbered: str = field(
        metadata={"description": "What a value from low to high is called, where such numbers are names too."}
    )


@dataclass(frozen=True, slots=True)
class VariantForm:
    """A game within the box."""

    id: str
    name: str
    line: str
    options: dict[str, str] = field(metadata={"description": "What it stands for."})


def facts(game: Game, language: Language) -> dict[str, object]:
    """What is written on the box."""
    return {
        "id": game.id,
        "title": game.title.to(language),
        "blurb": game.blurb.to(language),
        "players": list(game.players),
        "age": game.age,
        "minutes": game.minutes,
        "hidden": game.hidden,
        "chance": game.chance,
    }


def form(game: Game, language: Language) -> dict[str, object]:
    """The box, its options and its bots."""
    solo = game.solo
    return {
        **facts(game, language),
        "options": [asdict(option) for option in options(game, language)],
        "variants": [asdict(variant) for variant in variants(game, language)],
        "solo": None if solo is None else {"options": dict(solo.options), "aim": solo.aim.to(language)},
        "bots": bots(roster.names(game), language),
        "seats": [seat.name.to(language) for seat in game.start().seats],
    }


def bots(names: Sequence[str], language: Language) -> list[dict[str, str]]:
    """Bots and what people call them."""
    return [{"name": name, "title": roster.title(name).to(language)} for name in names]


def phrases() -> list[dict[str, object]]:
    """What people can say to each other, in all languages."""
    return [{"key": key, "text": in_all(text)} for key, text in PHRASES.items()]


def variants(game: Game, language: Language) -> list[VariantForm]:
    """The games within a box."""
    return [
        VariantForm(each.id, each.name.to(language), each.line.to(language), dict(each.options))
        for each in game.variants
    ]


def options(game: Game, language: Language) -> list[OptionForm]:
    """The declared options of a game."""
    return [_option(option, language) for option in game.options]


def _option(option: AnyOption, language: Language) -> OptionForm:
    def described(
        kind: Kind, values: Sequence[OptionValue] = (), low: int | None = None, high: int | None = None
    ) -> OptionForm:
        return OptionForm(
            option.name,
            option.label.to(language),
            kind,
            values,
            option.write(option.default),
            option.allowed.to(language),
            low,
            high,
            isinstance(option, Limit),
            option.numbered.to(language) if isinstance(option, Numbered) else "",
        )

    if isinstance(option, Numbered):
        return described("numbered", _words(option.values, language), option.numbers[0], option.numbers[-1])
    if isinstance(option, Choice | Several):
        return described("choice" if isinstance(option, Choice) else "several", _words(option.values, language))
    if isinstance(option, Flag):
        return described("flag", _words({"yes": YES, "no": NO}, language))
    if isinstance(option, Grid):
        sizes = [f"{a}x{b}" for a in option.values for b in option.values]
        values = [OptionValue(size, size.replace("x", " × ")) for size in sizes]
        return described("grid", values, option.values[0], option.values[-1])
    if isinstance(option, Whole | Limit):
        listed = option.values if len(option.values) <= _LISTED else ()
        words = {str(value): option.words(value) for value in sorted(listed)}
        if words and isinstance(option, Limit):
            words[OFF] = option.words(None)
        return described("whole", _words(words, language), option.values[0], option.values[-1])
    return described("document" if isinstance(option, Document) else "line")


def _words(values: Mapping[str, Text], language: Language) -> list[OptionValue]:
    return [OptionValue(value, label.to(language)) for value, label in values.items()]
