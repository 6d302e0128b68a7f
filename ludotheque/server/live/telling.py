"""What viewers of a table are told, as JSON: everything, or what has changed since they were told last.

What all who look from one seat are told is encoded once and kept with the table, as bytes; the small part of one's own
is put beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import orjson

from ludotheque.core.catalogues import Language
from ludotheque.drawing import changes
from ludotheque.tables import snapshot
from ludotheque.tables.snapshot import Company, Viewer
from ludotheque.tables.table import Table
from ludotheque.tables.told import Told


def whole(table: Table, viewer: Viewer, company: Company, now: int) -> bytes:
    """Everything a viewer may know of the table."""
    seat = snapshot.seat_shown(table, viewer)
    own = snapshot.own(table, viewer, seat, company, now)
    return _message("table", _shared(table, seat, viewer.language, plain=viewer.plain), own)


def _message(kind: str, shared: bytes, own: Mapping[str, object]) -> bytes:
    return b'{"type":"%b",%b,%b' % (kind.encode(), shared, orjson.dumps(own)[1:])


def _shared(table: Table, seat: int | None, language: Language, *, plain: bool) -> bytes:
    """The part that is the same for all who look from this seat: JSON fields without braces."""
    if not plain:
        return _kept(table, (seat, language), lambda: snapshot.told(table, seat, language).whole())
    common = _kept(table, language, lambda: snapshot.common(table, language))
    return common + b"," + _kept(table, seat, lambda: snapshot.for_programs(table, seat))


def _kept(table: Table, key: object, made: Callable[[], Mapping[str, object]]) -> bytes:
    """JSON fields without braces, encoded once."""
    kept = table.made.encoded
    if key not in kept:
        kept[key] = orjson.dumps(made())[1:-1]
    return kept[key]


class Following:
    """What one page has been told so far, so that it can be told what changes.

    Messages are numbered (`told`), and one that tells changes says since which (`since`). Who has not got that one asks
    for the whole table; so a page may be slow, but never wrong."""

    def __init__(self) -> None:
        self._before: Told | tuple[Table, int | None, Language] | None = None
        self._own: Mapping[str, object] = {}
        self.number = 0
        """Of the message it was told last."""

    def lost(self) -> None:
        """What the page has is not known any more: it is told everything next."""
        self._before = None

    def rest(self) -> None:
        """Nothing has happened for a while: what it was told is made again when it is needed."""
        if isinstance(self._before, Told):
            self._before = self._before.table, self._before.seat, self._before.language

    def next(self, table: Table, viewer: Viewer, company: Company, now: int) -> bytes:
        """What the page must be told of the table as it is now."""
        seat = snapshot.seat_shown(table, viewer)
        own = snapshot.own(table, viewer, seat, company, now)
        told = snapshot.told(table, seat, viewer.language)
        before, was = self._before, self._own
        if isinstance(before, tuple):
            before = snapshot.told(*before)
        self._before, self._own = told, own
        self.number += 1
        if before is None:
            shared = _shared(table, seat, viewer.language, plain=False)
            return _message("table", b'"told":%d,%b' % (self.number, shared), own)
        numbers = b'"told":%d,"since":%d,' % (self.number, self.number - 1)
        return _message("changes", numbers + _changes(before, told), {"own": changes.of_fields(was, own)})


def _changes(before: Told, after: Told) -> bytes:
    """What changes for all who look so: JSON fields without braces."""
    kept = after.table.made.encoded
    key = before.table.sequence, before.seat, after.seat, after.language
    if key not in kept:
        told = after.since(before)
        if scene := _scene_changes(before, after):
            told["scene"] = orjson.Fragment(scene)
        kept[key] = orjson.dumps(told)[1:-1]
    return kept[key]


def _scene_changes(before: Told, after: Told) -> bytes:
    """What changes in the picture; empty where nothing does. Where all see the same picture it is found out once."""
    kept, key = after.table.made.scenes, (id(before.scene), id(after.scene), after.language)
    if key not in kept:
        told = after.scene_since(before)
        # the pictures are kept along, for what they are known by must not become another's
        kept[key] = before.scene, after.scene, orjson.dumps(told) if told else b""
    return kept[key][2]
