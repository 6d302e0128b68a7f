"""How many moves per second the server takes: random players over WebSocket, each moving as soon as it may.

    python -m benchmarks.load                                   # SQLite, one process, 50 tables then 500
    python -m benchmarks.load --postgres --redis --workers 2    # starts both servers itself
    python -m benchmarks.load --profile out.txt                 # and says where the server's time goes (py-spy)

The server runs as `ludotheque serve` in a process of its own, the players in this one. Every move is durable before
it is acknowledged; a latency is the time from sending a move to its acknowledgement. The players' side of the protocol
is written by hand (client frames, no compression), so that measuring costs less than what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import httpx
import orjson
import uvloop

from benchmarks.servers import free_port, postgres, redis

_OPEN = {"kind": "open"}


class Player(asyncio.Protocol):
    """One seat: a socket that moves at random as soon as it may."""

    def __init__(self, seat: int, latencies: list[float], path: str, token: str, host: str) -> None:
        self.seat = seat
        self.latencies = latencies
        self.greeting = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        self.buffer = bytearray()
        self.open = False
        self.sent_at = 0.0
        self.refused = 0
        self.asked = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.greeting.encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self.buffer[:end]:
                raise RuntimeError(self.buffer[:end].decode())
            del self.buffer[: end + 4]
            self.open = True
        for message in self._messages():
            self._take(message)

    def _messages(self) -> Iterator[bytes]:
        """The whole messages that have come (the server sends each in one frame, unmasked)."""
        while len(self.buffer) >= 2:
            length, start = self.buffer[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + length:
                return
            kind = self.buffer[0] & 15
            body = bytes(self.buffer[start : start + length])
            del self.buffer[: start + length]
            if kind == 1:
                yield body
            elif kind == 9:
                self._send(body, 10)

    def _take(self, body: bytes) -> None:
        if body.startswith(b'{"type":"moved"'):
            self.latencies.append(time.perf_counter() - self.sent_at)
        elif body.startswith(b'{"type":"table"'):
            table = orjson.loads(body)
            if table["over"]:
                if self.asked < table["match"]["games"]:
                    self.asked = table["match"]["games"]
                    self._say({"type": "action", "action": "rematch", "seat": table["seat"]})
            elif table["moves"]:
                self.sent_at = time.perf_counter()
                move = random.choice(table["moves"])
                self._say({"type": "move", "seat": table["seat"], "move": move, "key": str(table["sequence"])})
        elif body.startswith(b'{"type":"refused"') and b"not-now" not in body:
            self.refused += 1

    def _say(self, message: dict[str, object]) -> None:
        self._send(orjson.dumps(message), 1)

    def _send(self, body: bytes, kind: int) -> None:
        """One masked frame (with a mask of zeros: allowed, and free)."""
        assert self.transport is not None
        size = bytes([128 | len(body)]) if len(body) < 126 else bytes([254]) + len(body).to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + b"\0\0\0\0" + body)


async def _open_tables(address: str, game: str, tables: int) -> list[tuple[str, list[str]]]:
    """Tables with two seats each; every seat belongs to a visitor of its own."""

    async def one(gate: asyncio.Semaphore) -> tuple[str, list[str]]:
        async with gate, httpx.AsyncClient(base_url=address, timeout=60) as client:
            wish = {"game": game, "seats": [{"kind": "me"}, _OPEN], "token": True}
            opened = (await client.post("/api/tables", json=wish)).raise_for_status().json()
            client.cookies.clear()
            sat = await client.post(f"/api/tables/{opened['id']}/seats/1", json={"token": True})
            return opened["id"], [opened["token"], sat.raise_for_status().json()["token"]]

    gate = asyncio.Semaphore(8)
    return await asyncio.gather(*(one(gate) for _ in range(tables)))


def _itself(player: Player) -> Player:
    return player


def _cpu_seconds(pid: int) -> float:
    """How long a process and all that it started have worked so far (Linux)."""
    total, ticks, left = 0.0, os.sysconf("SC_CLK_TCK"), [str(pid)]
    while left:
        each = left.pop()
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / ticks
            left += Path(f"/proc/{each}/task/{each}/children").read_text(encoding="utf-8").split()
    return total


async def _play(
    address: str, game: str, tables: int, seconds: float, pid: int, begin: Callable[[], None]
) -> dict[str, float]:
    opened = await _open_tables(address, game, tables)
    host, _, port = address.removeprefix("http://").partition(":")
    loop = asyncio.get_running_loop()
    latencies: list[float] = []
    players: list[Player] = []
    for table_id, tokens in opened:
        for seat, token in enumerate(tokens):
            path = f"/api/tables/{table_id}/live?plain=1"
            player = Player(seat, latencies, path, token, f"{host}:{port}")
            players.append(player)
            await loop.create_connection(partial(_itself, player), host, int(port))
    await asyncio.sleep(2.0)
    latencies.clear()
    begin()
    began, cpu, server = time.perf_counter(), time.process_time(), _cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, moves = time.perf_counter() - began, sorted(latencies)
    cpu, server = time.process_time() - cpu, _cpu_seconds(pid) - server
    for player in players:
        assert player.transport is not None
        player.transport.abort()
    return {
        "tables": tables,
        "moves_per_second": round(len(moves) / took),
        "median_ms": round(statistics.median(moves) * 1000, 1),
        "p99_ms": round(moves[int(len(moves) * 0.99)] * 1000, 1),
        "max_ms": round(moves[-1] * 1000, 1),
        "refused": sum(player.refused for player in players),
        "server_cpu_percent": round(100 * server / took),
        "players_cpu_percent": round(100 * cpu / took),
    }


@contextlib.contextmanager
def _server(folder: Path, options: argparse.Namespace, database: str, redis_url: str) -> Iterator[tuple[str, int]]:
    port = free_port()
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", str(folder)]
    command += ["--log-level", "warning", "--workers", str(options.workers), "--tables-per-hour", "1000000"]
    command += ["--requests-per-minute", "10000000", "--messages-per-second", "100000"]
    command += ["--sockets-per-address", "100000", "--tables-per-visitor", "1000000"]
    command += ["--database", database] if database else []
    command += ["--redis", redis_url] if redis_url else []
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{address}/healthz").status_code == 200:
                    break
            time.sleep(0.1)
        _wait_until_idle(process.pid)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait(20)


def _wait_until_idle(pid: int, most: float = 40) -> None:
    """Until the server, its workers and their bots have loaded the rules of all games."""
    deadline, quiet = time.monotonic() + most, 0
    while quiet < 3 and time.monotonic() < deadline:
        before = _cpu_seconds(pid)
        time.sleep(0.5)
        quiet = quiet + 1 if _cpu_seconds(pid) - before < 0.05 else 0


class _Spy:
    """Watches the server with py-spy while it works, if asked to."""

    def __init__(self, pid: int, file: str | None, seconds: float) -> None:
        spy = shutil.which("py-spy") or str(Path(sys.executable).with_name("py-spy"))
        self._command = [spy, "record", "--pid", str(pid), "--format", "raw", "--output", str(file), "--rate", "500"]
        self._command += ["--duration", str(int(seconds)), "--gil"]
        self._wanted = file is not None
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        if self._wanted:
            self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)

    def finish(self) -> None:
        if self._process is not None:
            self._process.wait(60)


def main() -> None:
    """Measures, and prints a line per number of tables."""
    parser = argparse.ArgumentParser(description="How many moves per second the server takes.")
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--game", default="rolit")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL of its own")
    parser.add_argument("--redis", action="store_true", help="start a Redis of its own")
    parser.add_argument("--profile", help="where to write a profile of the server (py-spy's raw format)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludotheque-load-") as folder, contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres()) if options.postgres else ""
        redis_url = stack.enter_context(redis(Path(folder))) if options.redis else ""
        results = []
        for tables in options.tables:
            with _server(Path(folder) / f"data-{tables}", options, database, redis_url) as (address, pid):
                spy = _Spy(pid, options.profile, options.seconds)
                result = uvloop.run(_play(address, options.game, tables, options.seconds, pid, spy.begin))
                spy.finish()
            results.append(result)
            if not options.json:
                print("  ".join(f"{name} {value:g}" for name, value in result.items()), flush=True)
        if options.json:
            print(json.dumps({"cores": os.cpu_count(), "game": options.game, "results": results}, indent=2))


if __name__ == "__main__":
    main()
