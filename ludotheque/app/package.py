"""What Python finds in the browser: the rooms of the house that know no server, with the module, as a pack of files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from ludotheque.core.boards.sidemodule import MODULE

_HERE = Path(__file__).parents[1]
_ROOMS = ("answers", "bots", "core", "drawing", "games", "home", "locale", "pages", "tables", "web/templates")
_KINDS = {".py", ".mo", ".json", ".txt", ".bin", ".md", ".html"}
"""Sources, messages, templates, rulebooks, and what games keep in files. (Pictures are files of the app.)"""
_LIBRARIES = ("jinja2", "markupsafe")
"""What pages are made with; nothing else asks for it."""
_APART = {".mo", ".json", ".md", ".bin", ".txt"}
_SMALL = 8_000
"""Files of these kinds are fetched when somebody opens them, unless they are so small: most tables need few of them."""


def contents(module: Path) -> dict[str, bytes]:
    """All of it, by the names that files have here too, so that nothing knows where it runs."""
    found = {name: path.read_bytes() for name, path in _files() if not _is_apart(path)}
    found.update((name, path.read_bytes()) for name, path in _of_libraries())
    found[MODULE.relative_to(_HERE.parent).as_posix()] = module.read_bytes()
    return found


def packed(files: Mapping[str, bytes], apart: Iterable[tuple[str, Path]] = ()) -> bytes:
    """One file of many: a list of their names and sizes, and how long it is before it, then one after the other. Those
    that are apart are named in it, with their sizes."""
    listed = {
        "files": [(name, len(content)) for name, content in files.items()],
        "apart": sorted((name, path.stat().st_size) for name, path in apart),
    }
    head = json.dumps(listed, separators=(",", ":")).encode()
    return b"".join([len(head).to_bytes(4, "little"), head, *files.values()])


def apart() -> dict[str, Path]:
    """The files that are not in the pack, by the names they would have there."""
    return {name: path for name, path in _files() if _is_apart(path)}


def _is_apart(path: Path) -> bool:
    return path.suffix in _APART and path.stat().st_size > _SMALL


def _files() -> list[tuple[str, Path]]:
    inside = [path for room in _ROOMS for path in (_HERE / room).rglob("*") if path.suffix in _KINDS]
    return [(path.relative_to(_HERE.parent).as_posix(), path) for path in sorted([_HERE / "__init__.py", *inside])]


def _of_libraries() -> Iterator[tuple[str, Path]]:
    for library in _LIBRARIES:
        spec = find_spec(library)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        for path in sorted(folder.glob("*.py")):
            yield f"{library}/{path.name}", path
