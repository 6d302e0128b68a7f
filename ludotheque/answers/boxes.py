"""What the pages show of a box: facts from its label, a picture, its form, its bots, its lessons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.answers import forms
from ludotheque.answers.forms import OptionForm
from ludotheque.bots import roster
from ludotheque.bots.characters import SPARE, character
from ludotheque.bots.levels import LEVELS, USUAL
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find
from ludotheque.core.lesson import Lesson, lesson_for, lessons_of
from ludotheque.core.solo import is_alone
from ludotheque.core.text import Text, counted, joined
from ludotheque.core.variants import options_of, setting_words, variant_of
from ludotheque.drawing import rulebooks, svg
from ludotheque.drawing.box import box_of
from ludotheque.drawing.drawn import start, symbols_of
from ludotheque.drawing.rulebooks import cover, rulebook
from ludotheque.tables.characters import names_of_players
from ludotheque.tables.opening import refuse_files
from ludotheque.tables.table import Table

_MAIN_OPTIONS = 2
"""So many options are shown at once; the others to those who ask for more settings."""
_MAIN_KINDS = ("choice", "numbered", "whole", "flag")


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
    if low < high:
        players = Text("{low}–{high} players", low=low, high=high)
    else:
        players = counted("{n} player", "{n} players", n=low)
    return Facts(
        game.id,
        game.title.to(language),
        game.blurb.to(language),
        players.to(language),
        Text("from age {age}", age=game.age).to(language),
        Text("{minutes}\N{NO-BREAK SPACE}min", minutes=game.minutes).to(language),
    )


@lru_cache(maxsize=64)
def picture(game_id: str) -> str:
    """What is on the lid: a picture of the rulebook, so that nothing needs to be computed for it; without one, the game
    as it begins."""
    game = find(game_id)
    drawn = cover(game)
    if drawn is not None:
        return drawn.read_text(encoding="utf-8")
    return svg.render(start(game).scene(None), symbols_of(game), game.id, language=None)


@lru_cache(maxsize=64)
def variant_picture(game_id: str, variant_id: str) -> str | None:
    """How a variant looks, drawn by its own rules; nothing where there is no such variant."""
    game = find(game_id)
    variant = next((each for each in game.variants if each.id == variant_id), None)
    return None if variant is None else rulebooks.variant_picture(game, variant)


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play: against bots, on one device, online, alone."""

    id: str
    name: str
    hint: str


_MODES = {
    "bot": (Text("Against a bot"), Text("You and the computer")),
    "here": (Text("On this device"), Text("Pass it around, turn by turn")),
    "online": (Text("Online"), Text("Send the others a link")),
    "alone": (Text("Alone"), Text("You against the game")),
}


@dataclass(frozen=True, slots=True)
class Print:
    """Something that can be printed: what it is, and how it is asked for."""

    name: str
    query: str


def prints(game: Game, language: Language) -> list[Print]:
    """What can be printed of a box: as it usually is, with other boards where there are some, and the rulebook."""
    box = Text("What lies in the box, to cut out").to(language)
    found = [Print(box, "what=box")]
    for option in box_of(game).differs:
        for value in option.values:
            words = joined(": ", [option.label, option.words(value)]).to(language)
            if value != option.default:
                found.append(Print(f"{box}, {words}", f"what=box&{option.name}={option.write(value)}"))
    if rulebook(game, language) is not None:
        found.append(Print(Text("The rulebook, as a booklet").to(language), "what=rules"))
    return found


def modes(game: Game, language: Language) -> list[Mode]:
    """The ways to play a game."""
    ids = ["bot", "here", "online"] if game.players[-1] > 1 else []
    ids += ["alone"] if game.players[0] == 1 else []
    return [Mode(id_, *(text.to(language) for text in _MODES[id_])) for id_ in ids]


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot that can be chosen: the levels have as many stars as they are strong, the others none."""

    id: str
    name: str
    stars: int
    usual: bool


def cast(game: Game) -> dict[str, list[dict[str, str]]]:
    """Who each bot is, by the number of the player it would be: its first name, and where its face is; then who it is
    where that name is a person's."""
    numbers = (*range(game.players[-1]), *SPARE)
    return {
        bot: [{"name": each.name, "face": each.face} for each in (character(bot, game.id, at) for at in numbers)]
        for bot in roster.names(game)
    }


