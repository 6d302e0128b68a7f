"""What is done now and then: tables nobody uses leave memory, tables nobody touches are given up, old ones deleted."""

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
_KEPT_TIMES = 12
"""Finished tables are kept this many times as long as unfinished ones."""
_MOST_AT_ONCE = 500


async def keep_house(registry: Registry) -> None:
    """For ever; first of all every game's rules are made ready, so that nobody waits for them."""
    for name in games():
        with contextlib.suppress(Exception):  # whoever opens it is told
            await registry.warm(name)
    rounds = 0
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        rounds += 1
        try:
            registry.sweep()
            if rounds % (_EXPIRE_SECONDS // _SWEEP_SECONDS) == 0:
                await expire(registry, now_ms())
        except Unkept:
            continue  # the database is away: next time
        except Exception:
            journal.trouble("housekeeping")


async def expire(registry: Registry, now: int) -> tuple[int, int]:
    """Gives up unfinished tables nobody touched for long, deletes tables that are long over; how many of each."""
    span = int(registry.settings.expire_days * _DAY_MS)
    stale = await listing.untouched(registry.store, now - span, _MOST_AT_ONCE, over=False)
    for table_id in stale:
        try:
            await registry.change(table_id, lambda draft: draft.add("abandoned"))
        except Refused as error:
            journal.event("not-expired", code=error.code)
    old = await listing.untouched(registry.store, now - _KEPT_TIMES * span, _MOST_AT_ONCE, over=True)
    for table_id in old:
        registry.drop(table_id)
        await listing.delete(registry.store, table_id)
    await devices.forget(registry.store, now)
    if stale or old:
        journal.event("expired", given_up=len(stale), deleted=len(old))
    return len(stale), len(old)
