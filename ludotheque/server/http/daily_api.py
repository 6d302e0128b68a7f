"""The JSON API of the day's tasks: which there are; a table for a game alone, with the luck of the day; how it went."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from ludotheque.core import daily
from ludotheque.core.cupboard import games
from ludotheque.core.daily import Task
from ludotheque.server.http import models, tables_api
from ludotheque.server.http.api import REFUSALS, Asking, Found, Name, Speaking
from ludotheque.tables.opening import SeatWish, TableWish, game_named
from ludotheque.tables.refusals import NO_TASK, refused
from ludotheque.tables.snapshot import reason

router = APIRouter(prefix="/api/daily", responses=REFUSALS, tags=["puzzles"])
Day = Annotated[str, Path(max_length=10, description="A day that has come, like 2026-11-16, by UTC.")]


class DayTask(BaseModel):
    """What a day asks for in a game."""

    game: str
    puzzle: int | None = Field(description="The number of a puzzle; null: a game alone.")
    grade: int | None
    options: dict[str, str] | None = Field(description="The options of the game alone.")


class DayResult(BaseModel):
    """How a game alone went."""

    date: str = Field(description="The day whose luck the table has; empty for other tables.")
    over: bool
    words: str


def task_of(name: str, date: str) -> Task:
    """The task of a day that has come."""
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        raise refused(NO_TASK) from None
    found = daily.task(game_named(name), day) if day <= daily.today() else None
    if found is None:
        raise refused(NO_TASK)
    return found


@router.get("/{date}")
async def day(date: Day) -> list[DayTask]:
    """The tasks of a day."""
    tasks = [task_of(name, date) for name, game in games().items() if daily.task(game, daily.today()) is not None]
    return [
        DayTask(
            game=task.game.id,
            puzzle=None if task.puzzle is None else task.puzzle.number,
            grade=None if task.puzzle is None else task.puzzle.grade,
            options=None if task.options is None else dict(task.options),
        )
        for task in tasks
    ]


@router.post("/{date}/{game}", status_code=201)
async def play_day(request: Request, found: Found, visitor: Asking, date: Day, game: Name) -> models.Opened:
    """Opens a table for one, at which chance does what it does for everybody that day."""
    task = task_of(game, date)
    if task.options is None:
        raise refused(NO_TASK)
    luck = task.date.isoformat()
    wished = TableWish(task.game.id, task.options, [SeatWish("me")], luck=luck)
    return await tables_api.opened(request, found, visitor, wished)


@router.get("/tables/{table_id}")
async def day_result(found: Found, language: Speaking, table_id: tables_api.Table) -> DayResult:
    """How the game at such a table went."""
    table = await found.registry.table(table_id)
    solo, outcome = table.game.solo, table.outcome
    if outcome is None or solo is None or not table.luck:
        return DayResult(date=table.luck, over=False, words="")
    result = solo.result(table.state)
    words = reason(table, outcome) if result is None else solo.told(result)
    return DayResult(date=table.luck, over=True, words=words.to(language))
