"""The database: SQLite by default, PostgreSQL by URL; the same statements for both.

Moves of many tables are committed together: while one commit is on its way to the disk, what comes in waits and goes
with the next. An append is answered only when its commit is done.

While the database is away, whoever asked waits a few seconds and then is told (`Unkept`). A line that broke during a
commit leaves open whether it was made, so an append that is tried again first looks whether it is there already.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, bindparam, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.store.connections import engine_for, impatience, patient_engine
from ludotheque.server.store.migrations import migrate, steps
from ludotheque.server.store.outages import Outage, Unkept, outage_of
from ludotheque.server.troubles import Troubles
from ludotheque.tables.log import Entry

T = TypeVar("T")
_MOST_TOGETHER = 512
_PATIENCE_SECONDS = 8.0
"""How long whoever asks waits for a database that does not answer."""
_KNOWN_SECONDS = 2.0
"""And how long where it is known to be away already."""
_LOOK_SECONDS = 0.25
"""How often it is looked who has waited so long: a clock for each append would cost more than the rest of its way."""
_RETRY_SECONDS = 0.2
_ALIVE_SECONDS, _AGAIN_SECONDS = 2.0, 0.2
_LATELY_SECONDS = 30.0
"""A commit this long ago says that one can write."""
_ROOM = 1500
"""So many letters have to fit in before a disk is not full any more: some entries, in one page of PostgreSQL."""
# All rows in one statement: each statement is a trip to another thread or another process.
_INSERT_SQLITE = text(
    # what conflicts ends the whole commit, as it does for us: so SQLite need not note how to take back this statement
    "INSERT OR ROLLBACK INTO entries (table_id, sequence, body)"
    " SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows)"
    " WHERE (SELECT value FROM house WHERE name = 'epoch') = :epoch"
)
_INSERT_POSTGRES = text(
    "INSERT INTO entries (table_id, sequence, body)"
    " SELECT row ->> 0, (row ->> 1)::int, row ->> 2 FROM json_array_elements(CAST(:rows AS json)) AS row"
    " WHERE (SELECT value FROM house WHERE name = 'epoch') = :epoch"
)
_INSERT_FREE = text(f"{_INSERT_POSTGRES.text} ON CONFLICT DO NOTHING RETURNING table_id, sequence")


class Conflict(Exception):
    """Somebody else has appended to the same log first."""


class Restored(Exception):
    """A backup was brought back meanwhile: what is in memory is of another epoch."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that is committed with an append."""

    sql: str
    values: Mapping[str, object]


