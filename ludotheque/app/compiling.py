"""What Python's memory is made from, compiled ahead: run by the Python of browsers when an app is built (`memory.mjs`).

People who play need no words about functions and no columns of lines: both are left out, since everything that is in
memory has to be fetched before the first board.
"""

from __future__ import annotations

import ast
import io
import marshal
import sys
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path

_HEAD = MAGIC_NUMBER + bytes(12)
_DESCRIBED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def compiled(source: bytes, place: str) -> bytes:
    """A module as Python reads it when it need not compile it."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, _DESCRIBED) and ast.get_docstring(node, clean=False) is not None:
            described = node.body.pop(0)
            if not node.body:
                node.body.append(ast.copy_location(ast.Pass(), described))
    return _HEAD + marshal.dumps(compile(tree, place, "exec", dont_inherit=True))


def replace_sources(folder: Path) -> None:
    """Puts what is compiled in the place of all sources in a folder."""
    for path in folder.rglob("*.py"):
        path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), str(path)))
        path.unlink()


def loaded_library(archive: Path) -> bytes:
    """What is loaded now of an archive of modules, as an archive of compiled ones."""
    held, root = io.BytesIO(), f"{archive}/"
    places = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    names = sorted(place.removeprefix(root) for place in places if place.startswith(root))
    with zipfile.ZipFile(archive) as sources, zipfile.ZipFile(held, "w") as made:
        for name in names:
            made.writestr(zipfile.ZipInfo(f"{name}c"), compiled(sources.read(name), root + name))
    return held.getvalue()
