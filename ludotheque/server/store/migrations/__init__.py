"""How the database came to its present shape: one module per step, run in order, each once. Each step has a way back
(`BACK`), for whoever returns to an earlier version; what only the later shape can hold is lost on it."""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Iterable
from typing import Protocol, cast

from sqlalchemy import Connection, inspect, text

from ludotheque.core.text import Refusal, Text


def steps() -> list[str]:
    """The names of all steps, oldest first."""
    return sorted(info.name for info in pkgutil.iter_modules(__path__) if info.name[0] == "m")


def step_named(given: str) -> str:
    """The step that somebody means by its name or by the beginning of it."""
    found = [name for name in steps() if name.startswith(given)]
    if len(found) != 1:
        raise Refusal(Text("There is no shape {given}: there are {names}", given=given, names=", ".join(steps())))
    return found[0]


def alone(connection: Connection) -> None:
    """From now on nobody else changes the database's shape, until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(1819632751)"))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def shape(connection: Connection) -> list[str]:
    """The steps a database has made, oldest first: none, if there is nothing in it."""
    if not inspect(connection).has_table("migrations"):
        return []
    return sorted(connection.scalars(text("SELECT name FROM migrations")))


def migrate(connection: Connection) -> list[str]:
    """Brings the database to the newest shape; returns the steps that were made. Others wait meanwhile."""
    alone(connection)
    return forward(connection, steps())


def forward(connection: Connection, wanted: Iterable[str]) -> list[str]:
    """Makes those steps that were not made; returns them."""
    connection.execute(
        text("CREATE TABLE IF NOT EXISTS migrations (name VARCHAR(64) PRIMARY KEY, at_ms BIGINT NOT NULL)")
    )
    done = shape(connection)
    missing = [name for name in wanted if name not in done]
    for name in missing:
        for statement in _module(name).STATEMENTS:
            connection.execute(text(statement))
        connection.execute(
            text("INSERT INTO migrations (name, at_ms) VALUES (:name, :at)"),
            {"name": name, "at": time.time_ns() // 1_000_000},
        )
    return missing


def back(connection: Connection, last: str | None) -> list[str]:
    """Takes back all steps after this one (all of them: `None`); returns them, the latest first."""
    later = [name for name in reversed(shape(connection)) if last is None or name > last]
    unknown(later)
    for name in later:
        for statement in _module(name).BACK:
            connection.execute(text(statement))
        connection.execute(text("DELETE FROM migrations WHERE name = :name"), {"name": name})
    return later


def unknown(names: Iterable[str]) -> None:
    """Refuses steps that only a newer version knows."""
    newer = [name for name in names if name not in steps()]
    if newer:
        raise Refusal(
            Text("A newer version of Ludothèque made this ({names}): use that version.", names=", ".join(newer))
        )


class _Step(Protocol):
    """What the module of a step declares."""

    STATEMENTS: tuple[str, ...]
    BACK: tuple[str, ...]


def _module(name: str) -> _Step:
    return cast(_Step, importlib.import_module(f"{__name__}.{name}"))
