"""From a wish for a table to the first entry of its log."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ludotheque.bots.levels import USUAL
from ludotheque.bots.roster import names
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find, games
from ludotheque.core.documents import Document
from ludotheque.core.options import changed
from ludotheque.core.text import Text, counted
from ludotheque.tables.log import ClockEntry, Entry, PlayerEntry, now_ms
from ludotheque.tables.refusals import Refused

MOST_NICKNAME = 24
CLOCK_SECONDS = range(5, 86_400 * 14 + 1)
INCREMENT_SECONDS = range(3600 + 1)
"""What a clock may give for a game, and for each move."""
_LONG_OPTIONS = 300
"""Letters. Whole documents among the options take a while to be read and checked."""


@dataclass(frozen=True, slots=True)
class SeatWish:
    """Who is to sit somewhere: whoever opens the table, anybody, or a bot."""

    kind: Literal["me", "open", "bot"]
    bot: str = ""
    nickname: str | None = None
    """Nothing: their own; empty: somebody without a name, called by the seat."""


@dataclass(frozen=True, slots=True)
class TableWish:
    """A table somebody would like to open."""

    game: str
    options: Mapping[str, object]
    seats: Sequence[SeatWish] = ()
    clock: ClockEntry | None = None
    public: bool = False
    luck: str = ""
    """What chance follows from, where it is to be the same for everybody: the date of a day's task."""


def game_named(name: str) -> Game:
    """The game with this id."""
    if name not in games():
        raise Refused("no-game", Text("That game is not in the cupboard."))
    return find(name)


def new_table_id() -> str:
    """A table's id is its invitation: it cannot be guessed."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(12))


def takes_long(options: Mapping[str, object]) -> bool:
    """Whether a game with these options takes long to begin: nobody else should wait for it."""
    return sum(len(str(value)) for value in options.values()) > _LONG_OPTIONS


def first_entry(wish: TableWish, visitor: str, nickname: str) -> Entry:
    """The log's first entry; refuses options that do not go together, and seats that are not there."""
    game = game_named(wish.game)
    state = game.start(**_tidied(game, wish.options))
    entry: Entry = {
        "kind": "opened",
        "at": now_ms(),
        "game": game.id,
        "options": changed(game.options, state.options),
        "players": _players(state, wish.seats, visitor, nickname),
        "clock": wish.clock,
        "public": wish.public,
        "owner": visitor,
    }
    return {**entry, "luck": wish.luck} if wish.luck else entry


def check_bot(game: Game, bot: str) -> None:
    """Refuses a bot that does not play this game."""
    if bot not in names(game):
        raise Refused("no-bot", Text("There is no such bot; there are {bots}.", bots=", ".join(names(game))))


def tidy_nickname(given: str) -> str:
    """A nickname as it is kept: one line, printable, not too long. Pages escape it; nothing else is forbidden."""
    kept = "".join(letter if letter.isprintable() else " " for letter in given)
    return " ".join(kept.split())[:MOST_NICKNAME].strip()


def refuse_files(game: Game, given: Mapping[str, object]) -> None:
    """Refuses an option that would name a file of ours: at a table a document is given as text."""
    for option in game.options:
        if isinstance(option, Document) and option.name in given:
            value = given[option.name]
            if not isinstance(value, str) or not Document.is_text(value):
                raise option.refusal(value)


def _tidied(game: Game, options: Mapping[str, object]) -> dict[str, object]:
    """Options as a form sends them: what was left empty was not given. What might name a file of ours is refused."""
    given = {name: value for name, value in options.items() if value != ""}
    refuse_files(game, given)
    return given


def _players(state: State, wishes: Sequence[SeatWish], visitor: str, nickname: str) -> list[PlayerEntry]:
    """One entry for each player. Wishes may be one per seat or one per player; the rest is open."""
    player_of_seat = state.player_of_seat
    count = len(set(player_of_seat))
    if len(wishes) > len(player_of_seat):
        many = len(player_of_seat)
        raise Refused("not-allowed", counted("There is only {n} seat.", "There are only {n} seats.", n=many))
    by_player: dict[int, SeatWish] = {}
    per_player = len(wishes) <= count
    for at, wish in enumerate(wishes):
        by_player.setdefault(at if per_player else player_of_seat[at], wish)
    if not wishes:
        by_player[0] = SeatWish("me")
    return [_player(state.game, by_player.get(number), visitor, nickname) for number in range(count)]


def _player(game: Game, wish: SeatWish | None, visitor: str, nickname: str) -> PlayerEntry:
    if wish is None or wish.kind == "open":
        return {"kind": "open", "visitor": "", "nickname": "", "bot": ""}
    if wish.kind == "bot":
        bot = wish.bot or USUAL
        check_bot(game, bot)
        return {"kind": "bot", "visitor": "", "nickname": "", "bot": bot}
    name = nickname if wish.nickname is None else tidy_nickname(wish.nickname)
    return {"kind": "person", "visitor": visitor, "nickname": name, "bot": ""}
