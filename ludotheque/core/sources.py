"""Which of our sources a function is made from: its own module and all that this one imports, near or far."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_IMPORT = re.compile(
    rf"^\s*(?:from\s+({_ROOT.name}[\w.]*)\s+import\s+(\([^)]*\)|[^\n#(]*)|import\s+({_ROOT.name}[\w.]*))", re.MULTILINE
)


def digest(modules: Iterable[str]) -> str:
    """Changes when a source does that these modules are made from."""
    summed = hashlib.sha256()
    for path in sorted(set().union(*map(_all_under, modules))):
        summed.update(path.relative_to(_ROOT).as_posix().encode())
        summed.update(path.read_bytes())
    return summed.hexdigest()[:16]


@cache
def _all_under(module: str) -> frozenset[Path]:
    first = _file_of(module)
    if first is None:  # somebody else's, who may have imported anything
        return frozenset(_ROOT.rglob("*.py"))
    found: set[Path] = set()
    to_read = [first]
    while to_read:
        path = to_read.pop()
        if path not in found:
            found.add(path)
            to_read.extend(_imported_by(path))
    return frozenset(found)


@cache
def _imported_by(path: Path) -> tuple[Path, ...]:
    files: list[Path | None] = []
    for whole, names, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        given = [name.split(" as ")[0].strip() for name in names.strip("()\n ").split(",")]
        files += [_file_of(f"{whole}.{name}") or _file_of(whole) for name in given if name] or [_file_of(plain)]
    return tuple(file for file in files if file is not None)


def _file_of(module: str) -> Path | None:
    """A module's source; `None` if it is none of ours."""
    package, *parts = module.split(".")
    if package != _ROOT.name:
        return None
    inside = _ROOT.joinpath(*parts)
    return next((path for path in (inside.with_suffix(".py"), inside / "__init__.py") if path.is_file()), None)
