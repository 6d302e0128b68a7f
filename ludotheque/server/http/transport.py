"""The way from a socket's messages to the wire and back, as short as it can be.

Every layer between us and the server costs every message. So the middleware notes uvicorn's own `receive` and `send`
before any layer wraps them (`noted`), and the socket uses these. And an acknowledgement and the table after it go as
one packet, not two, at once and without a task that waits for them: `TogetherProtocol.send_together`. As nothing is
compressed (`protocol_options`), a frame is a few bytes before its text, and written here. Under another server, or in a
test client, messages go the ordinary way, one by one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

GONE = (RuntimeError, ClientDisconnected, OSError)
"""What is raised when the other side is gone."""
_TEXT = 0x81
"""A whole text in one frame."""
_RECEIVE, _SEND = "ludotheque.receive", "ludotheque.send"


class TogetherProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, and messages together. Who does not read what is sent for a while is dropped, and may come
    back."""

    patience = 10.0
    room: Callable[[], None] | None = None
    """Called when more can be sent, after somebody had to wait."""
    _dropping: asyncio.TimerHandle | None = None

    def send_together(self, bodies: Sequence[bytes]) -> None:
        """Sends messages as one packet, at once."""
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        if self.conn.state is not OPEN:  # the client has said goodbye, and the connection is not lost yet
            raise ClientDisconnected
        self.transport.write(b"".join([part for body in bodies for part in (_head(len(body)), body)]))

    def wait_for_room(self) -> None:
        """There is something to send, and what was sent before is not read: that does not go on for ever."""
        if self._dropping is None:
            self._dropping = self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._wait_no_more()
        if self.room is not None:
            self.room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait_no_more(self) -> None:
        if self._dropping is not None:
            self._dropping.cancel()
            self._dropping = None


def _head(length: int) -> bytes:
    """What stands before a text in a frame of its own, unmasked and not compressed: RFC 6455, 5.2."""
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")


def noted(scope: Scope, receive: Receive, send: Send) -> None:
    """Keeps the server's own functions for the socket of this connection."""
    scope[_RECEIVE], scope[_SEND] = receive, send


class Wire:
    """What a socket receives and sends, past all layers in between."""

    def __init__(self, socket: WebSocket, room: Callable[[], None]) -> None:
        """`room` is called when there was none for more, and now there is."""
        self._receive: Receive = socket.scope[_RECEIVE]
        self._send: Send = socket.scope[_SEND]
        self._room = room
        self._sending: asyncio.Task[None] | None = None
        server = getattr(self._send, "__self__", None)
        self._server = server if isinstance(server, TogetherProtocol) else None
        if self._server is not None:
            self._server.room = room

    async def receive(self) -> str | None:
        """The next text of the client; `None` when it is gone."""
        message: Message = await self._receive()
        return None if message["type"] == "websocket.disconnect" else message.get("text") or ""

    def has_room(self) -> bool:
        """Whether something can be sent now."""
        if self._server is None:
            return self._sending is None
        if self._server.writable.is_set():
            return True
        self._server.wait_for_room()
        return False

    def send(self, bodies: Sequence[bytes]) -> None:
        """Sends messages in order, together where the server can; to be called where there is room."""
        if self._server is not None:
            self._server.send_together(bodies)
        else:
            self._sending = asyncio.create_task(self._one_by_one(bodies))

    async def _one_by_one(self, bodies: Sequence[bytes]) -> None:
        with contextlib.suppress(*GONE):
            for body in bodies:
                await self._send({"type": "websocket.send", "text": body.decode()})
        self._sending = None
        self._room()

    def drop(self) -> None:
        """Ends the line at once, whatever still waits to be sent: who does not read cannot be told anything."""
        if self._server is not None:
            self._server.transport.abort()
