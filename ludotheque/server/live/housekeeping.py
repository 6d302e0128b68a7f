"""What is done now and then: tables nobody uses leave memory, tables nobody touches are given up, old ones deleted."""

from __future__ import annotations

import asyncio

from ludotheque.core.cupboard import games
from ludotheque.server import journal
from ludotheque.server.live.registry import Tables
from ludotheque.server.store.database import Statement
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import Refused

_SWEEP_SECONDS = 30
_EXPIRE_SECONDS = 3600
_DAY_MS = 86_400_000
_KEPT_TIMES = 12
"""Finished tables are kept this many times as long as unfinished ones."""
_MOST_AT_ONCE = 500


async def keep_house(tables: Tables) -> None:
    """For ever; first of all every game's rules are made ready, so that nobody waits for them."""
    for name in games():
        await tables.warm(name)
    rounds = 0
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        tables.sweep()
        rounds += 1
        if rounds % (_EXPIRE_SECONDS // _SWEEP_SECONDS) == 0:
            try:
                await expire(tables, now_ms())
            except Exception:
                journal.trouble("expiry")


async def expire(tables: Tables, now: int) -> tuple[int, int]:
    """Gives up unfinished tables nobody touched for long, deletes tables that are long over; how many of each."""
    span = int(tables.settings.expire_days * _DAY_MS)
    stale = await tables.store.rows(
        "SELECT id FROM tables WHERE touched_ms < :limit AND NOT over LIMIT :most", limit=now - span, most=_MOST_AT_ONCE
    )
    for row in stale:
        try:
            await tables.change(row["id"], lambda draft: draft.add("abandoned"))
        except Refused as error:
            journal.event("not-expired", code=error.code)
    old = await tables.store.rows(
        "SELECT id FROM tables WHERE touched_ms < :limit AND over LIMIT :most",
        limit=now - _KEPT_TIMES * span,
        most=_MOST_AT_ONCE,
    )
    for row in old:
        await forget(tables, row["id"])
    if stale or old:
        journal.event("expired", given_up=len(stale), deleted=len(old))
    return len(stale), len(old)


async def forget(tables: Tables, table_id: str) -> None:
    """Deletes a table and everything that belongs to it."""
    tables.drop(table_id)
    await tables.store.execute(
        Statement(f"DELETE FROM {name} WHERE {key} = :id", {"id": table_id})
        for name, key in (("tokens", "table_id"), ("seatings", "table_id"), ("entries", "table_id"), ("tables", "id"))
    )
