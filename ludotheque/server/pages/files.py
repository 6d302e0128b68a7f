"""Style, scripts and small pictures: read once, packed once, and kept by browsers.

Pages name them by an address that holds what they contain (`/static/<version>/table.js`), so a browser asks for each
only once, and for a new version at once. By their plain address (`/static/table.js`) they are asked about each time.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludotheque.pages.scripts import STATIC

PLACE = "/static"
"""Where they lie below the server's own address."""
_FOR_EVER = "public, max-age=31536000, immutable"
_ASKED_ABOUT = "no-cache"
_READ = ("text/", "image/svg+xml")
"""What becomes smaller when it is packed."""


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


@dataclass(frozen=True)
class _File:
    content: bytes
    kind: str

    @cached_property
    def packed(self) -> bytes | None:
        """What travels to browsers that unpack it, if that is less."""
        packed = gzip.compress(self.content, mtime=0) if self.kind.startswith(_READ) else self.content
        return packed if len(packed) < len(self.content) else None

    @cached_property
    def digest(self) -> str:
        return _digest(self.content)


def _read(path: Path) -> _File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(path.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)


class Files:
    """An application that answers with them."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = {path.name: _read(path) for path in sorted(folder.iterdir()) if path.is_file()}
        self._version = _digest("".join(f"{name} {file.digest}\n" for name, file in self._files.items()).encode())

    @property
    def address(self) -> str:
        """Where this version of them is, below the server's own address."""
        return f"{PLACE}/{self._version}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        *below, name = scope["path"].removeprefix(scope.get("root_path", "")).strip("/").split("/")
        if len(below) > 1 or name not in self._files:
            raise HTTPException(404)
        # another version's address, while servers are being replaced: what there is now, but not for ever
        await self._answer(scope, name, for_ever=below == [self._version])(scope, receive, send)

    def _answer(self, scope: Scope, name: str, *, for_ever: bool) -> Response:
        file, asked = self._files[name], dict(scope["headers"])
        packed = file.packed if b"gzip" in asked.get(b"accept-encoding", b"") else None
        tag = f'"{file.digest}{"-packed" if packed else ""}"'
        headers = {"cache-control": _FOR_EVER if for_ever else _ASKED_ABOUT, "etag": tag, "vary": "accept-encoding"}
        if asked.get(b"if-none-match", b"").decode("latin-1") == tag:
            return Response(status_code=304, headers=headers)
        if packed:
            headers["content-encoding"] = "gzip"
        return Response(packed or file.content, headers=headers, media_type=file.kind)
