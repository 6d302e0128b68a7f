"""The analysis board: any line of any game, move by move; what bots think of it; records of it.

Nothing is stored: who asks says how the game began and what was played. So nothing is told here that the asker does not
know, and bots are shown what the seat to move has seen."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

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
from ludotheque.tables.jobs import Line, Opinion
from ludotheque.tables.opening import game_named, refuse_files
from ludotheque.tables.refusals import NO_SEAT, not_now, refused

MOST_MOVES = 1000
_LISTED = 24
"""Outcomes of chance are listed up to so many."""
_RNG = secrets.SystemRandom()
TOO_LONG = not_now(Text("That took too long to think about."))


@dataclass(frozen=True, slots=True)
class Board:
    """A line of moves from how a game began: seat and move, as in a record. And who looks; else the first the game
    waits for."""

    game: str
    options: Mapping[str, str]
    moves: Sequence[tuple[str, str]]
    seat: int | None = None


def states(board: Board) -> list[Drawn]:
    """Every state of a line."""
    game = game_named(board.game)
    refuse_files(game, board.options)
    found = [start(game, **board.options)]
    for seat, move in board.moves:
        now = found[-1]
        seats = {seat_id(now, each): each for each in range(CHANCE, len(now.seats))}
        if seat not in seats:
            raise refused(NO_SEAT)
        found.append(now.play(move, seats[seat]))
    return found


def _seat(state: State, asked: int | None) -> int | None:
    """Who looks: whoever was asked for, else the first the game waits for; nobody where chance decides."""
    if asked is not None and asked < len(state.seats):
        return asked
    return next((seat for seat in state.waiting if seat != CHANCE), None)


def moment(board: Board, language: Language) -> dict[str, Any]:
    """A moment of a line: the scene, what may be played, and by whom."""
    line = states(board)
    now, before = line[-1], line[-2] if board.moves else None
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


def explanation(board: Board, thing: str, chosen: Sequence[str], language: Language) -> dict[str, object]:
    """What something on the board is, and why clicking it does nothing now."""
    now = states(board)[-1]
    seat = _seat(now, board.seat)
    return played.explanation(Explained() if seat is None else now.explained(seat, thing, chosen), language)


def setup(board: Board, cells: Mapping[str, str] | None, mover: str, language: Language) -> dict[str, Any]:
    """A position that is set up by hand: how it looks, as text, and what else may stand there. No rule is asked yet."""
    told = set_up(states(board)[-1], language, cells, mover)
    if told is None:
        raise refused(not_now(Text("this game has no squares to set up")))
    pieces = {"pieces": [each._asdict() for each in told.pieces], "movers": [each._asdict() for each in told.movers]}
    return {**asdict(told), **pieces}


def chance(board: Board) -> dict[str, str]:
    """A move of chance, drawn at random."""
    state = states(board)[-1]
    if state.acting != (CHANCE,):
        raise refused(not_now(Text("nothing is left to chance here")))
    return {"seat": seat_id(state, CHANCE), "move": str(state.draw(_RNG))}


# What bots think


def question(board: Board, effort: int) -> tuple[Drawn, Line]:
    """The moment bots are asked about, and what they need to know."""
    now = states(board)[-1]
    seat = _seat(now, board.seat)
    if seat is None or seat not in now.acting:
        raise refused(not_now(Text("It is not your turn.")))
    seats = {seat_id(now, each): each for each in range(CHANCE, len(now.seats))}
    moves = tuple((seats[who], move) for who, move in board.moves)
    return now, Line(board.game, tuple(board.options.items()), moves, seat, effort)


def opinion(now: Drawn, seat: int, thought: Opinion, language: Language) -> dict[str, Any]:
    """What the master thinks of a moment, or what can be proved of it."""
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


# Records


@dataclass(frozen=True, slots=True)
class Tree:
    """A game with variations: each move with the index of the one it follows (-1: it is a first one). Of the moves that
    follow another, the first is the line itself."""

    game: str
    options: Mapping[str, str]
    names: Mapping[str, str]
    nodes: Sequence[Node]


def read(text: str) -> dict[str, object]:
    """A record as a tree; what it claims is checked."""
    record = Record.loads(text)
    refuse_files(game_named(record.game), record.options)
    record.replay()
    nodes = flat(record.moves, record.variations)
    return {
        "game": record.game,
        "options": dict(record.options),
        "names": dict(record.names),
        "nodes": [{"seat": node.played.seat, "move": node.played.move, "parent": node.parent} for node in nodes],
    }


def write(tree: Tree) -> str:
    """A tree as a record with variations."""
    game = game_named(tree.game)
    refuse_files(game, tree.options)
    moves, variations = line_of(list(tree.nodes))
    end = states(Board(game.id, tree.options, [(each.seat, each.move) for each in moves]))[-1]
    record = Record(game.id, tree.options, tree.names, None, moves, result_text(end), variations)
    record.replay()
    return record.dumps()


def node(seat: str, move: str, parent: int) -> Node:
    """A move of a tree."""
    return Node(Played(seat, move), parent)
