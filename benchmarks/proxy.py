"""A small TCP proxy that can misbehave: it cuts lines, lets nothing through, or takes its time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from benchmarks.servers import free_port

T = TypeVar("T")
_BYTES = 65_536


class Proxy:
    """Passes bytes between a port of its own and another one of this machine, in a thread."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._refusing = False
        self._delay = 0.0
        self._flowing = asyncio.Event()
        self._server: asyncio.Server | None = None

    # How it misbehaves

    def cut(self) -> None:
        """Breaks every line there is; new ones are made."""
        self._do(self._cut)

    def refuse(self) -> None:
        """Breaks every line, and lets nobody in."""

        def refuse() -> None:
            self._refusing = True
            self._cut()

        self._do(refuse)

    def freeze(self) -> None:
        """Lets nothing through, without a word."""
        self._do(self._flowing.clear)

    def delay(self, seconds: float) -> None:
        """Everything takes so long, each way."""

        def slow() -> None:
            self._delay = seconds

        self._do(slow)

    def heal(self, *, lines: bool = True) -> None:
        """All is well again; lines that were frozen go on, or are dead for good."""

        def heal() -> None:
            self._refusing, self._delay = False, 0.0
            if not lines:
                self._cut()
            self._flowing.set()

        self._do(heal)

    # How it works

    def _cut(self) -> None:
        for line in self._lines:
            line.transport.abort()

    def _do(self, work: Callable[[], T]) -> T:
        async def done() -> T:
            return work()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(10)

    async def _serve(self) -> None:
        self._flowing.set()
        self._server = await asyncio.start_server(self._met, "127.0.0.1", self.port)

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            writer.transport.abort()
            return
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        both = (writer, other_writer)
        self._lines.update(both)
        try:
            await asyncio.gather(self._pass(reader, other_writer), self._pass(other_reader, writer))
        finally:
            self._lines.difference_update(both)
            for each in both:
                each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_BYTES):
                await self._flowing.wait()
                if self._delay:
                    await asyncio.sleep(self._delay)
                writer.write(data)
                await writer.drain()
        writer.transport.abort()

    def start(self) -> None:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._serve(), self._loop).result(10)

    def stop(self) -> None:
        async def stop() -> None:
            if self._server is not None:
                self._server.close()
            self._cut()
            others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)


@contextlib.contextmanager
def between(url: str) -> Iterator[tuple[Proxy, str]]:
    """A proxy before the server of a URL, and the URL by which one goes through it."""
    place = url.partition("@")[2] or url.partition("://")[2]
    port = place.partition("/")[0].partition(":")[2]
    proxy = Proxy(int(port))
    proxy.start()
    try:
        yield proxy, url.replace(f":{port}", f":{proxy.port}", 1)
    finally:
        proxy.stop()
