"""Games and their options, described for forms and for programs."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.bots import names
from ludotheque.core.contract import Game
from ludotheque.core.options import Choice, Document, Flag, Grid, Option, Several, Whole
from ludotheque.core.text import Language, Text
from ludotheque.server.http.models import BotFacts, GameFacts, GameForm, OptionForm, OptionValue

_LISTED = 24
_OFF = Text("off")
_YES, _NO = Text("yes"), Text("no")


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


def refuse_files(game: Game, given: Mapping[str, object]) -> None:
    """Refuses an option that would name a file of ours: over the web a document is given as text."""
    for option in game.options:
        if isinstance(option, Document) and option.name in given:
            value = given[option.name]
            if not isinstance(value, str) or not Document.is_text(value):
                raise option.refusal(value)


def form(game: Game, language: Language) -> GameForm:
    """The box, its options and its bots."""
    return GameForm(
        **facts(game, language).model_dump(),
        options=[_option(option, language) for option in game.options],
        bots=[BotFacts(name=name) for name in names(game)],
        seats=[seat.name.to(language) for seat in game.start().seats],
    )


def _option(option: Option, language: Language) -> OptionForm:
    kind, values, low, high = "document" if isinstance(option, Document) else "line", [], None, None
    if isinstance(option, Choice | Several):
        kind = "choice" if isinstance(option, Choice) else "several"
        values = [OptionValue(value=value, label=label.to(language)) for value, label in option.values.items()]
    elif isinstance(option, Whole):
        kind, low, high = "whole", option.values[0], option.values[-1]
        listed = option.values if len(option.values) <= _LISTED else ()
        values = [OptionValue(value=str(value), label=str(value)) for value in listed]
        if values and option.can_be_off:
            values.append(OptionValue(value="off", label=_OFF.to(language)))
    elif isinstance(option, Flag):
        kind = "flag"
        values = [OptionValue(value=key, label=label.to(language)) for key, label in (("yes", _YES), ("no", _NO))]
    elif isinstance(option, Grid):
        kind, low, high = "grid", option.values[0], option.values[-1]
        sizes = [f"{a}x{b}" for a in option.values for b in option.values]
        values = [OptionValue(value=size, label=size.replace("x", " × ")) for size in sizes]
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
            "can_be_off": getattr(option, "can_be_off", False),
        }
    )
