"""What the worker of the house calls: text in, text out (see “At home” in docs/architecture.md)."""

from __future__ import annotations

import json

from ludotheque.core.catalogues import preferred
from ludotheque.home import analysis, pages, person, shelf, sketches, tables
from ludotheque.home.rooms import Rooms, as_text

_rooms = Rooms()
ANSWERING = (analysis, pages, person, shelf, sketches, tables)
"""Who answers requests."""


def remember(values: str) -> None:
    """All that is kept by keys, when the house begins: a JSON object."""
    _rooms.house.remember(json.loads(values))


def bring(table: str, entries: str) -> str:
    """The whole log of a table, a JSON list; an empty one says that there is none."""
    return as_text(_rooms.bring(table, json.loads(entries)))


def answer(request: str) -> str:
    """What a request is answered."""
    return as_text(_rooms.answer(json.loads(request)))


def kept(token: int) -> None:
    """What an answer gave to keep is kept."""
    _rooms.kept(token)


def lost(token: int) -> None:
    """It could not be kept: nothing has happened."""
    _rooms.lost(token)


def thought(ticket: int, result: str | None = None) -> str:
    """What the worker of the bots came to; nothing: it was stopped. Answers as `answer` does."""
    return as_text(_rooms.thought(ticket, result))


def due() -> int | None:
    """In how many milliseconds `tick` is to be called; nothing: not for now."""
    return _rooms.due()


def tick() -> str:
    """Does what is due. Answers as `answer` does."""
    return as_text(_rooms.tick())


def moments(table: str, after: int, seat: int | None, language: str, watch: bool = False) -> str:  # noqa: FBT001, FBT002  # called from JavaScript
    """The snapshots of what has happened at a table since that entry, as the content of an answer."""
    return as_text(_rooms.moments(table, after, seat, preferred("", language), watch=watch))
