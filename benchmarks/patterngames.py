"""Games of Rolit that patterns are learnt from, compiled: see `benchmarks/patterns.py`.

A game begins with random moves; then all play as well as they can see. What comes of it is told of every position
after the last random move. The end of a game of two is seen through, so what it comes to there is what best play does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludotheque.core.boards.arrays import Line, Reals, Words
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import bit, nth
from ludotheque.core.boards.lines import HEADER, PLAYING, SEAT, STATUS
from ludotheque.core.boards.randomness import below, mixed, random_next
from ludotheque.core.boards.squares import square_at, whole
from ludotheque.games.rolit import ahead, endings, several
from ludotheque.games.rolit.kernel import FIRST_COLOUR, SEATS, placeable, play, turned
from ludotheque.games.rolit.patterns import Tables

_SEEN_THROUGH = 13
"""With so few empty squares the end of a game of two is certain."""
_SEEN_BY_SEVERAL = 8
"""And that of a game of several."""
_CERTAIN = 5
"""And that of a way down a tree."""
_TRUSTED, _TRUST = 40, 0.5
"""A tree that has grown so often is believed: so much of what a position is said to come to is what its tree says, the
rest what the game came to."""
_TREE = 1 << 16
"""How many nodes a tree of theirs has room for."""
OWN, THEIRS, NEUTRAL, MARGIN = range(4)
"""The words of a position of two: its boards, and by how much the colour to move wins."""


class Desk(NamedTuple):
    """What games of two are thought about with: both searches' sheets, and the four balls of the start."""

    sheet: ahead.Sheet
    stack: endings.Moves
    table: Line
    control: Words
    start: Words


def desk(size: int, patterns: Tables, off: Line) -> Desk:
    """A fresh one."""
    half, every = size // 2, whole(size)
    places = [(half - 1, half - 1), (half - 1, half), (half, half), (half, half - 1)]  # clockwise, as games begin
    corners = sum(int(bit(square_at(row, column))) for row in (0, size - 1) for column in (0, size - 1))
    control = np.array([0, 1 << 60, every, corners, 1, 0], np.int64)
    return Desk(
        ahead.Sheet(moves(), np.zeros((1 << 16, 4), np.int64), control.copy(), patterns, off),
        moves(),
        np.zeros((1 << 16, 4), np.int64),
        control,
        np.array([bit(square_at(*place)) for place in places], np.int64),
    )


def moves() -> endings.Moves:
    """Room for the moves of each level."""
    return np.zeros((66, endings.MOST_MOVES, endings.MOVE), np.int64)


@compiled
def after(own: int, theirs: int, neutral: int, ball: int) -> tuple[int, int, int]:
    """The boards after a move, as the other colour sees them."""
    captured = turned(own, theirs | neutral, ball)
    return theirs & ~captured, own | captured | ball, neutral & ~captured


@compiled_apart
def _chosen(own: int, theirs: int, neutral: int, depth: int, desk: Desk) -> int:
    """The best move as far as one sees."""
    every, sheet = int(desk.control[endings.EVERY]), desk.sheet
    free = placeable(own, theirs | neutral, every)
    best, chosen = -ahead.INFINITE, 0
    depth = min(depth, count(every & ~(own | theirs | neutral)))
    while free != 0:
        ball = bit(first(free))
        free &= ~ball
        one, other, rest = after(own, theirs, neutral, ball)
        if depth <= 1:
            value = -ahead.promised(one, other, rest, every, sheet.patterns)
        else:
            value = -ahead.search(one, other, rest, depth - 1, -ahead.INFINITE, -best, 0, sheet)
        if value > best:
            best, chosen = value, ball
    return chosen


@compiled_apart
def _certain(own: int, theirs: int, neutral: int, margin: int, desk: Desk) -> int:
    """The move with which the colour to move wins by so much."""
    free = placeable(own, theirs | neutral, int(desk.control[endings.EVERY]))
    ball = 0
    while free != 0:
        ball = bit(first(free))
        free &= ~ball
        one, other, rest = after(own, theirs, neutral, ball)
        if free == 0 or (one | other | rest) == desk.control[endings.EVERY]:
            break
        if endings.search(one, other, rest, -margin, 1 - margin, 0, desk.stack, desk.table, desk.control) <= -margin:
            break
    return ball


@compiled_apart
def game_of_two(seed: int, depth: int, at_random: int, desk: Desk, out: Line) -> int:
    """Plays a game; writes its positions and what they come to; how many."""
    start, every = desk.start, int(desk.control[endings.EVERY])
    own, theirs, neutral = int(start[0]), int(start[2]), int(start[1] | start[3])
    written, left, margin = 0, count(every) - 4, -endings.UNKNOWN
    while left > 0:
        if at_random > 0:
            free, seed = placeable(own, theirs | neutral, every), random_next(seed)
            ball = bit(nth(free, below(seed, count(free))))
            at_random -= 1
        else:
            out[written, OWN], out[written, THEIRS], out[written, NEUTRAL] = own, theirs, neutral
            written += 1
            if left > _SEEN_THROUGH:
                ball = _chosen(own, theirs, neutral, depth, desk)
            else:
                if margin == -endings.UNKNOWN:
                    margin = endings.search(
                        own, theirs, neutral, -endings.MOST, endings.MOST, 0, desk.stack, desk.table, desk.control
                    )
                ball = _certain(own, theirs, neutral, margin, desk)
                margin = -margin
        own, theirs, neutral = after(own, theirs, neutral, ball)
        left -= 1
    margin = count(own) - count(theirs)
    for i in range(written):
        out[written - 1 - i, MARGIN] = margin if i & 1 else -margin
    return written


