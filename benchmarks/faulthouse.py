"""Servers to be shaken: two with PostgreSQL and Redis behind lines that can fail, one of two processes behind one
address, to which the players' own lines can fail, or one with SQLite."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import httpx
import psycopg

from benchmarks import faultclock
from benchmarks.proxy import Proxy, between
from benchmarks.servers import Postgres, Redis, free_port

_OPTIONS = ["--no-prepare", "--tables-per-hour", "1000000", "--requests-per-minute", "1000000"]
_OPTIONS += ["--messages-per-second", "1000", "--sockets-per-address", "10000", "--tables-per-visitor", "100000"]


class Server:
    """One `ludotheque serve`, with its log in a file."""

    def __init__(self, folder: Path, name: str, *options: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"{name}.log"
        data = ["--port", str(self.port), "--data", str(folder / "data")]
        self._command = [sys.executable, "-m", "benchmarks.faultclock", "serve", *data, *_OPTIONS, *options]
        self._clock = folder / f"{name}.clock"
        self.put_clock(0)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {**os.environ, faultclock.FILE: str(self._clock)}
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment
        )
        assert self.process.stderr is not None
        threading.Thread(target=self._write_down, args=(self.process.stderr,), daemon=True).start()
        deadline = time.monotonic() + 120
        while self.health() != 200:
            if time.monotonic() > deadline:
                raise TimeoutError("the server does not start")
            time.sleep(0.05)

    def _write_down(self, told: IO[bytes]) -> None:
        """Its log does not grow on its own disk: that one may be full."""
        with open(self.log, "ab", buffering=0) as log:
            while read := os.read(told.fileno(), 65_536):
                log.write(read)

    def put_clock(self, seconds: float) -> None:
        """Its clock is put forward by so much, or back, from what is right."""
        faultclock.put(self._clock, seconds)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def health(self) -> int:
        """What `/healthz` says; 0: nothing."""
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.address}/healthz", timeout=5).status_code
        return 0

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        assert self.process is not None
        self.process.wait(10)

    def workers(self) -> list[int]:
        """The processes that serve, where there are several."""
        return [each for each in _children(self.pid) if "spawn_main" in _command(each)]

    def bots(self) -> list[int]:
        """Its bots' processes: they are forked from one that it has started."""
        return [bot for each in _children(self.pid) if "forkserver" in _command(each) for bot in _children(each)]

    def may_write(self, size: int | None) -> None:
        """No file may grow beyond this size: a disk that is full. `None`: there is room."""
        hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (hard if size is None else size, hard))

    def disk_fills(self) -> None:
        """There is no more room, and that is noticed: it is when somebody has something to write."""
        self.may_write(4096)
        until = time.monotonic() + 30
        while self.health() != 503 and time.monotonic() < until:
            time.sleep(0.2)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            self.process.wait(40)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text(encoding="utf-8").split())
    return found


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return ""


class House:
    """All that can fail, and what is stored."""

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        self.folder, self.servers = folder, servers
        self.postgres: Postgres | None = None
        self.redis: Redis | None = None
        self.database_line: Proxy | None = None
        self.redis_line: Proxy | None = None
        self.players_line: Proxy | None = None

    @property
    def addresses(self) -> list[str]:
        """Where players come in."""
        if self.players_line is not None:
            return [f"http://127.0.0.1:{self.players_line.port}"]
        return [server.address for server in self.servers]

    @property
    def sqlite_file(self) -> Path:
        return self.folder / "data" / "tables.sqlite"

    def stored(self, table: str) -> list[dict[str, object]]:
        """The log of a table, read past the server."""
        sql = "SELECT body FROM entries WHERE table_id = '{}' ORDER BY sequence"
        if self.postgres is None:
            with contextlib.closing(sqlite3.connect(self.sqlite_file, timeout=20)) as file:
                rows = file.execute(sql.format(table)).fetchall()
        else:
            with psycopg.connect(self.postgres.url.replace("+psycopg", "")) as line:
                rows = line.execute(sql.format(table).encode()).fetchall()
        return [json.loads(body) for (body,) in rows]


@contextlib.contextmanager
def two_workers(folder: Path, pause: float = 0) -> Iterator[House]:
    """PostgreSQL, Redis, and two processes that share them; bots wait so many seconds before they move."""
    with contextlib.ExitStack() as stack:
        database, redis = Postgres(), Redis(folder)
        for each in (database, redis):
            each.start()
            stack.callback(each.stop)
        line, url = stack.enter_context(between(database.url))
        redis_line, redis_url = stack.enter_context(between(redis.url))
        options = ("--bot-pause", str(pause), "--database", url, "--redis", redis_url)
        house = House(folder, [Server(folder, name, *options) for name in ("one", "two")])
        house.postgres, house.redis = database, redis
        house.database_line, house.redis_line = line, redis_line
        for server in house.servers:
            stack.callback(server.stop)
            server.start()
        yield house


@contextlib.contextmanager
def one_address(folder: Path, pause: float = 0) -> Iterator[House]:
    """PostgreSQL, Redis, and two processes behind one address (`--workers 2`), which pass sockets on to each other."""
    with contextlib.ExitStack() as stack:
        database, redis = Postgres(), Redis(folder)
        for each in (database, redis):
            each.start()
            stack.callback(each.stop)
        data = ("--database", database.url, "--redis", redis.url)
        server = Server(folder, "both", "--bot-pause", str(pause), "--workers", "2", *data)
        house = House(folder, [server])
        house.postgres, house.redis = database, redis
        stack.callback(server.stop)
        server.start()
        house.players_line, _ = stack.enter_context(between(server.address))
        yield house


@contextlib.contextmanager
def one_process(folder: Path, pause: float = 0) -> Iterator[House]:
    """SQLite, and one process."""
    server = Server(folder, "one", "--bot-pause", str(pause))
    server.start()
    try:
        yield House(folder, [server])
    finally:
        server.stop()
