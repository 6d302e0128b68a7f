"""What the project needs to run, and what it does without: numba, a network, an extra, a writable cache. Compiled code
does what it does as plain Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.core.boards import changeover
from ludotheque.core.boards.compiled import cache_home
from tests.cases import printed_both_ways

PACKAGE = Path(lt.__file__).parent
ROOT = PACKAGE.parent


def run(code: str, *flags: str, **environment: str) -> str:
    given = {**os.environ, **environment}
    done = subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, text=True, env=given, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


PURE = """
import sys, pkgutil, importlib
sys.path.insert(0, {root!r})
for room in ("tables", "answers", "home"):
    for found in pkgutil.iter_modules(importlib.import_module("ludotheque." + room).__path__):
        importlib.import_module(f"ludotheque.{{room}}.{{found.name}}")
print([name for name in {impure!r} if name in sys.modules])
"""
IMPURE = [
    "asyncio", "concurrent.futures", "multiprocessing", "threading", "socket", "subprocess", "sqlite3",
    "sqlalchemy", "fastapi", "starlette", "uvicorn", "pydantic", "jinja2", "orjson", "redis", "numpy", "numba",
]  # fmt: skip


def test_tables_and_a_house_need_no_network_no_database_no_threads() -> None:
    """Alone with the standard library: so a table runs in a server, in a test, or inside a browser."""
    assert run(PURE.format(root=str(ROOT), impure=IMPURE), "-S") == "[]"


def test_listing_the_cupboard_imports_nothing_heavy() -> None:
    heavy = (
        "numba", "numpy", "typer", "rich", "fastapi", "sqlalchemy", "uvicorn", "gettext",
        "ludotheque.research", "numba.cuda", "torch", "reportlab", "PIL",
    )  # fmt: skip
    code = f"import sys, ludotheque as lt; lt.games(); print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == "[]"


def test_importing_it_takes_little_time() -> None:
    """Of a processor: what else this machine does at the moment does not count."""
    code = "import time; began = time.process_time(); import ludotheque; print(time.process_time() - began)"
    assert min(float(run(code)) for _ in range(3)) < 0.06


@pytest.mark.slow
def test_games_is_a_function_whatever_was_imported() -> None:
    code = (
        "import ludotheque as lt; a = list(lt.games()); lt.start('rolit'); import ludotheque.games.hopsy as hopsy;"
        "from ludotheque import games; print(a == list(lt.games()) == list(games()), hopsy.GAME.id)"
    )
    assert run(code) == "True hopsy"


ALONE = """
import sys, random
sys.path.insert(0, {root!r})
import ludotheque as lt
from ludotheque.core.boards.compiled import compiles
assert not compiles()
for name in lt.games():
    rng, state = random.Random(3), lt.start(name)
    record = lt.Record.of(state)
    bots = {{seat: lt.bot(name, ["random", "novice", "apprentice"][seat % 3], **({{"nodes": 5}} if seat % 3 else {{}}))
            for seat in range(len(state.seats))}}
    while turn := lt.next_move(state, bots, rng):
        if len(record.moves) == 8:  # who thinks is slow here: random moves show the rest of the game
            bots = dict.fromkeys(bots, lt.bot(name, "random"))
        after = state.play(turn[1], turn[0])
        record, state = record.played(state, turn[1], turn[0], after), after
    assert lt.Record.loads(record.dumps()).replay() == state
    assert state.svg(0).startswith("<svg") and str(state)
    print(name, "is over" if state.over else "goes on", "after", len(record.moves))
print([module for module in ("numpy", "numba") if module in sys.modules])
"""


@pytest.mark.slow
def test_all_games_play_draw_and_record_without_numba_and_numpy() -> None:
    """Whole games, in an environment that has neither: the standard library and this folder."""
    lines = run(ALONE.format(root=str(ROOT)), "-S").splitlines()
    assert [line.partition(" after ")[0] for line in lines[:-1]] == [f"{game} is over" for game in lt.games()]
    assert lines[-1] == "[]"


HIDDEN = """
import sys, os, pkgutil, importlib, asyncio
for name in ("resource", "uvloop", "fcntl", "pwd", "grp", "termios", "redis", "psycopg", "ray"):
    sys.modules[name] = None
for name in ("nice", "fork", "sched_getaffinity", "getuid", "sched_setaffinity"):
    if hasattr(os, name):
        delattr(os, name)
