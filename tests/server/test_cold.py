"""Nothing compiled, and the cores busy: boards and answers come all the same, and machine code is taken over later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchmarks.servers import free_port
from ludotheque.core.boards.compiled import compiles
from tests.cases import OURS
from tests.server.house import ME, Guest, bot, ok

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not compiles(), reason="nothing is compiled here")]

_FAIR_SHARE = 0.9
"""Of one core: what somebody busy gets while nobody but a server and its bots works beside them on two."""
_STRETCH_SECONDS = 8.0
"""How long one looks at what somebody busy gets: longer than an answer takes."""
_BOARD_SECONDS, _ANSWER_SECONDS, _HEALTH_SECONDS = 2.0, 3.0, 0.1


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


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[tuple[str, Busy]]:
    """A server on a machine that has compiled nothing, with one core kept busy by somebody else."""
    port = free_port()
    given = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, env=given, stderr=subprocess.DEVNULL) as server:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        busy = Busy()
        yield f"http://127.0.0.1:{port}", busy
        busy.stop()
        server.kill()


def _first_answers(address: str, game: str, level: str) -> tuple[float, float]:
    """How long the first board of a table takes, and the slowest of a bot's first two answers."""
    guest = Guest(address)
    began = time.monotonic()
    table = guest.opens(game, ME, bot(level))
    guest.sees(table)
    board, slowest = time.monotonic() - began, 0.0
    for _ in range(2):
        seen = _waited(guest, table)
        if seen["over"]:
            break
        move = next(each for each in seen["moves"] if each != "blocage")
        began = time.monotonic()
        ok(guest.plays(table, 0, move))
        _waited(guest, table, after=seen["number"] + 1)
        slowest = max(slowest, time.monotonic() - began)
    return board, slowest


def _waited(guest: Guest, table: str, after: int = 1_000) -> dict[str, Any]:
    """Until it is for the guest to move, or somebody has made more moves than that, or the game is over."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        seen: dict[str, Any] = guest.sees(table, plain=1)
        if seen["over"] or seen["number"] > after or (0 in seen["waiting"] and seen["moves"]):
            return seen
        time.sleep(0.02)
    raise TimeoutError("the bot does not answer")


def _health(address: str, times: list[float], over: threading.Event) -> None:
    with httpx.Client(base_url=address, timeout=30) as client:
        while not over.wait(0.05):
            began = time.monotonic()
            client.get("/healthz")
            times.append(time.monotonic() - began)


def test_five_games_are_opened_at_once_and_every_level_answers(cold: tuple[str, Busy]) -> None:
    address, busy = cold
    health: list[float] = []
    over = threading.Event()
    watching = threading.Thread(target=_health, args=(address, health, over))
    watching.start()
    with ThreadPoolExecutor(len(OURS)) as people:
        opened = list(people.map(lambda game: _first_answers(address, game, "novice"), OURS))
    later = [_first_answers(address, game, level) for game in OURS for level in ("player", "expert", "master")]
    over.set()
    watching.join()
    patience = busy.patience()
    pause = 1.0  # a bot waits a moment before it moves, so that people can follow
    assert max(board for board, _ in opened + later) < _BOARD_SECONDS * patience
    assert max(answer for _, answer in opened + later) < (_ANSWER_SECONDS + pause) * patience
    assert sorted(health)[int(0.98 * len(health))] < _HEALTH_SECONDS * patience


_CHANGED_OVER = """
import sys, time
from ludotheque.core.boards import changeover
from ludotheque.core.boards.compiled import KNOWN
changeover.wait_for_nothing(["rolit"])
import ludotheque as lt
from ludotheque.games.rolit import kernel
played = [lt.start("rolit").play("C5").position()]
assert kernel.judge.is_awaited
print("plain", flush=True)
until = time.monotonic() + 120
while kernel.judge.is_awaited and time.monotonic() < until:
    time.sleep(0.1)
assert not kernel.judge.is_awaited
from numba.core.event import RecordingListener, register
compiled = RecordingListener()
register("numba:compile", compiled)
state = lt.start("rolit", players=3)
while not state.over:
    state = state.play(state.moves()[0])
assert lt.start("rolit").play("C5").position() == played[0]
print("changed over", len(compiled.buffer))
"""


def test_what_another_process_compiles_is_taken_over(tmp_path: Path) -> None:
    """A process that compiles nothing runs the machine code as soon as another one has made it, and still compiles
    nothing."""
    given = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", _CHANGED_OVER], env=given, stdout=subprocess.PIPE, text=True) as waits:
        assert waits.stdout is not None
        assert waits.stdout.readline() == "plain\n"
        command = [sys.executable, "-m", "ludotheque", "prepare", "rolit"]
        with subprocess.Popen(command, env=given, start_new_session=True) as prepares:
            assert waits.stdout.readline() == "changed over 0\n"
            os.killpg(prepares.pid, signal.SIGKILL)  # the bots' searches would take longer
    assert waits.returncode == 0
