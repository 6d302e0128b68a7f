"""Players who keep at it whatever fails: over HTTP and over sockets, people and bots. They note what was acknowledged,
and when each table went on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

_ME, _OPEN = {"kind": "me"}, {"kind": "open"}
_TRY_AGAIN = 0.2
_PING_SECONDS = 8.0
_KEYS = itertools.count(1)
_OF_A_VIEWER = ("type", "seat", "you", "invited", "owner", "seats", "can", "spectators", "server_ms")
"""What one viewer of a table is told, and nobody else."""
_OF_A_SEAT = ("view", "moves")
"""What all are told who look from there."""
Lost = (httpx.HTTPError, WebSocketException, OSError, TimeoutError)


class Desk:
    """One seat of players: a table after the other, and what is known of them."""

    def __init__(self, game: str, kind: str, addresses: list[str], pace: float) -> None:
        self.game, self.kind, self.addresses, self.pace = game, kind, addresses, pace
        self.table = ""
        self.tables: list[str] = []
        self.tokens: list[str] = []
        self.secrets: set[str] = set()
        self.acknowledged: dict[str, tuple[str, int]] = {}
        """By the key of each move: its table and its sequence number."""
        self.refused: list[str] = []
        self.went_on: list[float] = []
        self.checked = 0
        """So many tables were looked at when nobody played there any more."""
        self.texts: list[str] = []
        """What players were answered since that was looked at last."""
        self.disagreements: list[str] = []
        self.compared = 0
        self._contents: dict[tuple[str, int, object], str] = {}
        """What was told of a moment of a table: to all, and from a seat."""
        self.heard = 0
        """The newest sequence number that some player has seen, and by socket the same."""
        self.heard_by: dict[int, int] = {}

    def saw(self, viewer: int, sequence: int, table: str) -> None:
        """Somebody has seen the table this far."""
        if table != self.table:
            return
        self.heard_by[viewer] = max(sequence, self.heard_by.get(viewer, 0))
        if sequence > self.heard:
            self.heard = sequence
            self.went_on.append(time.monotonic())

    def told(self, text: str) -> dict[str, Any]:
        """What somebody was answered; of tables it is remembered, and compared with what others were told of the same
        moment."""
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        if message.get("type") == "table":
            table, sequence, seat = message["table"], message["sequence"], message["seat"]
            own = {name: message[name] for name in _OF_A_SEAT}
            public = {name: value for name, value in message.items() if name not in (*_OF_A_VIEWER, *_OF_A_SEAT)}
            for key, content in (("all", public), (seat, own)):
                written = json.dumps(content, sort_keys=True)
                before = self._contents.setdefault((table, sequence, key), written)
                self.compared += before is not written
                if before != written:
                    self.disagreements.append(f"{table} at {sequence}, as {key} see it: {before} and {written}")
        return message

    async def play(self) -> None:
        """For ever: when a game is over, the next one."""
        while True:
            await self._open()
            if self.kind == "bots":
                players = [self._over_socket(0, self.addresses[0], ""), self._over_socket(1, self.addresses[-1], "")]
            elif self.kind == "people":
                ends = (self.addresses[0], self.addresses[-1])
                players = [self._over_socket(seat, ends[seat], self.tokens[seat]) for seat in (0, 1)]
            else:
                players = [self._over_http()]
            await asyncio.gather(*players)

    async def _open(self) -> None:
        bot = {"kind": "bot", "bot": "greedy"}
        seats = {"bots": [bot, bot], "people": [_ME, _OPEN], "http": [_ME, bot]}[self.kind]
        wish = {"game": self.game, "seats": seats, "token": True}
        while True:
            with contextlib.suppress(*Lost):
                async with httpx.AsyncClient(base_url=random.choice(self.addresses), timeout=12) as client:
                    opened = (await client.post("/api/tables", json=wish)).raise_for_status().json()
                    tokens = [opened["token"]]
                    client.cookies.clear()
                    if self.kind == "people":
                        sat = await client.post(f"/api/tables/{opened['id']}/seats/1", json={"token": True})
                        tokens.append(sat.raise_for_status().json()["token"])
                break
            await asyncio.sleep(_TRY_AGAIN)
        self.tokens, self.heard = tokens, 0
        self.heard_by.clear()
        self._contents.clear()
        self.table = opened["id"]
        self.tables.append(self.table)
        self.secrets |= {self.table, *tokens}
        self.went_on.append(time.monotonic())

    # Over HTTP

    async def _over_http(self) -> None:
        table, headers = self.table, {"Authorization": f"Bearer {self.tokens[0]}"}
        ways = itertools.cycle(self.addresses)
        over = False
        while not over:
            with contextlib.suppress(*Lost):
                async with httpx.AsyncClient(base_url=next(ways), timeout=12, headers=headers) as client:
                    while not over:
                        over = await self._step(client, table)
            await asyncio.sleep(_TRY_AGAIN)

    async def _step(self, client: httpx.AsyncClient, table: str) -> bool:
        """Looks, and moves if it can; whether the game is over."""
        seen = self.told((await client.get(f"/api/tables/{table}", params={"plain": 1})).raise_for_status().text)
        self.saw(0, seen["sequence"], table)
        if "seen" in seen["can"]:
            await client.post(f"/api/tables/{table}/actions", json={"seat": seen["seat"], "action": "seen"})
        if seen["moves"] and not seen["over"]:
            wish = {"seat": seen["seat"], "move": random.choice(seen["moves"]), "key": f"k{next(_KEYS)}"}
            await self._insist(client, table, wish)
        await asyncio.sleep(self.pace)
        return bool(seen["over"])

    async def _insist(self, client: httpx.AsyncClient, table: str, wish: dict[str, Any]) -> None:
        """The same move with the same key, until there is a word on it."""
        while True:
            with contextlib.suppress(*Lost):
                answer = await client.post(f"/api/tables/{table}/moves", json=wish)
                told = self.told(answer.text)
                if answer.status_code == 200:
                    self._took(wish["key"], table, told["sequence"])
                    return
                if answer.status_code < 500:
                    self.refused.append(told["error"]["code"])
                    return
            await asyncio.sleep(_TRY_AGAIN)

    def _took(self, key: str, table: str, sequence: int) -> None:
        self.acknowledged[key] = table, sequence
        self.saw(-1, sequence, table)

    # Over a socket

    async def _over_socket(self, viewer: int, address: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        table, pending, over = self.table, dict[str, Any](), False
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live?plain=1"
        while not over:
            with contextlib.suppress(*Lost):
                async with _line(url, headers) as socket:
                    if pending:
                        await socket.send(json.dumps(pending))
                    while not over:
                        over = await self._hear(socket, viewer, table, pending, moves=bool(token))
            await asyncio.sleep(_TRY_AGAIN)

    async def _hear(
        self, socket: ClientConnection, viewer: int, table: str, pending: dict[str, Any], *, moves: bool
    ) -> bool:
        """Takes in a message, and answers it; whether this one has heard that the game is over."""
        message = self.told(str(await _next(socket)))
        if message["type"] == "moved" and message["key"] == pending.get("key"):
            self._took(pending["key"], table, message["sequence"])
            pending.clear()
        elif message["type"] == "refused" and pending and message["key"] == pending["key"]:
            if message["error"]["code"] in ("not-kept", "busy", "broken"):
                await asyncio.sleep(_TRY_AGAIN)
                await socket.send(json.dumps(pending))
            else:
                self.refused.append(message["error"]["code"])
                pending.clear()
                await socket.send(json.dumps({"type": "look"}))
        elif message["type"] == "table":
            self.saw(viewer, message["sequence"], table)
            if not moves or message["over"]:
                return bool(message["over"])
            if "seen" in message["can"]:
                await socket.send(json.dumps({"type": "action", "action": "seen", "seat": message["seat"]}))
            if message["moves"] and not pending:
                await asyncio.sleep(self.pace)
                wish = {"seat": message["seat"], "move": random.choice(message["moves"]), "key": f"k{next(_KEYS)}"}
                pending.update(type="move", **wish)
                await socket.send(json.dumps(pending))
        return False


def _line(url: str, headers: dict[str, str]) -> connect:
    """A line that takes all that comes: one whose queue is full would not even hear that it is closed."""
    return connect(url, additional_headers=headers, max_size=None, max_queue=None, open_timeout=5)


async def _next(socket: ClientConnection) -> str | bytes:
    """The next message. As a page does: a line that answers is kept, however silent the table is."""
    for _ in range(2):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PING_SECONDS):
                return await socket.recv()
        await socket.send('{"type":"ping"}')
    raise TimeoutError
