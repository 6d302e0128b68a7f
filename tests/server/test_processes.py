"""Processes of bots: one that is killed is replaced within a moment, and none outlives its server."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludotheque.server.metrics import Metrics
from ludotheque.server.think import processes
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables.jobs import Job, think
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

    assert sorted(in_a_loop(asked()))[1] < 2.5, "two of three, for the machine may be busy"


def test_where_nothing_is_left_to_compile_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "compiles", lambda: True)
    monkeypatch.setattr(processes, "is_ready", lambda game: game != "hopsy")
    assert processes._unprepared() == ["hopsy"]
    monkeypatch.setattr(processes, "is_ready", lambda game: True)
    preparation = processes.Preparation()
    preparation.open()
    preparation.want("hopsy")
    assert preparation._process.pid is None
    preparation.close()


def test_what_people_open_is_compiled_next() -> None:
    """The last first, and each once; nobody has to ask for what is left."""
    ours, theirs = multiprocessing.Pipe()
    done = []
    for game in processes.in_order(["hop_plie", "hops_dice", "hopsy", "plic_plac", "rolit"], theirs):
        done.append(game)
        if game == "hop_plie":
            for opened in ("rolit", "hop_plie", "plic_plac", "rolit", "plic_plac"):
                ours.send(opened)
    assert done == ["hop_plie", "plic_plac", "rolit", "hops_dice", "hopsy"]


SERVER = """
import asyncio
from ludotheque.server.metrics import Metrics
from ludotheque.tables.jobs import Job
from ludotheque.server.think.processes import Thinkers
from tests.server import jobs

async def main():
    thinkers = Thinkers(1, 60.0, Metrics())
    job = Job("k", "rolit", {}, (), ())
    await thinkers.run("k", jobs.ponders, job)
    print(thinkers._thinkers[0]._process.pid, flush=True)
    await thinkers.run("k", jobs.slow, job)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_bot_that_thinks_ends_with_its_server(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(SERVER, encoding="utf-8")
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "server.py")], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": root}
    ) as server:
        assert server.stdout is not None
        thinker = int(server.stdout.readline())
        time.sleep(0.3)  # it thinks
        server.kill()
    until(lambda: not goes_on(thinker), 10)


def goes_on(pid: int) -> bool:
    """Whether there is such a process; one that nobody has buried is none."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return " Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8") if Path("/proc").exists() else True
