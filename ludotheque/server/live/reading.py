"""From logs to tables, and what has to be loaded before."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from ludotheque.core.contract import CHANCE, IllegalMove
from ludotheque.core.cupboard import find
from ludotheque.drawing.drawn import start
from ludotheque.server.live.memory import RECENT
from ludotheque.tables.log import Entry
from ludotheque.tables.opening import takes_long
from ludotheque.tables.refusals import OLD_RULES, refused
from ludotheque.tables.table import Table, fold, replay

_LONG_LOG = 60
"""A log this long is folded beside the event loop."""


def warmed(name: str) -> None:
    """One move of a game, drawn and all."""
    state = start(find(name))
    rng = random.Random(1)
    for _ in range(2):
        if state.over:
            return
        seat = state.waiting[0]
        if seat != CHANCE:
            state.paths(seat)
        state.scene(None)
        state = state.play(state.draw(rng) if seat == CHANCE else state.moves(seat)[0], seat)


def latest(table_id: str, entries: list[Entry], after: int) -> list[Table]:
    first = max(after, len(entries) - RECENT + 1)
    table = replay(table_id, entries[:first])
    moments = []
    for entry in entries[first:]:
        table = fold(table, entry)
        moments.append(table)
    return moments or [table]


async def replayed(table_id: str, entries: Sequence[Entry]) -> Table:
    try:
        if len(entries) < _LONG_LOG and not takes_long(entries[0]["options"]):
            return replay(table_id, entries)
        return await asyncio.to_thread(replay, table_id, entries)
    except IllegalMove as error:
        raise refused(OLD_RULES) from error
