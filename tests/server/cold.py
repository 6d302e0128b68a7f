"""A server that has compiled nothing, beside somebody who keeps a core busy; and how soon it has to answer then."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from benchmarks.servers import free_port

_FAIR_SHARE = 0.9
"""Of one core: what somebody busy gets while nobody but a server and its bots works beside them on two."""
_STRETCH_SECONDS = 8.0
"""How long one looks at what somebody busy gets: longer than an answer takes."""
BOARD_SECONDS, ANSWER_SECONDS, HEALTH_SECONDS = 2.0, 3.0, 0.1


class Busy:
    """Somebody else who keeps a core busy, and can tell how much of one there was to have."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        self._over = threading.Event()
        self._shares: list[float] = []
        self._watching = threading.Thread(target=self._watch)
        self._watching.start()

    def patience(self) -> float:
        """How many times longer things may take than on two cores of which this one is busy: others may be at work.

        In the worst stretch, since what took longest may have been asked for just then."""
        self.stop()
        return max(1.0, _FAIR_SHARE / min(self._shares))

    def stop(self) -> None:
        self._over.set()
        self._watching.join()
        self._process.kill()
        self._process.wait()

    def _watch(self) -> None:
        while not self._shares or not self._over.is_set():
            began, used = time.monotonic(), self._used()
            self._over.wait(_STRETCH_SECONDS)
            self._shares.append(max(0.01, (self._used() - used) / (time.monotonic() - began)))

    def _used(self) -> float:
        """Seconds of a core, so far."""
        after_the_name = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(after_the_name[11]) + int(after_the_name[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def cold_server(folder: Path) -> Iterator[tuple[str, Busy]]:
    """A server on a machine that has compiled nothing, with one core kept busy by somebody else."""
    port = free_port()
    given = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", str(folder / "data")]
    command += ["--requests-per-minute", "1000000"]  # who takes the time asks often
    with subprocess.Popen(command, env=given, stderr=subprocess.DEVNULL) as server:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        busy = Busy()
        try:
            yield f"http://127.0.0.1:{port}", busy
        finally:
            busy.stop()
            server.kill()