@compiled
def games_of_two(first_game: int, games: int, depth: int, most_random: int, desk: Desk, out: Line) -> int:
    """Plays the games with these numbers; how many positions were written."""
    written = 0
    for number in range(first_game, first_game + games):
        seed = mixed(7, number)
        at_random = 2 + below(seed, most_random - 1)
        written += game_of_two(seed, depth, at_random, desk, out[written:])
    return written


class Round(NamedTuple):
    """What games of several are thought about with."""

    game: several.Game
    tree: several.Tree


def round_of(rules: Words, start: Line, patterns: Tables) -> Round:
    """A fresh one; `start` is a line of one row."""
    seats, rows = int(rules[SEATS]), 70
    line = np.zeros((rows, start.shape[1]), np.int64)
    line[0] = start[0]
    tree = several.tree_of(seats, _TREE, rows)
    tree.control[several.LIMIT], tree.control[several.CERTAIN] = 1 << 60, _CERTAIN
    return Round(several.game_of(rules, line, patterns), tree)


@compiled_apart
def _best_end(at: int, table: Round) -> int:
    """The move that brings the seat to move most, the others doing the same for themselves."""
    game, seat, best, chosen = table.game, table.game.line[at, SEAT], -1.0, 0
    free = several.free_squares(game, at)
    while free != 0:
        square = first(free)
        free &= ~bit(square)
        play(game.rules, game.line, at, square)
        several.seen_through(game, at + 1, best, table.tree)
        if table.tree.ends[at + 1, seat] > best:
            best, chosen = table.tree.ends[at + 1, seat], square
    return chosen


@compiled_apart
def _most_visited(at: int, times: int, table: Round) -> int:
    """The move that the tree finds best after growing so many times."""
    tree = table.tree
    several.planted(tree, at)
    several.grow(table.game, tree, times)
    begin, best = int(tree.nodes[0, several.FIRST]), int(tree.nodes[0, several.FIRST])
    for child in range(begin, begin + int(tree.nodes[0, several.CHILDREN])):
        if tree.nodes[child, several.VISITS] > tree.nodes[best, several.VISITS]:
            best = child
    if times == 1:  # children were looked at once each: the best is where the most is promised
        seat = table.game.line[at, SEAT]
        for child in range(begin, begin + int(tree.nodes[0, several.CHILDREN])):
            if tree.sums[child, seat] > tree.sums[best, seat]:
                best = child
    return int(tree.nodes[best, several.CODE])


@compiled
def _judged(times: int, table: Round, seat: int, out: Reals) -> None:
    """Writes what the tree says that each seat gets, in the order of their turns from this one on; or nothing, if it
    has grown too little to be believed."""
    tree, seats = table.tree, out.shape[0]
    for later in range(seats):
        out[later] = tree.sums[0, (seat + later) % seats] / tree.nodes[0, several.VISITS] if times >= _TRUSTED else -1.0


@compiled_apart
def game_of_several(seed: int, times: int, at_random: int, table: Round, out: Line, results: Reals) -> int:
    """Plays a game; writes its positions, boards by turn, and what each of these seats gets; how many."""
    game, written, at = table.game, 0, 0
    seats, line = int(game.rules[SEATS]), game.line
    while line[at, STATUS] == PLAYING:
        free = several.free_squares(game, at)
        if at < at_random:
            seed = random_next(seed)
            square = nth(free, below(seed, count(free)))
        else:
            for colour in range(4):
                later = (line[at, SEAT] + colour) % seats if colour < seats else colour
                out[written, colour] = line[at, HEADER + game.rules[FIRST_COLOUR + later]] if colour < seats else 0
            out[written, 4] = 0
            for colour in range(4):
                out[written, 4] |= line[at, HEADER + colour]  # all balls, neutral ones too
            out[written, 5] = line[at, SEAT]
            if count(int(game.rules[6] & ~out[written, 4])) <= _SEEN_BY_SEVERAL:
                square = _best_end(at, table)
                results[written, 0] = -1.0
            else:
                square = _most_visited(at, times, table)
                _judged(times, table, int(line[at, SEAT]), results[written])
            written += 1
        play(game.rules, line, at, square)
        at += 1
    several.rewarded(game, at, table.tree.ends[at])
    for i in range(written):
        part = _TRUST if results[i, 0] >= 0.0 else 0.0
        for later in range(seats):
            got = table.tree.ends[at, (out[i, 5] + later) % seats]
            results[i, later] = got + part * (results[i, later] - got)
    return written


@compiled
def games_of_several(
    first_game: int, games: int, times: int, most_random: int, table: Round, out: Line, results: Reals
) -> int:
    """Plays the games with these numbers; how many positions were written."""
    written = 0
    for number in range(first_game, first_game + games):
        seed = mixed(11, number)
        at_random = 2 + below(seed, most_random - 1)
        written += game_of_several(seed, times, at_random, table, out[written:], results[written:])
    return written
