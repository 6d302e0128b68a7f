"""A house with many stored tables: how long it takes to open, and how long lobby and “my tables” take to answer.

    python -m benchmarks.stored                  # 100,000 tables in an SQLite file
    python -m benchmarks.stored --tables 1000000

The tables are true ones: random games of all kinds, played by the rules, whose logs are copied under other ids. One of
a thousand looks for players; one visitor has sixty tables, half of which go on.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import orjson

from benchmarks.loadserver import server
from ludotheque.core.cupboard import games
from ludotheque.tables.actions import Draft, Request, perform
from ludotheque.tables.listed import Listed
from ludotheque.tables.log import Entry
from ludotheque.tables.opening import SeatWish, TableWish, first_entry
from ludotheque.tables.table import opened, replay

_MOVES = 24
_OWN = 60
_ASKED = 20


def _log(game: str, seed: int, *, waiting: bool) -> list[Entry]:
    """The log of a random game that goes on; or of a table that waits for somebody."""
    rng = random.Random(seed)
    seats = [SeatWish(kind="me"), SeatWish(kind="open" if waiting else "me")]
    first = first_entry(TableWish(game=game, seats=seats, options={}, public=waiting), "VISITOR", "Ada")
    table, log = opened("t", first), [first]
    while not waiting and not table.over and len(log) < _MOVES:
        draft = Draft(table)
        draft.settle(rng)
        seat = draft.table.waiting[0]
        move = str(rng.choice(draft.table.state.moves(seat)))
        perform(draft, "move", Request("VISITOR", seat, move=move))
        log += draft.entries
        table = draft.table
    return log


def fill(file: Path, tables: int, visitor: str) -> None:
    """Writes so many tables into the database of a server that is not running."""
    played = {game: [_bodies(_log(game, seed, waiting=False)) for seed in range(3)] for game in games()}
    open_ = {game: [_bodies(_log(game, 0, waiting=True))] for game in games()}
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000;")
        rows, names = [], list(games())
        for at in range(tables):
            waiting, own = at % 1000 == 0, at >= tables - _OWN
            game = names[at % len(names)]
            owner = visitor if own else f"v{at % 5000}"
            logs = open_[game] if waiting else played[game]
            over, at_ms = at % 2 == 1, 1_700_000_000_000 + at * 1000
            id_, (note, bodies) = f"t{at:011d}", logs[at % len(logs)]
            noted = note.replace('"id":"t"', f'"id":"{id_}"').replace("VISITOR", owner)
            rows.append((id_, game, owner, waiting, int(waiting), over, at_ms, at_ms, noted, bodies))
            if len(rows) == 5000 or at == tables - 1:
                _write(database, rows)
                rows.clear()
        database.commit()


def _bodies(log: list[Entry]) -> tuple[str, list[str]]:
    """What is noted of a table, and its entries."""
    note = orjson.dumps(Listed.of(replay("t", log)).noted()).decode()
    return note, [orjson.dumps(entry).decode() for entry in log]


def _write(database: sqlite3.Connection, rows: Sequence[tuple[object, ...]]) -> None:
    database.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [row[:9] for row in rows])
    database.executemany("INSERT INTO seatings VALUES (?, ?)", [(row[2], row[0]) for row in rows])
    database.executemany("INSERT INTO entries VALUES (?, ?, ?)", _entries(rows))


def _entries(rows: Sequence[tuple[object, ...]]) -> Iterator[tuple[object, int, str]]:
    for row in rows:
        bodies = row[9]
        assert isinstance(bodies, list)
        for sequence, body in enumerate(bodies, 1):
            yield row[0], sequence, body.replace("VISITOR", str(row[2]))


def _time(client: httpx.Client, path: str) -> tuple[float, float]:
    """How long the first answer took, and the median of those after it, in milliseconds."""
    took = []
    for _ in range(_ASKED + 1):
        began = time.perf_counter()
        client.get(path).raise_for_status()
        took.append((time.perf_counter() - began) * 1000)
    return took[0], statistics.median(took[1:])


def main() -> None:
    """Fills a database, starts a server on it, and asks."""
    parser = argparse.ArgumentParser(description="How a house with many stored tables answers.")
    parser.add_argument("--tables", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludotheque-stored-") as name:
        folder = Path(name)
        with server(folder, idle=False) as running, httpx.Client(base_url=running.address, timeout=60) as client:
            print(f"empty: opens_s {running.opened_after:.2f}", flush=True)
            client.get("/api/me").raise_for_status()
            cookies = dict(client.cookies)
            wish = {"game": "hopsy", "seats": [{"kind": "me"}, {"kind": "me"}]}
            csrf = client.get("/api/me").json()["csrf"]
            client.post("/api/tables", json=wish, headers={"x-csrf": csrf}).raise_for_status()
        with contextlib.closing(sqlite3.connect(folder / "tables.sqlite")) as database:
            ((visitor,),) = database.execute("SELECT owner FROM tables")
        began = time.perf_counter()
        fill(folder / "tables.sqlite", options.tables, visitor)
        size = (folder / "tables.sqlite").stat().st_size / 1e6
        print(f"tables {options.tables}  filled_s {time.perf_counter() - began:.0f}  file_mb {size:.0f}", flush=True)
        with server(folder, idle=False) as running:
            print(f"opens_s {running.opened_after:.2f}", flush=True)
        with server(folder) as running, httpx.Client(base_url=running.address, timeout=60, cookies=cookies) as client:
            for what, path in (("lobby", "/api/tables"), ("my tables", "/api/me/tables")):
                first, later = _time(client, path)
                print(f"{what}: first_ms {first:.1f}  then_ms {later:.1f}", flush=True)


if __name__ == "__main__":
    main()
