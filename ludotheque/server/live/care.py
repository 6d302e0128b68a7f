"""Tables in need: bots that are to move, times that have run out, appends of which nobody knows what became.

What a table needs follows from its log, and nothing else is remembered. So no bot and no clock depends on one request
that went well: whoever comes upon a table (who changed it, the next visitor, the round every second) brings it on.
Where another process says that its bots think about a table, they are left to it, as long as it says so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ludotheque.server import journal
from ludotheque.server.live.botturns import let_bots_move
from ludotheque.server.live.memory import LiveTable
from ludotheque.server.store.outages import Unkept
from ludotheque.tables import timeouts
from ludotheque.tables.actions import Draft
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import Refused

if TYPE_CHECKING:
    from ludotheque.server.live.registry import Registry

_ROUND_SECONDS = 1.0
_CLAIM_SECONDS = 2.5
"""How long a word of another process holds that its bots think about a table."""
_GRACE_SECONDS = 0.02

Soon = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]
"""Has something done beside; whoever closes waits for it."""


class Care:
    """Looks after the tables in memory."""

    def __init__(self, registry: Registry, soon: Soon) -> None:
        self._registry = registry
        self._soon = soon
        self._needy: set[LiveTable] = set()
        """All in need are among these."""
        self._closing = False

    def attend(self, live: LiveTable, *, others: bool = False) -> None:
        """A table has changed, or somebody looks at it: sets the alarm, and lets bots think if it is for them to move.
        `others`: it was changed by another process, whose bots will."""
        due = live.table.next_due()
        self._set_alarm(live, due)
        bots = live.table.bots_may_move
        if due is not None or bots or live.doubtful:
            self._needy.add(live)
        else:
            self._needy.discard(live)
        if bots and not others:
            self._let_somebody_think(live)

    def glance(self, live: LiveTable) -> None:
        """Somebody comes upon a table: what should have been done is done."""
        if live in self._needy:
            self._help(live, time.monotonic())

    def forget(self, live: LiveTable) -> None:
        """The table leaves memory."""
        self._needy.discard(live)
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    async def go_round(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            try:
                await self.round()
            except Exception:
                journal.trouble("care")

    async def round(self) -> None:
        """Brings on every table in need. While nothing can be kept, only whether that has passed is found out."""
        store = self._registry.store
        if store.troubled and not await store.alive():
            return
        now = time.monotonic()
        for live in list(self._needy):
            self._help(live, now)

    def _help(self, live: LiveTable, now: float) -> None:
        if live.doubtful and not live.lock.locked():
            self._soon(self._settle_doubt(live))
        due = live.table.next_due()
        if due is not None and (live.timer is None or due <= now_ms()):
            self._set_alarm(live, due)
        claimed = live.claimed > now - _CLAIM_SECONDS and not self._registry.fanout.alone
        if live.old and not claimed and not live.lock.locked():
            self._soon(self._settle_doubt(live))
            return
        if live.table.bots_may_move and not claimed:
            self._let_think(live)

    async def _settle_doubt(self, live: LiveTable) -> None:
        try:
            await self._registry.check(live)
        except Refused:
            return  # next time

    # Clocks

    def _set_alarm(self, live: LiveTable, due: int | None) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if due is not None and not self._closing and live.ringing is None:
            # It is never earlier than the last entry was: where the clock was put back, the alarm rings all the same.
            wait = max(0.0, (due - max(now_ms(), live.table.at)) / 1000) + _GRACE_SECONDS
            live.timer = asyncio.get_running_loop().call_later(wait, self._ring, live, live.table.sequence, due)

    def _ring(self, live: LiveTable, sequence: int, due: int) -> None:
        live.timer = None
        if live.ringing is None and not self._closing:
            live.ringing = self._soon(self._time_out(live, sequence, due))

    async def _time_out(self, live: LiveTable, sequence: int, due: int) -> None:
        def waited(draft: Draft) -> None:
            if draft.table.sequence == sequence:
                draft.at = max(draft.at, due)  # the time has passed, whatever the clock says by now
            timeouts.time_out(draft)

        try:
            await self._registry.change(live.table.id, waited)
        except Unkept:
            return  # the round comes back to it
        except Refused:
            pass  # there is time left, or somebody else has noticed it
        except Exception:
            journal.trouble("clock")
            return
        finally:
            live.ringing = None
        self._set_alarm(live, live.table.next_due())

    # Bots

    def _let_somebody_think(self, live: LiveTable) -> None:
        """The bots of the process that the table belongs to; ours, if nothing comes of it."""
        several = live.thinking is None and not self._registry.fanout.alone
        if several and self._registry.ownership.ask(live.table.id):
            live.claimed = time.monotonic()
        else:
            self._let_think(live)

    def unclaim(self) -> None:
        """Another process has gone, and its bots with it."""
        for live in self._needy:
            live.claimed = 0.0

    def _let_think(self, live: LiveTable) -> None:
        if live.thinking is None and not self._closing and live.rested is not live.table.state:
            live.thinking = self._soon(self._think(live))

    async def _think(self, live: LiveTable) -> None:
        """Lets bots move as long as it is for them to."""
        try:
            await let_bots_move(self._registry, live)
        except Refused:
            pass  # it cannot be kept, or not be read: the round comes back to it
        except Exception:
            journal.trouble("bots")
        finally:
            live.thinking = None

    def close(self) -> None:
        """Stops bots and clocks."""
        self._closing = True
        for live in self._registry.in_memory.values():
            self.forget(live)
            if live.thinking is not None:
                live.thinking.cancel()
