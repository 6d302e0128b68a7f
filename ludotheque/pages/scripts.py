"""Which other scripts a script loads: pages name them all at once, so that a browser need not find them one after the
other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parents[1] / "web" / "static"
_LOADED = re.compile(r'^(?:import|export) [^;"]*"\./([\w-]+\.js)";$', re.MULTILINE)


@cache
def loaded_by(name: str) -> tuple[str, ...]:
    """The scripts that one needs before it runs, the nearest first.

    >>> loaded_by("rulebook.js")[:2], "api.js" in loaded_by("table.js")
    (('dom.js',), True)
    """
    found: dict[str, None] = {}
    ways = [name]
    for way in ways:
        for other in _LOADED.findall((STATIC / way).read_text(encoding="utf-8")):
            if other != name and other not in found:
                found[other] = None
                ways.append(other)
    return tuple(found)
