"""The JSON API of the analysis board: any line of any game, move by move; what bots think of it; records of it.

Nothing is stored: who asks says how the game began and what was played. So nothing is told here that the asker does not
know, and bots are shown what the seat to move has seen."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from ludotheque.answers import played
from ludotheque.bots.solver.solve import Solution
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import CHANCE, State
from ludotheque.core.record import Played, Record, result_text, seat_id
from ludotheque.core.text import Text, all_of, capital, counted
from ludotheque.core.trees import Node, flat, line_of
from ludotheque.drawing import moments
from ludotheque.drawing.coach import Explained
from ludotheque.drawing.drawn import Drawn, start
from ludotheque.drawing.scene import outcome_text
from ludotheque.drawing.setup import set_up
from ludotheque.server.http import answers, models
from ludotheque.server.http.api import REFUSALS, Found, Speaking
from ludotheque.server.http.guard import client
from ludotheque.tables.jobs import Line, Opinion, opine
from ludotheque.tables.opening import game_named, refuse_files
from ludotheque.tables.refusals import Refused, not_now, refused

router = APIRouter(prefix="/api/analysis", responses=REFUSALS, tags=["analysis"])
_MOST_MOVES = 1000
_LISTED = 24
"""Outcomes of chance are listed up to so many."""
_RNG = secrets.SystemRandom()
Seat = Annotated[str, Field(max_length=16)]
Move = Annotated[str, Field(max_length=400)]


class Board(BaseModel):
    """A line of moves from how a game began."""

    game: str = Field(max_length=64)
    options: dict[Annotated[str, Field(max_length=32)], Annotated[str, Field(max_length=20_000)]] = {}
    moves: list[tuple[Seat, Move]] = Field([], max_length=_MOST_MOVES, description="Seat and move, as in a record.")
    seat: int | None = Field(None, ge=0, le=63, description="Who looks; else the first the game waits for.")


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
    nodes: list[Branch] = Field(max_length=2 * _MOST_MOVES)


class Written(BaseModel):
    """A record as text."""

    text: str = Field(max_length=400_000)


def _played(board: Board) -> list[Drawn]:
    """Every state of a line."""
    game = game_named(board.game)
    refuse_files(game, board.options)
    states = [start(game, **board.options)]
    for seat, move in board.moves:
        now = states[-1]
        seats = {seat_id(now, each): each for each in range(CHANCE, len(now.seats))}
        if seat not in seats:
            raise Refused("no-seat", Text("There is no such seat."))
        states.append(now.play(move, seats[seat]))
    return states


def _seat(state: State, asked: int | None) -> int | None:
    """Who looks: whoever was asked for, else the first the game waits for; nobody where chance decides."""
    if asked is not None and asked < len(state.seats):
        return asked
    return next((seat for seat in state.waiting if seat != CHANCE), None)


@router.post("/moment", response_model=dict[str, Any])
async def moment(board: Board, language: Speaking) -> Response:
    """A moment of a line: the scene, what may be played, and by whom."""
    return answers.json(await asyncio.to_thread(_told, board, language))


def _told(board: Board, language: Language) -> dict[str, Any]:
    states = _played(board)
    now, before = states[-1], states[-2] if board.moves else None
    seat, last = _seat(now, board.seat), board.moves[-1] if board.moves else None
    words = ""
    if before is not None and last is not None:
        mover = next(each for each in range(CHANCE, len(before.seats)) if seat_id(before, each) == last[0])
        words = moments.happened(before, mover, last[1], now, seat, language).words
    names = [each.name for each in now.seats]
    return {
        "now": asdict(moments.told(now, seat, language)),
        "acting": [
            {"seat": each, "id": seat_id(now, each), "name": now.seat_name(each).to(language)}
            for each in now.acting
            if each != CHANCE
        ],
        "chance": _chance(now, language),
        "over": now.over,
        "outcome": outcome_text(now.view(None), names, now.reasons_in_words).to(language) if now.over else "",
        "words": words,
        "title": now.title.to(language),
        "position": _position(now),
        "result": result_text(now),
    }


def _chance(state: Drawn, language: Language) -> list[dict[str, str]] | None:
    """What chance could do, if it is for chance to move; nothing listed: too much to list."""
    if state.acting != (CHANCE,):
        return None
    moves = state.moves(CHANCE)
    listed = moves if len(moves) <= _LISTED else ()
    return [{"move": str(move), "words": capital(state.describe(move)).to(language)} for move in listed]


def _position(state: Drawn) -> str | None:
    try:
        return state.position()
    except TypeError:
        return None


@router.post("/explanation")
async def explanation(pointed: Pointed, language: Speaking) -> models.Explanation:
    """What something on the board is, and why clicking it does nothing now."""
    now = (await asyncio.to_thread(_played, pointed))[-1]
    seat = _seat(now, pointed.seat)
    told = Explained() if seat is None else await asyncio.to_thread(now.explained, seat, pointed.thing, pointed.chosen)
    return models.Explanation.model_validate(played.explanation(told, language))


@router.post("/setup", response_model=dict[str, Any])
async def setup(placed: Placed, language: Speaking) -> Response:
    """A position that is set up by hand: how it looks, as text, and what else may stand there. No rule is asked yet."""
    now = (await asyncio.to_thread(_played, placed))[-1]
    told = set_up(now, language, placed.cells, placed.mover)
    if told is None:
        raise refused(not_now(Text("this game has no squares to set up")))
    pieces = {"pieces": [each._asdict() for each in told.pieces], "movers": [each._asdict() for each in told.movers]}
    return answers.json({**asdict(told), **pieces})


@router.post("/chance")
async def chance(board: Board) -> dict[str, str]:
    """A move of chance, drawn at random."""
    state = (await asyncio.to_thread(_played, board))[-1]
    if state.acting != (CHANCE,):
        raise refused(not_now(Text("nothing is left to chance here")))
    return {"seat": seat_id(state, CHANCE), "move": str(state.draw(_RNG))}


@router.post("/opinion", response_model=dict[str, Any])
async def opinion(request: Request, found: Found, asked: Asked, language: Speaking) -> Response:
    """What the master thinks of a moment, by what the seat to move has seen; or what can be proved of it."""
    await found.opinions.check(client(request.scope))
    now = (await asyncio.to_thread(_played, asked))[-1]
    seat = _seat(now, asked.seat)
    if seat is None or seat not in now.acting:
        raise refused(not_now(Text("It is not your turn.")))
    seats = {seat_id(now, each): each for each in range(CHANCE, len(now.seats))}
    line = Line(
        asked.game,
        tuple(asked.options.items()),
        tuple((seats[who], move) for who, move in asked.moves),
        seat,
        asked.effort,
    )
    try:
        thought = await found.thinkers.run(f"analysis {client(request.scope)}", opine, line, patient=True)
    except TimeoutError:
        raise refused(not_now(Text("That took too long to think about."))) from None
    return answers.json(_opinion(now, seat, thought, language))


def _opinion(now: Drawn, seat: int, thought: Opinion, language: Language) -> dict[str, Any]:
    candidates = [
        {
            "move": move,
            "words": capital(now.describe(now.parse(move))).to(language),
            "value": round(value, 3),
            "path": list(path),
        }
        for move, value, path in thought.candidates
    ]
    certain = thought.certain
    proved = None if certain is None else {"words": _proved(now, certain).to(language), "line": list(certain.line)}
    return {"seat": seat, "candidates": candidates, "line": list(thought.line), "certain": proved}


def _proved(state: State, solution: Solution) -> Text:
    """What is certain, in words."""
    winners = solution.winners or ()
    names = capital(all_of(state.seats[seat].name for seat in winners))
    if state.outcome is None and solution.scores is None and len(winners) == 1:
        return counted(
            "Certain: {player} wins within {n} move.",
            "Certain: {player} wins within {n} moves.",
            n=solution.moves,
            player=names,
        )
    scores = "–".join(f"{score:g}" for score in solution.scores or ())
    if len(winners) == 1:
        return Text("Certain: {player} wins, {scores}.", player=names, scores=scores)
    return Text("Certain: a draw, {scores}.", scores=scores)


@router.post("/read", response_model=Tree)
async def read(written: Written) -> Tree:
    """A record as a tree; what it claims is checked."""
    record = await asyncio.to_thread(_checked, written.text)
    nodes = flat(record.moves, record.variations)
    branches = [Branch(seat=node.played.seat, move=node.played.move, parent=node.parent) for node in nodes]
    return Tree(game=record.game, options=dict(record.options), names=dict(record.names), nodes=branches)


def _checked(text: str) -> Record:
    record = Record.loads(text)
    refuse_files(game_named(record.game), record.options)
    record.replay()
    return record


@router.post("/write")
async def write(tree: Tree) -> Written:
    """A tree as a record with variations."""
    return Written(text=await asyncio.to_thread(_written, tree))


def _written(tree: Tree) -> str:
    game = game_named(tree.game)
    refuse_files(game, tree.options)
    nodes = [Node(Played(each.seat, each.move), each.parent) for each in tree.nodes]
    moves, variations = line_of(nodes)
    line = [(each.seat, each.move) for each in moves]
    end = _played(Board(game=game.id, options=tree.options, moves=line, seat=None))[-1]
    record = Record(game.id, tree.options, tree.names, None, moves, result_text(end), variations)
    record.replay()
    return record.dumps()
