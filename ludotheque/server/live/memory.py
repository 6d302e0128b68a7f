"""A table in memory: how it is, how it was a moment ago, who watches it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from ludotheque.drawing.drawn import Drawn
from ludotheque.tables.snapshot import Company
from ludotheque.tables.table import Table

RECENT = 21
"""How many of a table's latest moments those are told who come back after a lost connection."""
_KEPT = 2
"""How many of them are kept; the others are in the log."""
_TOLD_SECONDS = 0.5
"""So long after something has happened all have been told who read what they are told."""
_RESTING_SECONDS = 20
"""Where nothing has happened for so long, what was made for those who look is forgotten."""
ABSENT_SECONDS = 60
"""Who has been away for so long may be replaced by a bot."""


class Watcher(Protocol):
    """Somebody who wants to know what happens at a table."""

    visitor: str

    def changed(self, tables: Sequence[Table]) -> None:
        """The table went through these moments."""

    def company(self) -> None:
        """Somebody came or went."""

    def rest(self) -> None:
        """Nothing has happened for a while: what can be made again need not be kept."""

    def move_on(self) -> None:
        """The table belongs to another process now: whoever watches comes back there."""


class LiveTable:
    """A table in memory."""

    def __init__(self, table: Table, epoch: str = "") -> None:
        self.table = table
        self.epoch = epoch
        """Of the database it was read from: only there it goes on."""
        self.recent: deque[Table] = deque([table], _KEPT)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, tuple[frozenset[str], int, float]] = {}
        """Who watches through other processes: visitors, spectators, and when that was heard."""
        self.timer: asyncio.TimerHandle | None = None
        self.ringing: asyncio.Task[None] | None = None
        """A time has run out, and that is being written down."""
        self.thinking: asyncio.Task[None] | None = None
        self.rested: Drawn | None = None
        """The state in which no bot wanted to move."""
        self.claimed = 0.0
        """When another process last said that its bots think about this table."""
        self.doubtful = False
        """The log may have entries that this process tried to append."""
        self.old = False
        """The log has entries that this process has not read: nobody here needed them."""
        self.used = time.monotonic()
        self.advanced = self.used
        """When something last happened here."""
        self.touched_ms = table.at
        self.seen = dict.fromkeys(table.people, self.used)
        """When each person was last here, as far as this process knows."""
        self._tidying: asyncio.TimerHandle | None = None
        self._company: Company | None = None
        self._company_of: frozenset[str] = frozenset()

    def advance(self, tables: Sequence[Table]) -> None:
        """The table goes on through these moments, and those who watch are told."""
        for moment in self.recent:
            moment.forget()
        self.table = tables[-1]
        self.recent.extend(tables)
        self.advanced = time.monotonic()
        for watcher in self.watchers:
            watcher.changed(tables)
        if self.watchers and self._tidying is None:
            self._tidying = asyncio.get_running_loop().call_later(_TOLD_SECONDS, self._tidy)

    def _tidy(self) -> None:
        """Those who watch have been told: the words are made again for whoever asks."""
        self._tidying = None
        self.table.made.told_to_all()

    def rest(self) -> None:
        """Forgets what was made for those who look, if nothing has happened for a while."""
        if max(self.advanced, self.used) > time.monotonic() - _RESTING_SECONDS:
            return
        self.recent = deque([self.table], _KEPT)
        self.table.sleep()
        for watcher in self.watchers:
            watcher.rest()

    def company(self) -> Company:
        """Who is here now, through any process; counted anew when somebody has come, gone or sat down."""
        people = self.table.people
        if self._company is None or self._company_of is not people:
            self._company, self._company_of = self._counted(people), people
        return self._company

    def recount(self) -> None:
        """Somebody has come or gone, or may have been away for long enough."""
        self._company = None
        self.company()

    def _counted(self, people: frozenset[str]) -> Company:
        here = [watcher.visitor for watcher in self.watchers]
        online = {visitor for visitor in here if visitor in people}
        spectators = sum(visitor not in people for visitor in here)
        for visitors, others, heard in self.elsewhere.values():
            if heard > time.monotonic() - 120:
                online |= visitors
                spectators += others
        now = time.monotonic()
        self.seen.update(dict.fromkeys(online, now))
        gone = [visitor for visitor in people if self.seen.setdefault(visitor, self.used) < now - ABSENT_SECONDS]
        return Company(frozenset(online), spectators, frozenset(gone))
