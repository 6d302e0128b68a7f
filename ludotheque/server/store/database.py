"""The database: SQLite by default, PostgreSQL by URL; the same statements for both.

Moves of many tables are committed together: while one commit is on its way to the disk, what comes in waits and goes
with the next. An append is answered only when its commit is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import bindparam, event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.store.migrations import migrate
from ludotheque.tables.log import Entry

_MOST_TOGETHER = 512
# All rows in one statement: each statement is a trip to another thread or another process.
_INSERT_SQLITE = text(
    "INSERT INTO entries (table_id, sequence, body)"
    " SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows) WHERE true"
)
_INSERT_POSTGRES = text(
    "INSERT INTO entries (table_id, sequence, body)"
    " SELECT row ->> 0, (row ->> 1)::int, row ->> 2 FROM json_array_elements(CAST(:rows AS json)) AS row"
)
_INSERT_FREE = text(f"{_INSERT_POSTGRES.text} ON CONFLICT DO NOTHING RETURNING table_id, sequence")


class Conflict(Exception):
    """Somebody else has appended to the same log first."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that is committed with an append."""

    sql: str
    values: Mapping[str, object]


@dataclass(slots=True)
class _Append:
    rows: list[tuple[str, int, str]]
    also: Sequence[Statement]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Store:
    """The database."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._sqlite = settings.sqlite
        self._metrics = metrics
        self._engine = _engine(settings)
        self._alone = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: list[_Append] = []
        self._came = asyncio.Event()
        self._writers: list[asyncio.Task[None]] = []
        self._closing = False

    async def open(self) -> list[str]:
        """Brings the database to the newest shape, and starts writing."""
        if self._sqlite:
            self._settings.data.mkdir(parents=True, exist_ok=True)
        async with self._engine.begin() as connection:
            made = await connection.run_sync(migrate)
        writers = 1 if self._sqlite else 2
        self._writers = [asyncio.create_task(self._write()) for _ in range(writers)]
        return made

    async def close(self) -> None:
        """Writes what is waiting, then closes."""
        self._closing = True
        self._came.set()
        await asyncio.gather(*self._writers, return_exceptions=True)
        await self._engine.dispose()

    # Logs

    async def append(self, table_id: str, after: int, entries: Sequence[Entry], also: Sequence[Statement] = ()) -> None:
        """Adds entries to a log that has `after` of them; returns when they are safe. `Conflict` when it has more."""
        rows = [(table_id, after + number, orjson.dumps(entry).decode()) for number, entry in enumerate(entries, 1)]
        append = _Append(rows, also)
        self._waiting.append(append)
        self._came.set()
        await append.done

    async def log(self, table_id: str, after: int = 0) -> list[Entry]:
        """The entries of a log, from the one after that number on."""
        async with self._engine.connect() as connection:
            found = await connection.scalars(
                text("SELECT body FROM entries WHERE table_id = :table AND sequence > :after ORDER BY sequence"),
                {"table": table_id, "after": after},
            )
            return [orjson.loads(body) for body in found]

    async def _write(self) -> None:
        """Commits whatever waits, all together, again and again."""
        while True:
            await self._came.wait()
            if self._settings.commit_pause and not self._closing:
                await asyncio.sleep(self._settings.commit_pause)
            batch, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
            if not self._waiting and not self._closing:
                self._came.clear()
            if batch and self._sqlite:
                await self._commit(batch)
            elif batch:
                single = [append for append in batch if len(append.rows) == 1 and not append.also]
                if single:
                    await self._commit_alone(single)
                if others := [append for append in batch if len(append.rows) != 1 or append.also]:
                    await self._commit(others)
            elif self._closing:
                return

    async def _commit(self, batch: list[_Append]) -> None:
        self._count(batch)
        try:
            async with self._engine.begin() as connection:
                await _execute(connection, batch)
        except IntegrityError:
            if len(batch) > 1:  # one of them conflicts: each by itself
                for append in batch:
                    await self._commit([append])
                return
            _fail(batch, Conflict())
        except Exception as error:
            _fail(batch, error)
        else:
            _succeed(batch)

    def _count(self, batch: list[_Append]) -> None:
        self._metrics.commits.inc()
        self._metrics.committed.inc(len(batch))

    async def _commit_alone(self, batch: list[_Append]) -> None:
        """For PostgreSQL: appends of one entry each, all in one statement that commits by itself, one way there and
        back. Those that come too late are left out, and do not hold up the others."""
        self._count(batch)
        try:
            async with self._alone.connect() as connection:
                rows = orjson.dumps([append.rows[0] for append in batch]).decode()
                stored = {tuple(row) for row in await connection.execute(_INSERT_FREE, {"rows": rows})}
        except Exception as error:
            _fail(batch, error)
            return
        done = [append for append in batch if append.rows[0][:2] in stored]
        _succeed(done)
        _fail([append for append in batch if append.rows[0][:2] not in stored], Conflict())

    # Everything else: rare, and simple

    async def rows(self, sql: str, **values: object) -> list[Mapping[str, Any]]:
        """The rows of a query."""
        statement = text(sql)
        for name, value in values.items():
            if isinstance(value, list | tuple):
                statement = statement.bindparams(bindparam(name, expanding=True))
        async with self._engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(statement, values)).mappings()]

    async def execute(self, statements: Iterable[Statement]) -> None:
        """Statements committed together, apart from any log."""
        append = _Append([], list(statements))
        self._waiting.append(append)
        self._came.set()
        await append.done

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            await self.rows("SELECT 1")
        except Exception:
            return False
        return True


async def _execute(connection: AsyncConnection, batch: list[_Append]) -> None:
    rows = [row for append in batch for row in append.rows]
    if rows:
        insert = _INSERT_SQLITE if connection.dialect.name == "sqlite" else _INSERT_POSTGRES
        await connection.execute(insert, {"rows": orjson.dumps(rows).decode()})
    for append in batch:
        for statement in append.also:
            await connection.execute(text(statement.sql), dict(statement.values))


def _succeed(batch: list[_Append]) -> None:
    for append in batch:
        if not append.done.done():
            append.done.set_result(None)


def _fail(batch: list[_Append], error: Exception) -> None:
    for append in batch:
        if not append.done.done():
            append.done.set_exception(error)


def _engine(settings: Settings) -> AsyncEngine:
    if not settings.sqlite:
        return create_async_engine(settings.database_url, pool_size=5, max_overflow=5, pool_recycle=1800)
    engine = create_async_engine(settings.database_url, connect_args={"timeout": 20})

    @event.listens_for(engine.sync_engine, "connect")
    def _careful(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # a move that is acknowledged survives even a power cut
        cursor.execute("PRAGMA busy_timeout=20000")
        cursor.close()

    return engine
