"""The memory that Python begins with in browsers, made once for each version of what is in it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ludotheque.app.pressing import pressed
from ludotheque.core.boards.compiled import cache_home, sweep
from ludotheque.core.text import Refusal, Text
from ludotheque.pages.rendering import WEB

_HERE = Path(__file__).parent
_MAKERS = [_HERE / "memory.mjs", _HERE / "compiling.py", _HERE / "pressing.py", WEB / "app" / "memory.js"]
OLDEST_NODE = 20
_MOST_TOLD = 2000
"""How many letters of what went wrong are told: Pyodide tells its own source first."""


def node() -> str:
    """What runs Python for browsers when there is no browser."""
    found = shutil.which("node")
    if found is None:
        raise Refusal(Text("{tool} is missing: as root, apt-get install nodejs", tool="node"))
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(told.removeprefix("v").partition(".")[0]) < OLDEST_NODE:
        raise Refusal(
            Text("{tool} is {found}; it must be {wanted} or newer", tool="node", found=told, wanted=OLDEST_NODE)
        )
    return found


def remembered(pack: bytes, pyodide: Path) -> tuple[bytes, set[str]]:
    """The memory, made smaller, and which files of the pack are in it: found, or made now."""
    version = (pyodide / "package.json").read_bytes()
    told = [hashlib.sha256(each).digest() for each in (pack, version, *(path.read_bytes() for path in _MAKERS))]
    path = cache_home() / f"memory-{hashlib.sha256(b''.join(told)).hexdigest()[:16]}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        beside.write_bytes(_made(pack, pyodide))
        beside.replace(path)
        sweep(path.parent.glob("memory-*"))
    path.touch()
    inside, _, memory = path.read_bytes().partition(b"\n")
    return memory, set(json.loads(inside))


def _made(pack: bytes, pyodide: Path) -> bytes:
    """A line that tells which files are in it, then the memory."""
    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder) / "pack", Path(folder) / "memory"
        given.write_bytes(pack)
        command = [node(), str(_MAKERS[0]), str(pyodide.resolve()), str(given), str(out)]
        told = subprocess.run(command, capture_output=True, text=True)
        if told.returncode:
            raise RuntimeError(f"the memory could not be made: {told.stderr[-_MOST_TOLD:]}")
        return told.stdout.strip().encode() + b"\n" + pressed(out.read_bytes())
