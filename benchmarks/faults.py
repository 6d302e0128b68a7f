"""What players notice when something fails: kills, frozen processes, broken and dead lines, a full disk.

    python -m benchmarks.faults                      # all faults; prints the table of docs/reliability.md
    python -m benchmarks.faults --house two --only redis --json

Tables of all five games are played without a pause over sockets and over HTTP, by people and by bots, through two
processes with PostgreSQL and Redis, through two behind one address, then through one with SQLite. After each fault it
is checked that all that was acknowledged is stored, once; that all who look see what is stored, and the same; that
every table goes on; and that neither answers nor logs have a secret that was not theirs. The standstill is the longest
time in which some table did not go on, from the fault's beginning on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.faulthouse import House, one_address, one_process, two_workers
from benchmarks.faultplayers import Desk
from ludotheque.core.contract import CHANCE
from ludotheque.core.cupboard import find, games

_OPEN_TO_ALL = ("/api/tables", "/api/me", "/api/games", "/healthz", "/metrics", "/", "/nothing")
KINDS = ("http", "people", "bots")
PACE = 0.1
"""So many seconds people take for a move."""
_AFTER_SECONDS = 6.0
_AGREE_SECONDS = 5.0


@dataclass(frozen=True)
class Fault:
    """Something that fails, for so many seconds."""

    name: str
    seconds: float
    begin: Callable[[House], object]
    end: Callable[[House], object] = lambda house: None
    most: float = 60.0
    """Who has not gone on so many seconds later stands still."""


@dataclass(frozen=True)
class Result:
    """What came of it."""

    fault: str
    seconds: float
    standstill: float
    where: str
    healthy: tuple[int, ...]
    log_lines: int
    log_bytes: int
    acknowledged: int

    @property
    def longer(self) -> float:
        """How much longer than the fault some table stood still."""
        return max(0.0, self.standstill - self.seconds)


def _signal(which: Callable[[House], list[int]], number: int) -> Callable[[House], None]:
    def send(house: House) -> None:
        for pid in which(house):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    return send


def _first(house: House) -> list[int]:
    return [house.servers[0].pid]


def _bots(house: House) -> list[int]:
    return [pid for server in house.servers for pid in server.bots()]


def _flap(house: House) -> None:
    assert house.redis_line is not None
    for _ in range(20):
        house.redis_line.cut()
        time.sleep(0.15)


def _kill_postgres(house: House) -> None:
    assert house.postgres is not None
    house.postgres.kill()


def _start_postgres(house: House) -> None:
    assert house.postgres is not None
    house.postgres.start()


def _kill_redis(house: House) -> None:
    assert house.redis is not None
    house.redis.kill()


def _start_redis(house: House) -> None:
    assert house.redis is not None
    house.redis.start()


def _line(way: str, *given: float, redis: bool = False, **more: bool) -> Callable[[House], None]:
    def misbehave(house: House) -> None:
        getattr(house.redis_line if redis else house.database_line, way)(*given, **more)

    return misbehave


class _Lock:
    """Somebody else writes to the SQLite file and does not come to an end."""

    held: sqlite3.Connection | None = None

    def begin(self, house: House) -> None:
        self.held = sqlite3.connect(house.sqlite_file, isolation_level=None, check_same_thread=False)
        self.held.execute("BEGIN IMMEDIATE")

    def end(self, house: House) -> None:
        assert self.held is not None
        self.held.rollback()
        self.held.close()


def _clock(seconds: float) -> Callable[[House], None]:
    return lambda house: house.servers[0].put_clock(seconds)


def _worker(number: int) -> Callable[[House], None]:
    """Something happens to one of the processes behind an address, and to the same one afterwards."""
    return _signal(lambda house: house.servers[0].workers()[:1], number)


def _players(way: str) -> Callable[[House], None]:
    return lambda house: getattr(house.players_line, way)()


_HOUR = 3600.0
_LOCK = _Lock()
WORKERS = (
    Fault("nothing", 3, lambda house: None),
    Fault("a server killed, started again", 2, lambda h: h.servers[0].kill(), lambda h: h.servers[0].start()),
    Fault("a server frozen", 3, _signal(_first, signal.SIGSTOP), _signal(_first, signal.SIGCONT)),
    Fault("bots' processes killed", 0, _signal(_bots, signal.SIGKILL)),
    Fault("bots' processes frozen for good", 0, _signal(_bots, signal.SIGSTOP)),
    Fault("PostgreSQL: lines cut", 0, _line("cut")),
    Fault("PostgreSQL: away", 15, _line("refuse"), _line("heal")),
    Fault("PostgreSQL: silent, lines dead afterwards", 15, _line("freeze"), _line("heal", lines=False)),
    Fault("PostgreSQL: silent, goes on afterwards", 5, _line("freeze"), _line("heal")),
    Fault("PostgreSQL: each way takes 0.1 s", 5, _line("delay", 0.1), _line("heal")),
    Fault("PostgreSQL killed, started again", 2, _kill_postgres, _start_postgres),
    Fault("Redis: 20 cuts in 3 s", 3, _flap),
    Fault("Redis: away", 15, _line("refuse", redis=True), _line("heal", redis=True)),
    Fault("Redis: silent", 8, _line("freeze", redis=True), _line("heal", redis=True)),
    Fault("Redis killed, started again", 2, _kill_redis, _start_redis),
    Fault("a clock an hour ahead, then right again", 5, _clock(_HOUR), _clock(0)),
    Fault("a clock an hour behind, then right again", 5, _clock(-_HOUR), _clock(0)),
)
BEHIND_ONE = (
    Fault("nothing (`--workers 2`)", 3, lambda house: None),
    Fault("`--workers 2`: players' lines cut", 0, _players("cut")),
    Fault("`--workers 2`: players' lines silent", 4, _players("freeze"), _players("heal")),
    Fault("`--workers 2`: one of them frozen", 3, _worker(signal.SIGSTOP), _worker(signal.SIGCONT)),
    Fault("`--workers 2`: one of them killed", 0, _worker(signal.SIGKILL)),
)
ALONE = (
    Fault("nothing (SQLite)", 3, lambda house: None),
    Fault(
        "the server killed, started again (SQLite)", 0, lambda h: h.servers[0].kill(), lambda h: h.servers[0].start()
    ),
    Fault("disk full", 10, lambda h: h.servers[0].disk_fills(), lambda h: h.servers[0].may_write(None)),
    Fault("SQLite locked by somebody else", 5, _LOCK.begin, _LOCK.end),
    Fault("bots' processes killed (SQLite)", 0, _signal(_bots, signal.SIGKILL)),
)


def _say_nothing(result: Result) -> None:
    """Whoever asked reads the results."""


def _print_row(result: Result) -> None:
    healthy = ", ".join("no answer" if status == 0 else str(status) for status in result.healthy)
    print(
        f"| {result.fault} | {result.seconds} s | {result.standstill} s | {result.where} | {result.longer:.1f} s |"
        f" {healthy} | {result.log_lines} | {result.acknowledged} |",
        flush=True,
    )


async def shake(
    house: House,
    faults: tuple[Fault, ...],
    kinds: tuple[str, ...],
    names: list[str],
    told: Callable[[Result], None] = _say_nothing,
    pace: float = PACE,
) -> list[Result]:
    """All faults, one after the other, while the tables are played."""
    desks = [Desk(game, kind, house.addresses, pace) for game in names for kind in kinds]
    tasks = [asyncio.create_task(desk.play()) for desk in desks]
    try:
        await _until_all_go_on(desks, time.monotonic(), 60.0)
        await asyncio.sleep(3)
        results = []
        for fault in faults:
            results.append(await _one(house, fault, desks))
            told(results[-1])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for desk in desks:
        desk.checked = 0
        await _check_stored(house, desk)
        assert desk.compared > 0, f"{desk.game}, {desk.kind}: no two viewers were ever told of the same moment"
    return results


async def _one(house: House, fault: Fault, desks: list[Desk]) -> Result:
    written, acknowledged = len(_log(house)), sum(len(desk.acknowledged) for desk in desks)
    healthy: set[int] = set()
    asking = asyncio.create_task(_ask_health(house, healthy))
    began = time.monotonic()
    await asyncio.to_thread(fault.begin, house)
    await asyncio.sleep(max(0.0, fault.seconds - (time.monotonic() - began)))
    await asyncio.to_thread(fault.end, house)
    ended = time.monotonic()
    asking.cancel()
    await _until_all_go_on(desks, ended, fault.most)
    await asyncio.sleep(_AFTER_SECONDS)
    standstill, where = max((_longest(desk, began), f"{desk.game}, {desk.kind}") for desk in desks)
    for desk in desks:
        await _check(house, desk)
    for server in house.servers:
        assert await asyncio.to_thread(server.health) == 200, f"{fault.name}: not healthy afterwards"
    await _check_secrets(house, desks)
    fresh = _log(house)[written:]
    return Result(
        fault.name,
        round(ended - began, 1),
        round(standstill, 1),
        where,
        tuple(sorted(healthy)),
        sum('"level":"info"' not in line for line in fresh.splitlines()),
        len(fresh),
        sum(len(desk.acknowledged) for desk in desks) - acknowledged,
    )


async def _ask_health(house: House, seen: set[int]) -> None:
    while True:
        seen.update([await asyncio.to_thread(server.health) for server in house.servers])
        await asyncio.sleep(0.5)


async def _until_all_go_on(desks: list[Desk], since: float, most: float) -> None:
    deadline = since + most
    while standing := [desk for desk in desks if not desk.went_on or desk.went_on[-1] <= since]:
        assert time.monotonic() < deadline, f"stand still: {[(desk.game, desk.kind) for desk in standing]}"
        await asyncio.sleep(0.05)


def _longest(desk: Desk, since: float) -> float:
    """The longest time in which a table did not go on."""
    times = [max((at for at in desk.went_on if at <= since), default=since), *(at for at in desk.went_on if at > since)]
    return max((later - max(earlier, since) for earlier, later in itertools.pairwise(times)), default=0.0)


async def _check(house: House, desk: Desk) -> None:
    """What was acknowledged is stored; and whoever looks sees what is stored, and what all others see."""
    table, entries = await _check_stored(house, desk)
    for address, token in itertools.product(desk.addresses, ("", *desk.tokens)):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(timeout=12, headers=headers) as client:
            seen = desk.told(await _look(client, f"{address}/api/tables/{table}"))
            assert seen["sequence"] >= entries, f"{desk.game}: {seen['sequence']} of {entries} entries are shown"
    assert not desk.disagreements, f"{desk.game}, {desk.kind}: {desk.disagreements}"
    deadline = time.monotonic() + _AGREE_SECONDS
    while desk.table == table and any(heard < entries for viewer, heard in desk.heard_by.items() if viewer >= 0):
        told = f"of {entries} entries sockets were told {desk.heard_by}"
        assert time.monotonic() < deadline, f"{desk.game}, {desk.kind}: {told}"
        await asyncio.sleep(0.05)


async def _look(client: httpx.AsyncClient, table: str) -> str:
    """What a page loaded anew tells. For a moment it may say that it cannot tell; never what is no longer so."""
    deadline = time.monotonic() + _AGREE_SECONDS
    while (answer := await client.get(table, params={"plain": 1})).status_code == 503:
        assert time.monotonic() < deadline, "a page cannot be loaded"
        await asyncio.sleep(_AGREE_SECONDS / 10)
    return answer.raise_for_status().text


async def _check_stored(house: House, desk: Desk) -> tuple[str, int]:
    """Every move that was acknowledged before the log is read is in it, once; the latest table, and how long its log
    is."""
    acknowledged, tables = list(desk.acknowledged.items()), desk.tables[desk.checked :]
    desk.checked = len(desk.tables) - 1
    logs = {table: await asyncio.to_thread(house.stored, table) for table in tables}
    for log in logs.values():
        keys = [entry["key"] for entry in log if "key" in entry]
        assert len(keys) == len(set(keys)), f"{desk.game}: played twice"
        desk.secrets |= _secrets(log)
    for key, (table, sequence) in acknowledged:
        if table in logs:
            stored = logs[table][sequence - 1 : sequence]
            kept = [entry for entry in stored if str(entry.get("key", "")).endswith(key)]
            assert kept, f"{desk.game}: acknowledged, not stored"
    return tables[-1], len(logs[tables[-1]])


def _secrets(log: list[dict[str, Any]]) -> set[str]:
    """What nobody must be told of a table: who its people are, and where its cards lie."""
    first, found = log[0], set[str]()
    if find(first["game"]).hidden:
        found = {entry["move"] for entry in log if entry["kind"] == "move" and entry["seat"] == CHANCE}
    people = [first["owner"], *(player["visitor"] for player in first["players"])]
    return found | {each for each in (*people, *(entry.get("visitor", "") for entry in log)) if each}


def _log(house: House) -> str:
    return "".join(server.log.read_text(encoding="utf-8") for server in house.servers)


async def _check_secrets(house: House, desks: list[Desk]) -> None:
    """Nothing that is hidden, and nothing that lets anybody in, is in the log, or in what players were answered."""
    written = _log(house)
    assert "Traceback" not in written
    for line in written.splitlines():
        json.loads(line)
    secrets = set[str]().union(*(desk.secrets for desk in desks))
    assert not [secret for secret in secrets if secret in written], "a secret is in the log"
    async with httpx.AsyncClient(base_url=house.addresses[0], timeout=12) as stranger:
        open_to_all = [(await stranger.get(path)).text for path in _OPEN_TO_ALL]
    assert not [secret for secret in secrets for text in open_to_all if secret in text], "a secret is told to strangers"
    for desk in desks:
        told, desk.texts = "\n".join(desk.texts), []
        theirs = {desk.table, *desk.tables}
        assert not [secret for secret in secrets - theirs if secret in told], f"{desk.game}: a secret was answered"


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ludotheque-faults-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def main() -> None:
    """Shakes both houses, and prints a row per fault."""
    parser = argparse.ArgumentParser(description="What players notice when something fails.")
    parser.add_argument("--only", default="", help="faults whose names match this regular expression")
    parser.add_argument(
        "--house",
        choices=["two", "address", "one"],
        help="two processes, two behind one address, or one with SQLite; else all",
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    results: list[Result] = []
    if not options.json:
        print("| fault | lasts | longest standstill | where | longer by | `/healthz` | lines in the log | moves |")
        print("| --- | ---: | ---: | --- | ---: | --- | ---: | ---: |", flush=True)
    for name, house_of, faults in (
        ("two", two_workers, WORKERS),
        ("address", one_address, BEHIND_ONE),
        ("one", one_process, ALONE),
    ):
        chosen = tuple(fault for fault in faults if re.search(options.only, fault.name, re.IGNORECASE))
        if chosen and options.house in (None, name):
            with _folder() as folder, house_of(folder) as house:
                told = _say_nothing if options.json else _print_row
                results += asyncio.run(shake(house, chosen, KINDS, list(games()), told))
    if options.json:
        print(json.dumps({"cores": os.cpu_count(), "results": [asdict(each) for each in results]}, indent=2))


if __name__ == "__main__":
    main()
