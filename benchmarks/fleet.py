"""Several servers behind nginx, with PostgreSQL and Redis, as `docs/hosting.md` describes: people play at a human pace.

    python -m benchmarks.fleet --servers 3 --tables 100 300     # a move every 3 seconds at each table
    python -m benchmarks.fleet --restart                        # and one server after the other is restarted meanwhile

Every seat has a socket of its own, through nginx, so that the two of a table are often at different servers. Told are
how long a move takes until it is acknowledged (it is on the disk then), how long until the other seat sees it, what
each process needs, and the longest time a table stood still.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.servers import Postgres, Redis, free_port, nginx, site

_SECONDS_OF_A_TICK = 1 / os.sysconf("SC_CLK_TCK")
_LIMITS = ["--tables-per-hour", "1000000", "--tables-per-visitor", "1000000", "--requests-per-minute", "100000000"]
_LIMITS += ["--sockets-per-address", "1000000", "--sockets-per-visitor", "1000000"]


@dataclass
class Figures:
    """What was seen."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    standstill: float = 0.0
    breaks: int = 0
    cores: dict[int, float] = field(default_factory=dict)
    """How much of a core each server needed while people played."""


class Table:
    """A table at which two people play, each over a socket of their own."""

    def __init__(self, address: str, opened: dict[str, Any], tokens: list[str], every: float, figures: Figures) -> None:
        self.url = f"{address.replace('http', 'ws')}/api/tables/{opened['id']}/live"
        self.tokens = tokens
        self.every = every
        self.figures = figures
        self.sent: dict[int, float] = {}
        self.moves = 0
        self.last = time.perf_counter()

    async def sit(self, seat: int, until: float) -> None:
        """Plays one seat; when the line breaks, comes back."""
        while time.perf_counter() < until:
            with suppress(WebSocketException, OSError, TimeoutError):
                headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
                async with connect(self.url, additional_headers=headers, compression=None, max_size=None) as line:
                    await self._play(line, seat, until)
                return
            self.figures.breaks += 1
            await asyncio.sleep(0.25)

    async def _play(self, line: ClientConnection, seat: int, until: float) -> None:
        while (left := until - time.perf_counter()) > 0:
            try:
                told = orjson.loads(await asyncio.wait_for(line.recv(decode=False), left))
            except TimeoutError:
                return
            if told["type"] == "moved":
                now = time.perf_counter()
                self.figures.acknowledged.append(now - self.sent[told["sequence"]])
            elif told["type"] == "table":
                await self._look(line, told, seat)

    async def _look(self, line: ClientConnection, told: dict[str, Any], seat: int) -> None:
        sequence, now = told["sequence"], time.perf_counter()
        if seat not in told["acting"] or told["over"]:
            return
        if sequence in self.sent:
            self.figures.seen.append(now - self.sent[sequence])
        self.figures.standstill = max(self.figures.standstill, now - self.last)
        await asyncio.sleep(self.every * random.uniform(0.5, 1.5) if self.moves else random.uniform(0, self.every))
        self.moves += 1
        self.last = self.sent[sequence + 1] = time.perf_counter()
        move = random.choice(sorted(told["paths"]))
        await line.send(
            orjson.dumps({"type": "move", "seat": seat, "move": move, "key": f"{seat}-{sequence}"}).decode()
        )


async def _opened(address: str, game: str, many: int, every: float, figures: Figures) -> list[Table]:
    gate, tables = asyncio.Semaphore(8), []
    seats = [{"kind": "me"}, {"kind": "open"}]

    async def one(http: httpx.AsyncClient) -> None:
        async with gate:
            wish = {"game": game, "seats": seats, "token": True}
            opened = (await http.post("/api/tables", json=wish, headers={"cookie": ""})).raise_for_status().json()
            http.cookies.clear()
            answer = await http.post(f"/api/tables/{opened['id']}/seats/1", json={"token": True})
            http.cookies.clear()
            tokens = [opened["token"], answer.raise_for_status().json()["token"]]
            tables.append(Table(address, opened, tokens, every, figures))

    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        await asyncio.gather(*(one(http) for _ in range(many)))
    return tables


async def _measured(address: str, options: argparse.Namespace, many: int, fleet: Fleet) -> Figures:
    figures = Figures()
    tables = await _opened(address, options.game, many, options.every, figures)
    began = time.perf_counter()
    before = {port: _needs(process.pid)[0] for port, process in fleet.processes.items()}
    for table in tables:
        table.last = began
    until = began + options.seconds
    playing = [asyncio.create_task(table.sit(seat, until)) for table in tables for seat in (0, 1)]
    if options.restart:
        await asyncio.to_thread(fleet.roll)
    await asyncio.gather(*playing)
    seconds = time.perf_counter() - began
    for port, process in fleet.processes.items():
        needed = _needs(process.pid)[0]  # one that was restarted has begun anew
        figures.cores[port] = (needed - (0 if options.restart else before[port])) / seconds
    return figures


class Fleet:
    """The servers."""

    def __init__(self, folder: Path, many: int, database: str, redis: str) -> None:
        self.ports = [free_port() for _ in range(many)]
        self._environment = {**os.environ, "LUDOTHEQUE_DATABASE": database, "LUDOTHEQUE_REDIS": redis}
        self._folder = folder
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, port: int) -> None:
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", str(self._folder)]
        command += ["--proxies", "127.0.0.1", "--no-prepare", "--log-level", "error", *_LIMITS]
        self.processes[port] = subprocess.Popen(command, env=self._environment, stdout=subprocess.DEVNULL)
        for _ in range(600):
            with suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                    return
            time.sleep(0.1)
        raise TimeoutError("a server does not start")

    def stop(self, port: int) -> None:
        self.processes[port].send_signal(signal.SIGTERM)
        self.processes[port].wait(30)

    def roll(self) -> None:
        """Restarts one after the other."""
        for port in self.ports:
            self.stop(port)
            self.start(port)


def _needs(pid: int) -> tuple[float, float]:
    """What a process has needed so far: seconds of a core, and megabytes now."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1])
    return (int(fields[11]) + int(fields[12])) * _SECONDS_OF_A_TICK, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _told(name: str, seconds: list[float]) -> str:
    cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else [0.0] * 99
    return f"{name} p50 {cuts[49] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms"


def _run(address: str, options: argparse.Namespace, many: int, fleet: Fleet) -> None:
    figures = uvloop.run(_measured(address, options, many, fleet))
    print(
        f"{many} tables, {len(figures.acknowledged) / options.seconds:.0f} moves/s: "
        f"{_told('stored', figures.acknowledged)}; {_told('seen', figures.seen)}; "
        f"longest standstill {figures.standstill:.2f} s, {figures.breaks} lines broken"
    )
    for port, process in fleet.processes.items():
        print(f"  server {port}: {figures.cores[port]:.0%} of a core, {_needs(process.pid)[1]:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 300])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between the moves of a table, on average")
    parser.add_argument("--game", default="rolit")
    parser.add_argument("--restart", action="store_true", help="restart one server after the other meanwhile")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is stopped
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "nginx").mkdir()
        database, redis, port = Postgres(), Redis(folder), free_port()
        for service in (database, redis):
            service.start()
            stack.callback(service.stop)
        fleet = Fleet(folder, options.servers, database.url, redis.url)
        for each in fleet.ports:
            fleet.start(each)
            stack.callback(fleet.stop, each)
        stack.enter_context(nginx(folder / "nginx", site(fleet.ports, port), port))
        for many in options.tables:
            _run(f"http://127.0.0.1:{port}", options, many, fleet)


if __name__ == "__main__":
    main()
