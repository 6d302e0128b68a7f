"""A game from outside the repository, and bots: on the shelf, at tables, in the arena, in records, in the terminal; and
with only a part of its files."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.arena.fixtures import Setup
from ludotheque.arena.results import Results
from ludotheque.arena.tournament import Tournament
from ludotheque.bots import roster
from ludotheque.core import cupboard
from tests.outside import installed
from tests.server.house import ME, Guest, bot, ok, open_house, settings

_PARTS: dict[str, tuple[str, ...]] = {
    "whole": (),
    "no brain": ("brain.py",),
    "no board": ("board.py", "rulebook.en.md"),
    "no rulebook": ("rulebook.en.md",),
    "rules alone": ("brain.py", "board.py", "rulebook.en.md"),
}


@pytest.fixture(params=_PARTS)
def pebbles(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A game with some of its files."""
    with installed(tmp_path, "pebbles", without=_PARTS[request.param]):
        yield "pebbles"


def test_it_plays_from_python_and_is_recorded(pebbles: str) -> None:
    assert pebbles in lt.games()
    state, rng = lt.start(pebbles, pile=9), random.Random(1)
    record = lt.Record.of(state)
    bots = {0: lt.bot(pebbles, "player"), 1: lt.bot(pebbles, "greedy")}
    while turn := lt.next_move(state, bots, rng):
        seat, move = turn
        before, state = state, state.play(move, seat)
        record = record.played(before, move, seat, state)
    assert lt.Record.loads(record.dumps()).replay() == state
    assert "<svg" in state.svg()
    assert str(lt.analyse(lt.start(pebbles, pile=4), budget=0.1).move)


def test_it_meets_itself_in_the_arena(pebbles: str) -> None:
    results = Results(Setup(pebbles, {"pile": "8"}, openings=0), (("greedy", "random"),))
    Tournament(results, seed=1, units=2).run()
    assert len(results.games) == 4


@pytest.mark.slow
def test_it_is_played_in_the_terminal(pebbles: str) -> None:
    def run(*words: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "ludotheque", "--lang", "en", *words]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    assert "Pebbles" in run("games")
    told = run("play", pebbles, "-o", "pile=4", "--bot", "random", typed="take 3\nquit\n")
    assert "takes 3 pebbles" in told


@pytest.mark.slow
def test_it_is_played_in_the_browser(pebbles: str, tmp_path: Path) -> None:
    """No page answers 500, whatever the game has; a table is opened, a bot answers, a hint is given."""
    with open_house(settings(tmp_path / "data")) as house:
        ada = house.guest("Ada")
        assert "Pebbles" in ada.get("/").text
        for page in (f"/games/{pebbles}", f"/api/games/{pebbles}", f"/api/games/{pebbles}/symbols", "/tables"):
            assert ada.get(page).status_code == 200, page
        for page in (f"/games/{pebbles}/rulebook", f"/games/{pebbles}/cover.svg", f"/games/{pebbles}/diagrams/two.svg"):
            assert ada.get(page).status_code in (200, 404), page
        table = ada.opens(pebbles, ME, bot("player"), options={"pile": 12})
        for page in (f"/t/{table}", f"/t/{table}/tv"):
            assert ada.get(page).status_code == 200, page
        assert ok(ada.post(f"/api/tables/{table}/hint", {"seat": 0}))["move"]
        _finish(ada, table)
        assert "Game: pebbles" in ada.get(f"/api/tables/{table}/record").text
        for page in (f"/t/{table}/replay", f"/api/tables/{table}/animation.svg", f"/api/tables/{table}/replay"):
            assert ada.get(page).status_code == 200, page
        assert ok(ada.get(f"/api/tables/{table}/analysis"))["total"] > 0


def _finish(guest: Guest, table: str) -> None:
    """Plays a game to its end against a bot."""
    deadline = time.monotonic() + 60
    while not (seen := guest.sees(table, plain=1))["over"]:
        assert time.monotonic() < deadline, "the bot does not answer"
        if seen["moves"]:
            ok(guest.plays(table, 0, seen["moves"][0]))
        else:
            time.sleep(0.02)


@pytest.mark.slow
def test_the_whole_game_shows_its_rulebook_and_pictures(tmp_path: Path) -> None:
    with installed(tmp_path, "pebbles"), open_house(settings(tmp_path / "data")) as house:
        ada = house.guest("Ada")
        page = ada.get("/games/pebbles").text
        assert "whoever takes the last one wins" in page.lower()
        assert "/games/pebbles/diagrams/two.svg" in page
        assert ada.get("/games/pebbles/diagrams/two.svg").headers["content-type"].startswith("image/svg")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("GAME = Game(", "GAME = Gamme("),
        ("GAME = Game(", "GAME = dict("),
    ],
    ids=["cannot be imported", "is no game"],
)
def test_a_broken_package_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture, old: str, new: str) -> None:
    with (
        caplog.at_level(logging.ERROR),
        pytest.raises(lt.Refusal, match="the games are hop_plie"),
        installed(tmp_path, "pebbles", ("__init__.py", old, new)),
    ):
        pass
    assert "the game pebbles cannot be loaded" in caplog.text


def test_ours_cannot_be_replaced(tmp_path: Path) -> None:
    """A package that announces a game of a name there is already does not take its place."""
    with installed(tmp_path, "pebbles") as game:
        ours = cupboard.find("rolit")
        assert game.id == "pebbles"
        assert ours.package == "ludotheque.games.rolit"


_BOTS = '''
from ludotheque import Bot
from ludotheque.core.text import Text


class First(Bot):
    """Plays the first move there is."""

    title = Text("the foremost")

    @classmethod
    def plays(cls, game):
        return game.id == "rolit"

    def choose(self, view, moves, rng):
        return moves[0]
'''


@pytest.fixture
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package that announces two bots, of which one is none."""
    (tmp_path / "bots_of_mine.py").write_text(_BOTS, encoding="utf-8")
    facts = tmp_path / "bots_of_mine-0.1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: bots-of-mine\nVersion: 0.1\n", encoding="utf-8")
    points = "[ludotheque.bots]\nfirst = bots_of_mine:First\nnone = bots_of_mine:Text\n"
    (facts / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    roster.bots.cache_clear()
    yield "first"
    roster.bots.cache_clear()
    sys.modules.pop("bots_of_mine", None)


@pytest.mark.slow
def test_a_bot_from_elsewhere_plays(first: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    state = lt.start("rolit")
    chosen = lt.bot("rolit", first).choose(state.view(0), state.moves(0), random.Random(1))
    assert chosen == state.moves(0)[0]
    assert str(roster.title(first)) == "the foremost"
    assert "the bot none cannot be loaded" in caplog.text
    with pytest.raises(lt.Refusal, match="there is no bot 'first'"):
        lt.bot("hopsy", first)
    results = Results(Setup("rolit", {"size": "4"}, openings=0), ((first, "random"),))
    Tournament(results, seed=1, units=1).run()
    with open_house(settings(tmp_path / "data")) as house:
        ada = house.guest("Ada")
        assert "the foremost" in ada.get("/games/rolit").text
        assert "the foremost" not in ada.get("/games/hopsy").text
        table = ada.opens("rolit", ME, bot(first), options={"size": 4})
        _finish(ada, table)
