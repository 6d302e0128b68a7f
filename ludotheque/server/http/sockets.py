"""The socket of a table: tells what happens as it happens, and takes moves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.answers.refusing import refusal
from ludotheque.core.catalogues import Language
from ludotheque.core.text import Refusal, Text
from ludotheque.server import journal
from ludotheque.server.http.guard import client, language_of, same_origin
from ludotheque.server.http.limits import TOO_MANY, too_many
from ludotheque.server.http.services import Services, services, visitor_with
from ludotheque.server.http.transport import GONE, Wire
from ludotheque.server.live.memory import RECENT, LiveTable
from ludotheque.server.live.telling import Following, whole
from ludotheque.server.store.outages import Unkept
from ludotheque.tables.actions import Request, possible
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import BROKEN, Refused, code_of, refused
from ludotheque.tables.snapshot import Viewer, is_here
from ludotheque.tables.table import Table

router = APIRouter()
_MOST_BYTES = 4096
_MOST_WAITING = 500
"""Answers that nobody takes: whoever has so many is sent away, and may come back."""
_LOOKS = ("look", "whole")
"""What is answered with the whole table."""
_PAUSE_SECONDS = 0.5
"""So long nobody listens to who says too much."""
_BROKEN = 1011
_CLOSING = 1012
_LATER = 1013
"""The page tries again by itself."""
_NO_TABLE = 4404
_FOREIGN = 4403
_FULL = 4429


class Connection:
    """One socket. What is to be sent waits in a short queue: who reads slowly misses pictures, not moves."""

    def __init__(
        self, socket: WebSocket, found: Services, viewer: Viewer, live: LiveTable, following: Following | None = None
    ) -> None:
        """`following`: it is told what changes, not everything each time."""
        self.socket = socket
        self.wire = Wire(socket, self._soon)
        self.services = found
        self.viewer = viewer
        self.visitor = viewer.visitor
        self.address = client(socket.scope)
        self.person: str = viewer.visitor or socket.scope["state"]["visitor"].id
        """Who is counted, also where somebody only watches."""
        self.live = live
        self._following = following
        self._moments: list[Table] = []
        self._messages: list[bytes] = []
        self._company_changed = False
        self._loop = asyncio.get_running_loop()
        self._about_to = False
        """What waits is about to be sent."""
        self._closed = False
        self._breaking: asyncio.Task[None] | None = None

    # What the table tells

    def changed(self, tables: Sequence[Table]) -> None:
        self._moments.extend(tables)
        if len(self._moments) > RECENT:
            del self._moments[:-RECENT]
        self._soon()

    def greeted(self, tables: Sequence[Table]) -> None:
        """What was missed comes before what has happened meanwhile."""
        last = tables[-1].sequence
        self._moments = [*tables, *(moment for moment in self._moments if moment.sequence > last)]
        self._soon()

    def company(self) -> None:
        self._company_changed = True
        self._soon()

    def rest(self) -> None:
        if self._following is not None:
            self._following.rest()

    def move_on(self) -> None:
        if self._breaking is None:
            self._breaking = asyncio.create_task(self._break_off(_CLOSING))

    def say(self, message: Mapping[str, object]) -> None:
        self._messages.append(orjson.dumps(message))
        self._soon()

    @property
    def overflows(self) -> bool:
        """Whether the client asks and asks, and never reads."""
        return len(self._messages) > _MOST_WAITING

    def _soon(self) -> None:
        """Sends what waits when all that happens now has happened: it goes together."""
        if not self._about_to:
            self._about_to = True
            self._loop.call_soon(self._send_all)

    def _send_all(self) -> None:
        self._about_to = False
        if self._closed or not self.wire.has_room():
            return
        try:
            if messages := self._all_told():
                self.wire.send(messages)
        except GONE:
            self._closed = True  # the receiving side ends the connection
        except Exception:
            journal.trouble("socket")
            self._closed = True
            self._breaking = asyncio.create_task(self._break_off())

    def _all_told(self) -> list[bytes]:
        """Everything that waits, as it is sent."""
        messages, self._messages = self._messages, []
        moments, self._moments = self._moments, []
        messages += [self._told(table) for table in moments]
        if self._company_changed:
            self._company_changed = False
            messages.append(self._presence())
        return messages

    async def _break_off(self, code: int = _BROKEN) -> None:
        if self.socket.client_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self.socket.close(code)

    def close(self) -> None:
        """Nothing more is sent."""
        self._closed = True

    def _told(self, table: Table) -> bytes:
        tell = whole if self._following is None else self._following.next
        return tell(table, self.viewer, self.live.company(), now_ms())

    def _presence(self) -> bytes:
        """Who is here now, and what that lets the viewer do."""
        table, company = self.live.table, self.live.company()
        seats = range(len(table.match.seating))
        here = [is_here(table.player(seat), company.online) for seat in seats]
        told = {
            "type": "presence",
            "online": [seat for seat in seats if here[seat]],
            "spectators": company.spectators,
            "seats": [
                {"seat": seat, "online": here[seat], "can": possible(table, self.visitor, seat, company.gone)}
                for seat in seats
            ],
        }
        return orjson.dumps(told)

    # What the client says

    async def take(self, text: str) -> None:
        """One message of the client. What is too much is not done."""
        key = None
        try:
            allowed = await self.services.messages.allows(self.person, self.address)
            message = _read(text)
            key = message.get("key")
            if not allowed:
                raise _slower()
            await self._take(message)
        except Refusal as error:
            self.services.metrics.refused.labels(code_of(error)).inc()
            self.refuse(error, key)
            if code_of(error) == TOO_MANY:
                await asyncio.sleep(_PAUSE_SECONDS)  # nothing more is read from this socket meanwhile
        except Exception:
            journal.trouble("broken", path="live")
            self.refuse(refused(BROKEN), key)

    def refuse(self, error: Refusal, key: object = None) -> None:
        self.say({"type": "refused", "key": key, "error": refusal(error, self.viewer.language)})

    async def _take(self, message: dict[str, object]) -> None:
        kind, table_id = message.get("type"), self.live.table.id
        if kind == "move":
            key = _word(message, "key", 64)
            seat, move = _number(message, "seat"), _word(message, "move", 512)
            sequence = await self.services.registry.move(table_id, seat, self.visitor, move, key)
            self.say({"type": "moved", "key": key or None, "sequence": sequence})
        elif kind == "action":
            request = Request(self.visitor, _number(message, "seat"), phrase=_word(message, "phrase", 32))
            after = await self.services.act_by_name(table_id, _word(message, "action", 32), request)
            self.say({"type": "done", "key": message.get("key"), "sequence": after.sequence})
        elif kind in _LOOKS and not await self.services.looks.allows(self.person, self.address):
            raise _slower()
        elif kind == "look":
            looking = message.get("seat")
            seat_looked = looking if isinstance(looking, int) else None
            self.viewer = Viewer(self.visitor, seat_looked, self.viewer.language, self.viewer.plain)
            self.changed([self.live.table])
        elif kind == "whole":
            if self._following is not None:
                self._following.lost()
            self.changed([self.live.table])
        elif kind == "ping":
            told = {} if self._following is None else {"told": self._following.number}
            self.say({"type": "pong", "server_ms": now_ms(), **told})
        else:
            raise _malformed()


def _read(text: str) -> dict[str, object]:
    if len(text) > _MOST_BYTES:
        raise Refused("too-large", Text("That is too long."))
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise _malformed() from None
    if not isinstance(message, dict):
        raise _malformed()
    return message


def _slower() -> Refused:
    return too_many(Text("Too many messages: slow down."))


def _malformed() -> Refused:
    return Refused("malformed", Text("A message is an object of type move, action, look, whole or ping."))


def _number(message: Mapping[str, object], name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _malformed()
    return value


def _word(message: Mapping[str, object], name: str, most: int) -> str:
    value = message.get(name) or ""
    if not isinstance(value, str) or len(value) > most:
        raise _malformed()
    return value


@router.websocket("/api/tables/{table_id}/live")
async def live_socket(
    socket: WebSocket,
    table_id: str,
    after: Annotated[int, Query()] = 0,
    seat: Annotated[int | None, Query()] = None,
    plain: Annotated[int, Query()] = 0,
    watch: Annotated[int, Query()] = 0,
    delta: Annotated[int, Query()] = 0,
) -> None:
    """Live updates of a table; moves and actions of those who play. `lang` says in which language. With `delta=1` what
    changes is told, not everything each time (not with `plain`, where there is little)."""
    found, language = services(socket), language_of(socket.scope)
    if not same_origin(socket.headers, found.settings):
        await socket.close(_FOREIGN)
        return
    address, person = client(socket.scope), socket.scope["state"]["visitor"].id
    await socket.accept()
    try:
        if not await found.socket_opens(address, person):
            await socket.close(_FULL)
            return
        visitor = "" if watch else (await visitor_with(socket, found)).at(table_id)
        live = await found.registry.look(table_id)
        viewer = Viewer(visitor, seat, language, bool(plain))
        await _serve(Connection(socket, found, viewer, live, Following() if delta and not plain else None), after)
    except Refusal as error:
        await _turn_away(socket, error, language)
    finally:
        found.socket_closes(address, person)


async def _turn_away(socket: WebSocket, error: Refusal, language: Language) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        body = {"type": "refused", "key": None, "error": refusal(error, language)}
        await socket.send_text(orjson.dumps(body).decode())
        await socket.close(_LATER if isinstance(error, Unkept) else _NO_TABLE)


async def _serve(connection: Connection, after: int) -> None:
    found = connection.services
    found.registry.watch(connection.live, connection)
    found.connections.add(connection.socket)
    try:
        await _greet(connection, after)
        # a task of its own wakes up without all the layers around this one
        await asyncio.create_task(_listen(connection))
    finally:
        found.connections.discard(connection.socket)
        connection.close()
        found.registry.unwatch(connection.live, connection)


async def _listen(connection: Connection) -> None:
    """Takes what the client says, one after the other, until it is gone."""
    while (text := await connection.wire.receive()) is not None:
        await connection.take(text)
        if connection.overflows:
            connection.wire.drop()
            return


async def _greet(connection: Connection, after: int) -> None:
    """What was missed since entry `after`: nothing, or each moment in turn."""
    if after == connection.live.table.sequence:
        connection.say({"type": "current", "sequence": after})
        return
    connection.greeted(await connection.services.registry.missed(connection.live, after))
