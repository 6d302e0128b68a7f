"""What Python finds in the browser: the rooms of the house that know no server, as one archive, with the module."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from ludotheque.core.boards.sidemodule import MODULE

_HERE = Path(__file__).parents[1]
_ROOMS = ("answers", "bots", "core", "drawing", "games", "home", "locale", "tables")
_KINDS = {".py", ".mo", ".txt", ".bin"}
"""Sources, messages, and what games keep in files. (Rulebooks and their pictures are pages.)"""
_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The time of all files: the same content makes the same archive."""


def packed(module: Path) -> bytes:
    """The archive: what is in it lies as it does here, so that nothing knows where it runs."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in _files():
            _add(archive, path.relative_to(_HERE.parent).as_posix(), path.read_bytes())
        _add(archive, MODULE.relative_to(_HERE.parent).as_posix(), module.read_bytes())
    return held.getvalue()


def _files() -> list[Path]:
    inside = [path for room in _ROOMS for path in (_HERE / room).rglob("*") if path.suffix in _KINDS]
    return sorted([_HERE / "__init__.py", *inside])


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _BEGINNING)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)