import ludotheque
skipped = ("ludotheque.testing.plugin", "ludotheque.testing.suite")
for found in pkgutil.walk_packages(ludotheque.__path__, "ludotheque."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
import ludotheque as lt, random
state, rng = lt.start("plic_plac", cards="2x2"), random.Random(1)
bots = {0: lt.bot("plic_plac", "greedy"), 1: lt.bot("plic_plac", "random")}
while turn := lt.next_move(state, bots, rng):
    state = state.play(turn[1], turn[0])
print(state.over)
from pathlib import Path
from ludotheque.server.app import make_app
from ludotheque.server.settings import Settings
print(type(make_app(Settings(data=Path(sys.argv[1] if len(sys.argv) > 1 else "."))).state.settings).__name__)
"""


@pytest.mark.slow
def test_nothing_that_only_linux_or_an_extra_has_is_needed(tmp_path: Path) -> None:
    code = HIDDEN.replace('sys.argv[1] if len(sys.argv) > 1 else "."', repr(str(tmp_path)))
    assert run(code).splitlines() == ["True", "Settings"]


# Compiled code

TRACE = """
import random, ludotheque as lt
from ludotheque.core.boards.lines import bound_to
from ludotheque.core.boards.linestate import as_words
for game, options in {cases!r}:
    rng = random.Random(5)
    state = lt.start(game, **options)
    kernel = state.arithmetic
    playouts = bound_to(kernel).playouts
    print(*map(int, playouts(state.setting.rules, state.line, 2, 60, 17, bool(state.identity) + 0, kernel.sets)))
    print(state.perft(2))
    for _ in range(70):
        if state.over:
            break
        print(len(state.moves()), move := rng.choice(state.moves()))
        state = state.play(move)
    search, rules, line = state.game.brain.search, state.setting.rules, state.line
    value = state.over or int(search.evaluate(rules, as_words(search.weights), line, len(line) - 1, 0))
    print(state.position(), state.outcome, value)
"""
CASES = [
    ("hopsy", {}),
    ("hopsy", {"variant": "mix", "setup": "mirror"}),
    ("hops_dice", {"repetition": None}),
    ("hops_dice", {"setup": "edges", "back_and_forth": "next"}),
    ("rolit", {"players": 4}),
    ("rolit", {"players": 3, "size": 8}),
    ("rolit", {"players": 1, "size": 4}),
]


@pytest.mark.slow
def test_plain_python_and_compiled_code_agree() -> None:
    """The same games, move for move, with the compiler switched off: playouts, counts, states and evaluations."""
    compiled, plain = printed_both_ways(TRACE.format(cases=CASES))
    assert compiled == plain
    assert len(compiled) > 300


@pytest.mark.slow
def test_a_cold_start_compiles_once_and_a_warm_one_does_not(tmp_path: Path) -> None:
    """The second process finds the compiled code of the first; the folder is named after the sources."""
    code = "import ludotheque as lt; s = lt.start('rolit'); s.play(s.moves()[0]); print(s.perft(3))"

    def files() -> dict[Path, float]:
        return {path: path.stat().st_mtime for path in tmp_path.rglob("*.nb?")}

    compiled = []
    for _ in range(2):
        assert run(code, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="") == "109"
        compiled.append(files())
    assert compiled[0]
    assert compiled[0] == compiled[1]


@pytest.mark.slow
def test_other_code_keeps_its_own_cache(tmp_path: Path) -> None:
    code = "import numba; from ludotheque.core.boards import compiled as c; print(numba.config.CACHE_DIR); "
    theirs, ours = run(code + "print(c.cache_folder(frozenset()))", NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    assert theirs == str(tmp_path)
    assert ours.startswith(str(tmp_path / "ludotheque" / "compiled-")), "still named after the sources"


def test_another_copy_of_the_project_leaves_our_notes_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of another version perhaps: what it has compiled is of no use to us, and would hide what we have."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    cache_home().mkdir()
    monkeypatch.setattr(changeover, "_HERE", "elsewhere")
    lt.start("rolit").play("C5")
    changeover.note("rolit")
    assert not changeover.is_ready("rolit"), "more may be still to come"
    changeover.note("rolit", whole=True)
    assert changeover.is_ready("rolit")
    monkeypatch.undo()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not changeover.is_ready("rolit")


def test_an_unwritable_cache_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    code = "import ludotheque.core.boards.compiled as c; print(c.cache_folder(frozenset()))"
    assert "ludotheque-compiled-" in run(code, XDG_CACHE_HOME=str(blocked), NUMBA_CACHE_DIR="")


@pytest.mark.slow
def test_a_source_that_changes_is_noticed_by_those_made_from_it(tmp_path: Path) -> None:
    """And by nobody else: what belongs to another game is not compiled again."""
    package = tmp_path / "ludotheque"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "*.svg"))
    watched = [
        "core.boards.lines",
        "games.hopsy.kernel",
        "games.hopsy.brain",
        "games.rolit.kernel",
        "bots.search.alphabeta_compiled",
    ]
    code = (
        "from ludotheque.core.boards.sources import digest\n"
        f"for name in {watched}: print(digest(['ludotheque.' + name]))"
    )

    def digests() -> dict[str, str]:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
        return dict(zip(watched, done.stdout.split(), strict=True))

    for changed, noticed in {
        "core/boards/lines.py": set(watched),
        "games/hopsy/kernel.py": {"games.hopsy.kernel", "games.hopsy.brain"},
        "games/rolit/kernel.py": {"games.rolit.kernel"},
        "bots/levels.py": set(),
    }.items():
        before = digests()
        with (package / changed).open("a", encoding="utf-8") as source:
            source.write("# changed\n")
        after = digests()
        assert {name for name in watched if before[name] != after[name]} == noticed
