"""The tables in use: opens them, changes them, keeps them in memory.

Changes of a table happen one after the other. An action is judged against the table as it is, its entries are stored,
and only then it is answered and everybody is told. When another process was quicker, the log is read on and the action
is judged again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cache
from typing import Any

from ludotheque.core.text import Refusal, Text
from ludotheque.server.live import presence
from ludotheque.server.live.agreement import ALL, Agreement
from ludotheque.server.live.care import Care
from ludotheque.server.live.fanout import Fanout
from ludotheque.server.live.memory import LiveTable, Watcher
from ludotheque.server.live.ownership import Ownership
from ludotheque.server.live.reading import latest, replayed, warmed
from ludotheque.server.metrics import Metrics
from ludotheque.server.neighbours import Neighbours
from ludotheque.server.settings import Settings
from ludotheque.server.store import bests
from ludotheque.server.store import tables as listing
from ludotheque.server.store.database import Conflict, Statement, Store
from ludotheque.server.store.outages import Unkept
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables import actions
from ludotheque.tables.actions import Draft, Request
from ludotheque.tables.log import Entry
from ludotheque.tables.refusals import NO_TABLE, Refused, refused
from ludotheque.tables.results import solo_result
from ludotheque.tables.table import Table, fold

_IDLE_SECONDS = 120
_TOUCH_MS = 600_000

Change = Callable[[Draft], None]
"""Something that is done at a table: it adds entries to a draft, or refuses."""


class Registry:
    """All tables."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        fanout: Fanout,
        thinkers: Thinkers,
        metrics: Metrics,
        wanted: Callable[[str], None],
        neighbours: Neighbours,
    ) -> None:
        """`wanted` is told which games people open, so that those are compiled first."""
        self._wanted = wanted
        self.settings = settings
        self.store = store
        self.fanout = fanout
        self.thinkers = thinkers
        self.metrics = metrics
        self._moves_of = cache(metrics.moves.labels)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._warm: dict[str, asyncio.Task[None]] = {}
        self.care = Care(self, self._soon)
        self.agreement = Agreement(self, self._soon)
        self.ownership = Ownership(self, neighbours, self._soon)

    @property
    def in_memory(self) -> Mapping[str, LiveTable]:
        """The tables in memory, by their ids."""
        return self._live

    # Opening and finding

    async def open(self, table_id: str, entries: Sequence[Entry]) -> Table:
        """A new table with what its log begins with: the first entry, or all that happened at it elsewhere."""
        await self.warm(entries[0]["game"])
        table = await replayed(table_id, entries)
        draft = Draft(table, table.at)
        draft.settle()
        people = table.people | {table.owner}
        statements = [listing.listed(draft.table, draft.at), *listing.seatings(table_id, people)]
        epoch = self.store.epoch
        await self.store.append(table_id, 0, [*entries, *draft.entries], statements, epoch)
        self.metrics.tables.labels(table.game.id).inc()
        live = LiveTable(table, epoch)
        self._live[table_id] = live
        await self.fanout.follow(table_id)
        self._advance(live, draft.tables)
        if not self.fanout.alone:
            self.agreement.changed(table_id)
        self.care.attend(live)
        return draft.table

    async def look(self, table_id: str) -> LiveTable:
        """A table in memory, as the database has it; if something should have happened at it by now, it does."""
        live = await self.live(table_id)
        try:
            if live.old or await self.agreement.behind(live):
                await self.check(live)
        except Unkept:
            if live.old:  # others have gone on with it, nobody here knows how far
                raise
        self.care.glance(live)
        return live

    async def live(self, table_id: str) -> LiveTable:
        """A table in memory; it is read from its log if need be."""
        live = self._live.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def warm(self, name: str) -> None:
        """Has a game's rules loaded, beside the event loop, before they are needed there."""
        task = self._warm.get(name)
        if task is None:
            self._wanted(name)
            task = self._warm[name] = self._soon(asyncio.to_thread(warmed, name))
            task.add_done_callback(lambda done: self._forget_warm(name, done))
        await asyncio.shield(task)

    def _forget_warm(self, name: str, task: asyncio.Task[None]) -> None:
        """What failed once may not fail again."""
        if task.cancelled() or task.exception() is not None:
            self._warm.pop(name, None)

    async def table(self, table_id: str) -> Table:
        """A table as it is now."""
        return (await self.look(table_id)).table

    async def _load(self, table_id: str) -> LiveTable:
        if not (table_id.isascii() and table_id.isalnum() and len(table_id) <= 16):
            raise refused(NO_TABLE)
        await self.fanout.follow(table_id)
        epoch = self.store.epoch
        entries = await self.store.log(table_id)
        if not entries:
            self.fanout.leave(table_id)
            raise refused(NO_TABLE)
        await self.warm(entries[0]["game"])
        table = await replayed(table_id, entries)
        if epoch != self.store.epoch:
            raise Unkept
        live = self._live[table_id] = LiveTable(table, epoch)
        await self.catch_up(live)  # what came between reading and following
        self.care.attend(live)
        return live

    # Changing

    async def act(self, table_id: str, name: str, request: Request, also: Sequence[Statement] = ()) -> Table:
        """Does one of the things that can be done at a table; returns when it is stored."""
        live = await self.live(table_id)
        live.recount()
        known = request._replace(gone=live.company().gone)
        return await self._change(live, lambda draft: actions.perform(draft, name, known), also)

    async def change(self, table_id: str, change: Change) -> Table:
        """Changes a table; returns when it is stored."""
        return await self._change(await self.live(table_id), change)

    async def _change(self, live: LiveTable, change: Change, also: Sequence[Statement] = ()) -> Table:
        async with live.lock:
            for _ in range(8):
                if live.doubtful or live.old:
                    await self.catch_up(live)
                draft = Draft(live.table)
                try:
                    change(draft)
                except Refusal:
                    if not await self.agreement.behind(live):
                        raise
                    await self.catch_up(live)  # it was judged by a table that has gone on elsewhere
                    continue
                if not draft.entries:
                    return live.table
                if await self._append(live, draft, also):
                    return draft.table
        raise Refused("busy", Text("The table is busy: try again."))

    async def _append(self, live: LiveTable, draft: Draft, also: Sequence[Statement]) -> bool:
        """Stores a draft, and tells everybody; False when somebody else came before, whose entries are here then."""
        table_id, after = live.table.id, draft.before.sequence
        try:
            statements = [*self._noted(live, draft), *also]
            await self.store.append(table_id, after, draft.entries, statements, live.epoch)
        except Conflict:
            self.metrics.conflicts.inc()
            await self.catch_up(live)
            return False
        except Unkept:
            live.doubtful = True
            self.care.attend(live, others=True)
            raise
        self._advance(live, draft.tables)
        if not self.fanout.alone:
            self.fanout.tell(table_id, {"what": "entries", "after": after, "entries": draft.entries})
            self.agreement.changed(table_id)
        self.care.attend(live)
        return True

    async def move(self, table_id: str, seat: int, visitor: str, text: str, key: str = "", seen: int = 0) -> int:
        """Plays a move; returns its sequence number once it is stored. The same key of the same visitor plays only
        once. A mover who has seen more entries than this process has makes it read on first."""
        began = time.perf_counter()
        own_key = f"{seat}:{key}" if key else ""
        live = await self.live(table_id)
        if seen > live.table.sequence:
            await self.check(live)
        if own_key and (known := live.table.played_before(visitor, own_key)):
            return known
        request = Request(visitor, seat, move=text, key=own_key)
        after = await self._change(live, lambda draft: _move_once(draft, request))
        self._moves_of(after.game.id).inc()
        self.metrics.move_seconds.observe(time.perf_counter() - began)
        return (after.played_before(visitor, own_key) if own_key else None) or after.sequence

    def _advance(self, live: LiveTable, tables: Sequence[Table]) -> None:
        if tables:
            live.advance(tables)

    async def catch_up(self, live: LiveTable) -> None:
        """Reads on in the log, from where the table in memory stands."""
        after = live.table.sequence
        entries = await self.store.log(live.table.id, after)
        live.doubtful = live.old = False
        self._follow_on(live, after, entries)

    def _follow_on(self, live: LiveTable, after: int, entries: Sequence[Entry]) -> None:
        """Takes entries that follow entry `after`; what is known already (it was heard meanwhile) is left out."""
        tables, table = [], live.table
        for entry in entries[table.sequence - after :]:
            table = fold(table, entry)
            tables.append(table)
        self._advance(live, tables)

    def _noted(self, live: LiveTable, draft: Draft) -> list[Statement]:
        """What the list of tables must know of these entries."""
        kinds = {entry["kind"] for entry in draft.entries}
        statements: list[Statement] = []
        before, after = draft.before, draft.table
        changed = before.over != after.over or before.players is not after.players
        if changed or draft.at - live.touched_ms > _TOUCH_MS:
            live.touched_ms = draft.at
            statements.append(listing.touched(after, draft.at))
        if kinds & {"sat", "handed"}:
            statements += listing.seatings(after.id, after.people - before.people)
        if after.over and not before.over and (result := solo_result(after)) is not None:
            statements.append(bests.kept(result, draft.at))
        return statements

    # What others tell

    def heard(self, table_id: str, message: dict[str, Any]) -> None:
        """Takes what another process says of a table, or of itself."""
        if table_id == ALL:
            self.agreement.heard(message)
            return
        live = self._live.get(table_id)
        if live is None:
            return
        if message["what"] == "presence":
            presence.heard(self.fanout, live, message)
        elif not self.ownership.needs(live):
            live.old, live.claimed = True, time.monotonic()
        elif message["what"] == "entries" and message["after"] == live.table.sequence:
            live.claimed = time.monotonic()
            self._follow_on(live, message["after"], message["entries"])
            self.care.attend(live, others=True)
        elif message["what"] == "check" or message["after"] > live.table.sequence:
            self._soon(self._check_soon(live))

    async def check(self, live: LiveTable) -> None:
        """Reads on in the log, after whatever is being done at the table."""
        async with live.lock:
            before = live.table
            await self.catch_up(live)
        if live.table is not before:
            live.claimed = time.monotonic()  # by whoever has appended
        self.care.attend(live, others=True)
        self.care.glance(live)

    async def _check_soon(self, live: LiveTable) -> None:
        with contextlib.suppress(Refused):  # the database is away: whoever looks next tries again
            await self.check(live)

    # Watching

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """From now on the watcher is told what happens."""
        live.watchers.add(watcher)
        presence.tell(self.fanout, live, ask=True)

    async def missed(self, live: LiveTable, after: int) -> list[Table]:
        """The moments after entry `after`, the latest of them if they are many, and the present one at least."""
        table = live.table
        if not 0 < after < table.sequence:
            return [table]
        if live.recent[0].sequence <= after + 1:
            return [moment for moment in live.recent if moment.sequence > after]
        entries = await self.store.log(table.id)
        return await asyncio.to_thread(latest, table.id, entries, after)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used = live.seen[watcher.visitor] = time.monotonic()
        presence.tell(self.fanout, live)

    def _soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Keeping house

    def sweep(self) -> None:
        """Forgets tables that nobody uses; their logs remain. What cannot be kept now stays in memory meanwhile."""
        if self.store.troubled:
            return
        limit, left = time.monotonic() - _IDLE_SECONDS, list[Table]()
        for table_id, live in list(self._live.items()):
            busy = live.watchers or live.timer or live.ringing or live.thinking or live.doubtful or live.lock.locked()
            if not busy and live.used < limit:
                self.care.forget(self._live.pop(table_id))
                self.fanout.leave(table_id)
                left.append(live.table)
            else:
                live.rest()
                if live.watchers:
                    presence.tell(self.fanout, live)
        self.metrics.cached.set(len(self._live))
        if left:
            self._soon(self._note(left))

    async def _note(self, tables: Sequence[Table]) -> None:
        """Notes what lists tell of tables that have left memory."""
        with contextlib.suppress(Refused):  # the database is away: whoever lists them reads their logs
            await self.store.execute([listing.noted(table) for table in tables])

    def drop(self, table_id: str) -> None:
        """Forgets a table that is about to be deleted."""
        live = self._live.pop(table_id, None)
        if live is not None:
            self.care.forget(live)

    def start_over(self) -> None:
        """Forgets all tables: the database has become another one."""
        for table_id in list(self._live):
            self.drop(table_id)
            self.fanout.leave(table_id)

    async def close(self) -> None:
        """Stops bots and clocks; what is being stored is finished."""
        self.care.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _move_once(draft: Draft, request: Request) -> None:
    if not request.key or draft.table.played_before(request.visitor, request.key) is None:
        actions.perform(draft, "move", request)
