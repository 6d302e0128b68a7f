"""The way from a socket's messages to the wire and back, as short as it can be.

Every layer between us and the server costs every message. So the middleware notes uvicorn's own `receive` and `send`
before any layer wraps them (`noted`), and the socket uses these. And an acknowledgement and the table after it go as
one packet, not two, at once and without a task that waits for them: `TogetherProtocol.send_together`. As nothing is
compressed (`protocol_options`), a frame is a few bytes before its text, and written here. On the way in, a message that
came whole in one packet is read here as well, with nothing else of the protocol: `TogetherProtocol.data_received`.
Under another server, or in a test client, messages go the ordinary way, one by one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from ludotheque.server.http.frames import Boundaries, Inbox, head, text_in

GONE = (RuntimeError, ClientDisconnected, OSError)
"""What is raised when the other side is gone."""
_END = b"\r\n\r\n"
"""Of what a handshake asks."""
_RECEIVE, _SEND = "ludotheque.receive", "ludotheque.send"


class TogetherProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, and messages together. Who does not read what is sent for a while is dropped, and may come
    back."""

    patience = 10.0
    room: Callable[[], None] | None = None
    """Called when more can be sent, after somebody had to wait."""
    _dropping: asyncio.TimerHandle | None = None
    _inbox: Inbox | None = None
    _boundaries: Boundaries | None = None
    """Followed from the end of the handshake on; without them all goes the ordinary way."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if type(self.queue) is asyncio.Queue:  # as we know it; of another version messages go the ordinary way
            self.queue = self._inbox = Inbox()

    def data_received(self, data: bytes) -> None:
        """A text in one frame and one packet, where nothing else has begun, is handed on at once. uvicorn would do the
        same with it after a parser for everything that may come; and all else that comes is for that parser."""
        boundaries = self._boundaries
        if boundaries is None:
            self._open(data)
            return
        if boundaries.between and self.conn.state is OPEN and not self.close_sent:
            text = text_in(data, self.config.ws_max_size)
            if text is not None:
                self._hand(text)
                return
        boundaries.follow(data)
        super().data_received(data)

    def _open(self, data: bytes) -> None:
        """Before the handshake is here: afterwards packets can be followed, if it came whole and with nothing else."""
        begun = self.handshake_initiated
        super().data_received(data)
        alone = data.find(_END) == len(data) - len(_END)
        if self._inbox is not None and alone and self.handshake_initiated and not begun:
            self._boundaries = Boundaries()

    def _hand(self, text: str) -> None:
        """To whoever waits for it. While they have no time nothing more is read."""
        assert self._inbox is not None
        awaited = self._inbox.awaited
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})
        if not awaited and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_together(self, bodies: Sequence[bytes]) -> None:
        """Sends messages as one packet, at once."""
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        if self.conn.state is not OPEN:  # the client has said goodbye, and the connection is not lost yet
            raise ClientDisconnected
        self.transport.write(b"".join([part for body in bodies for part in (head(len(body)), body)]))

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
