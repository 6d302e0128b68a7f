"""The boxes: their facts and forms, lessons, puzzles, the day's tasks. As the server answers."""

from __future__ import annotations

from dataclasses import asdict

from ludotheque.answers import boxes, forms, learning, played
from ludotheque.answers.learning import lesson_moment, puzzle_numbered
from ludotheque.bots import roster
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.puzzle import Puzzle
from ludotheque.drawing import lessons, puzzles
from ludotheque.drawing.drawn import symbols_of
from ludotheque.home.asked import Answer, Asked, route
from ludotheque.home.rooms import Rooms
from ludotheque.home.tables import opened
from ludotheque.tables.opening import game_named

_MOST_STEPS = 63
_MOST_PUZZLES = 99_999
_MOST_TRIED = 40
_MOST_CHOSEN = 16


def game_of(asked: Asked) -> Game:
    """The game that the address names."""
    return game_named(asked.place["game"])


@route("GET", "/api/games")
def all_games(rooms: Rooms, asked: Asked) -> Answer:
    return Answer([forms.facts(game, asked.language) for game in games().values()])


@route("GET", "/api/games/{game}")
def one_game(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(forms.form(game_of(asked), asked.language))


@route("GET", "/api/games/{game}/symbols")
def symbols(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(dict(symbols_of(game_of(asked))))


@route("GET", "/games/{game}/seats")
def seats(rooms: Rooms, asked: Asked) -> Answer:
    """The seats that options give, for the form."""
    given = {name: value for name, value in asked.queries.items() if name != "lang"}
    return Answer(asdict(boxes.seating(game_of(asked), given, asked.language)))


@route("GET", "/api/bots")
def bots(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(forms.bots(list(roster.bots()), asked.language))


@route("GET", "/api/phrases")
def phrases(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(forms.phrases())


# Lessons


@route("GET", "/api/games/{game}/lessons/{lesson}/steps/{step}")
def lesson_step(rooms: Rooms, asked: Asked) -> Answer:
    moment = lesson_moment(asked.place["game"], asked.place["lesson"], asked.at("step", 0, _MOST_STEPS))
    return Answer(asdict(lessons.told(moment, asked.language)))


@route("GET", "/api/games/{game}/lessons/{lesson}/steps/{step}/explanation")
def lesson_explanation(rooms: Rooms, asked: Asked) -> Answer:
    moment = lesson_moment(asked.place["game"], asked.place["lesson"], asked.at("step", 0, _MOST_STEPS))
    told = lessons.explained(moment, asked.query.word("thing"), asked.query.words("chosen", _MOST_CHOSEN))
    return Answer(played.explanation(told, asked.language))


# Puzzles


def _puzzle(asked: Asked) -> tuple[Game, Puzzle]:
    game = game_of(asked)
    return game, puzzle_numbered(game, asked.at("number", 1, _MOST_PUZZLES))


@route("GET", "/api/games/{game}/puzzles")
def all_puzzles(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(learning.all_puzzles(game_of(asked)))


@route("GET", "/api/games/{game}/puzzles/{number}")
def puzzle(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(asdict(puzzles.puzzle_told(*_puzzle(asked), asked.language)))


@route("GET", "/api/games/{game}/puzzles/{number}/try")
def try_puzzle(rooms: Rooms, asked: Asked) -> Answer:
    tried = asked.query.words("tried", _MOST_TRIED, 512)
    return Answer(asdict(puzzles.attempt_told(*_puzzle(asked), tried, asked.language)))


@route("GET", "/api/games/{game}/puzzles/{number}/explanation")
def puzzle_explanation(rooms: Rooms, asked: Asked) -> Answer:
    query = asked.query
    tried, chosen = query.words("tried", _MOST_TRIED, 512), query.words("chosen", _MOST_CHOSEN)
    told = puzzles.explained(*_puzzle(asked), tried, query.word("thing"), chosen)
    return Answer(played.explanation(told, asked.language))


@route("GET", "/api/games/{game}/puzzles/{number}/solution")
def solution(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(learning.solution(*_puzzle(asked), asked.language))


# The day's tasks


@route("GET", "/api/daily/tables/{table}")
def day_result(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(learning.day_result(rooms.house.table(asked.place["table"]), asked.language))


@route("GET", "/api/daily/{date}")
def day(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(learning.day(asked.place["date"]))


@route("POST", "/api/daily/{date}/{game}")
def play_day(rooms: Rooms, asked: Asked) -> Answer:
    return opened(rooms, learning.day_wish(asked.place["game"], asked.place["date"]))
