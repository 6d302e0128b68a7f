"""Processes that serve the same tables agree on them, whatever is lost on the way between them.

The log in the database is what is true. What processes tell each other only makes it quicker: every second each of them
says how far the tables are that it has changed, and about which its bots think; who hears of entries it does not have
reads on. When the line to the others was down, or is in doubt, all tables in memory are compared with the database; now
and then they are anyway. And whoever looks at a table is shown what the database has.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from ludotheque.server import journal
from ludotheque.server.live.memory import LiveTable
from ludotheque.tables.refusals import Refused

if TYPE_CHECKING:
    from ludotheque.server.live.care import Soon
    from ludotheque.server.live.registry import Registry

_BEAT_SECONDS = 1.0
_TOLD_SECONDS = 4.0
"""How long after a change the heartbeat tells of it: several times, should one be lost."""
_COMPARE_BEATS = 15
_MOST_COMPARED = 500
ALL = "all"
"""What is said to all processes, of no single table."""


class Agreement:
    """What one process does to agree with the others."""

    def __init__(self, registry: Registry, soon: Soon) -> None:
        self._registry = registry
        self._soon = soon
        self._changed: dict[str, float] = {}
        self._comparing: asyncio.Task[None] | None = None

    def changed(self, table_id: str) -> None:
        """This process, which is not alone, has appended to a log."""
        self._changed[table_id] = time.monotonic()

    async def beat_for_ever(self) -> None:
        """The heartbeat."""
        if self._registry.fanout.alone:
            return
        beats = 0
        while True:
            await asyncio.sleep(_BEAT_SECONDS)
            beats += 1
            self.beat()
            if self._registry.fanout.unsure or beats % _COMPARE_BEATS == 0:
                self.compare_soon()

    def beat(self) -> None:
        """Says how far tables are, and where bots think."""
        since = time.monotonic() - _TOLD_SECONDS
        self._changed = {table: at for table, at in self._changed.items() if at > since}
        here = self._registry.in_memory
        message = {
            "what": "beat",
            "newest": {each: here[each].table.sequence for each in self._changed if each in here},
            "thinking": [each for each, live in here.items() if live.thinking is not None],
        }
        self._registry.fanout.tell(ALL, message)

    def heard(self, message: dict[str, Any]) -> None:
        """Takes the heartbeat of another process, or that the line to the others is back."""
        if message["what"] == "back":
            self.compare_soon()
            return
        here, now = self._registry.in_memory, time.monotonic()
        for table_id in message["thinking"]:
            if table_id in here:
                here[table_id].claimed = now
        for table_id, newest in message["newest"].items():
            if table_id in here and newest > here[table_id].table.sequence and self._needed(here[table_id]):
                self._soon(self._calmly(self._registry.check(here[table_id])))

    def compare_soon(self) -> None:
        """Compares all tables in memory with the database, beside; not twice at the same time."""
        if self._comparing is None or self._comparing.done():
            self._comparing = self._soon(self._calmly(self._compare()))

    async def _compare(self) -> None:
        tables = list(self._registry.in_memory)
        for first in range(0, len(tables), _MOST_COMPARED):
            newest = await self._registry.store.newest(tables[first : first + _MOST_COMPARED])
            for table_id, sequence in newest.items():
                live = self._registry.in_memory.get(table_id)
                if live is not None and sequence > live.table.sequence and self._needed(live):
                    await self._registry.check(live)

    def _needed(self, live: LiveTable) -> bool:
        """Whether anybody here needs what others have appended; else it is noted that there is more."""
        live.old = live.old or not self._registry.ownership.needs(live)
        return not live.old

    async def _calmly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused:
            return  # the database is away: next time
        except Exception:
            journal.trouble("agreement")

    async def behind(self, live: LiveTable) -> bool:
        """Whether the database has more of a table than this process. While it does not answer, what is known has to
        do."""
        if self._registry.fanout.alone or self._registry.store.troubled:
            return False
        newest = await self._registry.store.newest([live.table.id])
        return newest.get(live.table.id, 0) > live.table.sequence