@dataclass(slots=True, eq=False)
class _Append:
    rows: list[tuple[str, int, str]]
    also: Sequence[Statement]
    epoch: str
    """When what it follows on was read."""
    until: float
    """So long somebody waits for it."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    doubtful: bool = False
    """The line broke when it was tried: it may be stored."""


class Store:
    """The database."""

    def __init__(self, settings: Settings, metrics: Metrics, troubles: Troubles | None = None) -> None:
        self._settings = settings
        self._sqlite = settings.sqlite
        self._metrics = metrics
        self._troubles = troubles or Troubles()
        self._engine = engine_for(settings)
        self._alone = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._pen = patient_engine(settings) if self._sqlite else None
        self._writing = ThreadPoolExecutor(1, "writing")
        """SQLite writes in a thread of its own, each commit in one go."""
        self._waiting: list[_Append] = []
        self._unanswered: set[_Append] = set()
        self._came = asyncio.Event()
        self._writers: list[asyncio.Task[None]] = []
        self._watching: asyncio.Task[None] | None = None
        self._closing = False
        self._written = 0.0
        self.epoch = ""
        """It changes when a backup is brought back; what was read before may not be written on."""

    async def open(self) -> list[str]:
        """Brings the database to the newest shape, and starts writing."""
        if self._sqlite:
            self._settings.data.mkdir(parents=True, exist_ok=True)
        async with self._engine.begin() as connection:
            made = await connection.run_sync(migrate)
        self.epoch = await self.epoch_now()
        writers = 1 if self._sqlite else 2
        self._writers = [asyncio.create_task(self._write()) for _ in range(writers)]
        self._watching = asyncio.create_task(self._watch_the_clock())
        return made

    async def close(self) -> None:
        """Writes what is waiting, then closes."""
        self._closing = True
        self._came.set()
        await asyncio.gather(*self._writers, return_exceptions=True)
        if self._watching is not None:
            self._watching.cancel()
        self._writing.shutdown(wait=False)
        if self._pen is not None:
            self._pen.dispose()
        await self._engine.dispose()

    # Logs

    async def append(
        self, table_id: str, after: int, entries: Sequence[Entry], also: Sequence[Statement] = (), epoch: str = ""
    ) -> None:
        """Adds entries to a log that has `after` of them, read in this epoch (or now); returns when they are safe.
        `Conflict` when it has more. `Unkept`: the database is away, and what becomes of them is not known."""
        rows = [(table_id, after + number, orjson.dumps(entry).decode()) for number, entry in enumerate(entries, 1)]
        await self._stored(rows, also, epoch or self.epoch)

    async def _stored(self, rows: list[tuple[str, int, str]], also: Sequence[Statement], epoch: str) -> None:
        append = _Append(rows, also, epoch, time.monotonic() + self._patience)
        self._waiting.append(append)
        self._came.set()
        self._unanswered.add(append)
        try:
            await append.done
        finally:
            self._unanswered.discard(append)

    async def _watch_the_clock(self) -> None:
        """Tells those who have waited too long."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            now = time.monotonic()
            if overdue := [append for append in self._unanswered if append.until < now]:
                self._troubles.begin(Outage.AWAY.value)
                _fail(overdue, Unkept())

    async def log(self, table_id: str, after: int = 0) -> list[Entry]:
        """The entries of a log, from the one after that number on."""

        async def read(connection: AsyncConnection) -> list[Entry]:
            found = await connection.scalars(
                text("SELECT body FROM entries WHERE table_id = :table AND sequence > :after ORDER BY sequence"),
                {"table": table_id, "after": after},
            )
            return [orjson.loads(body) for body in found]

        return await self._read(read)

    async def newest(self, table_ids: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""
        rows = await self.rows(
            "SELECT t.id AS id, (SELECT MAX(e.sequence) FROM entries e WHERE e.table_id = t.id) AS newest"
            " FROM tables t WHERE t.id IN :ids",
            ids=list(table_ids),
        )
        return {str(row["id"]): int(row["newest"]) for row in rows}

    async def _write(self) -> None:
        """Commits whatever waits, all together, again and again."""
        while True:
            await self._came.wait()
            if self._settings.commit_pause and not self._closing:
                await asyncio.sleep(self._settings.commit_pause)
            taken, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
            if not self._waiting and not self._closing:
                self._came.clear()
            if outdated := [append for append in taken if append.rows and append.epoch != self.epoch]:
                _fail(outdated, Unkept())
            batch = [append for append in taken if not append.done.done()]
            if batch and self._sqlite:
                await self._commit(batch)
            elif batch:
                single = [append for append in batch if len(append.rows) == 1 and not append.also]
                if single:
                    await self._commit_alone(single)
                if others := [append for append in batch if len(append.rows) != 1 or append.also]:
                    await self._commit(others)
            elif self._closing and not self._waiting:
                return

    async def _commit(self, batch: list[_Append]) -> None:
        self._count(batch)
        try:
            if self._pen is not None:
                await asyncio.get_running_loop().run_in_executor(self._writing, self._write_now, batch)
            else:
                async with self._engine.connect() as connection, impatience(connection), connection.begin():
                    await connection.run_sync(_execute, batch, self.epoch)
        except Restored:
            _fail(batch, Unkept())
        except IntegrityError:
            if len(batch) > 1:  # one of them conflicts: each by itself
                for append in batch:
                    await self._commit([append])
                return
            await self._conflict(batch)
        except Exception as error:
            await self._failed(batch, error)
        else:
            self._succeed(batch)

    def _write_now(self, batch: list[_Append]) -> None:
        assert self._pen is not None
        with self._pen.begin() as connection:
            _execute(connection, batch, self.epoch)

    def _count(self, batch: list[_Append]) -> None:
        self._metrics.commits.inc()
        self._metrics.committed.inc(len(batch))

    async def _commit_alone(self, batch: list[_Append]) -> None:
        """For PostgreSQL: appends of one entry each, all in one statement that commits by itself, one way there and
        back. Those that come too late are left out, and do not hold up the others."""
        self._count(batch)
        try:
            async with self._alone.connect() as connection, impatience(connection):
                rows = orjson.dumps([append.rows[0] for append in batch]).decode()
                given = {"rows": rows, "epoch": self.epoch}
                stored = {tuple(row) for row in await connection.execute(_INSERT_FREE, given)}
        except Exception as error:
            await self._failed(batch, error)
            return
        self._succeed([append for append in batch if append.rows[0][:2] in stored])
        if late := [append for append in batch if append.rows[0][:2] not in stored]:
            await self._conflict(late)

    def _succeed(self, batch: list[_Append]) -> None:
        self._written = time.monotonic()
        if self._troubles.known:
            for outage in Outage:
                self._troubles.end(outage.value)
        for append in batch:
            if not append.done.done():
                append.done.set_result(None)

    async def _conflict(self, batch: list[_Append]) -> None:
        """What is there already was stored by somebody else, or by us before the line broke."""
        for append in batch:
            try:
                if await self.epoch_now() != self.epoch:
                    raise Unkept
                stored = append.doubtful and await self._is_stored(append)
            except Exception as error:
                _fail([append], error)
                continue
            if stored:
                self._succeed([append])
            else:
                _fail([append], Conflict())

    async def _is_stored(self, append: _Append) -> bool:
        if not append.rows:
            return True  # statements that conflict with nothing but themselves
        entries = await self.log(append.rows[0][0], append.rows[0][1] - 1)
        return [orjson.dumps(entry).decode() for entry in entries[: len(append.rows)]] == [
            body for _, _, body in append.rows
        ]

    async def _failed(self, batch: list[_Append], error: Exception) -> None:
        """Appends wait while the database is away, as long as somebody waits for them."""
        outage = outage_of(error)
        if outage is not None:
            self._troubles.begin(outage.value, error)
        if outage is not Outage.AWAY:
            _fail(batch, error if outage is None else Unkept())
            return
        await asyncio.sleep(_RETRY_SECONDS)
        for append in batch:
            append.doubtful = True
        self._waiting[:0] = batch
        self._came.set()

    # Everything else: rare, and simple

    async def epoch_now(self) -> str:
        """The epoch the database is in."""
        rows = await self.rows("SELECT value FROM house WHERE name = 'epoch'")
        return str(rows[0]["value"])

    async def rows(self, sql: str, **values: object) -> list[Mapping[str, Any]]:
        """The rows of a query."""
        statement = text(sql)
        for name, value in values.items():
            if isinstance(value, list | tuple):
                statement = statement.bindparams(bindparam(name, expanding=True))

        async def read(connection: AsyncConnection) -> list[Mapping[str, Any]]:
            return [dict(row) for row in (await connection.execute(statement, values)).mappings()]

        return await self._read(read)

    async def _read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Asks again while the database is away, for as long as somebody waits."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                async with self._engine.connect() as connection, impatience(connection):
                    found = await work(connection)
            except Exception as error:
                outage = outage_of(error)
                if outage is None:
                    raise
                self._troubles.begin(outage.value, error)
                if outage is Outage.FULL or time.monotonic() > deadline:
                    raise Unkept from error
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                if self._troubles.known:
                    self._troubles.end(Outage.AWAY.value)
                return found

    async def execute(self, statements: Iterable[Statement]) -> None:
        """Statements committed together, apart from any log."""
        await self._stored([], list(statements), self.epoch)

    @property
    def troubled(self) -> bool:
        """Whether the database is away, or cannot write."""
        return any(outage.value in self._troubles for outage in Outage)

    @property
    def _patience(self) -> float:
        return _KNOWN_SECONDS if self._troubles.known and Outage.AWAY.value in self._troubles else _PATIENCE_SECONDS

    async def alive(self) -> bool:
        """Whether the database answers, and takes what it is given."""
        probe = asyncio.create_task(self._probe())
        probe.add_done_callback(lambda done: done.cancelled() or done.exception())
        for seconds in (_ALIVE_SECONDS, _AGAIN_SECONDS):  # a loop that had no time sees the clock before the answer
            await asyncio.wait([probe], timeout=seconds)
        return probe.done() and probe.exception() is None

    async def _probe(self) -> None:
        await self.rows("SELECT 1")
        if Outage.FULL.value in self._troubles:
            # on a full disk PostgreSQL still changes a row where it is: what failed were new ones
            probe = {"id": secrets.token_hex(8), "body": "-" * _ROOM}
            adding = "INSERT INTO entries (table_id, sequence, body) VALUES (:id, 0, :body)"
            await self.execute(Statement(sql, probe) for sql in (adding, "DELETE FROM entries WHERE table_id = :id"))
        elif self.troubled or self._written < time.monotonic() - _LATELY_SECONDS:
            # a millisecond to and fro: SQLite writes nothing where nothing changes
            writing = "UPDATE migrations SET at_ms = at_ms + 1 - 2 * (at_ms % 2) WHERE name = :name"
            await self.execute([Statement(writing, {"name": steps()[0]})])


def _execute(connection: Connection, batch: list[_Append], epoch: str) -> None:
    rows = [row for append in batch for row in append.rows]
    if rows:
        insert = _INSERT_SQLITE if connection.dialect.name == "sqlite" else _INSERT_POSTGRES
        stored = connection.execute(insert, {"rows": orjson.dumps(rows).decode(), "epoch": epoch})
        if stored.rowcount != len(rows):
            raise Restored
    for append in batch:
        for statement in append.also:
            connection.execute(text(statement.sql), dict(statement.values))


def _fail(batch: list[_Append], error: Exception) -> None:
    for append in batch:
        if not append.done.done():
            append.done.set_exception(error)
