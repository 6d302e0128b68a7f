"""The pages of puzzles and of the day's tasks."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ludotheque.core import daily
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.daily import Task
from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.core.text import Text
from ludotheque.core.variants import setting_words
from ludotheque.server.http.guard import language_of
from ludotheque.server.http.puzzles_api import puzzle_numbered
from ludotheque.server.pages import boxes, everybody
from ludotheque.server.pages.everybody import in_page
from ludotheque.server.pages.routes import game_of, page

router = APIRouter(include_in_schema=False)
_ARCHIVE_DAYS = 28


@router.get("/puzzles")
async def puzzles_page(request: Request) -> Response:
    return await page(request, "puzzles.html", **everybody.puzzles(language_of(request.scope)))


@router.get("/puzzles/{game_id}/{number}")
async def puzzle_page(request: Request, game_id: str, number: int) -> Response:
    game, language = game_of(game_id), language_of(request.scope)
    puzzle = puzzle_numbered(game, number)
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
    language, number = language_of(request.scope), puzzle.number
    numbers = [each.number for each in puzzles_of(game) if each.grade == puzzle.grade]
    following = next((each for each in numbers if each > number), None)
    following_grade = next((each.number for each in puzzles_of(game) if each.grade > puzzle.grade), numbers[0])
    plan = {
        "game": game.id,
        "title": game.title.to(language),
        "number": number,
        "next": f"/puzzles/{game.id}/{following or following_grade}",
        "date": date,
    }
    return await page(
        request,
        "puzzle.html",
        here="puzzles",
        game=boxes.facts(game, language),
        heading=heading,
        grade=puzzle.grade,
        plan=in_page(plan),
        back=back,
    )


@dataclass(frozen=True, slots=True)
class TaskTold:
    """A day's task, for its page."""

    game: str
    title: str
    grade: int
    """Of a puzzle; of a game alone 0."""
    words: str
    setting: str


def _told(task: Task, language: Language) -> TaskTold:
    game = task.game
    if task.puzzle is not None:
        words = Text("The day's puzzle")
        return TaskTold(game.id, game.title.to(language), task.puzzle.grade, words.to(language), "")
    alone = {} if game.solo is None else game.solo.options
    setting = setting_words(game.variants, game.options, task.options or {}, alone)
    words = Text("Everybody has the same luck today. How far do you get?")
    return TaskTold(game.id, game.title.to(language), 0, words.to(language), setting.to(language))


@router.get("/daily")
async def today_page(request: Request) -> Response:
    return await _day(request, daily.today())


@router.get("/daily/{date}")
async def day_page(request: Request, date: str) -> Response:
    return await _day(request, _date(date))


async def _day(request: Request, date: datetime.date) -> Response:
    language = language_of(request.scope)
    today = daily.today()
    tasks = [task for game in games().values() if (task := daily.task(game, date)) is not None]
    past = [today - datetime.timedelta(days) for days in range(_ARCHIVE_DAYS)]
    return await page(
        request,
        "daily.html",
        here="puzzles",
        date=date,
        today=today,
        tasks=[_told(task, language) for task in tasks],
        days=[each for each in past if each >= daily.FIRST],
        plan=in_page({"date": date.isoformat(), "today": today.isoformat()}),
    )


def _date(text: str) -> datetime.date:
    """A day that has come: what others will be asked tomorrow is not told today."""
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        raise HTTPException(404) from None
    if not daily.FIRST <= date <= daily.today():
        raise HTTPException(404)
    return date
