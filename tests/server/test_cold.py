"""Nothing compiled, and the cores busy: boards and answers come all the same, and machine code is taken over later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.bots.levels import LEVELS
from ludotheque.core.boards.compiled import compiles
from tests.cases import OURS
from tests.server.cold import ANSWER_SECONDS, BOARD_SECONDS, HEALTH_SECONDS, Busy, cold_server
from tests.server.house import ME, Guest, bot, ok
from tests.volume import THOROUGH, volume

HICCUP_SECONDS = 0.5
"""Who stands still for longer does so by themselves, whatever else the machine does; all of it is one late answer."""
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not compiles(), reason="nothing is compiled here")]


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[tuple[str, Busy]]:
    with cold_server(tmp_path) as found:
        yield found


def _first_answers(address: str, game: str, level: str, answers: int) -> tuple[float, float]:
    """How long the first board of a table takes, and the slowest of a bot's first answers."""
    guest = Guest(address)
    began = time.monotonic()
    table = guest.opens(game, ME, bot(level))
    guest.sees(table)
    board = time.monotonic() - began
    return board, max(_answer(guest, table) for _ in range(answers))


def _answer(guest: Guest, table: str) -> float:
    """Plays until the bot is asked for something: how long it takes then."""
    while True:
        seen = _waited(guest, table, lambda now: now["waiting"] == [0] and now["moves"])
        move = next(each for each in seen["moves"] if each != "blocage")
        began = time.monotonic()
        ok(guest.plays(table, 0, move))
        seen = _waited(guest, table, lambda now: now["last"]["seat"] == 1 or 1 not in now["waiting"])
        if seen["last"]["seat"] == 1 or seen["over"]:
            return time.monotonic() - began


def _waited(guest: Guest, table: str, is_so: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The table once that is so, or the game is over."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        seen: dict[str, Any] = guest.sees(table, plain=1)
        if seen["over"] or is_so(seen):
            return seen
        time.sleep(0.02)
    raise TimeoutError("the bot does not answer")


def _health(address: str, times: list[float], over: threading.Event) -> None:
    with httpx.Client(base_url=address, timeout=30) as client:
        while not over.wait(0.05):
            began = time.monotonic()
            client.get("/healthz")
            times.append(time.monotonic() - began)


def _later() -> list[tuple[str, str]]:
    """Games with a level that thinks: each of them with each level, or with one after the other from the highest on."""
    levels = LEVELS[:0:-1]
    if THOROUGH:
        return [(game, level) for game in OURS for level in levels]
    return [(game, levels[at % len(levels)]) for at, game in enumerate(OURS)]


def test_five_games_are_opened_at_once_and_every_level_answers(cold: tuple[str, Busy]) -> None:
    address, busy = cold
    health: list[float] = []
    over = threading.Event()
    watching = threading.Thread(target=_health, args=(address, health, over))
    watching.start()
    with ThreadPoolExecutor(len(OURS)) as people:
        opened = list(people.map(lambda game: _first_answers(address, game, LEVELS[0], 2), OURS))
    later = [_first_answers(address, game, level, volume(1, 2)) for game, level in _later()]
    over.set()
    watching.join()
    patience = busy.patience()
    assert max(board for board, _ in opened + later) < BOARD_SECONDS * patience
    assert max(answer for _, answer in opened + later) < ANSWER_SECONDS * patience
    assert sorted(health)[int(0.98 * len(health))] < HEALTH_SECONDS * patience
    assert max(health) < HICCUP_SECONDS * patience


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
