"""Players for the load benchmarks: sockets that play at random, as programs do (`plain`) or as pages do.

The players' side of the protocol is written by hand (client frames, no compression), so that measuring costs less than
what is measured. Of what pages are told they read what a move needs; drawing is for browsers.
"""

from __future__ import annotations

import asyncio
import base64
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import httpx
import orjson

from ludotheque.drawing.changes import with_table

ME = {"kind": "me"}
OPEN = {"kind": "open"}
_FULL = 503
_READ = ("seat", "over", "match", "waiting", "sequence", "turn_started_ms", "server_ms")


@dataclass
class Counted:
    """What the players of one run have seen."""

    latencies: list[float] = field(default_factory=list)
    """From sending a move to its acknowledgement."""
    bytes: int = 0
    refused: int = 0


class Player(asyncio.Protocol):
    """One seat: a socket that moves at random."""

    def __init__(self, path: str, token: str, host: str, counted: Counted, pace: float = 0.0) -> None:
        """`pace`: how many seconds a table rests between two moves; without, a move comes as soon as it may."""
        self.counted = counted
        self.pace = pace
        self.greeting = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        self.buffer = bytearray()
        self.open = False
        self.table: dict[str, Any] = {}
        self.moves: list[str] = []
        self.paths: dict[str, Any] = {}
        self.sent_at = 0.0
        self.flying = False
        """A move is on its way, or not told yet."""
        self.until = 0
        self.asked = 0
        self.later: asyncio.TimerHandle | None = None
        self.transport: asyncio.Transport | None = None

    # The protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.greeting.encode())

    def data_received(self, data: bytes) -> None:
        self.counted.bytes += len(data)
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self.buffer[:end]:
                raise RuntimeError(self.buffer[:end].decode())
            del self.buffer[: end + 4]
            self.open = True
        for message in self._messages():
            self._take(message)

    def _messages(self) -> Iterator[bytes]:
        """The whole messages that have come (the server sends each in one frame, unmasked)."""
        while len(self.buffer) >= 2:
            length, start = self.buffer[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + length:
                return
            kind = self.buffer[0] & 15
            body = bytes(self.buffer[start : start + length])
            del self.buffer[: start + length]
            if kind == 1:
                yield body
            elif kind == 9:
                self._send(body, 10)

    def _say(self, message: dict[str, object]) -> None:
        self._send(orjson.dumps(message), 1)

    def _send(self, body: bytes, kind: int) -> None:
        """One masked frame (with a mask of zeros: allowed, and free)."""
        assert self.transport is not None
        size = bytes([128 | len(body)]) if len(body) < 126 else bytes([254]) + len(body).to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + b"\0\0\0\0" + body)

    def leave(self) -> None:
        assert self.transport is not None
        if self.later is not None:
            self.later.cancel()
        self.transport.abort()

    # The player

    def _take(self, body: bytes) -> None:
        if body.startswith(b'{"type":"moved"'):
            self.counted.latencies.append(time.perf_counter() - self.sent_at)
            self.until = orjson.loads(body)["sequence"]
            self.flying = False
        elif body.startswith(b'{"type":"refused"'):
            self.flying = False
            if b"not-now" not in body and b"illegal-move" not in body:  # a move that came too late is none
                self.counted.refused += 1
        elif body.startswith((b'{"type":"table"', b'{"type":"changes"')):
            self._read(orjson.loads(body))
            self._go_on()

    def _read(self, message: dict[str, Any]) -> None:
        """Of a whole table or of what changes in it, what a move needs."""
        if message["type"] == "table":
            self.table = {name: message.get(name) for name in _READ}
            self.paths = message.get("paths", {})
            self.moves = list(self.paths) if "paths" in message else message["moves"]
            return
        self.table.update(
            (name, told[name]) for told in (message["set"], message["own"]) for name in _READ if name in told
        )
        if "paths" in message:
            self.paths = with_table(self.paths, message["paths"])
            self.moves = list(self.paths)

    def _go_on(self) -> None:
        table, seat = self.table, self.table["seat"]
        if self.flying or table["sequence"] < self.until or self.later is not None:
            return
        if table["over"]:
            if self.asked < table["match"]["games"]:
                self.asked = table["match"]["games"]
                self._say({"type": "action", "action": "rematch", "seat": seat})
        elif self.moves and seat in table["waiting"]:
            rested = (table["server_ms"] - table["turn_started_ms"]) / 1000
            wait = self.pace * random.uniform(0.8, 1.2) - rested if self.pace else 0.0
            if wait > 0:
                self.later = asyncio.get_running_loop().call_later(wait, self._rested)
            else:
                self._move()

    def _rested(self) -> None:
        self.later = None
        if self.moves and not self.flying and self.table["seat"] in self.table["waiting"]:
            self._move()

    def _move(self) -> None:
        self.sent_at, self.flying = time.perf_counter(), True
        move = random.choice(self.moves)
        self._say({"type": "move", "seat": self.table["seat"], "move": move, "key": str(self.table["sequence"])})


@dataclass(frozen=True)
class Wanted:
    """A table to be opened: its game, and who sits there beside the one who opens it (nobody: another player)."""

    game: str
    bot: str = ""


async def open_tables(address: str, wanted: Sequence[Wanted]) -> list[tuple[str, list[str]]]:
    """Tables, and the tokens of the people at each; every seat belongs to a visitor of its own. A table with a bot that
    was refused, because the house is full of bots that think, has no id and nobody at it."""

    async def one(gate: asyncio.Semaphore, each: Wanted) -> tuple[str, list[str]]:
        async with gate, httpx.AsyncClient(base_url=address, timeout=60) as client:
            beside = {"kind": "bot", "bot": each.bot} if each.bot else OPEN
            wish = {"game": each.game, "seats": [ME, beside], "token": True}
            answer = await client.post("/api/tables", json=wish)
            if each.bot and answer.status_code == _FULL:
                return "", []
            opened = answer.raise_for_status().json()
            if each.bot:
                return opened["id"], [opened["token"]]
            client.cookies.clear()
            sat = await client.post(f"/api/tables/{opened['id']}/seats/1", json={"token": True})
            return opened["id"], [opened["token"], sat.raise_for_status().json()["token"]]

    gate = asyncio.Semaphore(8)
    return list(await asyncio.gather(*(one(gate, each) for each in wanted)))


async def seat_players(
    address: str, opened: Sequence[tuple[str, list[str]]], query: str, counted: Counted, pace: float = 0.0
) -> list[Player]:
    """A player for each token, connected; `query`: how it wants to be told."""
    host, _, port = address.removeprefix("http://").partition(":")
    loop, players = asyncio.get_running_loop(), list[Player]()
    for table_id, tokens in opened:
        for token in tokens:
            player = Player(f"/api/tables/{table_id}/live?{query}", token, f"{host}:{port}", counted, pace)
            players.append(player)
            made: Callable[[], Player] = partial(_itself, player)
            await loop.create_connection(made, host, int(port))
    return players


def _itself(player: Player) -> Player:
    return player
