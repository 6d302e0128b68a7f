"""A table belongs to one of the processes on a machine: its sockets are there, and its bots think there.

A process where nobody watches a table, and whose bots have nothing to do with it, does not follow it move by move: it
notes that its copy is old, and reads on when somebody asks. When processes come or go, whoever watches at one that a
table no longer belongs to is told to come back, and comes to the right one (`http/handover.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from ludotheque.server.live.memory import LiveTable
from ludotheque.server.neighbours import Neighbours
from ludotheque.tables.refusals import Refused

if TYPE_CHECKING:
    from ludotheque.server.live.care import Soon
    from ludotheque.server.live.registry import Registry

_LOOK_SECONDS = 0.5
_SETTLED_SECONDS = 4.0
"""So long after the last change of who is there, tables move."""
_MOST_AT_ONCE = 20
"""So many tables move in one go: who watches them comes back all at once."""


class Ownership:
    """What one process does about it."""

    def __init__(self, registry: Registry, neighbours: Neighbours, soon: Soon) -> None:
        self._registry = registry
        self._neighbours = neighbours
        self._soon = soon
        self._known = 0.0
        """The last change of who is there that bots were told of."""
        self._settled = 0.0
        """The last one after which tables were moved."""

    def needs(self, live: LiveTable) -> bool:
        """Whether somebody here needs to know each move of a table."""
        if live.watchers or live.thinking is not None:
            return True
        bots = any(player.kind == "bot" for player in live.table.players)
        return bots and self._neighbours.mine(live.table.id)

    def ask(self, table_id: str) -> bool:
        """Asks the process that a table belongs to, to let its bots move; False: that is this one."""
        return self._neighbours.ask(table_id)

    def needed(self, table_id: str) -> None:
        """Another process asks us that."""
        self._soon(self._help(table_id))

    async def _help(self, table_id: str) -> None:
        with contextlib.suppress(Refused):  # whoever asked does it then
            self._registry.care.attend(await self._registry.look(table_id))

    def ready(self) -> None:
        """All games are loaded: tables may belong to this process."""
        self._neighbours.ready()

    async def go_round(self) -> None:
        """For ever."""
        beating = asyncio.create_task(self._neighbours.beat_for_ever())
        try:
            while True:
                await asyncio.sleep(_LOOK_SECONDS)
                await self._look(time.monotonic())
        finally:
            beating.cancel()

    async def _look(self, now: float) -> None:
        changed = self._neighbours.changed
        if changed > self._known:
            self._known = changed
            self._registry.care.unclaim()
        if self._settled < changed < now - _SETTLED_SECONDS:
            self._settled = changed
            await self._move()

    async def _move(self) -> None:
        """Sends those who watch to where their tables belong now. Who comes back here stays."""
        leaving = [
            live
            for table_id, live in self._registry.in_memory.items()
            if live.watchers and not self._neighbours.mine(table_id)
        ]
        for first in range(0, len(leaving), _MOST_AT_ONCE):
            for live in leaving[first : first + _MOST_AT_ONCE]:
                for watcher in list(live.watchers):
                    watcher.move_on()
            await asyncio.sleep(_LOOK_SECONDS)

    def close(self) -> None:
        """Tables belong to others from now on."""
        self._neighbours.close()
