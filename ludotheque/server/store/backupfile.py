"""A backup as a file: the rows of all tables as lines of JSON, compressed, with a checksum at the end.

    {"backup": "ludotheque", "format": 1, "shape": ["m0001_tables", …], "at_ms": …}
    {"table": "entries", "columns": ["table_id", "sequence", "body"]}
    ["abcdefghijkm", 1, "…"]
    …
    {"rows": 12345, "sha256": "…"}

It does not say which database it comes from, and goes into either. Written line by line and read line by line: it may
be larger than the memory. While it is written it has another name, so what has the name of a backup is complete.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import secrets
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from ludotheque.core.files import unusable
from ludotheque.core.text import Refusal, Text

_NAME = "ludotheque"
_FORMAT = 1
_LEVEL = 5
_LONGEST_LINE = 64 * 1024 * 1024

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Heading:
    """What a backup says of itself: the shape of the database (its steps), and when it was made."""

    shape: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Section:
    """From here on rows of this table follow."""

    table: str
    columns: tuple[str, ...]


class Writer:
    """Writes the lines of a backup."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.rows = 0

    def heading(self, heading: Heading) -> None:
        self._line(
            {"backup": _NAME, "format": _FORMAT, "shape": list(heading.shape), "at_ms": heading.at_ms},
        )

    def section(self, section: Section) -> None:
        self._line({"table": section.table, "columns": list(section.columns)})

    def row(self, row: Row) -> None:
        self._line(list(row))
        self.rows += 1

    def end(self) -> None:
        """The last line, without which a backup is not one."""
        self._file.write(orjson.dumps({"rows": self.rows, "sha256": self._digest.hexdigest()}) + b"\n")

    def _line(self, content: object) -> None:
        line = orjson.dumps(content) + b"\n"
        self._digest.update(line)
        self._file.write(line)


@contextlib.contextmanager
def written(path: Path) -> Iterator[Writer]:
    """Writes a backup under another name, and gives it its own when it is complete and on the disk. What had that name
    stays until then, whatever happens."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.GzipFile("", "wb", _LEVEL, raw, mtime=0) as packed:
                writer = Writer(packed)
                yield writer
                writer.end()
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(part, path)
        _settle(path.parent)
    except OSError as error:
        raise unusable(path, error) from error
    finally:
        part.unlink(missing_ok=True)


def _settle(folder: Path) -> None:
    """The new name is on the disk too, where folders can be told to be."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read(path: Path) -> Iterator[Heading | Section | Row]:
    """What a backup holds, line by line. A file that is none, is cut short or was changed is refused; that it was cut
    short or changed shows at its end only, so nothing may be kept before that."""
    try:
        with gzip.open(path, "rb") as file:
            yield from _contents(path, file)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _broken(path) from error
    except OSError as error:
        raise unusable(path, error) from error


def _contents(path: Path, file: gzip.GzipFile) -> Iterator[Heading | Section | Row]:
    digest, rows = hashlib.sha256(), 0
    first = file.readline(_LONGEST_LINE)
    yield _heading(path, first)
    digest.update(first)
    while line := file.readline(_LONGEST_LINE):
        content = _read(path, line)
        if isinstance(content, list):
            rows += 1
            yield content
        elif "table" in content:
            yield Section(str(content["table"]), tuple(map(str, content["columns"])))
        else:
            if content != {"rows": rows, "sha256": digest.hexdigest()} or file.readline(1):
                raise _broken(path)
            return
        digest.update(line)
    raise _broken(path)


def _heading(path: Path, line: bytes) -> Heading:
    content = _read(path, line)
    if not isinstance(content, dict) or content.get("backup") != _NAME:
        raise _broken(path)
    if content["format"] != _FORMAT:
        raise Refusal(Text("{file}: this was made by a newer version of Ludothèque", file=str(path)))
    return Heading(tuple(content["shape"]), int(content["at_ms"]))


def _read(path: Path, line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise _broken(path) from error


def _broken(path: Path) -> Refusal:
    return Refusal(Text("{file}: this is no backup, or not a whole one; nothing was changed", file=str(path)))
