"""What is done now and then: tables nobody uses leave memory, tables nobody touches are given up, and old ones deleted
where that is wanted."""

from __future__ import annotations

import asyncio
import contextlib

from ludotheque.core.cupboard import games
from ludotheque.server import journal
from ludotheque.server.live.registry import Registry
from ludotheque.server.store import devices
from ludotheque.server.store import tables as listing
from ludotheque.server.store.outages import Unkept
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import Refused

_SWEEP_SECONDS = 30
_EXPIRE_SECONDS = 3600
_DAY_MS = 86_400_000
_MOST_AT_ONCE = 500
_MOST_DELETED = 50
"""In one round: nobody waits for their moves because others are deleted."""


async def keep_house(registry: Registry) -> None:
    """For ever; first of all every game's rules are made ready, so that nobody waits for them."""
    for name in games():
        with contextlib.suppress(Exception):  # whoever opens it is told
            await registry.warm(name)
    registry.ownership.ready()
    rounds = 0
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        rounds += 1
        try:
            registry.sweep()
            if rounds % (_EXPIRE_SECONDS // _SWEEP_SECONDS) == 0:
                await expire(registry, now_ms())
            await delete_old(registry, now_ms())
        except Unkept:
            continue  # the database is away: next time
        except Exception:
            journal.trouble("housekeeping")


async def expire(registry: Registry, now: int) -> int:
    """Gives up unfinished tables nobody touched for long; how many."""
    span = int(registry.settings.expire_days * _DAY_MS)
    stale = await listing.untouched(registry.store, now - span, _MOST_AT_ONCE, over=False)
    for table_id in stale:
        try:
            await registry.change(table_id, lambda draft: draft.add("abandoned"))
        except Refused as error:
            journal.event("not-expired", code=error.code)
    await devices.forget(registry.store, now)
    if stale:
        journal.event("expired", given_up=len(stale))
    return len(stale)


async def delete_old(registry: Registry, now: int) -> int:
    """Deletes some of the tables that are long over, if they are not to be kept for ever; how many."""
    if not registry.settings.retention_days:
        return 0
    before = now - int(registry.settings.retention_days * _DAY_MS)
    old = await listing.untouched(registry.store, before, _MOST_DELETED, over=True)
    for table_id in old:
        registry.drop(table_id)
        await listing.delete(registry.store, table_id)
    if old:
        journal.event("deleted", tables=len(old))
    return len(old)
