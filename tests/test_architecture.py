"""The shape of the project: which room may use which, the exceptions there are, and the page that tells it all."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import ludotheque as lt
from tests.cases import OURS

PACKAGE = Path(lt.__file__).parent
ROOT = PACKAGE.parent
FRONT = "front"
"""`ludotheque/__init__.py` itself: what `from ludotheque import x` asks for."""
ROOMS: dict[str, set[str]] = {
    "core": set(),
    "drawing": {"core"},
    "games": {"core", "drawing"},
    "bots": {"core"},
    "paper": {"core", "drawing"},
    "research": {"core", "drawing", "bots"},
    FRONT: {"core", "drawing", "bots", "research"},
    "arena": {"core", "bots", "research"},
    "tables": {"core", "drawing", "bots"},
    "answers": {"core", "drawing", "bots", "tables"},
    "pages": {"core"},
    "server": {"core", "drawing", "paper", "bots", "tables", "answers", "pages", FRONT},
    "testing": {"core", "drawing", "bots"},
    "app": {"answers", "core", "drawing", "bots", "pages", "server"},
    "home": {"core", "drawing", "bots", "tables", "answers"},
    "cli": {"core", "drawing", "paper", "bots", "arena", "server", "testing", "research", "app", FRONT},
    "__main__": {"cli"},
}
"""What each room may use besides itself."""
SERVER = [
    "settings",
    "addresses",
    "metrics",
    "journal",
    "troubles",
    "redisline",
    "neighbours",
    "outside",
    "store",
    "think",
    "live",
]
SERVER += ["http", "pages", "app", "run", "doctor"]
"""The server's rooms and files: each may use those before it."""
GAME_FILES = {
    *("__init__.py", "kernel.py", "rules.py", "board.py", "brain.py", "encoding.py", "coach.py", "lessons.py"),
    *("puzzles.py", "puzzles.txt", "box.py", "rulebook.en.md", "diagrams"),
}
SHELF = "ludotheque.games"
"""Named by the cupboard, which lists that folder: the one look upwards there is."""


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


EVERY = {dotted(path) for path in modules()}


def used(source: str, module: str, *, package: bool = False) -> set[str]:
    """Our modules that a source uses, wherever in it and however: imports, relative ones too, and names given to
    loaders."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = module.split(".")[: len(module.split(".")) - node.level + package]
                base = ".".join([*above, *([base] if base else [])])
            submodules = {f"{base}.{alias.name}" for alias in node.names} & EVERY
            found |= submodules or {base}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value.partition(":")[0]} & EVERY - {
                "ludotheque"
            }  # given to import_module, uvicorn, entry points
    return {name for name in found if name == "ludotheque" or name.startswith("ludotheque.")}


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else FRONT


def uses(path: Path) -> set[str]:
    source = path.read_text(encoding="utf-8")
    return used(source, dotted(path), package=path.name == "__init__.py") - {dotted(path)}


def test_all_ways_to_use_a_module_are_seen() -> None:
    here = "ludotheque.core.match"
    assert used("from ludotheque import start", here) == {"ludotheque"}
    assert used("from ludotheque import server", here) == {"ludotheque.server"}
    assert used("from ludotheque.server import app", here) == {"ludotheque.server.app"}
    assert used("from .text import Text", here) == {"ludotheque.core.text"}
    assert used("from . import text", here) == {"ludotheque.core.text"}
    assert used("from ..server import app", here) == {"ludotheque.server.app"}
    assert used("from .. import server", here) == {"ludotheque.server"}
    assert used("from . import boards", "ludotheque.core", package=True) == {"ludotheque.core.boards"}
    assert used("import ludotheque.server.app as a", here) == {"ludotheque.server.app"}
    assert used("def f():\n    from ludotheque.server import app", here) == {"ludotheque.server.app"}
    assert used("import_module('ludotheque.server.app')", here) == {"ludotheque.server.app"}
    assert used("run('ludotheque.server.run:app_from_environment')", here) == {"ludotheque.server.run"}
    assert used("import random, json", here) == set()


def test_dependencies_point_one_way() -> None:
    for path in modules():
        room = room_of(dotted(path))
        reached = {room_of(name) for name in uses(path) - {SHELF}} - {room}
        assert reached <= ROOMS[room], f"{path} reaches up or aside, to {sorted(reached - ROOMS[room])}"


def test_rooms_are_what_the_tree_shows() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and list(path.glob("*.py"))}
    assert folders == set(ROOMS) - {FRONT, "__main__"}


def test_the_rooms_of_the_server_point_one_way() -> None:
    assert not uses(PACKAGE / "server" / "__init__.py"), "the server's own __init__ imports nothing"
    for path in sorted((PACKAGE / "server").rglob("*.py")):
        room = dotted(path).split(".")[2:3]
        allowed = set(SERVER[: SERVER.index(room[0]) + 1]) if room else set()
        reached = {name.split(".")[2] for name in uses(path) if name.startswith("ludotheque.server.")}
        assert reached <= allowed, f"{path} reaches up, to {sorted(reached - allowed)}"


def test_what_holds_for_any_game_does_not_know_boards() -> None:
    """`core/boards` is for games of positions; the rest of `core` does without."""
    for path in (PACKAGE / "core").glob("*.py"):
        needed = {name for name in run_time_uses(path) if name.startswith("ludotheque.core.boards")}
        assert not needed, f"{path} needs {needed}"


def run_time_uses(path: Path) -> set[str]:
    """The same without what only a type checker reads."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return used(ast.unparse(tree), dotted(path), package=path.name == "__init__.py")


