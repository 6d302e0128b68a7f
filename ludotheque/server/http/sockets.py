"""The socket of a table: tells what happens as it happens, and takes moves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Annotated, cast

import orjson
from fastapi import APIRouter, Query, WebSocket
from starlette.types import Receive, Send
from starlette.websockets import WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from ludotheque.core.text import Language, Refusal, Text
from ludotheque.server import journal
from ludotheque.server.http.guard import client, same_origin
from ludotheque.server.http.limits import Bucket
from ludotheque.server.http.transport import send_all
from ludotheque.server.live.memory import RECENT, Live
from ludotheque.server.services import Services, services, visitor_with
from ludotheque.tables import actions, snapshot
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import Refused, told
from ludotheque.tables.snapshot import Viewer
from ludotheque.tables.table import Table

router = APIRouter()
_MOST_BYTES = 4096
_CLOSING = 1012
_GONE = 4404
_FOREIGN = 4403
_FULL = 4429


class Connection:
    """One socket. What is to be sent waits in a short queue: who reads slowly misses pictures, not moves."""

    def __init__(self, socket: WebSocket, found: Services, viewer: Viewer) -> None:
        self.socket = socket
        self.services = found
        self.viewer = viewer
        self.visitor = viewer.visitor
        self.live: Live | None = None
        self._moments: list[Table] = []
        self._messages: list[bytes] = []
        self._company_changed = False
        self._came = asyncio.Event()

    # What the table tells

    def changed(self, tables: Sequence[Table]) -> None:
        self._moments.extend(tables)
        if len(self._moments) > RECENT:
            del self._moments[:-RECENT]
        self._came.set()

    def greeted(self, tables: Sequence[Table]) -> None:
        """What was missed comes before what has happened meanwhile."""
        last = tables[-1].sequence
        self._moments = [*tables, *(moment for moment in self._moments if moment.sequence > last)]
        self._came.set()

    def company(self) -> None:
        self._company_changed = True
        self._came.set()

    def say(self, message: Mapping[str, object]) -> None:
        self._messages.append(orjson.dumps(message))
        self._came.set()

    async def send_all(self) -> None:
        """Sends what waits, for ever."""
        send, live = cast(Send, self.socket.scope["state"]["send"]), cast(Live, self.live)
        while True:
            await self._came.wait()
            self._came.clear()
            messages, self._messages = self._messages, []
            moments, self._moments = self._moments, []
            for table in moments:
                messages.append(snapshot.snapshot(table, self.viewer, live.company(), now_ms()))
            if self._company_changed:
                self._company_changed = False
                messages.append(self._presence(live))
            if messages:
                await send_all(send, messages)

    def _presence(self, live: Live) -> bytes:
        company = live.company()
        players = [live.table.player(seat) for seat in range(len(live.table.match.seating))]
        online = [
            seat
            for seat, player in enumerate(players)
            if player.kind == "bot" or (player.kind == "person" and player.visitor in company.online)
        ]
        return orjson.dumps({"type": "presence", "online": online, "spectators": company.spectators})

    # What the client says

    async def take(self, text: str) -> None:
        """One message of the client."""
        key = None
        try:
            message = _read(text)
            key = message.get("key")
            await self._take(message)
        except Refusal as error:
            refusal = told(error)
            self.services.metrics.refused[refusal.code] += 1
            self.say({"type": "refused", "key": key, "error": refusal.plain()})

    async def _take(self, message: dict[str, object]) -> None:
        kind, live = message.get("type"), cast(Live, self.live)
        table_id = live.table.id
        if kind == "move":
            key = _word(message, "key", 64)
            seat, move = _number(message, "seat"), _word(message, "move", 512)
            sequence = await self.services.tables.move(table_id, seat, self.visitor, move, key)
            self.say({"type": "moved", "key": key or None, "sequence": sequence})
        elif kind == "action":
            action, seat = _word(message, "action", 32), _number(message, "seat")
            phrase = _word(message, "phrase", 32)
            if action == "phrase":
                self.services.check_phrases(self.visitor)
            after = await self.services.tables.change(
                table_id, lambda draft: actions.act(draft, action, seat, self.visitor, phrase)
            )
            self.say({"type": "done", "key": message.get("key"), "sequence": after.sequence})
        elif kind == "look":
            looking = message.get("seat")
            seat_looked = looking if isinstance(looking, int) else None
            self.viewer = Viewer(self.visitor, seat_looked, self.viewer.language, self.viewer.plain)
            self.changed([live.table])
        elif kind == "ping":
            self.say({"type": "pong", "server_ms": now_ms()})
        else:
            raise _malformed()


def _read(text: str) -> dict[str, object]:
    if len(text) > _MOST_BYTES:
        raise Refused("too-large", 413, Text("That is too long."))
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise _malformed() from None
    if not isinstance(message, dict):
        raise _malformed()
    return message


def _malformed() -> Refused:
    return Refused(
        "malformed",
        422,
        Text(
            "A message is an object of type move, action, look or ping.",
        ),
    )


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
    lang: Annotated[Language, Query()] = "fr",
    seat: Annotated[int | None, Query()] = None,
    plain: Annotated[int, Query()] = 0,
    watch: Annotated[int, Query()] = 0,
) -> None:
    """Live updates of a table; moves and actions of those who play."""
    found = services(socket)
    if not same_origin(socket.headers, found.settings):
        await socket.close(_FOREIGN)
        return
    address = client(socket.scope)
    await socket.accept()
    if not found.socket_opens(address):
        await socket.close(_FULL)
        return
    connection: Connection | None = None
    try:
        visitor = "" if watch else (await visitor_with(socket, found)).at(table_id)
        connection = Connection(socket, found, Viewer(visitor, seat, lang, bool(plain)))
        await _serve(connection, table_id, after)
    except Refusal as error:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            body = {"type": "refused", "key": None, "error": told(error).plain()}
            await socket.send_text(orjson.dumps(body).decode())
            await socket.close(_GONE)
    finally:
        found.socket_closes(address)
        if connection is not None and connection.live is not None:
            found.tables.unwatch(connection.live, connection)


async def _serve(connection: Connection, table_id: str, after: int) -> None:
    found = connection.services
    connection.live = live = await found.tables.watch(table_id, connection)
    await _greet(connection, live, after)
    sender = asyncio.create_task(_sending(connection))
    bucket = Bucket(found.settings.messages_per_second)
    found.connections.add(connection.socket)
    receive: Receive = connection.socket.scope["state"]["receive"]
    try:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if not bucket.allows():
                connection.say({"type": "refused", "key": None, "error": _hasty().plain()})
                await asyncio.sleep(0.5)
            await connection.take(message.get("text") or "")
    finally:
        found.connections.discard(connection.socket)
        sender.cancel()


def _hasty() -> Refused:
    return Refused("too-many", 429, Text("Too many messages: slow down."))


async def _greet(connection: Connection, live: Live, after: int) -> None:
    """What was missed since entry `after`: nothing, or each moment in turn."""
    if after == live.table.sequence:
        connection.say({"type": "current", "sequence": after})
        return
    missed = await connection.services.tables.missed(live, after)
    connection.greeted(missed)


async def _sending(connection: Connection) -> None:
    try:
        await connection.send_all()
    except (RuntimeError, WebSocketDisconnect, ClientDisconnected, OSError):
        pass  # the client is gone: the receiving side ends the connection
    except asyncio.CancelledError:
        raise
    except Exception:
        journal.trouble("socket")
        if connection.socket.client_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await connection.socket.close(1011)
