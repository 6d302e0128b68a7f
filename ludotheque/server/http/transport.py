"""Sends several messages of one socket in one go: an acknowledgement and the table after it are one packet, not two.

uvicorn's own protocol writes each message by itself. This one also takes `{"type": "websocket.send", "together": […]}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.types import Send
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class TogetherProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, and messages together."""

    async def send(self, message: Any) -> None:
        bodies: Sequence[bytes] | None = message.get("together")
        if bodies is None:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        for body in bodies:
            self.conn.send_text(body)
        self.transport.write(b"".join(self.conn.data_to_send()))


async def send_all(send: Send, bodies: Sequence[bytes]) -> None:
    """Sends messages in order, together where the server can."""
    if isinstance(getattr(send, "__self__", None), TogetherProtocol):
        await send({"type": "websocket.send", "together": bodies})
        return
    for body in bodies:
        await send({"type": "websocket.send", "text": body.decode()})
