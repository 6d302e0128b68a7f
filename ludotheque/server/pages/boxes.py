"""What the pages show of a box: facts from its label, a picture from its own scene, its form, its rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludotheque.bots import LEVELS, names
from ludotheque.bots.levels import USUAL
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find
from ludotheque.core.options import OFF, Choice, Document, Flag, Grid, Option, OptionValue, Several, Whole
from ludotheque.core.text import Language, Text
from ludotheque.drawing.rulebooks import cover, rulebook
from ludotheque.server.http.forms import refuse_files
from ludotheque.server.pages.words import PAGES, bot_name

_MOST_MOVES = 60
"""How many moves of a game are played to find the picture of its box."""
_MAIN_OPTIONS = 2
"""So many options are shown at once; the others to those who ask for more settings."""
_MOST_LISTED = 12
"""A number with more values than this is typed, not chosen from a list."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The label of a box in one language."""

    id: str
    title: str
    blurb: str
    players: str
    age: str
    minutes: str


def facts(game: Game, language: Language) -> Facts:
    """What stands on the label."""
    low, high = game.players[0], game.players[-1]
    word = PAGES["player" if high == 1 else "players"].to(language)
    return Facts(
        game.id,
        game.title.to(language),
        game.blurb.to(language),
        f"{low}–{high} {word}" if low < high else f"{low} {word}",
        PAGES["age_from"].to(language).format(age=game.age),
        PAGES["minutes"].to(language).format(minutes=game.minutes),
    )


@lru_cache(maxsize=64)
def picture(game_id: str, language: Language) -> str:
    """What is on the lid: a picture of the rulebook without its caption. So nothing needs to be compiled for it."""
    drawn = cover(find(game_id), language).read_text(encoding="utf-8")
    return re.sub('<text class="caption".*?</text>', "", drawn)


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot that can be chosen: the levels have as many stars as they are strong, the others none."""

    id: str
    name: str
    stars: int
    usual: bool


def opponents(game: Game, language: Language) -> list[Opponent]:
    """The bots that play a game: the levels first, the weakest before the strongest, then those that are no levels."""
    known = sorted(names(game), key=lambda name: name not in LEVELS)
    stars = {name: number for number, name in enumerate(LEVELS, 1)}
    return [Opponent(name, bot_name(name).to(language), stars.get(name, 0), name == USUAL) for name in known]


@dataclass(frozen=True, slots=True)
class Field:
    """One option as a field of the form for a new table."""

    name: str
    label: str
    kind: str
    default: str
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    can_be_off: bool = False
    more: bool = False
    """Shown only to those who ask for more settings."""


def form(game: Game, language: Language) -> list[Field]:
    """The declared options of a game as fields."""
    fields = [_field(option, language) for option in game.options]
    main = [field for field in fields if not field.more][:_MAIN_OPTIONS]
    return [field if field in main else replace(field, more=True) for field in fields]


def _field(option: Option, language: Language) -> Field:
    name, label = option.name, option.label.to(language)
    default = option.write(option.default)
    if isinstance(option, Flag):
        return Field(name, label, "flag", "yes" if option.default else "")
    if isinstance(option, Choice):
        return Field(name, label, "select", default, _words(option.values, language))
    if isinstance(option, Grid):
        sizes = tuple(
            (f"{rows}x{columns}", f"{rows} × {columns}") for rows in option.values for columns in option.values
        )
        return Field(name, label, "select", default, sizes, more=True)
    if isinstance(option, Several):
        return Field(name, label, "several", "", _words(option.values, language), more=True)
    if isinstance(option, Whole):
        return _number(option, label, default, language)
    return Field(name, label, "text" if isinstance(option, Document) else "line", "", more=True)


def _words(values: Mapping[str, Text], language: Language) -> tuple[tuple[str, str], ...]:
    return tuple((value, text.to(language)) for value, text in values.items())


def _number(option: Whole, label: str, default: str, language: Language) -> Field:
    values = option.values
    if len(values) > _MOST_LISTED:
        low, high = values[0], values[-1]
        return Field(option.name, label, "number", default, low=low, high=high, can_be_off=option.can_be_off, more=True)
    listed = [(str(value), str(value)) for value in sorted(values)]
    if option.can_be_off:
        listed.append((OFF, PAGES["off"].to(language)))
    return Field(option.name, label, "select", default, tuple(listed))


@dataclass(frozen=True, slots=True)
class Place:
    """A seat these options give, and the person who plays it."""

    id: str
    name: str
    holder: int


def places(game: Game, given: Mapping[str, str], language: Language) -> list[Place]:
    """The seats of a game with these options."""
    refuse_files(game, given)
    state = game.start(**cast(Mapping[str, OptionValue], given))
    return [
        Place(seat.id, seat.name.to(language), holder) for seat, holder in zip(state.seats, state.holders, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook."""

    anchor: str
    title: str


@lru_cache(maxsize=64)
def rules(game_id: str, language: Language) -> tuple[str, tuple[Chapter, ...]]:
    """A rulebook as HTML, and its chapters. Its own headline is left out: the page has one."""
    game = find(game_id)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(rulebook(game, language).read_text(encoding="utf-8"))
    if tokens and tokens[0].tag == "h1":
        tokens = tokens[3:]
    chapters = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = tokens[at + 1].content
            anchor = _anchor(title)
            if token.tag == "h2":
                chapters.append(Chapter(anchor, re.sub(r"[*_`]", "", title)))
            token.attrSet("id", anchor)
        _lower(token)
        for child in token.children or ():
            _picture(child, game_id)
    return reader.renderer.render(tokens, reader.options, {}), tuple(chapters)


def _lower(token: Token) -> None:
    """The page's own headlines stand above those of the rulebook."""
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{int(token.tag[1]) + 1}"


def _picture(token: Token, game_id: str) -> None:
    if token.type != "image":
        return
    token.attrs = {"src": f"/games/{game_id}/{token.attrs['src']}", "alt": "", "loading": "lazy"}


def _anchor(title: str) -> str:
    return "regle-" + re.sub(r"\W+", "-", title.lower()).strip("-")
