"""Whether a server grows while the same people play on and on: all five games, one match after the other.

    python -m benchmarks.growth
    python -m benchmarks.growth --tables 50 --seconds 60 --times 10
    python -m benchmarks.growth --tables 60 --seconds 360 --times 10 --paced

Random players as pages, each moving as soon as it may, so that minutes stand for the hours in which people would make
as many moves; or, with `--paced`, a move every three seconds at each table, so that an hour is an hour. What the server
has taken is printed again and again; the first time it has just loaded what it keeps.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from itertools import cycle, islice
from pathlib import Path

import uvloop

from benchmarks.load import QUERIES
from benchmarks.loadplayers import Counted, Wanted, open_tables, seat_players
from benchmarks.loadserver import Running, prepare, server
from benchmarks.paced import PACE_SECONDS
from ludotheque.core.cupboard import games


async def _play_on(running: Running, tables: int, seconds: float, times: int, pace: float) -> None:
    counted = Counted()
    opened = await open_tables(running.address, [Wanted(game) for game in islice(cycle(games()), tables)])
    players = await seat_players(running.address, opened, QUERIES["pages"], counted, pace)
    before = running.memory()
    for _ in range(times):
        await asyncio.sleep(seconds)
        moves, memory = len(counted.latencies), running.memory()
        games_over = sum(player.table["match"]["games"] for player in players[::2])
        hours = moves * PACE_SECONDS / tables / 3600
        print(
            f"moves {moves}  hours of people {hours:.1f}  games over {games_over}  MB {memory / 1e6:.1f}"
            f"  more {(memory - before) / 1e6:.1f}",
            flush=True,
        )
        before = memory
    for player in players:
        player.leave()


def main() -> None:
    """Plays, and prints a line each time."""
    parser = argparse.ArgumentParser(description="Whether a server grows while people play on.")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15.0, help="between two lines")
    parser.add_argument("--times", type=int, default=6)
    parser.add_argument("--paced", action="store_true", help="a move every three seconds, as people play")
    options = parser.parse_args()
    prepare()
    with tempfile.TemporaryDirectory(prefix="ludotheque-growth-") as folder, server(Path(folder) / "data") as running:
        pace = PACE_SECONDS if options.paced else 0.0
        uvloop.run(_play_on(running, options.tables, options.seconds, options.times, pace))


if __name__ == "__main__":
    main()
