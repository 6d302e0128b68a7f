"""Who is at a table: told to those who watch it, here and through other processes."""

from __future__ import annotations

import time
from typing import Any

from ludotheque.server.live.fanout import Fanout
from ludotheque.server.live.memory import LiveTable


def tell(fanout: Fanout, live: LiveTable, *, ask: bool = False) -> None:
    """Tells everybody who is here; `ask`: the other processes shall say who is there."""
    live.recount()
    for watcher in live.watchers:
        watcher.company()
    here = [watcher.visitor for watcher in live.watchers]
    people = live.table.people
    message = {
        "what": "presence",
        "from": fanout.worker,
        "online": sorted({visitor for visitor in here if visitor in people}),
        "spectators": sum(visitor not in people for visitor in here),
        "ask": ask,
    }
    fanout.tell(live.table.id, message)


def heard(fanout: Fanout, live: LiveTable, message: dict[str, Any]) -> None:
    """Takes what another process says of who is there."""
    live.elsewhere[message["from"]] = (frozenset(message["online"]), message["spectators"], time.monotonic())
    live.recount()
    if message["ask"] and live.watchers:
        tell(fanout, live)
    else:
        for watcher in live.watchers:
            watcher.company()
