"""What one process of the server is made of, and how a request finds it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from ludotheque.core.text import Text
from ludotheque.server import journal
from ludotheque.server.http import identity
from ludotheque.server.http.identity import Signer, Visitor
from ludotheque.server.http.limits import Counting, Flow, Limit, too_many
from ludotheque.server.live import epochs, housekeeping
from ludotheque.server.live.fanout import Fanout, fanout
from ludotheque.server.live.registry import Registry
from ludotheque.server.metrics import Metrics
from ludotheque.server.neighbours import Neighbours
from ludotheque.server.settings import Settings
from ludotheque.server.store import tables as listing
from ludotheque.server.store.database import Store
from ludotheque.server.think.analyses import Analyses
from ludotheque.server.think.printing import Printing
from ludotheque.server.think.processes import Preparation, Thinkers
from ludotheque.server.think.trials import Trials
from ludotheque.server.troubles import Troubles
from ludotheque.tables.actions import Request
from ludotheque.tables.refusals import Refused
from ludotheque.tables.table import Table

T = TypeVar("T")
_LONG_AT_ONCE = 1
"""How many things that take long are done at the same time."""
_LONG_WAITING = 40
"""And how many wait."""
_COME_BACK = 1012
_RELOAD = 4205
"""The page begins anew: what it shows is of a database that is no more."""
_STOP_SECONDS = 5.0
"""How long each step of stopping may take."""
_DESK_SECONDS = 30.0
"""How long it may take to judge a drawing: people wait for it, but not with bated breath."""


@dataclass(slots=True)
class Services:
    """Everything a request may need."""

    settings: Settings
    metrics: Metrics
    signer: Signer
    troubles: Troubles
    store: Store
    fanout: Fanout
    thinkers: Thinkers
    preparation: Preparation
    registry: Registry
    analyses: Analyses
    counting: Counting | None
    requests: Limit
    openings: Limit
    recoveries: Limit
    phrases: Limit
    hints: Limit
    beginnings: Limit
    """Of analyses."""
    offers: Limit
    """Of links for another device."""
    guesses: Limit
    """Of what stands in them."""
    printing: Printing
    prints: Limit
    """Of documents that must be made."""
    desk: Thinkers
    """Where drawings are judged and tried: a process of its own, started when the first one comes."""
    trials: Trials
    sketches: Limit
    """Of drawings that are looked at or kept."""
    opinions: Limit
    """Of bots, on the analysis board."""
    exports: Limit
    """Of all that is kept of somebody."""
    long_works: Limit
    """Of what takes long: replays, animations, sheets."""
    messages: Flow
    """Over sockets."""
    looks: Flow
    """Of those messages that ask for the whole table."""
    connections: set[WebSocket] = field(default_factory=set)
    _sockets: Counter[str] = field(default_factory=Counter)
    _long: int = 0
    """How many wait for something that takes long, or have it done."""
    _gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_LONG_AT_ONCE))
    _keepers: list[asyncio.Task[None]] = field(default_factory=list)

    @classmethod
    def of(cls, settings: Settings, metrics: Metrics, signer: Signer, neighbours: Neighbours) -> Services:
        troubles = Troubles()
        store = Store(settings, metrics, troubles)
        others = fanout(settings.redis, troubles)
        thinkers = Thinkers(settings.thinkers, settings.bot_seconds, metrics)
        preparation, desk = Preparation(), Thinkers(1, _DESK_SECONDS)
        counting = Counting(settings.redis, troubles) if settings.redis else None

        def limit(name: str, many: float, seconds: float) -> Limit:
            return Limit(name, many, seconds, counting)

        return cls(
            settings,
            metrics,
            signer,
            troubles,
            store,
            others,
            thinkers,
            preparation,
            Registry(settings, store, others, thinkers, metrics, preparation.want, neighbours),
            Analyses(thinkers),
            counting,
            requests=limit("requests", settings.requests_per_minute, 60),
            openings=limit("openings", settings.tables_per_hour, 3600),
            recoveries=limit("recoveries", 10, 600),
            phrases=limit("phrases", 6, 12),
            hints=limit("hints", 10, 30),
            beginnings=limit("beginnings", 60, 600),
            offers=limit("offers", 20, 600),
            guesses=limit("guesses", 30, 600),
            exports=limit("exports", 6, 600),
            long_works=limit("long works", settings.long_works_per_minute, 60),
            printing=Printing(),
            desk=desk,
            trials=Trials(desk),
            prints=limit("prints", 30, 600),
            sketches=limit("sketches", 120, 60),
            messages=Flow("messages", settings.messages_per_second, counting),
            looks=Flow("looks", settings.looks_per_second, counting),
            opinions=limit("opinions", 120, 60),
        )

    async def open(self) -> None:
        """Starts everything."""
        made = await self.store.open()
        if made:
            journal.event("migrated", steps=made)
        await self.fanout.open(self.registry.heard)
        self.thinkers.open()
        if self.settings.prepare:
            self.preparation.open()
        keeping = (
            housekeeping.keep_house(self.registry),
            self.registry.care.go_round(),
            self.registry.agreement.beat_for_ever(),
            self.registry.ownership.go_round(),
            epochs.follow(self.registry, lambda: self._send_away(_RELOAD)),
        )
        self._keepers = [asyncio.create_task(each) for each in keeping]

    async def close(self) -> None:
        """Stops everything: sockets are closed, what is being stored is stored."""
        for keeper in self._keepers:
            keeper.cancel()
        self.registry.ownership.close()
        await _within("sockets", self._send_away(_COME_BACK))
        await _within("analyses", self.analyses.close())
        await _within("trials", self.trials.close())
        await _within("printing", self.printing.close())
        await _within("registry", self.registry.close())
        await _within("fanout", self.fanout.close())
        if self.counting is not None:
            await _within("limits", self.counting.close())
        await _within("store", self.store.close())
        self.preparation.close()
        await _within("thinkers", self.thinkers.close())
        await _within("desk", self.desk.close())
        self.troubles.close()

    async def _send_away(self, code: int) -> None:
        """Closes all sockets."""
        await asyncio.gather(*(socket.close(code) for socket in self.connections), return_exceptions=True)

    async def take_time(self, address: str, work: Callable[[], T]) -> T:
        """Does what takes long beside the event loop, for an address that has not asked for too much of it; not much of
        it at the same time, so that it costs others little."""
        await self.long_works.check(address)
        if self._long >= _LONG_WAITING:
            raise too_many(Text("Too many requests: wait a little."))
        self._long += 1
        try:
            async with self._gate:
                return await asyncio.to_thread(work)
        finally:
            self._long -= 1

    async def socket_opens(self, address: str, visitor: str) -> bool:
        """Counts a live connection; False when an address or a visitor has too many, or comes too often."""
        self.metrics.sockets.inc()
        for each in (address, visitor):
            self._sockets[each] += 1
        if self._sockets[address] > self.settings.sockets_per_address:
            return False
        return self._sockets[visitor] <= self.settings.sockets_per_visitor and await self.requests.allows(address)

    def socket_closes(self, address: str, visitor: str) -> None:
        self.metrics.sockets.dec()
        for each in (address, visitor):
            self._sockets[each] -= 1
            if not self._sockets[each]:
                del self._sockets[each]

    async def act_by_name(self, table_id: str, action: str, request: Request) -> Table:
        """Does one of the things that have a name; who talks too much is asked to wait."""
        if action == "phrase":
            await self.phrases.check(request.visitor)
        return await self.registry.act(table_id, action, request)


async def _within(step: str, work: Awaitable[object]) -> None:
    """One step of stopping; whatever it waits for, the next one comes."""
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await work
    except Exception as error:
        journal.warning("not-stopped", error, step=step)


def services(connection: HTTPConnection) -> Services:
    """The services of the process that answers."""
    found: Services = connection.app.state.services
    return found


async def visitor_with(connection: HTTPConnection, found: Services) -> Visitor:
    """Who asks: the holder of a seat's token, or whoever the cookie proves."""
    given = connection.headers.get("authorization", "")
    if not given:
        visitor: Visitor = connection.scope["state"]["visitor"]
        return visitor
    scheme, _, token = given.partition(" ")
    speaks = None
    if scheme.lower() == "bearer" and token:
        speaks = await listing.with_token(found.store, identity.fingerprint(token.strip()))
    if speaks is None:
        raise Refused("wrong-token", Text("That token is not valid."))
    return Visitor(speaks[0], table=speaks[1])
