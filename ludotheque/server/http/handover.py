"""A socket that comes to a process whose table belongs to another one goes there, before it is answered.

The connection itself is passed on (`neighbours.py`), with what the browser has asked: the other process answers as if
it had come there. Where that cannot be done it stays.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.server import ServerState

from ludotheque.server.http.patience import PatientProtocol
from ludotheque.server.http.transport import TogetherProtocol
from ludotheque.server.neighbours import Neighbours
from ludotheque.server.settings import Settings

NEIGHBOURS = "neighbours"
"""The name by which protocols find them in the application's state."""
_TABLE = re.compile(rb"GET [^ ?]*/api/tables/([A-Za-z0-9]{1,16})/live[ ?]")
_TRIES, _TRY_SECONDS = 40, 0.01


def protocol_options(settings: Settings) -> dict[str, Any]:
    """What uvicorn is told of connections."""
    return {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies or None,
        "http": PatientProtocol,
        "ws": HandedProtocol,
        "ws_max_size": 16_384,
        "ws_per_message_deflate": False,
    }


class HandedProtocol(TogetherProtocol):
    """A socket that may go to another process."""

    stays = False
    """It has come from another process, or could not be passed on."""
    _passing: asyncio.Task[None] | None = None

    def data_received(self, data: bytes) -> None:
        if not self.stays:
            self.stays = True
            if (owner := self._owner(data)) is not None:
                self.transport.pause_reading()
                self._passing = self.loop.create_task(self._pass_on(owner, data))
                return
        super().data_received(data)

    def _owner(self, data: bytes) -> str | None:
        """The other process that the table belongs to which is asked for."""
        neighbours: Neighbours | None = self.app_state.get(NEIGHBOURS)
        asked = _TABLE.match(data)
        if neighbours is None or asked is None or neighbours.mine(table := asked[1].decode()):
            return None
        return neighbours.owner(table)

    async def _pass_on(self, owner: str, data: bytes) -> None:
        neighbours: Neighbours = self.app_state[NEIGHBOURS]
        for _ in range(_TRIES):
            number = self.transport.get_extra_info("socket").fileno()
            if self.disconnected or number < 0:
                return
            passed = neighbours.pass_on(owner, number, data)
            if passed:
                self.transport.abort()  # this end of it: the other process has one of its own
                return
            if passed is False:
                break
            await asyncio.sleep(_TRY_SECONDS)
        self.transport.resume_reading()
        super().data_received(data)


class Door:
    """Where connections come in that other processes pass on."""

    def __init__(self, app: ASGIApp, settings: Settings, neighbours: Neighbours) -> None:
        self._config = uvicorn.Config(app, **protocol_options(settings))
        self._served = ServerState()
        self._state = {NEIGHBOURS: neighbours}
        self._coming: set[asyncio.Task[None]] = set()

    def came(self, connection: socket.socket, asked: bytes) -> None:
        """Serves a connection, of which this was read already."""
        task = asyncio.get_running_loop().create_task(self._welcome(connection, asked))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _welcome(self, connection: socket.socket, asked: bytes) -> None:
        connection.settimeout(0)
        with contextlib.suppress(OSError):  # it is gone already
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
            if not protocol.disconnected:
                protocol.data_received(asked)

    def _protocol(self) -> HandedProtocol:
        protocol = HandedProtocol(config=self._config, server_state=self._served, app_state=self._state)
        protocol.stays = True
        return protocol
