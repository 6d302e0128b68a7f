"""The tables of one device, and what else it keeps. Whoever asks is always the same person, who may hold all seats.

Nothing is answered before it is kept: what changes something is given out (`Keep`), whoever runs the house keeps it and
says so (`kept`); only then it is so. If that fails (`lost`), nothing has happened.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import IllegalMove
from ludotheque.tables import actions
from ludotheque.tables.actions import Draft, Request
from ludotheque.tables.carrying import ME, carried, leaving
from ludotheque.tables.listed import Listed
from ludotheque.tables.log import Entry, now_ms
from ludotheque.tables.opening import TableWish, first_entry, new_table_id
from ludotheque.tables.refusals import NO_TABLE, NOT_YOURS, OLD_RULES, refused
from ludotheque.tables.results import SoloResult, solo_result
from ludotheque.tables.snapshot import Company, Viewer, snapshot
from ludotheque.tables.table import Table, fold, opened, replay

_IN_MEMORY = 8
"""So many tables are kept in memory; the others are in their logs."""
_MOMENTS = 21
"""So many of a table's latest moments are known to pages that have missed some."""


class Needed(Exception):
    """The log of a table is not here: it must be brought."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


@dataclass(frozen=True, slots=True)
class Change:
    """Entries that are to be kept, after how many there are; and the table after each of them."""

    after: int
    entries: tuple[Entry, ...]
    tables: tuple[Table, ...]

    @property
    def table(self) -> Table:
        return self.tables[-1]


@dataclass(frozen=True, slots=True)
class Keep:
    """What is to be kept, all or nothing: entries of one table, values by their keys, and what is thrown away."""

    change: Change | None = None
    puts: Mapping[str, Any] = field(default_factory=dict)
    deletes: tuple[str, ...] = ()
    drops: tuple[str, ...] = ()
    """Whole tables."""


class House:
    """All tables that are in use, and what else the device keeps."""

    def __init__(self) -> None:
        self._moments: OrderedDict[str, deque[Table]] = OrderedDict()
        """The tables in memory, as they were lately; the one used last is the last."""
        self._logs: dict[str, list[Entry]] = {}
        """Their logs."""
        self._missing: set[str] = set()
        """What was asked for, and there is no log of it."""
        self._old: set[str] = set()
        """Tables whose rules have changed since."""
        self.kept_values: dict[str, Any] = {}
        self._pending: dict[int, Keep] = {}
        self._tokens = itertools.count(1)

    # What is there

    def bring(self, table_id: str, entries: Iterable[Entry]) -> None:
        """A table from its log; of one that is here already, what has come since."""
        log = list(entries)
        if not log:
            self._missing.add(table_id)
            self._forget(table_id)
            return
        self._missing.discard(table_id)
        known = self._moments.get(table_id)
        try:
            if known is None:
                self._moments[table_id] = deque([replay(table_id, log)], _MOMENTS)
            else:
                for entry in log[known[-1].sequence :]:
                    known.append(fold(known[-1], entry))
        except IllegalMove:
            self._old.add(table_id)
            return
        self._logs[table_id] = log
        self._used(table_id)

    def remember(self, values: Mapping[str, Any]) -> None:
        """All that is kept by keys: when the house begins, and when another tab has changed something."""
        self.kept_values = dict(values)

    @property
    def tables(self) -> list[Table]:
        """Those in memory."""
        return [moments[-1] for moments in self._moments.values()]

    def has(self, table_id: str) -> bool:
        """Whether a table is in memory."""
        return table_id in self._moments

    def table(self, table_id: str) -> Table:
        if table_id in self._missing | self._old:
            raise refused(OLD_RULES if table_id in self._old else NO_TABLE)
        if table_id not in self._moments:
            raise Needed(table_id)
        self._used(table_id)
        return self._moments[table_id][-1]

    def _used(self, table_id: str) -> None:
        self._moments.move_to_end(table_id)
        while len(self._moments) > _IN_MEMORY:
            self._forget(next(iter(self._moments)))

    def _forget(self, table_id: str) -> None:
        self._moments.pop(table_id, None)
        self._logs.pop(table_id, None)

    def log(self, table_id: str) -> list[Entry]:
        """All that happened at a table, for somewhere else."""
        table = self.table(table_id)
        return leaving(self._logs[table_id], table, ME)

    def listed(self) -> list[Listed]:
        """All tables there are, the latest first."""
        found = [Listed.read(value) for key, value in self.kept_values.items() if key.startswith("listed/")]
        return sorted(found, key=lambda each: each.at_ms, reverse=True)

    def own(self, table_id: str, seat: int) -> Table:
        """A table at which this seat is played on this device."""
        table = self.table(table_id)
        if seat not in table.seats_of(ME):
            raise refused(NOT_YOURS)
        return table

    # What changes tables

    def open(self, wish: TableWish) -> Keep:
        """A new table."""
        entry = first_entry(wish, ME, self.nickname)
        table = opened(new_table_id(), entry)
        draft = Draft(table, entry["at"])
        draft.settle()
        return self.keeping(Change(0, (entry, *draft.entries), (table, *draft.tables)))

    def carry(self, entries: Sequence[Mapping[str, Any]]) -> Keep:
        """A table that began elsewhere goes on here."""
        table, log = carried(new_table_id(), entries, ME, now_ms())
        draft = Draft(table, table.at)
        draft.settle()
        return self.keeping(Change(0, (*log, *draft.entries), (table, *draft.tables)))

    @property
    def nickname(self) -> str:
        me: Mapping[str, str] = self.kept_values.get("me", {})
        return me.get("nickname", "")

    def act(self, table_id: str, name: str, request: Request) -> Keep | None:
        """Something that a person does."""
        return self.changed(table_id, lambda draft: actions.perform(draft, name, request))

    def changed(self, table_id: str, done: Callable[[Draft], None]) -> Keep | None:
        """What is to be kept of something that is done at a table; nothing where nothing was."""
        draft = Draft(self.table(table_id))
        done(draft)
        if not draft.entries:
            return None
        return self.keeping(Change(draft.before.sequence, tuple(draft.entries), tuple(draft.tables)))

    def keeping(self, change: Change) -> Keep:
        """A change, with what lists tell of the table and what was reached at it."""
        table = change.table
        puts: dict[str, Any] = {f"listed/{table.id}": Listed.of(table).noted()}
        reached = solo_result(table) if table.over else None
        if reached is not None and (better := self.better(reached, table.at)) is not None:
            puts.update([better])
        return Keep(change, puts)

    def better(self, reached: SoloResult, at: int) -> tuple[str, dict[str, Any]] | None:
        """What is to be noted of a result, by its key: nothing where there is one as good."""
        key = best_key(reached.game, reached.options)
        known = self.kept_values.get(key)
        if known is not None and list(reached.rank) <= known["rank"]:
            return None
        return key, {
            "game": reached.game,
            "options": dict(reached.options),
            "result": list(reached.result),
            "rank": list(reached.rank),
            "table": reached.table,
            "number": reached.number,
            "at_ms": at,
        }

    # Keeping

    def pending(self, keep: Keep) -> int:
        """The number under which something waits to be kept."""
        token = next(self._tokens)
        self._pending[token] = keep
        return token

    def kept(self, token: int) -> None:
        """It is kept: from now on it is so."""
        keep = self._pending.pop(token)
        if keep.change is not None:
            self._advance(keep.change)
        self.kept_values.update(keep.puts)
        for key in keep.deletes:
            self.kept_values.pop(key, None)
        for table in keep.drops:
            self._forget(table)

    def lost(self, token: int) -> Keep:
        """It could not be kept: nothing has happened."""
        return self._pending.pop(token)

    def _advance(self, change: Change) -> None:
        moments = self._moments.setdefault(change.table.id, deque(maxlen=_MOMENTS))
        known = moments[-1].sequence if moments else 0
        if known == change.after:
            for moment in moments:
                moment.forget()
            moments.extend(change.tables)
            self._logs.setdefault(change.table.id, []).extend(change.entries)
        self._used(change.table.id)

    # What is told

    def look(self, table: Table, viewer: Viewer) -> dict[str, object]:
        """A table as whoever holds the device may see it."""
        return snapshot(table, viewer, Company(online=frozenset({ME})), now_ms())

    def moments(self, table_id: str, after: int) -> list[Table]:
        """The moments after entry `after` that are known, the present one at least; none if that is the present one."""
        table = self.table(table_id)
        if after == table.sequence:
            return []
        return [each for each in self._moments[table_id] if each.sequence > after > 0] or [table]


def viewer(seat: int | None, language: Language, *, watch: bool = False, plain: bool = False) -> Viewer:
    """Whoever holds the device, looking from a seat; or as somebody who only watches."""
    return Viewer("" if watch else ME, seat, language, plain)


def best_key(game: str, options: Mapping[str, str]) -> str:
    """Where the best result with these options is noted."""
    return f"best/{game}/" + "&".join(f"{name}={options[name]}" for name in sorted(options))
