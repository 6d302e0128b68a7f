"""The folder that an app is: what a browser loads to run Python and our rules by itself, from any static web space."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from ludotheque.app.memory import remembered
from ludotheque.app.module import built
from ludotheque.app.package import apart, contents, packed
from ludotheque.app.pressing import pressed_once, unpressed
from ludotheque.app.shelf import doors, pictures, shelves, steps
from ludotheque.core.text import Refusal, Text
from ludotheque.pages.rendering import APP_POLICY, WEB

PYODIDE = "314.0.7"
"""The version that was tried; `package.json` names the same."""
_PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_PACKAGES = "pyodide-lock.json"
_FRONT = "index.html"
_LOST = "404.html"
"""What many web spaces answer where there is no file: it leads those who come by a link to the page they want."""
_DOOR = "door.html"
"""The same for pages whose addresses are known: it lies there, and needs no web space that answers anything else."""
_MANIFEST = "app.webmanifest"
"""What a folder is known by as an app, of whatever version. It is written first: one that was not finished is an app,
too."""
_WORKER = "sw.js"
_PACK = "parts/house.pack"
_MEMORY = "parts/memory.bin"
_FIRST = "parts/first.pack"
"""All that comes first, once more as one file: a hundred requests take longer."""
_REPLACED = {"live.js"}
"""Scripts of the pages that the app has its own of."""
_START = (
    "pyodide/pyodide.mjs",
    f"pyodide/{_PACKAGES}",
    "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide.asm.wasm",
    _MEMORY,
    _PACK,
)
"""What Python begins with, in the order in which it is needed."""
_ASIDE = "pages/lessons/"
"""What is of use only until there is Python: it is not kept for later."""
_LATER = {"pyodide", "parts", "pages", "games", "faces"}
"""What may be asked for when there is a board already; all else comes first."""
_DIGITS = 20
_PACKED = ".packed"
"""What stands beside a file and is the same, made smaller: not every web space does that on the way. (The name is one
that no web space knows, or it might unpack it itself.)"""
_PRESSED = ".pressed"
"""The same, made smaller still, of what Python begins with: browsers do not know how, so `pressed.js` unpacks it."""
_PRESSING = "pressed.js"
_PACKABLE = {".wasm", ".mjs", ".json", ".pack", ".mo", ".md", ".txt", ".svg"}
_PACKING = 40_000
"""Files of so many bytes are packed."""


def write(folder: Path, pyodide: Path) -> None:
    """Writes everything into a folder, in the place of an app that lies there already. Pyodide is taken from where npm
    put it."""
    check_pyodide(pyodide)
    check(folder)
    house = contents(built())
    large = apart()
    memory, inside = remembered(packed(house, large.items()), pyodide)
    left = packed({name: content for name, content in house.items() if name not in inside}, large.items())
    shutil.rmtree(folder, ignore_errors=True)
    python: list[tuple[str, bytes | Path]] = [
        (_PACK, left),
        (_MEMORY + _PRESSED, memory),
        *((f"parts/{name}", path) for name, path in large.items()),
    ]
    aside = ((f"{_ASIDE}{name}{_PACKED}", gzip.compress(text.encode(), mtime=0)) for name, text in steps())
    for name, content in (*_contents(pyodide), *python, *aside):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        else:
            path.write_bytes(content)
    for path in [path for path in folder.rglob("*") if path.suffix in _PACKABLE]:
        if path.stat().st_size < _PACKING:
            continue
        if path.relative_to(folder).as_posix() in _START:
            path.with_name(path.name + _PRESSED).write_bytes(pressed_once(path.read_bytes()))
        else:
            path.with_name(path.name + _PACKED).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    write_worker(folder)


def check(folder: Path) -> None:
    """Refuses a folder that is something else's."""
    if folder.exists() and any(folder.iterdir()) and not (folder / _MANIFEST).is_file():
        raise Refusal(Text("{folder} is not empty, and not an app: choose another folder", folder=str(folder)))


