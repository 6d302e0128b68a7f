"""The database goes away, or cannot write: people are told, nothing is lost, and everything goes on by itself."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from benchmarks.proxy import Proxy, between
from benchmarks.servers import Postgres
from ludotheque.server.metrics import Metrics
from ludotheque.server.store.database import Conflict, Store
from ludotheque.server.store.outages import Unkept
from ludotheque.tables.log import Entry
from tests.server.house import in_a_loop, settings

T = TypeVar("T")


def entry(number: int) -> Entry:
    return {"kind": "phrase", "at": number, "seat": 0, "phrase": str(number)}


def through(url: str, folder: Path, work: Callable[[Store, Proxy], Awaitable[T]]) -> T:
    """What comes of work with a database behind a line that can fail."""

    async def run(proxy: Proxy, address: str) -> T:
        store = Store(settings(folder, database=address), Metrics())
        await store.open()
        try:
            return await work(store, proxy)
        finally:
            await asyncio.to_thread(proxy.heal)
            await store.close()

    with between(url) as (proxy, address):
        return in_a_loop(run(proxy, address))


@pytest.mark.slow
def test_a_short_break_is_waited_for(postgres_url: str, tmp_path: Path) -> None:
    """Lines are cut between and during appends: each is stored once, and nobody is told."""
    name = secrets.token_hex(5)

    async def work(store: Store, proxy: Proxy) -> list[Entry]:
        for number in range(12):
            cut = asyncio.create_task(asyncio.to_thread(proxy.cut))
            await store.append(name, number, [entry(number)])
            await cut
        assert await store.alive()
        return await store.log(name)

    assert through(postgres_url, tmp_path, work) == [entry(number) for number in range(12)]


@pytest.mark.slow
def test_an_append_whose_answer_was_lost_is_stored_once(postgres_url: str, tmp_path: Path) -> None:
    """The answer of a commit is on its way when the line breaks."""
    name = secrets.token_hex(5)

    async def work(store: Store, proxy: Proxy) -> list[Entry]:
        await store.append(name, 0, [entry(0)])
        await asyncio.to_thread(proxy.delay, 0.15)
        for number, many in ((1, 1), (2, 2)):  # alone, and in a transaction of several statements
            append = asyncio.create_task(store.append(name, number, [entry(number + each) for each in range(many)]))
            await asyncio.sleep(0.2 if many == 1 else 0.9)  # it is there, and the answer is not here yet
            await asyncio.to_thread(proxy.cut)
            await append
        with pytest.raises(Conflict):
            await store.append(name, 1, [entry(7)])
        return await store.log(name)

    assert through(postgres_url, tmp_path, work) == [entry(number) for number in range(4)]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["refuse", "freeze"])
def test_who_waits_too_long_is_told_and_it_goes_on_by_itself(postgres_url: str, tmp_path: Path, way: str) -> None:
    name = secrets.token_hex(5)

    async def work(store: Store, proxy: Proxy) -> float:
        await store.append(name, 0, [entry(0)])
        await asyncio.to_thread(getattr(proxy, way))
        began = time.monotonic()
        told = await asyncio.gather(
            store.append(name, 1, [entry(9)]), store.log(name), store.execute([]), return_exceptions=True
        )
        assert all(isinstance(each, Unkept) for each in told), told
        assert time.monotonic() - began < 16
        assert not await store.alive()
        await asyncio.to_thread(proxy.heal, lines=False)
        began = time.monotonic()
        while not await store.alive():
            assert time.monotonic() - began < 20
        log = await store.log(name)
        if len(log) == 1:  # what was on its way may have arrived
            await store.append(name, 1, [entry(1)])
        return time.monotonic() - began

    assert through(postgres_url, tmp_path, work) < 4


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of a few megabytes, where PostgreSQL may come although it is not who runs the tests."""
    disk = Path(tempfile.mkdtemp(prefix="ludotheque-disk-"))
    disk.chmod(0o755)
    mounting = ["mount", "-t", "tmpfs", "-o", "size=100m,mode=777", "tmpfs", str(disk)]
    if subprocess.run(mounting, capture_output=True, check=False).returncode:
        disk.rmdir()
        pytest.skip("nobody may mount a disk here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)
        disk.rmdir()


@pytest.mark.slow
def test_postgresql_runs_out_of_disk(small_disk: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What was acknowledged is there and nothing else; who asks is told at once, the log once; it goes on by itself.

    A row that is there already can still be changed then, so that to be able to write is more than that."""
    database, filling = Postgres(small_disk), small_disk / "filling"
    database.start()
    name = secrets.token_hex(5)

    def fill() -> None:
        with filling.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(4096)):
                pass

    async def fill_what_is_there(store: Store) -> int:
        """How many entries found room in the files that there were."""
        stored = 1
        with contextlib.suppress(Unkept):
            while stored < 100_000:
                await store.append(name, stored, [entry(stored + each) for each in range(100)])
                stored += 100
        return stored

    async def work(store: Store, proxy: Proxy) -> None:
        await store.append(name, 0, [entry(0)])
        assert await store.alive()
        await asyncio.to_thread(fill)
        stored = await fill_what_is_there(store)
        began = time.monotonic()
        with pytest.raises(Unkept):
            await store.append(name, stored, [entry(stored + each) for each in range(100)])
        assert time.monotonic() - began < 5, "nobody waits for a disk to grow"
        assert store.troubled
        assert len(await store.log(name)) == stored, "what cannot be kept can be read"
        for _ in range(3):
            assert not await store.alive()
        assert [record.getMessage() for record in caplog.records].count("database-full") == 1
        filling.unlink()
        began = time.monotonic()
        while not await store.alive():
            assert time.monotonic() - began < 5
        assert not store.troubled
        await store.append(name, stored, [entry(stored)])
        assert await store.log(name) == [entry(number) for number in range(stored + 1)]
        assert {row["table_id"] for row in await store.rows("SELECT table_id FROM entries")} == {name}

    try:
        through(database.url, tmp_path, work)
    finally:
        database.stop()
