"""Lets the bots of a table move, one after the other, as long as it is for them to."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from ludotheque.core.contract import IllegalMove
from ludotheque.server import acts
from ludotheque.server.refused import Refused
from ludotheque.server.table import Table
from ludotheque.server.thinking import Job

if TYPE_CHECKING:
    from ludotheque.server.memory import Live
    from ludotheque.server.tables import Tables

_RNG = secrets.SystemRandom()
_MOST_TRIES = 3
"""How often a bot may try what the rules refuse before it is left alone."""


def job(table: Table, hint: int | None = None) -> Job:
    """What bots need to know to think about a table."""
    seats = range(len(table.match.seating))
    bots = tuple((seat, table.player(seat).bot) for seat in seats if table.player(seat).kind == "bot")
    if hint is not None:
        bots = ((hint, acts.ADVISER),)
    moves = tuple((played.seat, played.move) for played in table.moves)
    key = f"{table.id}/{len(table.finished)}/{'' if hint is None else hint}"
    return Job(key, table.game.id, dict(table.options), moves, bots, hint)


async def let_bots_move(tables: Tables, live: Live) -> None:
    """Until the game waits for people, or is over."""
    stuck = 0
    while stuck < _MOST_TRIES and any(
        seat >= 0 and live.table.player(seat).kind == "bot" for seat in live.table.acting
    ):
        table = live.table
        turn = await _turn(tables, table)
        if turn is None and live.table is table:
            return
        if turn is None or live.table is not table:
            continue  # somebody was quicker
        await asyncio.sleep(tables.settings.bot_pause)
        if live.table is table:
            await _play(tables, table, *turn)
            stuck = stuck + 1 if live.table is table else 0


async def _turn(tables: Tables, table: Table) -> tuple[int, str] | None:
    try:
        return await tables.thinkers.ask(job(table))
    except TimeoutError:
        return _any_move(table)


def _any_move(table: Table) -> tuple[int, str] | None:
    """What a bot plays that has run out of time."""
    for seat in table.waiting:
        if seat >= 0 and table.player(seat).kind == "bot":
            return seat, str(_RNG.choice(table.state.moves(seat)))
    return None


async def _play(tables: Tables, table: Table, seat: int, text: str) -> None:
    try:
        after = await tables.change(table.id, lambda draft: acts.bot_move(draft, seat, text, table.sequence))
    except (IllegalMove, Refused):
        return  # the table has changed meanwhile: look again
    tables.metrics.moves[after.game.id] += 1


async def hint(tables: Tables, table: Table, seat: int) -> tuple[str, list[str]]:
    """A move for a seat, and what to click for it."""
    try:
        turn = await tables.thinkers.ask(job(table, hint=seat))
    except TimeoutError:
        turn = None
    move = turn[1] if turn else str(_RNG.choice(table.state.moves(seat)))
    return move, list(table.state.paths(seat).get(move, ()))