def test_no_module_only_forwards() -> None:
    for path in modules():
        body = ast.parse(path.read_text(encoding="utf-8")).body
        own = [node for node in body if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)]
        own = [node for node in own if not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")]
        imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert own or not imports or path.name == "__main__.py", f"{path} only forwards"


def test_sql_is_in_the_store_only() -> None:
    for path in modules():
        text = path.read_text(encoding="utf-8")
        if "store" not in path.relative_to(PACKAGE).parts:
            assert "sqlalchemy" not in text, f"{path} talks to the database"
            assert not re.search(r"\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b", text), f"{path} has SQL in it"


@pytest.mark.parametrize("game", OURS)
def test_games_do_not_know_each_other_and_have_the_same_files(game: str) -> None:
    folder = PACKAGE / "games" / game
    assert {path.name for path in folder.iterdir()} >= GAME_FILES
    others = [other for other in lt.games() if other != game]
    for path in folder.glob("*.py"):
        assert not any(f"games.{other}" in path.read_text(encoding="utf-8") for other in others)


# The page that tells it


def told() -> set[str]:
    """The files that the tree of the architecture page names, from the package on."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = page.partition("## Folders")[2].partition("```\n")[2].partition("```")[0]
    found, above = set(), [""] * 8
    for line in tree.splitlines():
        named = re.match(r"( *)((?:[\w<>.-]+/?(?:, )?)+)", line)
        assert named, f"what is {line!r}?"
        depth = len(named[1]) // 2
        for name in named[2].strip(" ,").split(", "):
            if name.endswith("/"):
                above[depth] = name
            else:
                found.add("".join(above[:depth]) + name)
    return {name.removeprefix("ludotheque/") for name in found if name.startswith("ludotheque/")}


def kept() -> Iterator[str]:
    """The files there are: one line of the page stands for what every game has."""
    for path in modules():
        name = path.relative_to(PACKAGE).as_posix()
        if path.name == "__init__.py" and name != "__init__.py":
            continue  # says what a folder is for
        parts = name.split("/")
        if parts[0] == "games" and parts[-1] in GAME_FILES:
            continue
        yield name
    for folder in ("web/static", "web/templates", "web/app"):
        yield from (path.relative_to(PACKAGE).as_posix() for path in sorted((PACKAGE / folder).iterdir()))


def test_every_file_is_on_the_page_and_every_file_of_the_page_exists() -> None:
    shared = {f"games/<id>/{name}" for name in GAME_FILES - {"diagrams"}}
    assert told() - shared - set(kept()) == set(), "the page names what is not there"
    assert set(kept()) - told() == set(), "the page does not name these"
    assert shared <= told()


# Exceptions

CERTAIN = {"games", "bots", "drawing", "tables", "answers", "home", "pages", "testing"}
"""Rooms where nothing is asked what it might be able to do."""


def calls(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


@pytest.mark.slow
def test_exceptions_are_as_many_as_the_page_says() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    casts = sum(list(calls(path)).count("cast") for path in modules())
    lines = [line for path in modules() for line in path.read_text(encoding="utf-8").splitlines()]
    ignored = [line for line in lines if re.search(r"# type: ignore\b", line)]
    asked = sum(list(calls(path)).count(name) for path in modules() for name in ("getattr", "hasattr"))
    silenced = [line for line in lines if "# noqa" in line]
    assert f"- {casts} `cast`s" in page
    assert f"- {len(ignored)} `type: ignore`s" in page
    assert f"- {asked} calls of `getattr` and `hasattr`" in page
    assert f"- {len(silenced)} `noqa`s" in page
    assert all(re.search(r"# type: ignore\[[\w-]+\]  # \w", line) for line in ignored), "each says which, and why"
    assert all(re.search(r"# noqa: \w+(, \w+)*  # \w", line) for line in silenced), "each says which, and why"


def test_nothing_is_asked_what_it_can_do() -> None:
    """Games, bots and tables declare it."""
    for path in modules():
        if room_of(dotted(path)) in CERTAIN:
            assert not {"getattr", "hasattr", "cast"} & set(calls(path)), path


# What it needs from elsewhere

PEERS = {"jax", "pgx"}
"""What `benchmarks/peers.py` measures itself against, if it is there."""
EXTRAS_OF_THE_PACKAGE = {"scale", "research", "ray", "gpu"}


def imported_from_elsewhere(*folders: str) -> dict[str, str]:
    """The packages that our sources import, and one that does. (A package of examples has a `pyproject.toml` of its
    own; what only a type checker reads has no package.)"""
    found: dict[str, str] = {}
    ours = {path.name for path in ROOT.iterdir()} | {"_typeshed"}
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for top in {name.partition(".")[0] for name in names} - sys.stdlib_module_names - ours:
                found.setdefault(top, path.relative_to(ROOT).as_posix())
    return found


def undeclared(folders: list[str], extras: set[str]) -> dict[str, str]:
    """What those folders import and neither the package nor some of its extras declare."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    asked = project["dependencies"] + [each for extra in extras for each in optional[extra]]
    declared = {re.match(r"[\w.-]+", each)[0].lower().replace("_", "-") for each in asked}  # type: ignore[index]
    gives = {**packages_distributions(), "cuda": ["cuda-bindings"]}  # which needs a GPU, and need not be here
    return {
        name: where
        for name, where in imported_from_elsewhere(*folders).items()
        if not {each.lower().replace("_", "-") for each in gives.get(name, [name])} & declared
    }


@pytest.mark.slow
def test_what_is_imported_is_declared() -> None:
    """Not only brought by something else that needs it today."""
    asked = undeclared(["ludotheque"], EXTRAS_OF_THE_PACKAGE)
    assert asked == {"pytest": "ludotheque/cli/skeleton/tests.py"}, "pytest loads the suite: whoever runs it has it"
    everything = EXTRAS_OF_THE_PACKAGE | {"docs", "build", "test"}
    assert undeclared(["ludotheque", "tests", "benchmarks", "tools"], everything).keys() == PEERS
