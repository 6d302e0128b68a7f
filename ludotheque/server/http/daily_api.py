"""The JSON API of the day's tasks: which there are; a table for a game alone, with the luck of the day; how it went."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from ludotheque.answers import learning
from ludotheque.server.http import models, tables_api
from ludotheque.server.http.api import REFUSALS, Asking, Found, Name, Speaking

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


@router.get("/{date}")
async def day(date: Day) -> list[DayTask]:
    """The tasks of a day."""
    return [DayTask.model_validate(each) for each in learning.day(date)]


@router.post("/{date}/{game}", status_code=201)
async def play_day(request: Request, found: Found, visitor: Asking, date: Day, game: Name) -> models.Opened:
    """Opens a table for one, at which chance does what it does for everybody that day."""
    return await tables_api.opened(request, found, visitor, learning.day_wish(game, date))


@router.get("/tables/{table_id}")
async def day_result(found: Found, language: Speaking, table_id: tables_api.Table) -> DayResult:
    """How the game at such a table went."""
    return DayResult.model_validate(learning.day_result(await found.registry.table(table_id), language))
