"""Makes files smaller than what browsers unpack by themselves would be: `web/app/pressed.js` unpacks these."""

from __future__ import annotations

import hashlib
import lzma
import os

from ludotheque.core.boards.compiled import cache_home, sweep

_HOW = [{"id": lzma.FILTER_LZMA1, "preset": 6, "dict_size": 1 << 26}]
"""All that came before may be pointed at: whoever unpacks has it in memory anyway."""


def pressed(content: bytes) -> bytes:
    """The same, made smaller; that takes seconds."""
    return lzma.compress(content, format=lzma.FORMAT_ALONE, filters=_HOW)


def unpressed(content: bytes) -> bytes:
    """What it was."""
    return lzma.decompress(content, format=lzma.FORMAT_ALONE)


def pressed_once(content: bytes) -> bytes:
    """The same as `pressed`: found, or made now."""
    path = cache_home() / f"pressed-{hashlib.sha256(repr(_HOW).encode() + content).hexdigest()[:16]}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        beside.write_bytes(pressed(content))
        beside.replace(path)
        sweep(path.parent.glob("pressed-*"))
    path.touch()
    return path.read_bytes()
