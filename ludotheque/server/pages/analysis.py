"""The page of the analysis board."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ludotheque.core.cupboard import games
from ludotheque.server.http.guard import language_of
from ludotheque.server.http.services import services
from ludotheque.server.pages import everybody
from ludotheque.server.pages.routes import game_of, page

router = APIRouter(include_in_schema=False)


@router.get("/analysis")
async def any_analysis(request: Request) -> Response:
    """The board of some game: there one finds those of the others."""
    return RedirectResponse(f"{services(request).settings.root}/analysis/{next(iter(games()))}")


@router.get("/analysis/{game_id}")
async def analysis_page(request: Request, game_id: str) -> Response:
    """The board of a game; what is on it stands in the address, behind the sign `#`, which no server sees."""
    return await page(request, "analysis.html", **everybody.analysis(game_of(game_id), language_of(request.scope)))
