"""How much memory a table takes: while people play at it, and when nothing has happened there for a while.

    python -m benchmarks.memory
    python -m benchmarks.memory --tables 24 --moves 60

Two pages follow each table through random moves, as the server tells them. Counted is what Python gives back when the
tables are forgotten (`tracemalloc`): what all tables share stays, and has bounds. The lines to the players come on top,
see `benchmarks.load --paced`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import time
import tracemalloc
from collections.abc import Sequence

from ludotheque.core.cupboard import games
from ludotheque.server.live.memory import LiveTable
from ludotheque.server.live.telling import Following
from ludotheque.tables.actions import Draft
from ludotheque.tables.log import now_ms
from ludotheque.tables.opening import SeatWish, TableWish, first_entry, new_table_id
from ludotheque.tables.snapshot import Viewer
from ludotheque.tables.table import Table, opened

_LONG_AGO = -1000.0
"""When everything has happened, for a table that is to rest."""


class _Page:
    """What the server keeps for one page: what it has been told."""

    def __init__(self, live: LiveTable, seat: int) -> None:
        self.visitor, self._live = f"person {seat}", live
        self._following, self._viewer = Following(), Viewer(self.visitor, seat, "fr")

    def changed(self, tables: Sequence[Table]) -> None:
        for table in tables:
            self._following.next(table, self._viewer, self._live.company(), now_ms())

    def company(self) -> None:
        """Nobody comes or goes here."""

    def rest(self) -> None:
        self._following.rest()

    def move_on(self) -> None:
        """Nor does a table move."""


def _table(game: str) -> LiveTable:
    """A table of two, each on a page of their own."""
    wish = TableWish(game, {}, [SeatWish("me"), SeatWish("me")])
    entry = first_entry(wish, "person 0", "Ada")
    entry["players"][1]["visitor"] = "person 1"
    live = LiveTable(opened(new_table_id(), entry))
    for seat in (0, 1):
        page = _Page(live, seat)
        live.watchers.add(page)
        page.changed([live.table])
    return live


def _play(live: LiveTable, moves: int, rng: random.Random) -> None:
    """So many random moves of people, or until the game is over."""
    for _ in range(moves):
        draft = Draft(live.table)
        draft.settle(rng)
        if draft.table.over:
            return
        seat = rng.choice(draft.table.acting)
        draft.play(seat, str(rng.choice(draft.table.state.moves(seat))))
        draft.settle(rng)
        live.advance(draft.tables)


def _kept() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def _measured(game: str, tables: int, moves: int) -> tuple[float, float]:
    """KB for each table: while it is played at, and at rest."""
    rng = random.Random(1)
    tracemalloc.start()
    try:
        found = [_table(game) for _ in range(tables)]
        for live in found:
            _play(live, moves, rng)
        await asyncio.sleep(1.0)  # those who read have been told by then
        awake = _kept()
        for live in found:
            live.advanced = live.used = time.monotonic() + _LONG_AGO
            live.rest()
        resting = _kept()
        del live
        found.clear()
        left = _kept()
    finally:
        tracemalloc.stop()
    return (awake - left) / tables / 1000, (resting - left) / tables / 1000


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description="How much memory a table takes.")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--moves", type=int, default=40)
    options = parser.parse_args()
    print(f"{'KB for a table':>16} {'played at':>10} {'at rest':>10}")
    for game in games():
        awake, resting = asyncio.run(_measured(game, options.tables, options.moves))
        print(f"{game:>16} {awake:>10.1f} {resting:>10.1f}", flush=True)


if __name__ == "__main__":
    main()
