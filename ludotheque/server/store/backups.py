"""Saves a database to a file and brings it back, while servers run on it; from SQLite to PostgreSQL too.

A backup is what one moment was: all is read in one transaction, and nobody waits for it. A restoration is one
transaction as well: whatever happens, the database is afterwards as it was, or as the backup says. It gives the house a
new epoch, by which running servers know that what they have in memory is of another time.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from ludotheque.core.text import Refusal, Text
from ludotheque.server.settings import Settings
from ludotheque.server.store import backupfile, migrations
from ludotheque.server.store.backupfile import Heading, Row, Section
from ludotheque.server.store.connections import patient_engine

_OURS_ALONE = ("migrations", "house")
"""What a database says of itself is not part of what it holds."""
_TOGETHER = 500

Rows = Counter[str]
"""How many rows there are of each table."""


def save(settings: Settings, path: Path) -> Rows:
    """Writes all there is into a file."""
    saved: Rows = Counter()
    with reading(settings) as connection:
        shape = migrations.shape(connection)
        if not shape:
            raise Refusal(Text("There are no tables to save: the database is empty."))
        with backupfile.written(path) as file:
            file.heading(Heading(tuple(shape), time.time_ns() // 1_000_000))
            for name in _tables(connection):
                columns = tuple(str(column["name"]) for column in inspect(connection).get_columns(name))
                file.section(Section(name, columns))
                found = connection.execute(text(f"SELECT {', '.join(columns)} FROM {name}"))
                for row in found.yield_per(_TOGETHER):
                    file.row(tuple(row))
                    saved[name] += 1
    return saved


def restore(settings: Settings, path: Path, *, replace: bool = False) -> Rows:
    """Brings back what a file holds. A database that has tables is refused, unless they are to be replaced."""
    _check(path)
    if settings.sqlite:
        settings.data.mkdir(parents=True, exist_ok=True)
    with changing(settings) as connection:
        if not replace and migrations.shape(connection) and connection.scalar(text("SELECT COUNT(*) FROM tables")):
            raise Refusal(Text("The database holds tables already: --replace puts the backup in their place."))
        contents = backupfile.read(path)
        heading = next(contents)
        assert isinstance(heading, Heading)
        migrations.back(connection, None)
        migrations.forward(connection, heading.shape)
        restored = _fill(connection, contents)
        migrations.forward(connection, migrations.steps())
        new_epoch(connection)
    return restored


def shape(settings: Settings) -> list[str]:
    """The steps that a database has made."""
    with reading(settings) as connection:
        return migrations.shape(connection)


def reshape(settings: Settings, last: str) -> tuple[list[str], list[str]]:
    """Brings a database to the shape it has after this step; the steps that were made, and those that were taken
    back."""
    with changing(settings) as connection:
        taken = migrations.back(connection, last)
        wanted = [name for name in migrations.steps() if name <= last]
        return migrations.forward(connection, wanted), taken


def new_epoch(connection: Connection) -> None:
    """From now on, nothing that was in memory before can be written."""
    connection.execute(text("UPDATE house SET value = :value WHERE name = 'epoch'"), {"value": secrets.token_hex(8)})


@contextlib.contextmanager
def reading(settings: Settings) -> Iterator[Connection]:
    """A connection that sees one moment of the database, however long it reads."""
    if settings.sqlite and not _file(settings).is_file():
        raise Refusal(Text("{file}: there is no such file", file=str(_file(settings))))
    with _connected(settings) as connection:
        if settings.sqlite:
            connection.exec_driver_sql("BEGIN")
        else:
            connection = connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True, stream_results=True
            )
        yield connection


@contextlib.contextmanager
def changing(settings: Settings) -> Iterator[Connection]:
    """A connection in whose transaction the shape is changed; others wait."""
    with _connected(settings) as connection, connection.begin():
        migrations.alone(connection)
        yield connection


@contextlib.contextmanager
def _connected(settings: Settings) -> Iterator[Connection]:
    """A connection; a database that is away, or cannot write, is told of in words."""
    engine = patient_engine(settings)
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        first = (str(error.orig).splitlines() or [""])[0]
        raise Refusal(Text("The database does not do it: {problem}", problem=first)) from error
    finally:
        engine.dispose()


def _file(settings: Settings) -> Path:
    return Path(settings.database_url.partition("///")[2])


def _tables(connection: Connection) -> list[str]:
    return sorted(set(inspect(connection).get_table_names()) - set(_OURS_ALONE))


def _check(path: Path) -> None:
    """Reads a backup to its end before anything is touched."""
    for content in backupfile.read(path):
        if isinstance(content, Heading):
            migrations.unknown(content.shape)


def _fill(connection: Connection, contents: Iterator[Heading | Section | Row]) -> Rows:
    """Puts rows where they belong, some hundred at once."""
    restored: Rows = Counter()
    known = set(_tables(connection))
    put: _Put | None = None
    for content in contents:
        if isinstance(content, Section):
            if put is not None:
                put.flush()
            if content.table not in known:
                raise Refusal(Text("The backup holds a table {name} that nobody knows.", name=content.table))
            put = _Put(connection, content)
        elif put is not None and not isinstance(content, Heading):
            put.add(content)
            restored[put.table] += 1
    if put is not None:
        put.flush()
    return restored


class _Put:
    """Rows on their way into one table. What is true or false is a number in SQLite."""

    def __init__(self, connection: Connection, section: Section) -> None:
        self._connection = connection
        self.table = section.table
        kinds = {column["name"]: column["type"].python_type for column in inspect(connection).get_columns(self.table)}
        if not set(section.columns) <= set(kinds):
            raise Refusal(Text("The backup holds a table {name} that nobody knows.", name=section.table))
        self._columns = [(name, kinds[name] is bool) for name in section.columns]
        places = ", ".join(f":{name}" for name in section.columns)
        self._insert = text(f"INSERT INTO {self.table} ({', '.join(section.columns)}) VALUES ({places})")
        self._waiting: list[dict[str, Any]] = []

    def add(self, row: Row) -> None:
        self._waiting.append(
            {name: bool(value) if truth else value for (name, truth), value in zip(self._columns, row, strict=True)}
        )
        if len(self._waiting) >= _TOGETHER:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            self._connection.execute(self._insert, self._waiting)
            self._waiting = []
