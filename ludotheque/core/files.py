"""Files that people name: refused in words before anything is done for nothing, and written or shown in the end."""

from __future__ import annotations

import os
from pathlib import Path

from ludotheque.core.text import Refusal, Text


def unusable(path: Path | str, error: OSError | UnicodeDecodeError) -> Refusal:
    """The refusal of a file that cannot be read or written."""
    file = str(path)
    match error:
        case FileNotFoundError():
            return Refusal(Text("{file}: there is no such file", file=file))
        case PermissionError() | IsADirectoryError() | NotADirectoryError():
            return Refusal(Text("{file}: this cannot be opened as a file", file=file))
        case UnicodeDecodeError():
            return Refusal(Text("{file}: this is no text in UTF-8", file=file))
    return Refusal(Text("{file}: the machine says “{problem}”", file=file, problem=error.strerror or str(error)))


def check_writable(path: Path) -> None:
    """Refuses, before anything is done, a file that cannot be written in the end."""
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Refusal(Text("{file}: cannot write there", file=str(path)))


def write(path: Path, text: str) -> None:
    """Writes a file; what cannot be written is shown, so that nothing is lost."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        print(text)
        raise unusable(path, error) from error
