"""How long a request may take to arrive: who sends it byte by byte would occupy us for ever.

A head that is not there in time is answered with 408, and so is a body (`in_time`). A connection that says nothing at
all is closed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.types import Message, Receive

from ludotheque.core.text import Text
from ludotheque.tables.refusals import Refused

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as _Protocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as _Protocol

REQUEST_SECONDS = "request_seconds"
"""The name by which protocols find out, in the application's state, how long they wait."""
_OTHERWISE = 30.0
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class PatientProtocol(_Protocol):
    """A connection whose requests are waited for, but not for ever."""

    _waiting: asyncio.TimerHandle | None = None
    """While nothing is being answered, and something is to come."""
    _began = False
    """Something of the next request is here."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # TCP alone
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        if before is None or before.response_complete:
            self._began = True
            self._wait()  # also what is left of a body that nobody has read
        super().data_received(data)
        if self.cycle is not before or self._is_a_socket():
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _is_a_socket(self) -> bool:
        return self.transport.get_protocol() is not self

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.app_state.get(REQUEST_SECONDS, _OTHERWISE), self._leave)

    def _wait_no_more(self) -> None:
        self._began = False
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _leave(self) -> None:
        self._waiting = None
        if self._began:
            self.transport.write(_TOO_LATE)
        self.transport.close()


def in_time(receive: Receive, seconds: float) -> Receive:
    """Reads the body of a request as long as it comes in time. What is received after it may take as long as it likes:
    that the client goes away, for instance."""
    whole, until = False, 0.0

    async def received() -> Message:
        nonlocal whole, until
        if whole:
            return await receive()
        until = until or asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise Refused("too-slow", Text("That took too long to arrive.")) from None
        whole = not message.get("more_body", False)
        return message

    return received
