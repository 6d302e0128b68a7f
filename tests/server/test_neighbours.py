"""Processes of one server that know of each other: who is silent is not counted, who watches elsewhere is sent home."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludotheque.server import neighbours
from ludotheque.server.live import ownership
from ludotheque.server.live.memory import LiveTable
from ludotheque.server.live.ownership import Ownership
from ludotheque.server.live.registry import Registry
from ludotheque.server.neighbours import POSSIBLE, Neighbours
from ludotheque.tables.log import entry_of
from ludotheque.tables.table import Table, opened

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="processes cannot pass connections on here")

TABLES = [f"t{number}" for number in range(60)]


async def until(what: Callable[[], object]) -> None:
    """Waits until something is true."""
    async with asyncio.timeout(20):
        while not what():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def two(folder: Path, came: neighbours.Came | None = None) -> AsyncIterator[tuple[Neighbours, Neighbours]]:
    """Two that are there; `came` is called by the second."""
    one, other = Neighbours(folder), Neighbours(folder)
    one.open(lambda table: None, lambda connection, asked: connection.close())
    other.open(lambda table: None, came or (lambda connection, asked: connection.close()))
    try:
        one.ready()
        other.ready()
        one._beat()
        await until(lambda: one.others() and other.others())
        yield one, other
    finally:
        one.close()
        other.close()


def test_who_says_nothing_is_not_counted_and_comes_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with two(tmp_path) as (one, frozen):
            shared = {table: one.owner(table) for table in TABLES}
            assert set(shared.values()) == {one.name, frozen.name}
            monkeypatch.setattr(neighbours, "_SILENT_SECONDS", 0.0)
            before = one.changed
            one._beat()
            assert one.changed > before, "tables are looked after anew"
            assert all(one.mine(table) for table in TABLES)
            monkeypatch.setattr(neighbours, "_SILENT_SECONDS", 60.0)
            before = one.changed
            frozen._beat()
            await until(lambda: one.others())
            assert one.changed > before, "who watches here is sent back"
            assert {table: one.owner(table) for table in TABLES} == shared

    asyncio.run(scenario())


def test_a_connection_goes_with_what_was_asked(tmp_path: Path) -> None:
    came: list[tuple[socket.socket, bytes]] = []

    async def scenario() -> None:
        browser, here = socket.socketpair()
        with browser, here:
            async with two(tmp_path, lambda connection, asked: came.append((connection, asked))) as (one, other):
                assert one.pass_on(other.name, here.fileno(), b"GET /live") is True
                here.close()
                await until(lambda: came)
            connection, asked = came[0]
            with connection:
                connection.sendall(b"welcome")
                assert (asked, browser.recv(16)) == (b"GET /live", b"welcome")

    asyncio.run(scenario())


def test_one_that_is_gone_cannot_be_given_anything(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            other.close()
            browser, here = socket.socketpair()
            with browser, here:
                assert one.pass_on(other.name, here.fileno(), b"GET /live") is False
            assert not one.others()

    asyncio.run(scenario())


class Watching:
    """Somebody who watches."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.sent_on = 0

    def changed(self, tables: Sequence[Table]) -> None: ...

    def company(self) -> None: ...

    def rest(self) -> None: ...

    def move_on(self) -> None:
        self.sent_on += 1


def test_who_watches_where_a_table_no_longer_belongs_is_sent_home_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at once: who comes and goes in a hurry moves nobody. Who comes back all the same may stay."""
    monkeypatch.setattr(ownership, "_LOOK_SECONDS", 0.0)

    async def scenario() -> None:
        around = Neighbours()
        around._ready = True
        here = {table: LiveTable(opened(table, _entry())) for table in TABLES}
        watching = {table: Watching("ada") for table in TABLES}
        for table, live in here.items():
            live.watchers.add(watching[table])
        care = SimpleNamespace(unclaim=lambda: None)
        registry = cast(Registry, SimpleNamespace(in_memory=here, care=care))
        owned = Ownership(registry, around, cast(Any, None))
        around._take(b"h", "other")
        now = around.changed
        await owned._look(now + 1)
        assert not any(each.sent_on for each in watching.values())
        around._heard["other"] = time.monotonic()
        for later in (60, 61):
            await owned._look(now + later)
            assert {table for table in TABLES if watching[table].sent_on} == {
                table for table in TABLES if around.owner(table) == "other"
            }
        assert {each.sent_on for each in watching.values()} == {0, 1}

    asyncio.run(scenario())


def _entry() -> Any:
    player = {"kind": "person", "visitor": "ada", "nickname": "", "bot": ""}
    fields: dict[str, Any] = {"options": {}, "players": [player] * 2, "clock": None, "public": False, "owner": "ada"}
    return entry_of("opened", 0, game="rolit", **fields)
