"""The service behind pages, API and sockets: opens tables, changes them, keeps those in use in memory.

Changes of a table happen one after the other. A deed is judged against the table as it is, its entries are stored, and
only then it is answered and everybody is told. When another process was quicker, the log is read on and the deed is
judged again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from ludotheque.core.text import Text
from ludotheque.server import acts, refused
from ludotheque.server.acts import Draft
from ludotheque.server.fanout import Fanout
from ludotheque.server.log import Entry, now_ms
from ludotheque.server.metrics import Metrics
from ludotheque.server.refused import Refused
from ludotheque.server.settings import Settings
from ludotheque.server.store import Conflict, Statement, Store
from ludotheque.server.table import Table, fold, opened, replay
from ludotheque.server.telling import Company
from ludotheque.server.thinking import Thinkers

RECENT = 21
"""How many of a table's latest moments are kept, for those who come back after a lost connection."""
ABSENT_SECONDS = 60
"""Who has been away for so long may be replaced by a bot."""
_IDLE_SECONDS = 120
_LONG_LOG = 60
"""A log this long is folded beside the event loop."""
_TOUCH_MS = 600_000

Deed = Callable[[Draft], None]


class Watcher(Protocol):
    """Somebody who wants to know what happens at a table."""

    visitor: str

    def changed(self, tables: Sequence[Table]) -> None:
        """The table went through these moments."""

    def company(self) -> None:
        """Somebody came or went."""


class Live:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.recent: deque[Table] = deque([table], RECENT)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, tuple[frozenset[str], int, float]] = {}
        """Who watches through other processes: visitors, spectators, and when that was heard."""
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.touched_ms = table.at
        self.seen = dict.fromkeys(table.people, self.used)
        """When each person was last here, as far as this process knows."""
        self._company: Company | None = None
        self._company_of: frozenset[str] = frozenset()

    def company(self) -> Company:
        """Who is here now, through any process; counted anew when somebody has come, gone or sat down."""
        people = self.table.people
        if self._company is None or self._company_of is not people:
            self._company, self._company_of = self._counted(people), people
        return self._company

    def recount(self) -> None:
        """Somebody has come or gone."""
        self._company = None
        now = time.monotonic()
        for visitor in self.company().online:
            self.seen[visitor] = now

    def gone(self) -> frozenset[str]:
        """The people who play here but have not been seen for a while."""
        self.recount()
        limit = time.monotonic() - ABSENT_SECONDS
        return frozenset(visitor for visitor in self.table.people if self.seen.setdefault(visitor, self.used) < limit)

    def _counted(self, people: frozenset[str]) -> Company:
        here = [watcher.visitor for watcher in self.watchers]
        online = {visitor for visitor in here if visitor in people}
        spectators = sum(visitor not in people for visitor in here)
        for visitors, others, heard in self.elsewhere.values():
            if heard > time.monotonic() - 120:
                online |= visitors
                spectators += others
        return Company(online, spectators)


