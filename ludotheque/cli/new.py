"""`ludotheque new`: begins a game of one's own, as a package outside this one."""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.words import said
from ludotheque.core.cupboard import games
from ludotheque.core.text import Refusal, Text

_SKELETON = Path(__file__).parent / "skeleton"
_MODEL = "bachet"
_PLACES = {
    "project.toml": "pyproject.toml",
    "README.md": "README.md",
    "tests.py": f"tests/test_{_MODEL}.py",
}
"""Where the files beside the model's own folder are written."""


def new(
    id_: Annotated[
        str, typer.Argument(metavar="ID", help=said(Text("What the game is called in Python: small letters and _.")))
    ],
    folder: Annotated[Path, typer.Option("--in", help=said(Text("The folder to write it into.")))] = Path(),
) -> None:
    """Writes the model under another name."""
    _check(id_)
    target = folder / id_
    if target.exists():
        raise Refusal(Text("{folder} is there already", folder=str(target)))
    for path, text in _files(id_).items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text, encoding="utf-8")
    print(said(Text("{folder} holds a small game that already plays. Go on with:", folder=str(target))))
    print(f"    cd {target}\n    pip install -e '.[test]'\n    pytest\n    ludotheque play {id_}")


def _check(id_: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", id_) or keyword.iskeyword(id_):
        raise Refusal(Text("{id} cannot be a name in Python: take small letters, digits and _", id=repr(id_)))
    if id_ in games():
        raise Refusal(Text("there is a game {id} already", id=id_))
    if importlib.util.find_spec(id_) is not None:
        raise Refusal(Text("there is a Python module {id} already, which the game would hide", id=id_))


def _files(id_: str) -> dict[str, str]:
    """Every file's text by its place."""
    found = {}
    for path in sorted(_SKELETON.rglob("*")):
        place = path.relative_to(_SKELETON).as_posix()
        if path.is_file() and path.suffix != ".pyc" and place != "__init__.py":
            target = _PLACES.get(place, place)
            found[_named(target, id_)] = _named(path.read_text(encoding="utf-8"), id_)
    return found


def _named(text: str, id_: str) -> str:
    """What is said of the model, said of the new game."""
    words = id_.replace("_", " ")
    text = text.replace(f"ludotheque.cli.skeleton.{_MODEL}", id_).replace(_MODEL, id_)
    text = re.sub(rf"{_MODEL.capitalize()}(?=[A-Z])", words.title().replace(" ", ""), text)  # names of classes
    return text.replace(_MODEL.capitalize(), words.capitalize())
