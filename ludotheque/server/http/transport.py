"""The way from a socket's messages to the wire and back, as short as it can be.

Every layer between us and the server costs every message. So the middleware notes uvicorn's own `receive` and `send`
before any layer wraps them (`noted`), and the socket uses these. And an acknowledgement and the table after it go as
one packet, not two: `TogetherProtocol` also takes `{"type": "websocket.send", "together": […]}`. Under another server,
or in a test client, messages go the ordinary way, one by one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

GONE = (RuntimeError, ClientDisconnected, OSError)
"""What is raised when the other side is gone."""
_RECEIVE, _SEND = "ludotheque.receive", "ludotheque.send"


class TogetherProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, and messages together. Who does not read what is sent for a while is dropped, and may come
    back."""

    patience = 10.0

    async def send(self, message: Any) -> None:
        bodies: Sequence[bytes] | None = message.get("together")
        if bodies is None:
            await super().send(message)
            return
        if not self.writable.is_set():
            await self._until_read()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            for body in bodies:
                self.conn.send_text(body)
        except InvalidState:  # the client has said goodbye, and the connection is not lost yet
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def _until_read(self) -> None:
        """Waits until there is room for more."""
        try:
            async with asyncio.timeout(self.patience):
                await self.writable.wait()
        except TimeoutError:
            self.transport.abort()


def noted(scope: Scope, receive: Receive, send: Send) -> None:
    """Keeps the server's own functions for the socket of this connection."""
    scope[_RECEIVE], scope[_SEND] = receive, send


class Wire:
    """What a socket receives and sends, past all layers in between."""

    def __init__(self, socket: WebSocket) -> None:
        self._receive: Receive = socket.scope[_RECEIVE]
        self._send: Send = socket.scope[_SEND]
        server = getattr(self._send, "__self__", None)
        self._server = server if isinstance(server, TogetherProtocol) else None

    async def receive(self) -> str | None:
        """The next text of the client; `None` when it is gone."""
        message: Message = await self._receive()
        return None if message["type"] == "websocket.disconnect" else message.get("text") or ""

    async def send(self, bodies: Sequence[bytes]) -> None:
        """Sends messages in order, together where the server can."""
        if self._server is not None:
            await self._send({"type": "websocket.send", "together": bodies})
            return
        for body in bodies:
            await self._send({"type": "websocket.send", "text": body.decode()})

    def drop(self) -> None:
        """Ends the line at once, whatever still waits to be sent: who does not read cannot be told anything."""
        if self._server is not None:
            self._server.transport.abort()
