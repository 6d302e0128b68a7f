"""The JSON API of the analysis board: any line of any game, move by move; what bots think of it; records of it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from ludotheque.answers import board
from ludotheque.server.http import answers, models
from ludotheque.server.http.api import REFUSALS, Found, Speaking
from ludotheque.server.http.guard import client
from ludotheque.tables.jobs import opine
from ludotheque.tables.refusals import refused

router = APIRouter(prefix="/api/analysis", responses=REFUSALS, tags=["analysis"])
Seat = Annotated[str, Field(max_length=16)]
Move = Annotated[str, Field(max_length=400)]


class Board(BaseModel):
    """A line of moves from how a game began."""

    game: str = Field(max_length=64)
    options: dict[Annotated[str, Field(max_length=32)], Annotated[str, Field(max_length=20_000)]] = {}
    moves: list[tuple[Seat, Move]] = Field(
        [], max_length=board.MOST_MOVES, description="Seat and move, as in a record."
    )
    seat: int | None = Field(None, ge=0, le=63, description="Who looks; else the first the game waits for.")

    def line(self) -> board.Board:
        return board.Board(self.game, self.options, self.moves, self.seat)


class Asked(Board):
    """What bots are asked."""

    effort: int = Field(0, ge=0, le=2, description="0: a glance, 1: a while, 2: what can be proved.")


class Pointed(Board):
    """What somebody points at."""

    thing: str = Field(max_length=64, description="An id of the scene.")
    chosen: list[Annotated[str, Field(max_length=64)]] = Field([], max_length=16, description="The ids clicked so far.")


class Placed(Board):
    """A board that is being set up."""

    cells: dict[Annotated[str, Field(max_length=2)], Annotated[str, Field(max_length=2)]] | None = Field(
        None, max_length=64, description="What stands where, by square and letter; else what the line has led to."
    )
    mover: str = Field("", max_length=2, description="The letter of whose turn it is.")


class Branch(BaseModel):
    """A move of a tree, and the index of the one it follows (-1: it is a first one)."""

    seat: Seat
    move: Move
    parent: int = Field(ge=-1)


class Tree(BaseModel):
    """A game with variations: of the moves that follow another, the first is the line itself."""

    game: str = Field(max_length=64)
    options: dict[Annotated[str, Field(max_length=32)], Annotated[str, Field(max_length=20_000)]] = {}
    names: dict[Annotated[str, Field(max_length=16)], Annotated[str, Field(max_length=64)]] = {}
    nodes: list[Branch] = Field(max_length=2 * board.MOST_MOVES)


class Written(BaseModel):
    """A record as text."""

    text: str = Field(max_length=400_000)


@router.post("/moment", response_model=dict[str, Any])
async def moment(given: Board, language: Speaking) -> Response:
    """A moment of a line: the scene, what may be played, and by whom."""
    return answers.json(await asyncio.to_thread(board.moment, given.line(), language))


@router.post("/explanation")
async def explanation(pointed: Pointed, language: Speaking) -> models.Explanation:
    """What something on the board is, and why clicking it does nothing now."""
    told = await asyncio.to_thread(board.explanation, pointed.line(), pointed.thing, pointed.chosen, language)
    return models.Explanation.model_validate(told)


@router.post("/setup", response_model=dict[str, Any])
async def setup(placed: Placed, language: Speaking) -> Response:
    """A position that is set up by hand: how it looks, as text, and what else may stand there. No rule is asked yet."""
    return answers.json(await asyncio.to_thread(board.setup, placed.line(), placed.cells, placed.mover, language))


@router.post("/chance")
async def chance(given: Board) -> dict[str, str]:
    """A move of chance, drawn at random."""
    return await asyncio.to_thread(board.chance, given.line())


@router.post("/opinion", response_model=dict[str, Any])
async def opinion(request: Request, found: Found, asked: Asked, language: Speaking) -> Response:
    """What the master thinks of a moment, by what the seat to move has seen; or what can be proved of it."""
    await found.opinions.check(client(request.scope))
    now, line = await asyncio.to_thread(board.question, asked.line(), asked.effort)
    try:
        thought = await found.thinkers.run(f"analysis {client(request.scope)}", opine, line, patient=True)
    except TimeoutError:
        raise refused(board.TOO_LONG) from None
    return answers.json(board.opinion(now, line.seat, thought, language))


@router.post("/read", response_model=Tree)
async def read(written: Written) -> Tree:
    """A record as a tree; what it claims is checked."""
    return Tree.model_validate(await asyncio.to_thread(board.read, written.text))


@router.post("/write")
async def write(tree: Tree) -> Written:
    """A tree as a record with variations."""
    nodes = [board.node(each.seat, each.move, each.parent) for each in tree.nodes]
    given = board.Tree(tree.game, tree.options, tree.names, nodes)
    return Written(text=await asyncio.to_thread(board.write, given))