class Tables:
    """All tables."""

    def __init__(self, settings: Settings, store: Store, fanout: Fanout, thinkers: Thinkers, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.fanout = fanout
        self.thinkers = thinkers
        self.metrics = metrics
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # Opening and finding

    async def open(self, table_id: str, first: Entry) -> Table:
        """A new table with the first entry of its log."""
        table = opened(table_id, first)
        draft = Draft(table, first["at"])
        draft.settle()
        statements = [_row_of(draft.table, first["at"]), *_seatings(table_id, table.people | {table.owner})]
        await self.store.append(table_id, 0, [first, *draft.entries], statements)
        self.metrics.tables[table.game.id] += 1
        live = Live(table)
        self._live[table_id] = live
        await self.fanout.follow(table_id)
        self._advance(live, draft.tables)
        self._attend(live)
        return draft.table

    async def live(self, table_id: str) -> Live:
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

    async def table(self, table_id: str) -> Table:
        """A table as it is now."""
        return (await self.live(table_id)).table

    async def _load(self, table_id: str) -> Live:
        if not (table_id.isascii() and table_id.isalnum() and len(table_id) <= 16):
            raise refused.no_table()
        await self.fanout.follow(table_id)
        entries = await self.store.log(table_id)
        if not entries:
            self.fanout.leave(table_id)
            raise refused.no_table()
        table = await _replayed(table_id, entries)
        live = self._live[table_id] = Live(table)
        await self._catch_up(live)  # what came between reading and following
        self._attend(live)
        return live

    # Changing

    async def change(self, table_id: str, deed: Deed, also: Sequence[Statement] = ()) -> Table:
        """Does something at a table; returns when it is stored."""
        live = await self.live(table_id)
        async with live.lock:
            for _ in range(8):
                draft = Draft(live.table)
                deed(draft)
                if not draft.entries:
                    return live.table
                before = live.table
                try:
                    await self.store.append(
                        table_id, before.sequence, draft.entries, [*self._noted(live, draft), *also]
                    )
                except Conflict:
                    self.metrics.conflicts += 1
                    await self._catch_up(live)
                    continue
                self._advance(live, draft.tables)
                self.fanout.tell(table_id, {"what": "entries", "after": before.sequence, "entries": draft.entries})
                self._attend(live)
                return draft.table
        raise Refused("busy", 503, Text("La table est très occupée : réessayez.", "The table is busy: try again."))

    async def move(self, table_id: str, seat: int, visitor: str, text: str, key: str = "") -> int:
        """Plays a move; returns its sequence number once it is stored. The same key plays only once."""
        began = time.perf_counter()
        told = f"{seat}:{key}" if key else ""
        table = await self.table(table_id)
        if told and (known := dict(table.keys).get(told)):
            return known
        after = await self.change(table_id, lambda draft: _move_once(draft, seat, visitor, text, told))
        self.metrics.moves[after.game.id] += 1
        self.metrics.move_seconds.add(time.perf_counter() - began)
        return dict(after.keys)[told] if told else after.sequence

    def _advance(self, live: Live, tables: Sequence[Table]) -> None:
        if not tables:
            return
        live.table = tables[-1]
        live.recent.extend(tables)
        for watcher in live.watchers:
            watcher.changed(tables)

    async def _catch_up(self, live: Live) -> None:
        """Reads on in the log, from where the table in memory stands."""
        entries = await self.store.log(live.table.id, live.table.sequence)
        self._follow_on(live, entries)

    def _follow_on(self, live: Live, entries: Sequence[Entry]) -> None:
        tables, table = [], live.table
        for entry in entries:
            table = fold(table, entry)
            tables.append(table)
        self._advance(live, tables)

    def _noted(self, live: Live, draft: Draft) -> list[Statement]:
        """What the list of tables must know of these entries."""
        kinds = {entry["kind"] for entry in draft.entries}
        statements: list[Statement] = []
        before, after = draft.before, draft.table
        changed = (_open_seats(before), before.over) != (_open_seats(after), after.over)
        if changed or draft.at - live.touched_ms > _TOUCH_MS:
            live.touched_ms = draft.at
            statements.append(
                Statement(
                    "UPDATE tables SET open_seats = :open, over = :over, touched_ms = :at WHERE id = :id",
                    {"open": _open_seats(after), "over": after.over, "at": draft.at, "id": after.id},
                )
            )
        if kinds & {"sat", "handed"}:
            statements += _seatings(after.id, after.people - before.people)
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
            self._follow_on(live, cast(list[Entry], message["entries"]))
            self._attend_clock(live)
        elif message["what"] == "check" or message["after"] > live.table.sequence:
            self._soon(self._check(live))

    async def _check(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
        self._attend(live)

    # Watching

    async def watch(self, table_id: str, watcher: Watcher) -> Live:
        """From now on the watcher is told what happens."""
        live = await self.live(table_id)
        live.watchers.add(watcher)
        self._tell_presence(live, ask=True)
        return live

    async def missed(self, live: Live, after: int) -> list[Table]:
        """The moments after entry `after`, the latest of them if they are many, and the present one at least."""
        table = live.table
        if not 0 < after < table.sequence:
            return [table]
        if live.recent[0].sequence <= after + 1:
            return [moment for moment in live.recent if moment.sequence > after]
        entries = await self.store.log(table.id)
        return await asyncio.to_thread(_latest, table.id, entries, after)

    def unwatch(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used = time.monotonic()
        self._tell_presence(live)

    def _tell_presence(self, live: Live, *, ask: bool = False) -> None:
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

    def _heard_presence(self, live: Live, message: dict[str, Any]) -> None:
        live.recount()
        live.elsewhere[message["from"]] = (frozenset(message["online"]), message["spectators"], time.monotonic())
        if message["ask"] and live.watchers:
            self._tell_presence(live)
        else:
            for watcher in live.watchers:
                watcher.company()

    # Clocks and bots

    def _attend(self, live: Live) -> None:
        """Sets the clock's alarm, and lets bots think if it is for them to move."""
        self._attend_clock(live)
        if live.thinking is None and not self._closing and _bots_may_move(live.table):
            live.thinking = self._soon(self._bots(live))

    def _attend_clock(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        due = live.table.flag_at() if live.table.clock is not None else None
        if due is not None and not self._closing:
            wait = max(0.0, (due[0] - now_ms()) / 1000) + 0.02
            live.timer = asyncio.get_running_loop().call_later(wait, lambda: self._soon(self._flag(live)))

    async def _flag(self, live: Live) -> None:
        live.timer = None
        with contextlib.suppress(Refused):
            await self.change(live.table.id, acts.flag)
        self._attend_clock(live)

    async def _bots(self, live: Live) -> None:
        """Lets bots move as long as it is for them to."""
        from ludotheque.server.botmoves import let_bots_move

        try:
            await let_bots_move(self, live)
        finally:
            live.thinking = None

    def _soon(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work)
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
        self.metrics.cached = len(self._live)

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


def _move_once(draft: Draft, seat: int, visitor: str, text: str, key: str) -> None:
    if not key or key not in dict(draft.table.keys):
        acts.move(draft, seat, visitor, text, key)


def _latest(table_id: str, entries: list[Entry], after: int) -> list[Table]:
    first = max(after, len(entries) - RECENT + 1)
    table = replay(table_id, entries[:first])
    moments = []
    for entry in entries[first:]:
        table = fold(table, entry)
        moments.append(table)
    return moments or [table]


async def _replayed(table_id: str, entries: list[Entry]) -> Table:
    if len(entries) < _LONG_LOG:
        return replay(table_id, entries)
    return await asyncio.to_thread(replay, table_id, entries)


def _bots_may_move(table: Table) -> bool:
    return any(seat >= 0 and table.player(seat).kind == "bot" for seat in table.acting)


def _open_seats(table: Table) -> int:
    return sum(player.kind == "open" for player in table.players)


def _row_of(table: Table, at: int) -> Statement:
    return Statement(
        "INSERT INTO tables (id, game, owner, public, open_seats, over, opened_ms, touched_ms)"
        " VALUES (:id, :game, :owner, :public, :open, :over, :at, :at)",
        {
            "id": table.id,
            "game": table.game.id,
            "owner": table.owner,
            "public": table.public,
            "open": _open_seats(table),
            "over": table.over,
            "at": at,
        },
    )


def _seatings(table_id: str, visitors: frozenset[str]) -> list[Statement]:
    return [
        Statement(
            "INSERT INTO seatings (visitor, table_id) VALUES (:visitor, :table) ON CONFLICT DO NOTHING",
            {"visitor": visitor, "table": table_id},
        )
        for visitor in visitors
        if visitor
    ]
