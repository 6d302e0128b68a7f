"""A server of one's own for the load benchmarks, in a process of its own: how much it works, what memory it takes."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchmarks.servers import free_port


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    address: str
    pid: int
    opened_after: float = 0.0
    """How many seconds it took from its start to its first answer."""

    def processes(self) -> list[str]:
        """It and all that it has started (Linux)."""
        found, left = list[str](), [str(self.pid)]
        while left:
            each = left.pop()
            with contextlib.suppress(OSError):
                left += Path(f"/proc/{each}/task/{each}/children").read_text(encoding="utf-8").split()
                found.append(each)
        return found

    def cpu_seconds(self) -> float:
        """How long all of it has worked so far."""
        return sum(_cpu_seconds(each) for each in self.processes())

    def serving_seconds(self) -> float:
        """How long those that serve have worked so far: what is compiled beside them is no work for a move."""
        return sum(_cpu_seconds(each) for each in self.serving())

    def memory(self) -> int:
        """How many bytes those that serve have taken for themselves; bots and what compiles are left out."""
        return sum(_private(each) for each in self.serving())

    def serving(self) -> list[str]:
        """The processes that serve: the one of its own, or the workers."""
        own = [each for each in self.processes() if _nice(each) == _nice(str(self.pid))]  # all others give way
        workers = [each for each in own if "spawn_main" in _command(each) and _threads(each) > 1]
        return workers or [str(self.pid)]


def _status(pid: str) -> list[str]:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return ["0"] * 50


def _cpu_seconds(pid: str) -> float:
    fields = _status(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _nice(pid: str) -> int:
    return int(_status(pid)[16])


def _private(pid: str) -> int:
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Private_", "Swap:")))
    return 0


def _command(pid: str) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    return ""


def _threads(pid: str) -> int:
    with contextlib.suppress(OSError):
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    return 0


def prepare(code: Path | None = None) -> None:
    """Has the machine code of a copy of the project made beforehand: where it is missing, servers run rules as plain
    Python until somebody else has compiled them."""
    subprocess.run(
        [sys.executable, "-m", "ludotheque", "prepare"],
        check=True,
        stdout=subprocess.DEVNULL,
        env=_environment(code),
        cwd=code or Path.cwd(),
    )


def _environment(code: Path | None) -> dict[str, str]:
    return dict(os.environ, **({"PYTHONPATH": str(code.resolve())} if code else {}))


@contextlib.contextmanager
def server(folder: Path, *more: str, code: Path | None = None, idle: bool = True) -> Iterator[Running]:
    """A server with hardly any limits, that has loaded what it loads (`idle`); `code`: another copy of the project."""
    port = free_port()
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", str(folder)]
    command += ["--log-level", "warning", "--tables-per-hour", "1000000"]
    command += ["--requests-per-minute", "10000000", "--messages-per-second", "100000"]
    command += ["--sockets-per-address", "100000", "--tables-per-visitor", "1000000", *more]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=_environment(code), cwd=code or Path.cwd())
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(3000):
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{address}/healthz").status_code == 200:
                    break
            time.sleep(0.02)
        running = Running(address, process.pid, time.perf_counter() - began)
        if idle:
            _wait_until_idle(running)
        yield running
    finally:
        process.terminate()
        process.wait(30)


def _wait_until_idle(running: Running, most: float = 40) -> None:
    """Until the server, its workers and their bots have loaded the rules of all games."""
    deadline, quiet = time.monotonic() + most, 0
    while quiet < 3 and time.monotonic() < deadline:
        before = running.cpu_seconds()
        time.sleep(0.5)
        quiet = quiet + 1 if running.cpu_seconds() - before < 0.05 else 0
