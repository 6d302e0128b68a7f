"""How the database came to its present shape: one module per step, run in order, each once."""

from __future__ import annotations

import importlib
import pkgutil
import time

from sqlalchemy import Connection, text


def steps() -> list[str]:
    """The names of all steps, oldest first."""
    return sorted(info.name for info in pkgutil.iter_modules(__path__) if info.name[0] == "m")


def migrate(connection: Connection) -> list[str]:
    """Brings the database to the newest shape; returns the steps that were made. Others wait meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(1819632751)"))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    connection.execute(
        text("CREATE TABLE IF NOT EXISTS migrations (name VARCHAR(64) PRIMARY KEY, at_ms BIGINT NOT NULL)")
    )
    done = set(connection.scalars(text("SELECT name FROM migrations")))
    made = [name for name in steps() if name not in done]
    for name in made:
        for statement in importlib.import_module(f"{__name__}.{name}").STATEMENTS:
            connection.execute(text(statement))
        connection.execute(
            text("INSERT INTO migrations (name, at_ms) VALUES (:name, :at)"),
            {"name": name, "at": time.time_ns() // 1_000_000},
        )
    return made
