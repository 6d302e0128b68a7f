"""What can be found out about a database without serving from it: whether it answers, its shape, its clock, whether it
can be written to."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, text

from ludotheque.server.settings import Settings
from ludotheque.server.store import backups, migrations


@dataclass(frozen=True, slots=True)
class Found:
    """What a database is like."""

    version: str
    shape: tuple[str, ...]
    tables: int
    answer_seconds: float
    ahead_seconds: float
    """How far its clock is ahead of this machine's."""


def look(settings: Settings) -> Found:
    """Looks at a database, and refuses where it does not answer."""
    with backups.reading(settings) as connection:
        began = time.perf_counter()
        connection.scalar(text("SELECT 1"))
        seconds = time.perf_counter() - began
        shape = tuple(migrations.shape(connection))
        return Found(
            version=_version(connection),
            shape=shape,
            tables=int(connection.scalar(text("SELECT COUNT(*) FROM tables")) or 0) if shape else 0,
            answer_seconds=seconds,
            ahead_seconds=_ahead(connection),
        )


def try_writing(settings: Settings) -> None:
    """Writes and takes it back; refuses where that cannot be done."""
    with backups.changing(settings) as connection:
        connection.execute(text("CREATE TABLE checkup (written INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO checkup (written) VALUES (1)"))
        connection.execute(text("DROP TABLE checkup"))


def _version(connection: Connection) -> str:
    if connection.dialect.name == "sqlite":
        return f"SQLite {connection.scalar(text('SELECT sqlite_version()'))}"
    version = connection.scalar(text("SELECT current_setting('server_version')"))
    return f"PostgreSQL {version}"


def _ahead(connection: Connection) -> float:
    """SQLite has no clock but this machine's."""
    if connection.dialect.name == "sqlite":
        return 0.0
    before = time.time()
    there = float(connection.scalar(text("SELECT EXTRACT(EPOCH FROM clock_timestamp())")) or 0)
    return there - (before + time.time()) / 2
