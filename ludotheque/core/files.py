"""Files that people name: refused in words before anything is done for nothing, and written or shown in the end."""

from __future__ import annotations

import os
from pathlib import Path

from ludotheque.core.text import Refusal, Text, joined


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
        raise Refusal(joined(": ", [str(path), str(error)])) from error
