"""Processes of bots: one that is killed is replaced within a moment, and none outlives its server."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from benchmarks.servers import free_port
from ludotheque.server.metrics import Metrics
from ludotheque.server.think.jobs import Job, think
from ludotheque.server.think.processes import Thinkers
from tests.server import jobs
from tests.server.house import in_a_loop, until

pytestmark = pytest.mark.slow


def test_a_bot_that_is_killed_costs_a_moment(tmp_path: Path) -> None:
    """While it thinks, and while it waits."""

    async def asked() -> list[float]:
        thinkers = Thinkers(1, 20.0, Metrics())
        job = Job(str(tmp_path / "died"), "rolit", {}, (), ((0, "greedy"), (1, "greedy")))
        took = []
        try:
            for work in (think, think, jobs.dies_once):
                assert await thinkers.run(job.key, think, job) is not None
                process = thinkers._thinkers[0]._process
                if work is think:
                    os.kill(process.pid, signal.SIGKILL)
                began = time.perf_counter()
                assert await thinkers.run(job.key, work, job) is not None
                took.append(time.perf_counter() - began)
                assert thinkers._thinkers[0]._process is not process
        finally:
            await thinkers.close()
        return took

    assert min(in_a_loop(asked())) < 1.5


def descendants(pid: int) -> set[int]:
    """All that a process has started, and what they have."""
    found, left = set(), [pid]
    while left:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{left.pop()}/task").iterdir():
                left += map(int, (task / "children").read_text(encoding="utf-8").split())
        found.update(left)
    return found


def command_of(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux tells who has started whom")
def test_nothing_outlives_a_killed_server(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", str(tmp_path)]
    server = subprocess.Popen([*command, "--thinkers", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:

            def answers() -> bool:
                with contextlib.suppress(httpx.HTTPError):
                    return client.get("/healthz").status_code == 200
                return False

            until(answers, 60)
        until(lambda: sum("multiprocessing" in command_of(each) for each in descendants(server.pid)) >= 4, 60)
        started = descendants(server.pid)
    finally:
        server.kill()
        server.wait(10)
    began = time.monotonic()
    until(lambda: not any("multiprocessing" in command_of(each) for each in started), 20)
    assert time.monotonic() - began < 10
