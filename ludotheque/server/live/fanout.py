"""Tells other processes what was appended, and hears it from them: through Redis, or not at all in one process.

No message is needed: what was lost is found in the database (`agreement.py`)."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import orjson

from ludotheque.server import journal, redisline
from ludotheque.server.troubles import Troubles

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

Heard = Callable[[str, dict[str, Any]], None]
"""Called with a table's id and a message another process sent about it."""


class Fanout(Protocol):
    """How processes that serve the same tables keep each other informed."""

    worker: str
    alone: bool
    """There is no other process."""

    @property
    def unsure(self) -> bool:
        """Whether messages may have been lost."""

    async def open(self, heard: Heard) -> None: ...

    async def close(self) -> None: ...

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Tells the others something about a table, soon."""

    async def follow(self, table_id: str) -> None:
        """From now on hears what others do at a table."""

    def leave(self, table_id: str) -> None:
        """Hears of it no more."""

    async def alive(self) -> bool: ...


class Alone:
    """One process: there is nobody to tell."""

    worker = "one"
    alone = True
    unsure = False

    async def open(self, heard: Heard) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Nobody listens."""

    async def follow(self, table_id: str) -> None:
        """Nobody speaks."""

    def leave(self, table_id: str) -> None:
        """Nobody spoke."""

    async def alive(self) -> bool:
        return True


_PREFIX = "ludotheque:table:"
_ALL = "all"
_RETRY_SECONDS = 0.2
_SILENCE_SECONDS, _AGAIN_SECONDS = 3.0, 0.2
"""One hears one's own heartbeat every second: who hears nothing for so long has lost the line."""


class ThroughRedis:
    """Several processes, on one machine or many. Messages are sent together, as appends are committed together.

    Of messages that could not be sent only the tables are kept: the others are asked to look at these when Redis is
    back. Who could not hear for a while says so (`back`), and compares."""

    alone = False

    def __init__(self, url: str, troubles: Troubles) -> None:
        self.worker = secrets.token_hex(6)
        self._redis = redisline.line(url)
        self._pubsub: PubSub | None = None
        self._troubles = troubles
        self._outbox: list[tuple[str, bytes]] = []
        self._untold: set[str] = set()
        self._came = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: Heard = lambda table_id, message: None
        self._followed: set[str] = set()

    async def open(self, heard: Heard) -> None:
        self._heard = heard
        await self._redis.ping()
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._redis.aclose()

    @property
    def unsure(self) -> bool:
        return self._pubsub is None or self._troubles.within(redisline.TROUBLE, "sending")

    async def alive(self) -> bool:
        return not self.unsure  # the heartbeat tries both ways every second

    # Telling

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        self._outbox.append((table_id, orjson.dumps({**message, "worker": self.worker})))
        self._came.set()

    async def _send(self) -> None:
        while True:
            await self._came.wait()
            self._came.clear()
            outbox, self._outbox = self._outbox, []
            untold = list(self._untold)
            try:
                await self._publish(outbox + [(each, self._checking) for each in untold])
            except Exception as error:
                self._troubles.begin(redisline.TROUBLE, error, "sending")
                self._untold.update(table_id for table_id, _ in outbox if table_id != _ALL)
                await asyncio.sleep(_RETRY_SECONDS)
                self._came.set()
            else:
                self._troubles.end(redisline.TROUBLE, "sending")
                self._untold.difference_update(untold)

    @property
    def _checking(self) -> bytes:
        return orjson.dumps({"what": "check", "worker": self.worker})

    async def _publish(self, messages: list[tuple[str, bytes]]) -> None:
        pipe = self._redis.pipeline(transaction=False)
        for table_id, body in messages:
            pipe.publish(_PREFIX + table_id, body)
        await pipe.execute()

    # Hearing

    async def follow(self, table_id: str) -> None:
        self._followed.add(table_id)
        if self._pubsub is not None:
            with contextlib.suppress(Exception):  # the listener subscribes anew when Redis is back
                await self._pubsub.subscribe(_PREFIX + table_id)

    def leave(self, table_id: str) -> None:
        self._followed.discard(table_id)
        if self._pubsub is not None:
            task = asyncio.ensure_future(self._pubsub.unsubscribe(_PREFIX + table_id))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _listen(self) -> None:
        """Hears for ever; when the line breaks, makes it anew."""
        while True:
            try:
                await self._hear()
            except Exception as error:
                self._troubles.begin(redisline.TROUBLE, error, "hearing")
            await asyncio.sleep(_RETRY_SECONDS)

    async def _hear(self) -> None:
        """Hears until the line breaks, or falls silent."""
        pubsub = self._redis.pubsub()
        try:
            await pubsub.subscribe(*(_PREFIX + each for each in (*self._followed, _ALL)))
            while (message := await self._next(pubsub)) is not None:
                table_id = message["channel"].decode()[len(_PREFIX) :]
                if message["type"] == "message":
                    self._take(table_id, message["data"])
                elif message["type"] == "subscribe" and self._pubsub is None and table_id == _ALL:
                    self._hears(pubsub)
            raise TimeoutError
        finally:
            self._pubsub = None
            with contextlib.suppress(Exception):
                await pubsub.aclose()  # type: ignore[no-untyped-call]  # redis leaves it untyped

    async def _next(self, pubsub: PubSub) -> dict[str, Any] | None:
        """The next message; `None`: it is silent. A process that had no time for seconds sees the clock before it sees
        what has come meanwhile: so it looks twice."""
        message: dict[str, Any] | None = await pubsub.get_message(timeout=_SILENCE_SECONDS)
        return message or await pubsub.get_message(timeout=_AGAIN_SECONDS)

    def _hears(self, pubsub: PubSub) -> None:
        """From now on all is heard; what was said before may be lost."""
        self._pubsub = pubsub
        self._troubles.end(redisline.TROUBLE, "hearing")
        self._heard(_ALL, {"what": "back"})

    def _take(self, table_id: str, data: bytes) -> None:
        try:
            message = orjson.loads(data)
            if message.pop("worker", None) != self.worker:
                self._heard(table_id, message)
        except Exception:  # of another version, perhaps: the database has what it is about
            journal.trouble("heard")


def fanout(url: str, troubles: Troubles) -> Fanout:
    """The way to tell others."""
    return ThroughRedis(url, troubles) if url else Alone()
