"""Tells other processes what was appended, and hears it from them: through Redis, or not at all in one process."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import orjson

Heard = Callable[[str, dict[str, Any]], None]
"""Called with a table's id and a message another process sent about it."""


class Fanout(Protocol):
    """How processes that serve the same tables keep each other informed."""

    worker: str

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


class ThroughRedis:
    """Several processes, on one machine or many. Messages are sent together, as appends are committed together.

    A message that is lost loses nothing: logs are in the database, and sequence numbers show what was missed."""

    def __init__(self, url: str) -> None:
        import redis.asyncio

        self.worker = secrets.token_hex(6)
        self._redis = redis.asyncio.Redis.from_url(url, health_check_interval=15)
        self._pubsub = self._redis.pubsub()
        self._outbox: list[tuple[str, bytes]] = []
        self._came = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: Heard = lambda table_id, message: None
        self._followed: set[str] = set()

    async def open(self, heard: Heard) -> None:
        self._heard = heard
        await self._pubsub.subscribe(_PREFIX + "all")
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]  # redis leaves it untyped
            await self._redis.aclose()

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        self._outbox.append((_PREFIX + table_id, orjson.dumps({**message, "worker": self.worker})))
        self._came.set()

    async def follow(self, table_id: str) -> None:
        if table_id not in self._followed:
            self._followed.add(table_id)
            with contextlib.suppress(Exception):  # the listener subscribes anew when Redis is back
                await self._pubsub.subscribe(_PREFIX + table_id)

    def leave(self, table_id: str) -> None:
        if table_id in self._followed:
            self._followed.discard(table_id)
            task = asyncio.ensure_future(self._pubsub.unsubscribe(_PREFIX + table_id))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def alive(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except Exception:
            return False

    async def _send(self) -> None:
        while True:
            await self._came.wait()
            self._came.clear()
            outbox, self._outbox = self._outbox, []
            with contextlib.suppress(Exception):
                pipe = self._redis.pipeline(transaction=False)
                for channel, body in outbox:
                    pipe.publish(channel, body)
                await pipe.execute()

    async def _listen(self) -> None:
        """Hears for ever; when the connection breaks, tries again and has every followed table checked."""
        while True:
            try:
                async for message in self._pubsub.listen():
                    if message["type"] == "message":
                        self._take(message["channel"].decode()[len(_PREFIX) :], message["data"])
            except asyncio.CancelledError:
                raise
            except Exception:
                await asyncio.sleep(0.5)
                with contextlib.suppress(Exception):
                    await self._pubsub.subscribe(*(_PREFIX + each for each in ("all", *self._followed)))
                    for table_id in list(self._followed):
                        self._heard(table_id, {"what": "check"})

    def _take(self, table_id: str, data: bytes) -> None:
        message = orjson.loads(data)
        if message.pop("worker", None) != self.worker:
            self._heard(table_id, message)


def fanout(url: str) -> Fanout:
    """The way to tell others."""
    return ThroughRedis(url) if url else Alone()
