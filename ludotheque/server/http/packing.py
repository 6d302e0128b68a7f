"""Answers that are long travel packed to browsers that unpack them: a table's page is an eighth of its size then.

Of two things packed together one could be guessed by whoever chooses the other and sees how long they are. So nothing
in a packed page is both secret and the same each time (`Signer.csrf`), nor is anything in it that an address says.
"""

from __future__ import annotations

import gzip

from starlette.requests import Request

_LEAST = 1400
"""What fits into one packet is as quick as it is."""
_LEVEL = 3
"""Beyond it takes twice as long for a twentieth less."""


def packed(request: Request, content: bytes) -> tuple[bytes, dict[str, str]]:
    """What travels to this asker, and the headers that say what it is."""
    if len(content) < _LEAST or "gzip" not in request.headers.get("accept-encoding", ""):
        return content, {"vary": "accept-encoding"}
    return gzip.compress(content, _LEVEL, mtime=0), {"vary": "accept-encoding", "content-encoding": "gzip"}
