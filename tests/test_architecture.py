"""The shape of the project: what may import what, and what listing the cupboard costs."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from tests.cases import printed_both_ways

PACKAGE = Path(lt.__file__).parent
LAYERS = ["core", "drawing", "games", "bots", "arena"]
GAME_FILES = {"__init__.py", "kernel.py", "rules.py", "board.py", "brain.py", "rulebook.fr.md", "rulebook.en.md"}


def imported(path: Path) -> set[str]:
    """The parts of our package that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found |= {name.split(".")[1] for name in names if name.startswith("ludotheque.")}
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_dependencies_point_one_way(layer: str) -> None:
    allowed = set(LAYERS[: LAYERS.index(layer) + 1])
    for path in (PACKAGE / layer).rglob("*.py"):
        assert imported(path) <= allowed, f"{path} reaches up"


def test_the_server_knows_nothing_of_the_arena() -> None:
    for path in (PACKAGE / "server").rglob("*.py"):
        assert imported(path) <= {*LAYERS[: LAYERS.index("arena")], "server"}, f"{path} reaches aside"


@pytest.mark.parametrize("game", list(lt.games()))
def test_games_do_not_know_each_other_and_have_the_same_files(game: str) -> None:
    folder = PACKAGE / "games" / game
    assert {path.name for path in folder.iterdir()} >= GAME_FILES
    others = [other for other in lt.games() if other != game]
    for path in folder.glob("*.py"):
        assert not any(f"games.{other}" in path.read_text(encoding="utf-8") for other in others)


def test_nothing_but_the_command_line_uses_the_server() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] not in ("server", "cli.py"):
            assert "server" not in imported(path), f"{path} uses the server"


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_listing_the_cupboard_imports_nothing_heavy() -> None:
    heavy = ("numba", "numpy", "typer", "rich", "fastapi", "sqlalchemy", "uvicorn")
    code = f"import sys, ludotheque as lt; lt.games(); print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == "[]"


def test_games_is_a_function_whatever_was_imported() -> None:
    code = (
        "import ludotheque as lt; a = list(lt.games()); lt.start('rolit'); import ludotheque.games.hopsy as hopsy;"
        "from ludotheque import games; print(a == list(lt.games()) == list(games()), hopsy.GAME.id)"
    )
    assert run(code) == "True hopsy"


TRACE = """
import random, ludotheque as lt
from ludotheque.core.boards.lines import bound_to
for game, options in {cases!r}:
    rng = random.Random(5)
    state = lt.start(game, **options)
    kernel = state.kernel
    playouts = bound_to(kernel).playouts
    print(*map(int, playouts(state.setting.rules, state.line, 2, 60, 17, bool(state.identity) + 0, kernel.SETS)))
    print(state.perft(2))
    for _ in range(70):
        if state.over:
            break
        print(len(state.moves()), move := rng.choice(state.moves()))
        state = state.play(move)
    brain = state.game.part("brain")
    print(state.position(), state.outcome, state.over or brain.value(state, 0))
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
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)

    def files() -> dict[Path, float]:
        return {path: path.stat().st_mtime for path in tmp_path.rglob("*.nb?")}

    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
        assert done.stdout.strip() == "109"
        compiled = files()
        if _ == 0:
            first = compiled
    assert first
    assert compiled == first


def test_other_code_keeps_its_own_cache(tmp_path: Path) -> None:
    code = "import numba; from ludotheque.core import compiled as c; print(numba.config.CACHE_DIR); "
    code += "print(c.cache_folder(frozenset()))"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    theirs, ours = done.stdout.splitlines()
    assert theirs == str(tmp_path)
    assert ours.startswith(str(tmp_path / "ludotheque" / "compiled-")), "still named after the sources"


def test_an_unwritable_cache_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    code = "import ludotheque.core.boards.compiled as c; print(c.cache_folder(frozenset()))"
    environment = {**os.environ, "XDG_CACHE_HOME": str(blocked)}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert "ludotheque-compiled-" in done.stdout


def test_a_source_that_changes_is_noticed_by_those_made_from_it(tmp_path: Path) -> None:
    """And by nobody else: what belongs to another game is not compiled again."""
    package = tmp_path / "ludotheque"
    shutil.copytree(Path(lt.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "*.svg"))
    modules = [
        "core.boards.lines",
        "games.hopsy.kernel",
        "games.hopsy.brain",
        "games.rolit.kernel",
        "bots.search.alphabeta_compiled",
    ]
    code = f"from ludotheque.core.boards.sources import digest\nfor name in {modules}: print(digest(['ludotheque.' + name]))"

    def digests() -> dict[str, str]:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
        return dict(zip(modules, done.stdout.split(), strict=True))

    for changed, noticed in {
        "core/boards/lines.py": set(modules),
        "games/hopsy/kernel.py": {"games.hopsy.kernel", "games.hopsy.brain"},
        "games/rolit/kernel.py": {"games.rolit.kernel"},
        "bots/levels.py": set(),
    }.items():
        before = digests()
        with (package / changed).open("a", encoding="utf-8") as source:
            source.write("# changed\n")
        after = digests()
        assert {name for name in modules if before[name] != after[name]} == noticed
