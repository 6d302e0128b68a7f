"""Which of our sources a function is made from: its own module and all that this one imports, near or far."""

from __future__ import annotations

import hashlib
import importlib.util
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_HERE = __package__.partition(".")[0]
_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n#(]*)|import\s+([\w.]+))", re.MULTILINE)


def digest(modules: Iterable[str]) -> str:
    """Changes when a source does that these modules are made from."""
    summed = hashlib.sha256()
    sources = set[tuple[str, Path]]().union(*map(_all_under, modules))
    for name, path in sorted(sources):
        summed.update(name.encode())
        summed.update(path.read_bytes())
    return summed.hexdigest()[:16]


def imported(modules: Iterable[str]) -> frozenset[str]:
    """These modules and all of ours that they import, near or far."""
    return frozenset(name for module in modules for name, _ in _all_under(module))


@cache
def _all_under(module: str) -> frozenset[tuple[str, Path]]:
    """The sources a module is made from, by name. Those of packages that are neither ours nor its own are not counted:
    they have versions."""
    family = {_HERE, module.partition(".")[0]}
    found: dict[str, Path] = {}
    to_read = [module]
    while to_read:
        name = to_read.pop()
        path = _file_of(name) if name not in found and name.partition(".")[0] in family else None
        if path is not None:
            found[name] = path
            to_read.extend(_imported_by(name, path))
    return frozenset(found.items())


@cache
def _imported_by(module: str, path: Path) -> tuple[str, ...]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    names: list[str] = []
    for source, parts, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        whole = importlib.util.resolve_name(source, package) if source else plain
        given = [part.split(" as ")[0].strip() for part in parts.strip("()\n ").split(",")]
        inside = [f"{whole}.{part}" for part in given if part]
        names += [each if _file_of(each) else whole for each in inside] or [whole]
    return tuple(names)


@cache
def _file_of(module: str) -> Path | None:
    """A module's source, if there is one. Nothing is imported to find it: `package.module.name` may be no module, and
    to look for it there would begin with running `package.module`."""
    top, *inside = module.split(".")
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if not inside:
        return Path(spec.origin) if spec.origin and spec.origin.endswith(".py") else None
    places = [Path(folder, *inside) for folder in spec.submodule_search_locations or ()]
    files = (file for place in places for file in (place / "__init__.py", place.with_name(f"{place.name}.py")))
    return next((file for file in files if file.is_file()), None)