def _contents(pyodide: Path) -> Iterator[tuple[str, bytes | Path]]:
    """All files but those that are made for Python, and the worker."""
    yield _MANIFEST, WEB / "app" / _MANIFEST
    for name in _PARTS:
        yield f"pyodide/{name}", pyodide / name
    about = json.loads((pyodide / _PACKAGES).read_bytes())
    yield f"pyodide/{_PACKAGES}", json.dumps({**about, "packages": {}}).encode()  # we need none
    for path in sorted((WEB / "static").iterdir()):
        if path.name not in _REPLACED:
            yield f"static/{path.name}", path
    for path in sorted((WEB / "app").rglob("*.*")):
        name = path.relative_to(WEB / "app").as_posix()
        if name == _FRONT:
            yield name, path.read_text(encoding="utf-8").replace("@policy@", APP_POLICY).encode()
        elif name == _LOST:
            yield name, _signed(path.read_text(encoding="utf-8")).encode()
        elif name == _DOOR:
            text = path.read_text(encoding="utf-8")
            for door in doors():
                yield f"{door}/{_FRONT}", text.replace("@up@", "../" * len(door.split("/"))).encode()
        elif name not in (_WORKER, _PRESSING, _MANIFEST):
            yield (f"static/{name}" if name in _REPLACED else f"app/{name}"), path
    for name, text in (*pictures(), *shelves()):
        yield name, text.encode()


def _signed(page: str) -> str:
    """A page whose policy names the one script that stands in it."""
    script = page.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return page.replace("@hash@", f"sha256-{digest}")


def write_worker(folder: Path) -> None:
    """Writes the service worker with the list of all files, and what is in them; another list is another version."""
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names = {name.removesuffix(_PACKED).removesuffix(_PRESSED) for name in found}
    names -= {_WORKER, _FIRST, *(name for name in names if name.endswith(f"/{_FRONT}"))}  # those are for strangers
    first = packed({name: (folder / name).read_bytes() for name in sorted(names) if _when(name) == "first"})
    (folder / (_FIRST + _PACKED)).write_bytes(gzip.compress(first, mtime=0))
    files = {name: _listed(folder / name, name) for name in (_FIRST, *sorted(names, key=_turn))}
    unpacking = (WEB / "app" / _PRESSING).read_text(encoding="utf-8").replace("export class", "class")
    worker = (WEB / "app" / _WORKER).read_text(encoding="utf-8")
    source = f"{{\n{unpacking}\nglobalThis.Unpacked = Unpacked;\n}}\n{worker}"
    told = json.dumps(files, separators=(",", ":"))
    version = hashlib.sha256((told + source).encode()).hexdigest()[:_DIGITS]
    head = f'globalThis.FOLDER = {{"version": "{version}", "policy": "{APP_POLICY}", "files": {told}}};'
    (folder / _WORKER).write_text(f"{head}\n{source}", encoding="utf-8")


def _listed(path: Path, name: str) -> dict[str, object]:
    """What the worker is told of a file: what is in it, when it is fetched, what of it travels; of what comes first,
    that it lies in the pack."""
    if (when := _when(name)) == "first" and name != _FIRST:
        return {"within": _FIRST}
    suffix = next((each for each in (_PRESSED, _PACKED) if path.with_name(path.name + each).is_file()), "")
    travels = path.with_name(path.name + suffix).read_bytes()
    content = unpressed(travels) if suffix == _PRESSED else gzip.decompress(travels) if suffix else travels
    digest = hashlib.sha256(content).hexdigest()[:_DIGITS]
    return {"hash": digest, "size": len(travels), "whole": len(content), "when": when, "packed": suffix}


def _when(name: str) -> str:
    if name in _START:
        return "start"
    if name == _FIRST:
        return "first"
    if name.startswith(_ASIDE):
        return "aside"
    return "later" if name.partition("/")[0] in _LATER else "first"


def _turn(name: str) -> tuple[int, str]:
    """In which order files are fetched."""
    return (_START.index(name) if name in _START else len(_START), name)


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
