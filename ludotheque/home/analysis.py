"""The analysis board, and finished games judged move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.answers import board, played
from ludotheque.answers.board import Board
from ludotheque.home import work
from ludotheque.home.asked import SEATS, Answer, Asked, Given, malformed, route
from ludotheque.home.rooms import Rooms
from ludotheque.home.tables import game_asked
from ludotheque.tables import playback
from ludotheque.tables.jobs import Opinion, Question, Verdict, opine
from ludotheque.tables.refusals import refused

_MOST_RECORD = 400_000
_MOST_THINGS = 16
_MOST_PLIES = 100_000


def _board(asked: Asked) -> Board:
    """The line of moves that is asked about."""
    body = asked.body
    moves = body.each("moves", board.MOST_MOVES)
    if any(not isinstance(each, list) or len(each) != 2 or not _are_words(each) for each in moves):
        raise malformed("moves")
    line = [(seat, move) for seat, move in moves]
    return Board(body.word("game"), _options(body), line, body.whole("seat", 0, SEATS))


def _are_words(values: Any) -> bool:
    return all(isinstance(each, str) for each in values)


def _options(body: Given) -> Mapping[str, str]:
    options = body.table("options")
    if not _are_words(options.values()):
        raise malformed("options")
    return options


@route("POST", "/api/analysis/moment")
def moment(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(board.moment(_board(asked), asked.language))


@route("POST", "/api/analysis/explanation")
def explanation(rooms: Rooms, asked: Asked) -> Answer:
    thing, chosen = asked.body.word("thing"), asked.body.words("chosen", _MOST_THINGS)
    return Answer(board.explanation(_board(asked), thing, chosen, asked.language))


@route("POST", "/api/analysis/setup")
def setup(rooms: Rooms, asked: Asked) -> Answer:
    cells = asked.body.table("cells") if "cells" in asked.body else None
    return Answer(board.setup(_board(asked), cells, asked.body.word("mover", 2), asked.language))


@route("POST", "/api/analysis/chance")
def chance(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(board.chance(_board(asked)))


@route("POST", "/api/analysis/opinion")
def opinion(rooms: Rooms, asked: Asked) -> Answer:
    """What the master thinks of a moment; or what can be proved of it."""
    now, line = board.question(_board(asked), asked.body.whole("effort", 0, 2) or 0)

    def then(found: tuple[Opinion] | None) -> Answer:
        if found is None:
            raise refused(board.TOO_LONG)
        return Answer(board.opinion(now, line.seat, found[0], asked.language))

    return Answer(task=rooms.turns.ask(opine, line, then))


@route("POST", "/api/analysis/read")
def read(rooms: Rooms, asked: Asked) -> Answer:
    """A record as a tree; what it claims is checked."""
    return Answer(board.read(asked.body.word("text", _MOST_RECORD)))


@route("POST", "/api/analysis/write")
def write(rooms: Rooms, asked: Asked) -> Answer:
    """A tree as a record with variations."""
    body = asked.body
    nodes = [Given(each) for each in body.each("nodes", 2 * board.MOST_MOVES)]
    made = [
        board.node(each.word("seat", 16), each.word("move", 400), each.number("parent", -1, _MOST_PLIES))
        for each in nodes
    ]
    tree = board.Tree(body.word("game"), _options(body), body.table("names"), made)
    return Answer({"text": board.write(tree)})


@route("GET", "/api/tables/{table}/analysis")
def judged(rooms: Rooms, asked: Asked) -> Answer:
    """A finished game, judged move by move: each time it is asked, a little more."""
    table = rooms.house.table(asked.place["table"])
    number, finished = playback.finished_game(table, game_asked(asked))
    played.check_public(table, finished)
    after = asked.query.whole("after", 0, _MOST_PLIES) or 0
    known = rooms.verdicts.setdefault((table.id, number), [])
    numbers = played.judged_moves(finished)
    left = numbers[len(known) :]

    def told(_: object = None) -> Answer:
        since = [verdict for verdict in known if verdict.judgement.number > after]
        return Answer(played.analysis(table, number, since, len(numbers), len(known), asked.language))

    def then(found: tuple[list[Verdict]] | None) -> Answer:
        if found is None:
            raise refused(board.TOO_LONG)
        known.extend(each for each in found[0] if each.judgement.number > (known[-1].judgement.number if known else 0))
        return told()

    if not left or any(verdict.judgement.number > after for verdict in known):
        return told()
    moves = tuple((each.seat, each.move) for each in finished.moves)
    question = Question(table.game.id, tuple(table.options.items()), moves, left[0])
    return Answer(task=rooms.turns.ask(work.judge_some, (question, left), then))
