"""Frames of sockets as they travel (RFC 6455, 5.2): what stands before a text of ours, and a text of a client that came
whole in one packet, which is nearly every one. All else is for the library that knows the whole protocol."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from websockets.speedups import apply_mask

    unmasked: Callable[[bytes, bytes], bytes] | None = apply_mask
else:
    try:
        from websockets.speedups import apply_mask as unmasked
    except ImportError:  # made without a compiler, or another version: all goes the ordinary way
        unmasked = None

_TEXT = 0x81
"""A whole text in one frame."""
_LAST, _MASKED, _CONTROL = 0x80, 0x80, 0x8
_MASK_BYTES, _LONGEST_HEAD = 4, 14


def head(length: int) -> bytes:
    """What stands before a text in a frame of its own, unmasked and not compressed."""
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")


def text_in(packet: bytes, longest: int) -> str | None:
    """The text of a packet that is one whole text of a client in one frame, and no longer than so many bytes; `None`
    where there is anything else to say of it.

    >>> text_in(b"\\x81\\x82\\1\\2\\3\\4nk", 16)
    'oi'
    """
    size = len(packet)
    if size < 6 or packet[0] != _TEXT or unmasked is None:
        return None
    length, start = packet[1] - _MASKED, 6
    if length == 127:
        return None
    if length == 126:
        length, start = int.from_bytes(packet[2:4], "big"), 8
    if size != start + length or not 0 <= length <= longest:
        return None
    try:
        return unmasked(packet[start:], packet[start - _MASK_BYTES : start]).decode()
    except UnicodeDecodeError:
        return None


class Boundaries:
    """Follows what a client sends: whether the next packet begins with a message of its own.

    >>> boundaries = Boundaries()
    >>> boundaries.follow(b"\\x81\\x82\\1\\2\\3"), boundaries.between
    (None, False)
    >>> boundaries.follow(b"\\4nk"), boundaries.between
    (None, True)
    """

    def __init__(self) -> None:
        self.between = True
        self._begun = b""
        """The head of a frame, as far as it is here."""
        self._missing = 0
        """So many bytes of a frame are still to come."""
        self._pieces = False
        """A message has begun whose last piece is not here."""

    def follow(self, packet: bytes) -> None:
        """The client sent this."""
        at, data = self._missing, self._begun + packet
        self._begun, self._missing = b"", 0
        while at < len(data):
            first = data[at : at + _LONGEST_HEAD]
            size = _size(first)
            if size is None:
                self._begun = first
                break
            if not first[0] & _CONTROL:
                self._pieces = not first[0] & _LAST
            at += size
        else:
            self._missing = at - len(data)
        self.between = not (self._begun or self._missing or self._pieces)


def _size(first: bytes) -> int | None:
    """How long the frame is that begins so; `None` where that is not known yet."""
    if len(first) < 2:
        return None
    masked, length = first[1] & _MASKED, first[1] & 127
    more = {126: 2, 127: 8}.get(length, 0)
    if len(first) < 2 + more:
        return None
    if more:
        length = int.from_bytes(first[2 : 2 + more], "big")
    return 2 + more + (_MASK_BYTES if masked else 0) + length


class Inbox(asyncio.Queue[Any]):
    """What has come for one who takes it: as asyncio's queue, without what several would need."""

    def __init__(self) -> None:
        super().__init__()
        self._items: deque[Any] = deque()
        self._awaited: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        return not self._items

    def put_nowait(self, item: Any) -> None:
        self._items.append(item)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for what comes next."""
        return self._awaited is not None and not self._awaited.done()

    def get_nowait(self) -> Any:
        if not self._items:
            raise asyncio.QueueEmpty
        return self._items.popleft()

    async def get(self) -> Any:
        while not self._items:
            self._awaited = asyncio.get_running_loop().create_future()
            try:
                await self._awaited
            finally:
                self._awaited = None
        return self._items.popleft()
