"""The walks on the architecture page are the ones that are taken."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.boards.compiled import compiles
from ludotheque.tables import jobs
from tests.server.house import ME, OPEN, House, Socket, bot, open_house, settings

PACKAGE = Path(lt.__file__).parent
TOOL = PACKAGE.parent / "tools" / "walks.py"
MACHINE_CODE = {"core/boards/lines.py", "games/hopsy/kernel.py", "bots/search/alphabeta_compiled.py"}
"""What is not seen while it runs as machine code."""
MOST = {"play": 9, "click": 31, "bot": 24}
"""Files of each walk. Whoever needs one more shows here that there is none that could be spared."""
pytestmark = pytest.mark.skipif(not compiles(), reason="the walks are those of compiled rules")


def told() -> Any:
    found = importlib.util.spec_from_file_location("walks", TOOL)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def files(walk: str) -> set[str]:
    return {file for file, _ in told().walks()[f"walks/{walk}.svg"][1]}


class Tracer:
    """Which of our files run, in any thread that is started from now on, while somebody looks."""

    def __init__(self) -> None:
        self.looking = False
        self.seen: set[str] = set()

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if self.looking and event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            self.seen.add(frame.f_code.co_filename[len(str(PACKAGE)) + 1 :].replace("\\", "/"))

    def during(self, act: Callable[[], object]) -> set[str]:
        self.seen, self.looking = set(), True
        act()
        self.looking = False
        return self.seen - MACHINE_CODE


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Tracer]]:
    tracer = Tracer()
    threading.setprofile(tracer)
    try:
        with open_house(settings(tmp_path_factory.mktemp("walks"))) as house:
            yield house, tracer
    finally:
        threading.setprofile(None)


def until_told(socket: Socket, acting: int, moves: int) -> Any:
    while True:
        table = socket.next("table")
        if table["acting"] == [acting] and len(table["moves"]) >= moves:
            return table


def clicks(house: House, tracer: Tracer, opponent: dict[str, str]) -> set[str]:
    """What runs for each of some clicks; what runs now and then is left out. After a few moves, and before anybody can
    have won, they go on at another table."""
    ada, bo = house.guest("Ada"), house.guest("Bo")
    walks = []
    for _ in range(3):
        table = ada.opens("hopsy", ME, opponent)
        if opponent == OPEN:
            bo.sits(table, 1)
        with ada.live(table, "lang=fr") as socket:
            for played in (0, 2):
                now = until_told(socket, 0, played)
                move = next(iter(now["paths"]))

                def click(socket: Socket = socket, move: str = move, played: int = played) -> None:
                    socket.send(type="move", seat=0, move=move, key=f"{played}")
                    until_told(socket, 1 if opponent == OPEN else 0, played + (1 if opponent == OPEN else 2))

                walks.append(tracer.during(click))
                if opponent == OPEN:
                    bo.plays(table, 1, bo.sees(table, plain=1)["moves"][-1])
                else:
                    socket.send(type="look", seat=0)
    return set.intersection(*walks[1:])


def test_a_click(traced: tuple[House, Tracer]) -> None:
    assert clicks(*traced, OPEN) == files("click") - MACHINE_CODE


@pytest.mark.slow
def test_a_bot_s_turn(traced: tuple[House, Tracer]) -> None:
    there = thinking()
    here = clicks(*traced, bot("apprentice"))
    assert here | there == (files("click") | files("bot")) - MACHINE_CODE
    assert (here | there) - files("click") <= files("bot")


def thinking() -> set[str]:
    """What runs in the bots' process."""
    tracer, state = Tracer(), lt.start("hopsy")
    moves: list[tuple[int, str]] = []
    seen = set()
    for _ in range(3):
        for seat in (0, 1):
            moves.append((seat, str(state.moves()[-1])))
            state = state.play(state.moves()[-1])
        job = jobs.Job("walk", "hopsy", {}, tuple(moves), ((0, "apprentice"),))
        sys.setprofile(tracer)
        try:
            seen = tracer.during(lambda job=job: jobs.think(job))  # type: ignore[misc]  # a lambda's default
        finally:
            sys.setprofile(None)
    return seen


def test_a_move_in_python() -> None:
    tracer = Tracer()

    def play() -> None:
        lt.start("hopsy").play("F3-E4")

    play()
    sys.setprofile(tracer)
    try:
        seen = tracer.during(play)
    finally:
        sys.setprofile(None)
    assert seen == files("play") - MACHINE_CODE


@pytest.mark.parametrize(("walk", "most"), MOST.items())
def test_no_walk_has_grown(walk: str, most: int) -> None:
    assert len(files(walk)) <= most


def test_the_pictures_show_the_walks() -> None:
    tool = told()
    for path, (title, steps) in tool.walks().items():
        drawn = (PACKAGE.parent / "docs" / path).read_text(encoding="utf-8")
        assert drawn == tool.draw(title, steps), f"{path} is old: run tools/walks.py"
