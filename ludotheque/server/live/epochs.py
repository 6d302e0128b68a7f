"""A backup that is brought back while servers run: what they have in memory is of another time then.

Nothing of it can be written (the store compares epochs in the same statement). Within a second every process notices,
forgets its tables and lets its sockets come back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ludotheque.server import journal
from ludotheque.server.live.registry import Registry
from ludotheque.server.store.outages import Unkept

_LOOK_SECONDS = 1.0


async def follow(registry: Registry, send_away: Callable[[], Awaitable[object]]) -> None:
    """For ever; `send_away` closes all sockets."""
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        try:
            epoch = await registry.store.epoch_now()
            if epoch != registry.store.epoch:
                registry.start_over()
                registry.store.epoch = epoch
                journal.event("restored")
                await send_away()
        except Unkept:
            continue  # the database is away: next time
        except Exception:
            journal.trouble("epochs")
