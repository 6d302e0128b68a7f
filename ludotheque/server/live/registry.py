"""The tables in use: opens them, changes them, keeps them in memory.

Changes of a table happen one after the other. An action is judged against the table as it is, its entries are stored,
and only then it is answered and everybody is told. When another process was quicker, the log is read on and the action
is judged again.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from ludotheque.core.contract import CHANCE, IllegalMove
from ludotheque.core.cupboard import find
from ludotheque.core.text import Text
from ludotheque.drawing.drawn import start
from ludotheque.server.live.botturns import let_bots_move
from ludotheque.server.live.fanout import Fanout
from ludotheque.server.live.memory import RECENT, LiveTable, Watcher
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.store import bests
from ludotheque.server.store import tables as listing
from ludotheque.server.store.database import Conflict, Statement, Store
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables import actions
from ludotheque.tables.actions import Draft, Request
from ludotheque.tables.log import Entry, now_ms
from ludotheque.tables.refusals import NO_TABLE, OLD_RULES, Refused, refused
from ludotheque.tables.results import solo_result
from ludotheque.tables.table import Table, fold, opened, replay

_IDLE_SECONDS = 120
_LONG_LOG = 60
"""A log this long is folded beside the event loop."""
_TOUCH_MS = 600_000
_LATE_MS = 20_000

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
    ) -> None:
        """`wanted` is told which games people open, so that those are compiled first."""
        self._wanted = wanted
        self.settings = settings
        self.store = store
        self.fanout = fanout
        self.thinkers = thinkers
        self.metrics = metrics
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._warm: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    # Opening and finding

    async def open(self, table_id: str, first: Entry) -> Table:
        """A new table with the first entry of its log."""
        await self.warm(first["game"])
        table = opened(table_id, first)
        draft = Draft(table, first["at"])
        draft.settle()
        people = table.people | {table.owner}
        statements = [listing.listed(draft.table, first["at"]), *listing.seatings(table_id, people)]
        await self.store.append(table_id, 0, [first, *draft.entries], statements)
        self.metrics.tables.labels(table.game.id).inc()
        live = LiveTable(table)
        self._live[table_id] = live
        await self.fanout.follow(table_id)
        self._advance(live, draft.tables)
        self._attend(live)
        return draft.table

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
            task = self._warm[name] = self._soon(asyncio.to_thread(_warmed, name))
        await asyncio.shield(task)

    async def table(self, table_id: str) -> Table:
        """A table as it is now."""
        return (await self.live(table_id)).table

    async def _load(self, table_id: str) -> LiveTable:
        if not (table_id.isascii() and table_id.isalnum() and len(table_id) <= 16):
            raise refused(NO_TABLE)
        await self.fanout.follow(table_id)
        entries = await self.store.log(table_id)
        if not entries:
            self.fanout.leave(table_id)
            raise refused(NO_TABLE)
        await self.warm(entries[0]["game"])
        table = await _replayed(table_id, entries)
        live = self._live[table_id] = LiveTable(table)
        await self._catch_up(live)  # what came between reading and following
        self._attend(live)
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
        table_id = live.table.id
        async with live.lock:
            for _ in range(8):
                draft = Draft(live.table)
                change(draft)
                if not draft.entries:
                    return live.table
                before = live.table
                try:
                    await self.store.append(
                        table_id, before.sequence, draft.entries, [*self._noted(live, draft), *also]
                    )
                except Conflict:
                    self.metrics.conflicts.inc()
                    await self._catch_up(live)
                    continue
                self._advance(live, draft.tables)
                self.fanout.tell(table_id, {"what": "entries", "after": before.sequence, "entries": draft.entries})
                self._attend(live)
                return draft.table
        raise Refused("busy", Text("The table is busy: try again."))

    async def move(self, table_id: str, seat: int, visitor: str, text: str, key: str = "", seen: int = 0) -> int:
        """Plays a move; returns its sequence number once it is stored. The same key of the same visitor plays only
        once. A mover who has seen more entries than this process has makes it read on first."""
        began = time.perf_counter()
        own_key = f"{seat}:{key}" if key else ""
        live = await self.live(table_id)
        if seen > live.table.sequence:
            await self._check(live)
        if own_key and (known := live.table.played_before(visitor, own_key)):
            return known
        request = Request(visitor, seat, move=text, key=own_key)
        after = await self._change(live, lambda draft: _move_once(draft, request))
        self.metrics.moves.labels(after.game.id).inc()
        self.metrics.move_seconds.observe(time.perf_counter() - began)
        return (after.played_before(visitor, own_key) if own_key else None) or after.sequence

    def _advance(self, live: LiveTable, tables: Sequence[Table]) -> None:
        if not tables:
            return
        live.table = tables[-1]
        live.recent.extend(tables)
        for watcher in live.watchers:
            watcher.changed(tables)

    async def _catch_up(self, live: LiveTable) -> None:
        """Reads on in the log, from where the table in memory stands."""
        after = live.table.sequence
        entries = await self.store.log(live.table.id, after)
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
        changed = (listing.open_seats(before), before.over) != (listing.open_seats(after), after.over)
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
        """Takes what another process says of a table."""
        live = self._live.get(table_id)
        if live is None:
            return
        if message["what"] == "presence":
            self._heard_presence(live, message)
        elif message["what"] == "entries" and message["after"] == live.table.sequence:
            self._follow_on(live, message["after"], message["entries"])
            self._attend_clock(live)
        elif message["what"] == "check" or message["after"] > live.table.sequence:
            self._soon(self._check(live))

    async def _check(self, live: LiveTable) -> None:
        async with live.lock:
            await self._catch_up(live)
        self._attend(live)

    # Watching

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """From now on the watcher is told what happens."""
        live.watchers.add(watcher)
        self._tell_presence(live, ask=True)

    async def missed(self, live: LiveTable, after: int) -> list[Table]:
        """The moments after entry `after`, the latest of them if they are many, and the present one at least."""
        table = live.table
        if not 0 < after < table.sequence:
            return [table]
        if live.recent[0].sequence <= after + 1:
            return [moment for moment in live.recent if moment.sequence > after]
        entries = await self.store.log(table.id)
        return await asyncio.to_thread(_latest, table.id, entries, after)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used = live.seen[watcher.visitor] = time.monotonic()
        self._tell_presence(live)

    def _tell_presence(self, live: LiveTable, *, ask: bool = False) -> None:
        live.recount()
        for watcher in live.watchers:
            watcher.company()
        here = [watcher.visitor for watcher in live.watchers]
        people = live.table.people
        message = {
            "what": "presence",
            "from": self.fanout.worker,
            "online": sorted({visitor for visitor in here if visitor in people}),
            "spectators": sum(visitor not in people for visitor in here),
            "ask": ask,
        }
        self.fanout.tell(live.table.id, message)

    def _heard_presence(self, live: LiveTable, message: dict[str, Any]) -> None:
        live.elsewhere[message["from"]] = (frozenset(message["online"]), message["spectators"], time.monotonic())
        live.recount()
        if message["ask"] and live.watchers:
            self._tell_presence(live)
        else:
            for watcher in live.watchers:
                watcher.company()

    # Clocks and bots

    def _attend(self, live: LiveTable) -> None:
        """Sets the clock's alarm, and lets bots think if it is for them to move."""
        self._attend_clock(live)
        if live.thinking is None and not self._closing and live.table.bots_may_move:
            live.thinking = self._soon(self._bots(live))

    def _attend_clock(self, live: LiveTable) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        due = live.table.flag_at() if live.table.clock is not None else None
        if due is not None and not self._closing:
            wait = max(0.0, (due[0] - now_ms()) / 1000) + 0.02
            live.timer = asyncio.get_running_loop().call_later(wait, lambda: self._soon(self._flag(live)))

    async def _flag(self, live: LiveTable) -> None:
        live.timer = None
        with contextlib.suppress(Refused):
            await self.change(live.table.id, actions.flag)
        self._attend_clock(live)

    async def _bots(self, live: LiveTable) -> None:
        """Lets bots move as long as it is for them to."""
        try:
            await let_bots_move(self, live)
        finally:
            live.thinking = None

    def _soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Keeping house

    def sweep(self) -> None:
        """Forgets tables that nobody uses; their logs remain."""
        limit = time.monotonic() - _IDLE_SECONDS
        for table_id, live in list(self._live.items()):
            busy = live.watchers or live.timer or live.thinking or live.lock.locked()
            if not busy and live.used < limit:
                del self._live[table_id]
                self.fanout.leave(table_id)
            elif live.watchers:
                self._tell_presence(live)
                if live.table.at < now_ms() - _LATE_MS:
                    self._attend(live)  # the process whose bots were to move may be gone
        self.metrics.cached.set(len(self._live))

    def drop(self, table_id: str) -> None:
        """Forgets a table that is about to be deleted."""
        live = self._live.pop(table_id, None)
        if live is not None and live.timer is not None:
            live.timer.cancel()

    async def close(self) -> None:
        """Stops bots and clocks; what is being stored is finished."""
        self._closing = True
        for live in self._live.values():
            if live.timer is not None:
                live.timer.cancel()
            if live.thinking is not None:
                live.thinking.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _move_once(draft: Draft, request: Request) -> None:
    if not request.key or draft.table.played_before(request.visitor, request.key) is None:
        actions.perform(draft, "move", request)


def _warmed(name: str) -> None:
    """One move of a game, drawn and all."""
    state = start(find(name))
    rng = random.Random(1)
    for _ in range(2):
        if state.over:
            return
        seat = state.waiting[0]
        if seat != CHANCE:
            state.paths(seat)
        state.scene(None)
        state = state.play(state.draw(rng) if seat == CHANCE else state.moves(seat)[0], seat)


def _latest(table_id: str, entries: list[Entry], after: int) -> list[Table]:
    first = max(after, len(entries) - RECENT + 1)
    table = replay(table_id, entries[:first])
    moments = []
    for entry in entries[first:]:
        table = fold(table, entry)
        moments.append(table)
    return moments or [table]


async def _replayed(table_id: str, entries: list[Entry]) -> Table:
    try:
        if len(entries) < _LONG_LOG:
            return replay(table_id, entries)
        return await asyncio.to_thread(replay, table_id, entries)
    except IllegalMove as error:
        raise refused(OLD_RULES) from error
