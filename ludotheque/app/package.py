"""What Python finds in the browser: the rooms of the house that know no server, as one archive, with the module."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from ludotheque.core.boards.sidemodule import MODULE

_HERE = Path(__file__).parents[1]
_ROOMS = ("answers", "bots", "core", "drawing", "games", "home", "locale", "pages", "tables", "web/templates")
_KINDS = {".py", ".mo", ".json", ".txt", ".bin", ".md", ".html"}
"""Sources, messages, templates, rulebooks, and what games keep in files. (Pictures are files of the app.)"""
_LIBRARIES = ("jinja2", "markupsafe")
"""What pages are made with; nothing else asks for it."""
_LARGE = 300_000
"""Files of so many bytes are fetched when somebody opens them."""
_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The time of all files: the same content makes the same archive."""


def packed(module: Path) -> bytes:
    """The archive: what is in it lies as it does here, so that nothing knows where it runs."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in _files():
            if not _is_large(path):
                _add(archive, name, path.read_bytes())
        for name, path in _of_libraries():
            _add(archive, name, path.read_bytes())
        _add(archive, MODULE.relative_to(_HERE.parent).as_posix(), module.read_bytes())
    return held.getvalue()


def apart() -> dict[str, Path]:
    """The files that are not in the archive, by the names they would have there."""
    return {name: path for name, path in _files() if _is_large(path)}


def _is_large(path: Path) -> bool:
    return path.stat().st_size >= _LARGE and path.suffix == ".bin"


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


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _BEGINNING)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)
