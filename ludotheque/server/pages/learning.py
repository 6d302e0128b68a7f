"""The pages of puzzles and of the day's tasks."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ludotheque.answers import pages
from ludotheque.answers.learning import date_of
from ludotheque.answers.pages import Page
from ludotheque.core import daily
from ludotheque.core.text import Refusal
from ludotheque.server.http.guard import language_of
from ludotheque.server.pages import everybody
from ludotheque.server.pages.everybody import filled
from ludotheque.server.pages.routes import game_of, page

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
async def puzzles_page(request: Request) -> Response:
    return await page(request, "puzzles.html", **everybody.puzzles(language_of(request.scope)))


@router.get("/puzzles/{game_id}/{number}")
async def puzzle_page(request: Request, game_id: str, number: int) -> Response:
    found = pages.puzzle_page(game_of(game_id), number, language_of(request.scope))
    return await page(request, found.template, **filled(found))


@router.get("/daily/{date}/{game_id}")
async def day_puzzle_page(request: Request, date: str, game_id: str) -> Response:
    """The puzzle of a day."""
    game, language = game_of(game_id), language_of(request.scope)
    return await _of_a_day(request, lambda: pages.day_puzzle_page(game, date, language))


@router.get("/daily")
async def today_page(request: Request) -> Response:
    return await _of_a_day(request, lambda: pages.day_page(daily.today(), language_of(request.scope)))


@router.get("/daily/{date}")
async def day_page(request: Request, date: str) -> Response:
    return await _of_a_day(request, lambda: pages.day_page(date_of(date), language_of(request.scope)))


async def _of_a_day(request: Request, made: Callable[[], Page]) -> Response:
    """A day that has not come has no page."""
    try:
        found = made()
    except Refusal:
        raise HTTPException(404) from None
    return await page(request, found.template, **filled(found))
