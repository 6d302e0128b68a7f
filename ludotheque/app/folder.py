"""The folder that an app is: what a browser loads to run Python and our rules by itself, from any static web space."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from ludotheque.app.module import built
from ludotheque.app.package import packed
from ludotheque.core.text import Refusal, Text

PYODIDE = "314.0.7"
"""The version that was tried; `package.json` names the same."""
_PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_SCRIPTS = Path(__file__).parents[1] / "web" / "app"


def write(folder: Path, pyodide: Path) -> None:
    """Writes everything into a folder; what lies there already is replaced. Pyodide is taken from where npm put it."""
    check_pyodide(pyodide)
    archive = packed(built())
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in _PARTS:
        shutil.copyfile(pyodide / name, folder / "pyodide" / name)
    for script in sorted(_SCRIPTS.glob("*.js")):
        shutil.copyfile(script, folder / script.name)
    (folder / "ludotheque.zip").write_bytes(archive)


def check_pyodide(folder: Path) -> None:
    """Refuses another version than the one that was tried."""
    try:
        found = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    except OSError:
        found = None
    if found is None:
        raise Refusal(
            Text("Pyodide is not in {folder}: npm install pyodide@{wanted}", folder=str(folder), wanted=PYODIDE)
        )
    if found != PYODIDE:
        raise Refusal(Text("Pyodide is {found}: npm install pyodide@{wanted}", found=str(found), wanted=PYODIDE))
