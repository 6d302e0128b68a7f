"""What bots know of Rolit: how good a position looks."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import bit, neighbours, step
from ludotheque.core.boards.lines import HEADER, SEAT
from ludotheque.core.boards.linestate import as_words
from ludotheque.core.boards.squares import WIDTH
from ludotheque.core.boards.symmetry import key_of
from ludotheque.core.brain import Brain, Endings, Memory, Search, one_ply
from ludotheque.core.thought import Budget, LevelParameters
from ludotheque.games.rolit import audit, endings, kernel, masters
from ludotheque.games.rolit.rules import Ball, RolitState, RolitView

_ENDING = 24
"""With more empty squares it takes too long to see the rest of a game through."""
_POSITIONS = {4: (0.28, 2.13), 6: (0.28, 2.13), 8: (0.2, 2.25)}
"""By the size of the board: how many positions it takes to see who wins, and how many times as many with each empty
square. It was no more in three of four endings."""
_PER_SECOND = 10_000_000
"""How many of them one can look at."""
_SCALE = 200
"""How far ahead one is at this much: about three chances in four."""
WEIGHTS = {
    "corner": 461,
    "edge": 36,
    "beside": -251,
    "choice": -33,
    "open": 58,
    "ball": -44,
    "to_move": -2,
    "last_corner": 131,
    "last_edge": 30,
    "last_beside": 52,
    "last_choice": 127,
    "last_open": -65,
    "last_ball": 59,
    "last_to_move": 60,
}
"""What more of each is worth to a game of two on an empty board, and on a full one; between them, it changes evenly:
balls in corners, on edges, beside a free corner, squares that capture, balls with an empty square beside them, balls,
and being to move. Found by `python -m benchmarks.tuning rolit`."""
_KINDS = 7
_NOTHING = dict.fromkeys(WEIGHTS, 0)
_BALLS = _NOTHING | {"ball": 100, "last_ball": 100}
"""Who knows no better takes what turns the most balls."""
_BALLS_INSIDE = _BALLS | dict.fromkeys(("corner", "edge", "last_corner", "last_edge"), -152)
"""And rather among the others than at the border."""
_INSIDE = _NOTHING | dict.fromkeys(("edge", "last_edge"), -100) | dict.fromkeys(("corner", "last_corner"), -300)
"""Or only looks where the others are."""
_TWO = {
    "novice": LevelParameters(1, 128, _BALLS),
    "apprentice": LevelParameters(1, 72),
    "player": LevelParameters(3, 24),
    "expert": LevelParameters(4),
    "master": LevelParameters(),
}
_SEVERAL = {
    "novice": LevelParameters(1, 0, _INSIDE),
    "apprentice": LevelParameters(1, 0, _BALLS_INSIDE),
    "player": LevelParameters(1, 70, _BALLS),
    "expert": LevelParameters(4, 14),
    "master": LevelParameters(),
}


def levels(seats: int) -> Mapping[str, LevelParameters]:
    """How each level thinks."""
    return _TWO if seats == 2 else _SEVERAL


def effort(state: RolitState) -> Budget | None:
    """What it mostly takes to see who wins a game of two (with `endings.py`); nothing where that is not worth a try."""
    some, growth = _POSITIONS[state.size]
    nodes = int(some * growth**state.plies_left)
    return None if state.plies_left > _ENDING or endings.search.is_awaited else Budget(nodes / _PER_SECOND, nodes)


def determinise(view: RolitView, memory: Memory, rng: random.Random) -> RolitState:
    """The state a seat sees: nothing is hidden."""
    return RolitState.restore(view)


def worths(view: RolitView, memory: Memory, moves: Sequence[Ball], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this, looking one move ahead."""
    assert view["seat"] is not None
    return one_ply(RolitState.restore(view), view["seat"], moves, value)


def value(state: RolitState, seat: int) -> float:
    """How good a position looks to a seat."""
    return evaluate(state.setting.rules, as_words(WEIGHTS), state.line, len(state.line) - 1, seat)


# What a search asks: see core/brain.py


@compiled
def _corners(size: int) -> int:
    top = 1 | bit(size - 1)
    return top | bit(WIDTH * (size - 1)) | bit(WIDTH * (size - 1) + size - 1)


@compiled
def _border(every: int) -> int:
    """The squares on the edges of the board."""
    inside = every
    for direction in (0, 2, 4, 6):
        inside &= step(every, direction)
    return every & ~inside


@compiled
def evaluate(rules: Words, weights: Words, line: Line, at: int, seat: int) -> int:
    """How good a position looks to a seat: what its balls are worth, less those of its strongest opponent."""
    all_, squares = kernel.balls(line, at), int(rules[kernel.SIZE] * rules[kernel.SIZE])
    mine = strongest = 0
    first = True
    for other in range(rules[kernel.SEATS]):
        worth = _standing(rules, weights, int(line[at, HEADER + rules[kernel.FIRST_COLOUR + other]]), all_)
        if other == seat:
            mine = worth
        elif first or worth > strongest:
            strongest, first = worth, False
    to_move = _share(weights, 6, squares - count(all_), squares, 1 if line[at, SEAT] == seat else -1)
    return (mine - strongest + to_move) // squares


@compiled
def _standing(rules: Words, weights: Words, own: int, all_: int) -> int:
    """What the balls of one colour are worth: see `WEIGHTS`."""
    every, size = int(rules[kernel.ALL_SQUARES]), int(rules[kernel.SIZE])
    empty, corners = every & ~all_, _corners(size)
    beside = neighbours(corners & empty)
    outside, exposed = _border(every) & ~corners & ~beside, neighbours(empty)
    left, squares = count(empty), size * size
    return (
        _share(weights, 0, left, squares, count(own & corners))
        + _share(weights, 1, left, squares, count(own & outside))
        + _share(weights, 2, left, squares, count(own & beside))
        + _share(weights, 3, left, squares, count(kernel.capturing(own, all_ & ~own, empty)))
        + _share(weights, 4, left, squares, count(own & exposed))
        + _share(weights, 5, left, squares, count(own))
    )


@compiled
def _share(weights: Words, kind: int, left: int, squares: int, more: int) -> int:
    """What so much more of a kind is worth with so many squares left, as many times as there are squares."""
    return int(weights[kind] * left + weights[_KINDS + kind] * (squares - left)) * more


@compiled
def threat(rules: Words, line: Line, at: int, sets: Line) -> int:
    """Never anything: no single move ends the game."""
    return 0


@compiled
def ordering(rules: Words, line: Line, at: int, code: int) -> int:
    """How soon to look at a move: corners first, then edges, and last what gives a corner away."""
    size, every = int(rules[kernel.SIZE]), int(rules[kernel.ALL_SQUARES])
    ball, corners = bit(code & 63), _corners(size)
    if ball & corners:
        return 30
    if ball & neighbours(corners & ~kernel.balls(line, at)):
        return -20
    return 5 if ball & _border(every) else 0


@compiled
def key(rules: Words, line: Line, at: int) -> int:
    """Equal for positions that are alike, turned or mirrored."""
    boards = (int(line[at, HEADER]), int(line[at, HEADER + 1]), int(line[at, HEADER + 2]), int(line[at, HEADER + 3]), 0)
    return key_of(boards, line[at, SEAT], int(rules[kernel.SIZE]))


BRAIN = Brain(
    worths,
    determinise,
    search=Search(kernel.KERNEL, WEIGHTS, _SCALE, evaluate, threat, ordering, key, levels),
    endings=Endings(effort, endings.Endings, endings.alike, audit.walked, audit.tried, audit.played),
    thinker=masters.thinker,
)
