"""The entries of a table's log. The log is all there is: what a table is follows from it (`table.py`)."""

from __future__ import annotations

import time
from typing import Literal, NotRequired, Required, TypedDict

PlayerKind = Literal["person", "bot", "open"]


class PlayerEntry(TypedDict):
    """Who plays, as the log tells it."""

    kind: PlayerKind
    visitor: str
    nickname: str
    bot: str


class ClockEntry(TypedDict):
    """How long each player may think: seconds for the whole game, and seconds added for each move."""

    seconds: int
    increment: int


class Entry(TypedDict, total=False):
    """One line of a log. `kind` says what happened and which other fields there are.

    opened      game, options, players, clock, public, owner, luck?, carried?
    sat         seat, visitor, nickname         left      seat
    bot         seat, bot                       handed    visitor, to (a visitor moves to another device), nickname?
    move        seat (-1: chance), move, key?   undone    to (how many moves are left)
    asked       what (undo, draw, rematch), seat          answered  what, seat, yes
    resigned    seat, bot                       flagged   seat, bot (who plays on where several play)
    phrase      seat, phrase                    next-game
    seen        seat (somebody has looked enough)         abandoned
    """

    kind: Required[str]
    at: Required[int]
    game: str
    options: dict[str, str]
    players: list[PlayerEntry]
    clock: ClockEntry | None
    public: bool
    owner: str
    luck: NotRequired[str]
    carried: NotRequired[bool]
    seat: int
    visitor: str
    nickname: str
    bot: str
    to: int | str
    move: str
    key: NotRequired[str]
    what: str
    yes: bool
    phrase: str


def entry_of(kind: str, at: int, **fields: object) -> Entry:
    """An entry made now; its kind says which fields it has."""
    entry: Entry = {"kind": kind, "at": at, **fields}  # type: ignore[typeddict-item]  # as the kind says
    return entry


def now_ms() -> int:
    """The time in milliseconds, as entries note it."""
    return time.time_ns() // 1_000_000
