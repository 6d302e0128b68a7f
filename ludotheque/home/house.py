"""The tables of one device. Whoever asks is always the same person, who may hold all seats.

Nothing is answered before it is kept: what changes a table is given out as entries of its log (`Change`), whoever runs
the house keeps them, and says so (`kept`); only then the table has changed. If that fails, nothing has happened.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.core.catalogues import Language
from ludotheque.tables import actions
from ludotheque.tables.actions import Draft, Request
from ludotheque.tables.jobs import Job, job_at
from ludotheque.tables.log import Entry, now_ms
from ludotheque.tables.opening import TableWish, first_entry
from ludotheque.tables.refusals import NO_TABLE, NOT_YOURS, refused
from ludotheque.tables.snapshot import Company, Viewer, snapshot
from ludotheque.tables.table import Table, opened, replay
from ludotheque.tables.timeouts import time_out

ME = "me"
"""Whoever has the device."""


@dataclass(frozen=True, slots=True)
class Change:
    """Entries that are to be kept, after how many there are."""

    table: Table
    after: int
    entries: tuple[Entry, ...]


class House:
    """All tables that are in use."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}

    def bring(self, table_id: str, entries: Iterable[Entry]) -> None:
        """A table from its log."""
        self._tables[table_id] = replay(table_id, entries)

    def table(self, table_id: str) -> Table:
        if table_id not in self._tables:
            raise refused(NO_TABLE)
        return self._tables[table_id]

    def kept(self, change: Change) -> Table:
        """What is changed is kept: from now on it is so. Refuses what another change has overtaken."""
        known = self._tables.get(change.table.id)
        if (known.sequence if known else 0) != change.after:
            raise RuntimeError(f"table {change.table.id} has changed meanwhile")
        self._tables[change.table.id] = change.table
        return change.table

    # What changes tables

    def open(self, wish: TableWish, nickname: str = "") -> Change:
        """A new table."""
        entry = first_entry(wish, ME, nickname)
        draft = Draft(opened(secrets.token_urlsafe(9), entry), entry["at"])
        draft.settle()
        return Change(draft.table, 0, (entry, *draft.entries))

    def act(self, table_id: str, name: str, seat: int, **more: str) -> Change:
        """Something that a person does."""
        return self._changed(table_id, lambda draft: actions.perform(draft, name, Request(ME, seat, **more)))

    def move(self, table_id: str, seat: int, text: str, key: str) -> Change | None:
        """A person's move; nothing where it was made before with this key."""
        if key and self.table(table_id).played_before(ME, key) is not None:
            return None
        return self.act(table_id, "move", seat, move=text, key=key)

    def bot_move(self, table_id: str, seat: int, text: str, seen: int) -> Change:
        """What a bot chose when the log had so many entries."""
        return self._changed(table_id, lambda draft: actions.bot_move(draft, seat, text, seen))

    def time_out(self, table_id: str) -> Change:
        """A time has run out."""
        return self._changed(table_id, time_out)

    def _changed(self, table_id: str, done: Callable[[Draft], None]) -> Change:
        draft = Draft(self.table(table_id))
        done(draft)
        return Change(draft.table, draft.before.sequence, tuple(draft.entries))

    # What is asked

    def look(self, table_id: str, seat: int | None, language: Language) -> Mapping[str, Any]:
        """The table as whoever holds the device may see it from a seat."""
        return snapshot(self.table(table_id), Viewer(ME, seat, language), Company(online={ME}), now_ms())

    def own(self, table_id: str, seat: int) -> Table:
        """A table at which this seat is played on this device."""
        table = self.table(table_id)
        if seat not in table.seats_of(ME):
            raise refused(NOT_YOURS)
        return table

    def job(self, table_id: str, advised: int | None = None) -> Job:
        """What bots need to know: those who play, or one behind a seat to advise it."""
        return job_at(self.table(table_id), advised)
