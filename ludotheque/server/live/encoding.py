"""Snapshots as JSON. What all who look from one seat are told is encoded once for each table, and kept with it."""

from __future__ import annotations

import orjson

from ludotheque.core.catalogues import Language
from ludotheque.tables import snapshot
from ludotheque.tables.snapshot import Company, Viewer
from ludotheque.tables.table import Table


def encoded(table: Table, viewer: Viewer, company: Company, now: int) -> bytes:
    """Everything a viewer may know of the table."""
    seat = snapshot.seat_shown(table, viewer)
    own = orjson.dumps(snapshot.own(table, viewer, company, now))
    return b'{"type":"table",' + _shared(table, seat, viewer.language, plain=viewer.plain) + b"," + own[1:]


def _shared(table: Table, seat: int | None, language: Language, *, plain: bool) -> bytes:
    """The part that is the same for all who look from this seat: JSON fields without braces."""
    kept, key = table.encoded, (seat, language, plain)
    if key not in kept:
        seen = snapshot.seen_from(table, seat, language, plain=plain)
        kept[key] = _common(table, language) + b"," + orjson.dumps(seen)[1:-1]
    return kept[key]


def _common(table: Table, language: Language) -> bytes:
    """The part that is the same for everybody who reads a language."""
    if language not in table.encoded:
        table.encoded[language] = orjson.dumps(snapshot.common(table, language))[1:-1]
    return table.encoded[language]
