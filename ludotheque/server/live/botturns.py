"""Lets the bots of a table move, one after the other, as long as it is for them to."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ludotheque.core.contract import IllegalMove
from ludotheque.server import journal
from ludotheque.server.store.outages import Unkept
from ludotheque.tables import actions
from ludotheque.tables.jobs import Advice, advise, any_move, job_at, think
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import HOUSE_FULL, NO_IDEA, Refused, refused
from ludotheque.tables.table import Table

if TYPE_CHECKING:
    from ludotheque.server.live.memory import LiveTable
    from ludotheque.server.live.registry import Registry

_MOST_TRIES = 3
"""How often a bot may try what the rules refuse before any move is made for it."""
_GLANCE = 0.1
"""How soon a bot notices that everybody has seen enough, in seconds."""


async def let_bots_move(registry: Registry, live: LiveTable) -> None:
    """Until the game waits for people, or is over."""
    stuck = 0
    while live.table.bots_may_move:
        table, began = live.table, time.monotonic()
        turn = await _turn(registry, table) if stuck < _MOST_TRIES else any_move(table)
        if (turn is None and live.table is table) or stuck > _MOST_TRIES:
            live.rested = table.state
            return
        if turn is None or not _goes_on(live, table):
            continue  # somebody was quicker
        thought = time.monotonic() - began  # who waits for a bot that thinks has followed meanwhile
        await asyncio.sleep(max(0.0, registry.settings.bot_pause - thought))
        await _let_look(live, table)
        if _goes_on(live, table):
            await _play(registry, live.table, *turn)
            stuck = stuck + 1 if _goes_on(live, table) else 0


def _goes_on(live: LiveTable, table: Table) -> bool:
    """Whether what a bot thought about is still so: words may have been said meanwhile, but no move made."""
    return live.table.state is table.state


async def _let_look(live: LiveTable, table: Table) -> None:
    """Until people have had their time to look, or have seen enough. No longer than that, should the clock be put back
    meanwhile."""
    pause = table.state.pause
    latest = time.monotonic() + (0 if pause is None else pause.seconds)
    while _goes_on(live, table) and (until := live.table.pause_due()) is not None and until > now_ms():
        if time.monotonic() >= latest:
            return
        await asyncio.sleep(min(_GLANCE, (until - now_ms()) / 1000))


async def _turn(registry: Registry, table: Table) -> tuple[int, str] | None:
    asked = job_at(table)
    try:
        return await registry.thinkers.run(asked.key, think, asked, who=table.owner)
    except TimeoutError:
        return any_move(table)
    except Exception:  # a bot that fails is no reason to let people wait
        journal.trouble("bot", game=table.game.id)
        return any_move(table)


async def _play(registry: Registry, table: Table, seat: int, text: str) -> None:
    try:
        after = await registry.change(table.id, lambda draft: actions.bot_move(draft, seat, text, table.sequence))
    except Unkept:
        raise
    except (IllegalMove, Refused):
        return  # the table has changed meanwhile: look again
    registry.metrics.moves.labels(after.game.id).inc()


async def hint(registry: Registry, table: Table, seat: int) -> Advice:
    """A move for a seat, how good it is, and what else could be played."""
    asked = job_at(table, advised=seat)
    if registry.thinkers.full:
        raise refused(HOUSE_FULL)
    try:
        advice = await registry.thinkers.run(asked.key, advise, asked, who=table.player(seat).visitor)
    except TimeoutError:
        advice = None
    if advice is None:
        raise refused(NO_IDEA)
    return advice
