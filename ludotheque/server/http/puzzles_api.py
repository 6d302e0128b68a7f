"""The JSON API of puzzles: what is asked, what a try comes to. The solution is told to those who ask for it."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from ludotheque.answers import learning, played
from ludotheque.answers.learning import puzzle_numbered
from ludotheque.drawing import puzzles
from ludotheque.server.http import answers, models
from ludotheque.server.http.api import REFUSALS, Name, Speaking
from ludotheque.tables.opening import game_named

router = APIRouter(prefix="/api/games", responses=REFUSALS, tags=["puzzles"])
Number = Annotated[int, Path(ge=1, le=99_999, description="The number of a puzzle, from 1 on.")]


@router.get("/{game}/puzzles", response_model=list[dict[str, int]])
async def all_puzzles(game: Name) -> Response:
    """The puzzles of a game: their numbers and grades, 1 to 5."""
    return answers.json(learning.all_puzzles(game_named(game)))


@router.get("/{game}/puzzles/{number}", response_model=dict[str, Any])
async def puzzle(game: Name, number: Number, language: Speaking) -> Response:
    """A puzzle: what is asked, what one has seen before, the scene, and every legal move."""
    found, asked = game_named(game), puzzle_numbered(game_named(game), number)
    return answers.json(asdict(await asyncio.to_thread(puzzles.puzzle_told, found, asked, language)))


@router.get("/{game}/puzzles/{number}/try", response_model=dict[str, Any])
async def try_puzzle(
    game: Name,
    number: Number,
    language: Speaking,
    tried: Annotated[list[str], Query(min_length=1, max_length=40, description="One's moves so far, in order.")],
) -> Response:
    """What the last of these moves comes to: right, wrong with what refutes it, or solved."""
    found, asked = game_named(game), puzzle_numbered(game_named(game), number)
    return answers.json(asdict(await asyncio.to_thread(puzzles.attempt_told, found, asked, tried, language)))


@router.get("/{game}/puzzles/{number}/explanation")
async def puzzle_explanation(
    game: Name,
    number: Number,
    language: Speaking,
    thing: Annotated[str, Query(max_length=64, description="An id of the scene.")],
    chosen: Annotated[list[str], Query(max_length=16, description="The ids clicked so far.")] = [],  # noqa: B006  # FastAPI copies it
    tried: Annotated[list[str], Query(max_length=40, description="One's moves so far, in order.")] = [],  # noqa: B006  # FastAPI copies it
) -> models.Explanation:
    """What something on the board is, and why clicking it does nothing now."""
    found, asked = game_named(game), puzzle_numbered(game_named(game), number)
    told = await asyncio.to_thread(puzzles.explained, found, asked, tried, thing, chosen)
    return models.Explanation.model_validate(played.explanation(told, language))


@router.get("/{game}/puzzles/{number}/solution", response_model=dict[str, Any])
async def solution(game: Name, number: Number, language: Speaking) -> Response:
    """The solution, move by move."""
    found, asked = game_named(game), puzzle_numbered(game_named(game), number)
    return answers.json(await asyncio.to_thread(learning.solution, found, asked, language))
