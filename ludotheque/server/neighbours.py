"""Processes of one server: who of them is there, to which of them a table belongs, and what they pass each other.

Each has a Unix socket in a folder that they share. What they say there is short: that one is there, that a table needs
somebody, and a connection of a browser together with what it has asked (`http/handover.py`). A table belongs to the one
whose name and the table's id together have the highest number, so that a process that comes or goes moves its share and
no other.

Nothing depends on it: any process can serve any table, and does where another one cannot be reached.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import secrets
import socket
import time
from array import array
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

_BEAT_SECONDS = 0.5
_SILENT_SECONDS = 3.0
"""Who says nothing for so long is not counted. Who is killed cannot be reached, which is noticed at once."""
_MOST_BYTES = 65_536
_PRIVATE = getattr(socket, "MSG_CMSG_CLOEXEC", 0)
"""Connections that come are not inherited by processes that this one starts."""
_HERE, _GONE, _NEEDED, _CONNECTION = b"h", b"g", b"n", b"c"

POSSIBLE = hasattr(socket, "AF_UNIX") and hasattr(socket, "send_fds")
"""Whether this system can do it."""

Needed = Callable[[str], None]
"""Called with the id of a table that needs somebody."""
Came = Callable[[socket.socket, bytes], None]
"""Called with a connection, and what was read from it."""


class Neighbours:
    """The processes as one of them knows them."""

    def __init__(self, folder: Path | None = None) -> None:
        """Without a folder there is no other one."""
        self.name = secrets.token_hex(6)
        self._folder = folder
        self._socket: socket.socket | None = None
        self._heard: dict[str, float] = {}
        """When each of the others was last heard."""
        self._ready = False
        self._needed: Needed = lambda table_id: None
        self._came: Came = lambda connection, asked: connection.close()
        self.changed = 0.0
        """When somebody last came or went."""

    # Whose a table is

    def owner(self, table_id: str) -> str:
        """The name of the process that a table belongs to. One that has not loaded its games yet has none, unless it is
        the only one."""
        names = self.others()
        if self._ready or not names:
            names.append(self.name)
        return max(names, key=lambda name: blake2b(f"{name} {table_id}".encode(), digest_size=8).digest())

    def mine(self, table_id: str) -> bool:
        """Whether a table belongs to this process."""
        return not self._heard or self.owner(table_id) == self.name

    def others(self) -> list[str]:
        """Who else is there."""
        since = time.monotonic() - _SILENT_SECONDS
        return [name for name, heard in self._heard.items() if heard > since]

    # Coming and going

    def open(self, needed: Needed, came: Came) -> None:
        """Listens from now on."""
        if self._folder is None:
            return
        self._needed, self._came = needed, came
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(0)
        self._socket.bind(str(self._folder / self.name))
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._read)

    def ready(self) -> None:
        """Tables may belong to this process from now on."""
        self._ready = True
        self.changed = time.monotonic()
        self._beat()

    async def beat_for_ever(self) -> None:
        """Says that this process is there."""
        while self._folder is not None:
            self._beat()
            await asyncio.sleep(_BEAT_SECONDS)

    def _beat(self) -> None:
        since = time.monotonic() - _SILENT_SECONDS
        for silent in [name for name, heard in self._heard.items() if heard <= since]:
            self._forget(silent)  # it may be frozen: should it wake up, it comes anew
        for name in self._listed():
            if self._ready:
                self._say(name, _HERE + self.name.encode())

    def _listed(self) -> list[str]:
        if self._folder is None or self._socket is None:
            return []
        with contextlib.suppress(OSError):
            return [name for name in os.listdir(self._folder) if name != self.name]
        return []

    def close(self) -> None:
        """Says goodbye."""
        if self._socket is None or self._folder is None:
            return
        for name in self._listed():
            self._say(name, _GONE + self.name.encode())
        asyncio.get_running_loop().remove_reader(self._socket.fileno())
        self._socket.close()
        self._socket = None
        (self._folder / self.name).unlink(missing_ok=True)

    # Telling and hearing

    def ask(self, table_id: str) -> bool:
        """Asks the process that a table belongs to, to look after it; False: that is this one, or it does not hear."""
        return not self.mine(table_id) and bool(self._say(self.owner(table_id), _NEEDED + table_id.encode()))

    def pass_on(self, name: str, connection: int, asked: bytes) -> bool | None:
        """Gives a connection (its number here) to another process; `None`: it has too much to do just now."""
        return self._say(name, _CONNECTION + asked, [connection])

    def _say(self, name: str, message: bytes, descriptors: Sequence[int] = ()) -> bool | None:
        """Whether the other one will hear it; `None`: not now."""
        if self._socket is None or self._folder is None:
            return False
        try:
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", descriptors))] if descriptors else []
            self._socket.sendmsg([message], rights, 0, str(self._folder / name))  # send_fds ignores the address
        except BlockingIOError:
            return None
        except OSError as error:
            if error.errno in (errno.ECONNREFUSED, errno.ENOENT):  # it was killed
                self._forget(name)
                (self._folder / name).unlink(missing_ok=True)
            return False
        return True

    def _read(self) -> None:
        """Takes all that has come."""
        while self._socket is not None:
            try:
                message, descriptors, flags, _ = socket.recv_fds(self._socket, _MOST_BYTES, 1, _PRIVATE)
            except OSError:
                return
            whole = not flags & socket.MSG_TRUNC
            connections = [socket.socket(fileno=each) for each in descriptors]
            if whole and connections and message.startswith(_CONNECTION):
                self._came(connections.pop(), message[1:])
            elif whole:
                self._take(message[:1], message[1:].decode("ascii", "replace"))
            for left in connections:
                left.close()

    def _take(self, kind: bytes, text: str) -> None:
        if kind == _HERE:
            if text not in self._heard:
                self.changed = time.monotonic()
            self._heard[text] = time.monotonic()
        elif kind == _GONE:
            self._forget(text)
        elif kind == _NEEDED:
            self._needed(text)

    def _forget(self, name: str) -> None:
        if self._heard.pop(name, None) is not None:
            self.changed = time.monotonic()
