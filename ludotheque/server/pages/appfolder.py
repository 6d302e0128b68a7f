"""The app, where the owner of the server has built it: files below one address, for people who will have no network."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludotheque.pages.rendering import APP_POLICY

PLACE = "/app"
"""Where it lies below the server's own address."""
POLICY = f"{APP_POLICY}; frame-ancestors 'self'"
"""Its pages stand in a frame of their own."""
_FRONT = "index.html"


class AppFolder(StaticFiles):
    """Its files; any other address is a page of it, and begins with the one that holds all others."""

    def __init__(self, folder: Path, root: str) -> None:
        super().__init__(directory=folder)
        text = (folder / _FRONT).read_text(encoding="utf-8")
        self._front = text.replace('"./', f'"{root}{PLACE}/')

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = self._begun() if path == "." else await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or Path(path).suffix or path.startswith("api/"):
                raise
            response = self._begun()
        response.headers["content-security-policy"] = POLICY
        response.headers["cache-control"] = "no-cache"
        return response

    def _begun(self) -> Response:
        return Response(self._front, media_type="text/html; charset=utf-8")
