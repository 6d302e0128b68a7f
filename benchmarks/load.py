"""How many moves per second the server takes: random players over WebSocket, each moving as soon as it may.

    python -m benchmarks.load                                   # all games, for programs and for pages, 50 tables
    python -m benchmarks.load --tables 50 500 --game rolit --for plain
    python -m benchmarks.load --postgres --redis --workers 2    # starts both servers itself
    python -m benchmarks.load --beside ../before                # in turns with another copy of the project
    python -m benchmarks.load --paced 100 300 600               # as people play, and a picture of it (--picture FILE)

The server runs as `ludotheque serve` in a process of its own, the players in this one. Every move is durable before
it is acknowledged; a latency is the time from sending a move to its acknowledgement. Programs (`plain`) are told a view
and the legal moves; pages are told pictures and ways to click. On a machine that others use too, compare how long the
server works for a move, not how many it takes in a second.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import uvloop

from benchmarks import paced
from benchmarks.loadplayers import Counted, Wanted, open_tables, seat_players
from benchmarks.loadserver import Running, prepare, server
from benchmarks.servers import postgres, redis
from ludotheque.core.cupboard import games

QUERIES = {"plain": "plain=1", "pages": "delta=1&lang=fr"}
_WARMING_SECONDS = 2.0


async def _closed_loop(running: Running, game: str, told: str, tables: int, seconds: float) -> dict[str, float | str]:
    counted = Counted()
    opened = await open_tables(running.address, [Wanted(game)] * tables)
    players = await seat_players(running.address, opened, QUERIES[told], counted)
    await asyncio.sleep(_WARMING_SECONDS)
    counted.latencies.clear()
    counted.bytes = 0
    began, cpu, worked = time.perf_counter(), time.process_time(), running.serving_seconds()
    await asyncio.sleep(seconds)
    took, moves = time.perf_counter() - began, sorted(counted.latencies) or [0.0]
    cpu, worked = time.process_time() - cpu, running.serving_seconds() - worked
    received = counted.bytes
    for player in players:
        player.leave()
    return {
        "game": game,
        "told": told,
        "tables": tables,
        "moves_per_second": round(len(moves) / took),
        "server_ms_per_move": round(1000 * worked / len(moves), 3),
        "bytes_per_move": round(received / len(moves)),
        "median_ms": round(statistics.median(moves) * 1000, 1),
        "p99_ms": round(moves[int(len(moves) * 0.99)] * 1000, 1),
        "refused": counted.refused,
        "server_cpu_percent": round(100 * worked / took),
        "players_cpu_percent": round(100 * cpu / took),
    }


def main() -> None:
    """Measures, and prints a line for each game, each way of being told and each number of tables."""
    options = _options()
    copies: Sequence[Path | None] = [None, options.beside] if options.beside else [None]
    for code in copies:
        prepare(code)
    with tempfile.TemporaryDirectory(prefix="ludotheque-load-") as folder, contextlib.ExitStack() as stack:
        more = ["--workers", str(options.workers)]
        more += ["--database", stack.enter_context(postgres())] if options.postgres else []
        more += ["--redis", stack.enter_context(redis(Path(folder)))] if options.redis else []
        running = {
            str(code or "."): stack.enter_context(server(Path(folder) / f"data-{at}", *more, code=code))
            for at, code in enumerate(copies)
        }
        if options.paced:
            paced.main(running, options.paced, options.seconds, options.picture)
            return
        results, servers = [], running
        for game in options.game:
            for told in options.told:
                for tables in options.tables:
                    servers = dict(reversed(servers.items()))  # in turns: others use the machine too
                    for name, each in servers.items():
                        found = uvloop.run(_closed_loop(each, game, told, tables, options.seconds))
                        results.append({"code": name, **found} if options.beside else found)
                        print("  ".join(f"{key} {value}" for key, value in results[-1].items()), flush=True)
        if options.json:
            print(json.dumps({"cores": os.cpu_count(), "results": results}, indent=2))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How many moves per second the server takes.")
    parser.add_argument("--tables", type=int, nargs="+", default=[50])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--game", nargs="+", default=list(games()))
    parser.add_argument("--for", dest="told", nargs="+", choices=list(QUERIES), default=list(QUERIES))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL of its own")
    parser.add_argument("--redis", action="store_true", help="start a Redis of its own")
    parser.add_argument("--beside", type=Path, help="another copy of the project, measured in turns with this one")
    parser.add_argument("--paced", type=int, nargs="+", help="as people play: at so many tables, one after the other")
    parser.add_argument("--picture", type=Path, help="where to draw the curve of --paced (SVG)")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
