"""The JSON API of lessons: their steps, one by one, and what somebody points at."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from ludotheque.answers import played
from ludotheque.answers.learning import lesson_moment
from ludotheque.drawing import lessons
from ludotheque.server.http import answers, models
from ludotheque.server.http.api import REFUSALS, Name, Speaking

router = APIRouter(prefix="/api/games", responses=REFUSALS, tags=["games"])
Step = Annotated[int, Path(ge=0, le=63, description="The number of a step, from 0 on.")]


@router.get("/{game}/lessons/{lesson}/steps/{step}", response_model=dict[str, Any])
async def lesson_step(game: Name, lesson: Name, step: Step, language: Speaking) -> Response:
    """A step of a lesson: what is said, what others have done, the scene, and the one way that is let through."""
    told = await asyncio.to_thread(lambda: lessons.told(lesson_moment(game, lesson, step), language))
    return answers.json(asdict(told))


@router.get("/{game}/lessons/{lesson}/steps/{step}/explanation")
async def lesson_explanation(
    game: Name,
    lesson: Name,
    step: Step,
    language: Speaking,
    thing: Annotated[str, Query(max_length=64, description="An id of the scene.")],
    chosen: Annotated[list[str], Query(max_length=16, description="The ids clicked so far.")] = [],  # noqa: B006  # FastAPI copies it
) -> models.Explanation:
    """What something is, and why it is not what the step asks for."""
    found = await asyncio.to_thread(lambda: lessons.explained(lesson_moment(game, lesson, step), thing, chosen))
    return models.Explanation.model_validate(played.explanation(found, language))
