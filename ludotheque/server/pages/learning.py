"""The pages of puzzles and of the day's tasks."""

from __future__ import annotations

import datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ludotheque.answers import boxes, learning
from ludotheque.core import daily
from ludotheque.core.contract import Game
from ludotheque.core.puzzle import Puzzle
from ludotheque.core.text import Refusal, Text
from ludotheque.server.http.guard import language_of
from ludotheque.server.pages.routes import game_of, in_page, page

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
async def puzzles_page(request: Request) -> Response:
    return await page(request, "puzzles.html", here="puzzles", boxes=learning.riddles(language_of(request.scope)))


@router.get("/puzzles/{game_id}/{number}")
async def puzzle_page(request: Request, game_id: str, number: int) -> Response:
    game, language = game_of(game_id), language_of(request.scope)
    puzzle = learning.puzzle_numbered(game, number)
    title = Text("{title}, puzzle {number}", title=game.title, number=number).to(language)
    return await _puzzle(request, game, puzzle, title, back="/puzzles")


@router.get("/daily/{date}/{game_id}")
async def day_puzzle_page(request: Request, date: str, game_id: str) -> Response:
    """The puzzle of a day."""
    game, language = game_of(game_id), language_of(request.scope)
    found = daily.task(game, _date(date))
    if found is None or found.puzzle is None:
        raise HTTPException(404)
    title = Text("{title}, {date}", title=game.title, date=date).to(language)
    return await _puzzle(request, game, found.puzzle, title, back=f"/daily/{date}", date=date)


async def _puzzle(request: Request, game: Game, puzzle: Puzzle, heading: str, *, back: str, date: str = "") -> Response:
    language = language_of(request.scope)
    return await page(
        request,
        "puzzle.html",
        here="puzzles",
        game=boxes.facts(game, language),
        heading=heading,
        grade=puzzle.grade,
        plan=in_page(learning.puzzle_plan(game, puzzle, date, language)),
        back=back,
    )


@router.get("/daily")
async def today_page(request: Request) -> Response:
    return await _day(request, daily.today())


@router.get("/daily/{date}")
async def day_page(request: Request, date: str) -> Response:
    return await _day(request, _date(date))


async def _day(request: Request, date: datetime.date) -> Response:
    today = daily.today()
    return await page(
        request,
        "daily.html",
        here="puzzles",
        date=date.isoformat(),
        today=today.isoformat(),
        tasks=learning.tasks_told(date, language_of(request.scope)),
        days=[each.isoformat() for each in learning.archive()],
        plan=in_page({"date": date.isoformat(), "today": today.isoformat()}),
    )


def _date(text: str) -> datetime.date:
    try:
        return learning.date_of(text)
    except Refusal:
        raise HTTPException(404) from None