def opponents(game: Game, language: Language) -> list[Opponent]:
    """The bots that play a game: the levels first, the weakest before the strongest, then those that are no levels."""
    known = sorted(roster.names(game), key=lambda name: name not in LEVELS)
    stars = {name: number for number, name in enumerate(LEVELS, 1)}
    return [Opponent(name, roster.title(name).to(language), stars.get(name, 0), name == USUAL) for name in known]


def options(game: Game, language: Language) -> tuple[list[OptionForm], list[OptionForm]]:
    """The options that are shown at once, and the others; those that a variant chooses are chosen with it."""
    chosen = options_of(game.variants)
    fields = [field for field in forms.options(game, language) if field.name not in chosen]
    fine = {option.name for option in game.options if option.fine}
    plain = [field for field in fields if field.kind in _MAIN_KINDS and field.name not in fine]
    main = [field for field in plain if field.values or field.kind == "flag"]
    shown = main[: _MAIN_OPTIONS - bool(chosen)]
    return shown, [field for field in fields if field not in shown]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat these options give, and the player who has it."""

    id: str
    name: str
    player: int


@dataclass(frozen=True, slots=True)
class Certain:
    """What a book knows of how a game begins: in words, which player wins, and the bot that plays by it."""

    words: str
    player: int
    bot: str = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats that options give; for one who plays alone, what they play for; and the bot that is expected."""

    seats: list[Place]
    solo: str
    certain: Certain | None = None
    bot: str = USUAL


def seating(game: Game, given: Mapping[str, str], language: Language) -> Seating:
    """Who can sit at a game with these options."""
    refuse_files(game, given)
    state = game.start(**given)
    places = [
        Place(seat.id, seat.name.to(language), player)
        for seat, player in zip(state.seats, state.player_of_seat, strict=True)
    ]
    return Seating(places, aim(state, language), _certain(game, state, language))


def aim(state: State, language: Language) -> str:
    """What one plays for who plays alone; nothing in company."""
    solo = state.game.solo
    return solo.aim.to(language) if solo is not None and is_alone(state) else ""


def _certain(game: Game, state: State, language: Language) -> Certain | None:
    """That whoever begins wins, where that is known. The label is asked first, as a brain is slow to load."""
    book = game.brain.book if "book" in game.abilities else None
    known = None if book is None else book(state)
    if known is None or (known.winner,) != state.acting:
        return None
    words = Text(
        "Whoever begins wins if they make no mistake, within {moves} moves of both together.", moves=known.moves
    )
    return Certain(words.to(language), state.player_of_seat[known.winner])


@dataclass(frozen=True, slots=True)
class Told:
    """Which game a table plays, for those who are invited to it: a line about its options, and its picture."""

    setting: str
    picture: str


def told(game: Game, given: Mapping[str, str], language: Language) -> Told:
    """The variant and the other options of a table, in words, and what it looks like."""
    variant = variant_of(game.variants, game.options, given)
    name = "picture.svg" if variant is None else f"variants/{variant.id}.svg"
    words = setting_words(game.variants, game.options, given)
    return Told(words.to(language), f"/games/{game.id}/{name}")


def seated(table: Table) -> list[str]:
    """Who sits at a table already, bots too."""
    return [name for name in names_of_players(table) if name]


@dataclass(frozen=True, slots=True)
class Learnt:
    """A lesson that can be taken."""

    id: str
    title: str


def lessons(game: Game, language: Language) -> list[Learnt]:
    """The lessons of a box, the basics first."""
    return [Learnt(each.id, each.title.to(language)) for each in lessons_of(game)]


def lesson(game: Game, given: Mapping[str, str], language: Language) -> Learnt | None:
    """The lesson for those who sit at a table with these options."""
    found = lesson_for(game, given)
    return None if found is None else Learnt(found.id, found.title.to(language))


def plan(game: Game, taken: Lesson, language: Language) -> dict[str, object]:
    """What the page of a lesson needs to know from the beginning; the steps it asks for one by one."""
    seats = start(game, **taken.game).seats
    return {
        "game": game.id,
        "lesson": taken.id,
        "steps": len(taken.steps),
        "end": taken.end.to(language),
        "options": dict(taken.game),
        "seats": len(seats),
    }
