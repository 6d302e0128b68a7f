"""The folder that an app is: what a browser loads to run Python and our rules by itself, from any static web space."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from ludotheque.app.module import built
from ludotheque.app.package import apart, packed
from ludotheque.app.shelf import pictures, shelves
from ludotheque.core.text import Refusal, Text
from ludotheque.pages.rendering import APP_POLICY, WEB

PYODIDE = "314.0.7"
"""The version that was tried; `package.json` names the same."""
_PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_FRONT = "index.html"
_AT_TOP = {_FRONT, "app.webmanifest"}
"""What stands beside the folders; all other files of the app's own are in one."""
_WORKER = "sw.js"
_ARCHIVE = "ludotheque.zip"
_REPLACED = {"live.js"}
"""Scripts of the pages that the app has its own of."""
_WHEN = {"pyodide": "start", _ARCHIVE: "start", "pages": "later", "games": "later", "faces": "later"}
"""When a browser fetches what: at the start what Python is made of, later what may be asked for, all else first."""
_DIGITS = 20
_PACKED = ".packed"
"""What stands beside a file and is the same, made smaller: not every web space does that on the way. (The name is one
that no web space knows, or it might unpack it itself.)"""
_PACKING = 40_000
"""Files of so many bytes are packed."""


def write(folder: Path, pyodide: Path) -> None:
    """Writes everything into a folder, in the place of an app that lies there already. Pyodide is taken from where npm
    put it."""
    check_pyodide(pyodide)
    _check(folder)
    archive = packed(built())
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in (*_contents(pyodide), *_python(archive)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        else:
            path.write_bytes(content)
    for path in [path for path in folder.rglob("*") if path.suffix in (".wasm", ".mjs", ".json")]:
        if path.stat().st_size >= _PACKING:
            path.with_name(path.name + _PACKED).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    write_worker(folder)


def _check(folder: Path) -> None:
    """Refuses a folder that is something else's."""
    if folder.exists() and any(folder.iterdir()) and not (folder / _ARCHIVE).is_file():
        raise Refusal(Text("{folder} is not empty, and not an app: choose another folder", folder=str(folder)))


def _contents(pyodide: Path) -> Iterator[tuple[str, bytes | Path]]:
    """All files but the archive and the worker."""
    for name in _PARTS:
        yield f"pyodide/{name}", pyodide / name
    for path in sorted((WEB / "static").iterdir()):
        if path.name not in _REPLACED:
            yield f"static/{path.name}", path
    for path in sorted((WEB / "app").rglob("*.*")):
        name = path.relative_to(WEB / "app").as_posix()
        if name == _FRONT:
            yield name, path.read_text(encoding="utf-8").replace("@policy@", APP_POLICY).encode()
        elif name != _WORKER:
            yield (name if name in _AT_TOP else f"static/{name}" if name in _REPLACED else f"app/{name}"), path
    for name, text in (*pictures(), *shelves()):
        yield name, text.encode()


def _python(archive: bytes) -> Iterator[tuple[str, bytes | Path]]:
    """What Python is told: the archive, files that are fetched when they are opened, and which version of all this."""
    large = apart()
    yield _ARCHIVE, archive
    yield from ((f"parts/{name}", path) for name, path in large.items())
    version = hashlib.sha256(PYODIDE.encode() + archive).hexdigest()[:_DIGITS]
    yield "parts/start.json", json.dumps({"version": version, "apart": sorted(large)}).encode()


def write_worker(folder: Path) -> None:
    """Writes the service worker with the list of all files, and what is in them; another list is another version."""
    files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != _PACKED):
        name, content = path.relative_to(folder).as_posix(), path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:_DIGITS]
        packed = path.with_name(path.name + _PACKED).is_file()
        if name != _WORKER:
            files[name] = {"hash": digest, "size": len(content), "when": _when(name), "packed": packed}
    source = (WEB / "app" / _WORKER).read_text(encoding="utf-8")
    told = json.dumps(files, separators=(",", ":"))
    version = hashlib.sha256((told + source).encode()).hexdigest()[:_DIGITS]
    head = f'globalThis.FOLDER = {{"version": "{version}", "policy": "{APP_POLICY}", "files": {told}}};'
    (folder / _WORKER).write_text(f"{head}\n{source}", encoding="utf-8")


def _when(name: str) -> str:
    if name.startswith("parts/"):
        return "start" if name.endswith("start.json") else "later"
    return _WHEN.get(name.partition("/")[0], "first")


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
