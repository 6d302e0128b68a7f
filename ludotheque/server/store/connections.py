"""Connections to the database: how they are made, and how long one waits for them.

PostgreSQL may stop to answer without a word: it is frozen, or the line is dead. A statement that takes too long has its
connection cut; whoever waits is told at once, and the next one is made anew."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ludotheque.server.settings import Settings

_STUCK_SECONDS = 4.0
_GRACE_SECONDS = 1.0
"""Where this process had no time to listen, the answer may be here already: it gets a moment to be read."""
_CONNECT_SECONDS = 2
_SQLITE = {"timeout": 20}
_POSTGRES = {
    "connect_timeout": _CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 4000,
}


def engine_for(settings: Settings) -> AsyncEngine:
    """The database of these settings. What fails is told without the values that were given."""
    if not settings.sqlite:
        return create_async_engine(
            settings.database_url,
            pool_size=5,
            max_overflow=5,
            pool_recycle=1800,
            pool_timeout=_STUCK_SECONDS,
            connect_args=_POSTGRES,
            hide_parameters=True,
        )
    engine = create_async_engine(settings.database_url, connect_args=_SQLITE, hide_parameters=True)
    _make_careful(engine.sync_engine)
    return engine


def patient_engine(settings: Settings) -> Engine:
    """The same for a program that does one thing after the other, and has time."""
    url = settings.database_url.replace("+aiosqlite", "")
    engine = create_engine(url, connect_args=_SQLITE if settings.sqlite else _POSTGRES, hide_parameters=True)
    if settings.sqlite:
        _make_careful(engine)
    return engine


def _make_careful(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _careful(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # a move that is acknowledged survives even a power cut
        cursor.execute("PRAGMA busy_timeout=20000")
        cursor.close()


@contextlib.asynccontextmanager
async def impatience(connection: AsyncConnection) -> AsyncIterator[None]:
    """What is done meanwhile may not take too long."""
    if connection.dialect.name != "postgresql" or connection.sync_connection is None:
        yield
        return
    line = connection.sync_connection.connection.driver_connection
    watching = asyncio.create_task(_watch(line))
    try:
        yield
    finally:
        watching.cancel()


async def _watch(line: Any) -> None:
    await asyncio.sleep(_STUCK_SECONDS)
    await asyncio.sleep(_GRACE_SECONDS)
    _cut(line)


def _cut(line: Any) -> None:
    """Shuts the line down: whoever waits at this end notices at once."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(line.pgconn.socket)) as end:
        end.shutdown(socket.SHUT_RDWR)
