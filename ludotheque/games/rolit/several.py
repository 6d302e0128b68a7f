"""Looking ahead in a game of three or four colours: a tree of games in which each wants the most for itself, compiled.

What a position promises to each seat is a share of the win, learnt from games (`patterns.py`): the shares of all seats
make one. A node that is reached for the first time is given its children, each with the shares that it promises; so no
game is played out. From there on a child is chosen by what its mover has got from it, and the more promising it looked
the more often.

The last moves are seen through to the end instead (max^n). `rewarded` says what an end is worth, and is the same for
both: the winners share, and a little goes by points.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, RealGrid, Reals, Words
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import bit
from ludotheque.core.boards.lines import HEADER, PLAYING, SEAT, STATUS
from ludotheque.games.rolit.kernel import ALL_SQUARES, FIRST_COLOUR, SEATS, balls, placeable, play
from ludotheque.games.rolit.patterns import Tables, worth

LOGIT = 512
"""A weight of the patterns that makes a share e times as likely."""
CODE, FIRST, CHILDREN, VISITS = range(4)
"""The words of a node: the move that led to it, its first child, how many there are, how often it was visited."""
NODE = 4
USED, ROOT, NODES, LIMIT = range(4)
"""The words of the control: nodes used, the row of the root; positions of an ending seen so far, and allowed."""
CONTROL = 4
_POINTS = 0.2
"""How much of a result is the share of the points; the rest is winning."""
_CURIOSITY = 0.7
"""How much what looks promising is preferred to what has proved good."""
_CLEARLY = 12.0
"""How clearly what looks better is looked at more often."""


class Tree(NamedTuple):
    """The tree: its nodes, what each seat got through each of them and how promising each looked (the last column),
    what each seat gets from the position at hand, the nodes on the way to it, and the control."""

    nodes: Line
    sums: RealGrid
    shares: Reals
    way: Words
    control: Words


class Game(NamedTuple):
    """The game that is thought about: its rules as integers, its line with room ahead, and the patterns."""

    rules: Words
    line: Line
    patterns: Tables


@compiled
def _board(game: Game, at: int, seat: int) -> int:
    return int(game.line[at, HEADER + game.rules[FIRST_COLOUR + seat]])


@compiled
def rewarded(game: Game, at: int, out: Reals) -> None:
    """What each seat gets of a finished game: the winners share, and a little goes by points."""
    seats, best, winners, sum_ = int(game.rules[SEATS]), -1, 0, 0
    for seat in range(seats):
        points = count(_board(game, at, seat))
        sum_ += points
        if points > best:
            best, winners = points, 0
        winners += points == best
    for seat in range(seats):
        points = count(_board(game, at, seat))
        won = 1.0 / winners if points == best else 0.0
        out[seat] = (1.0 - _POINTS) * won + _POINTS * points / max(sum_, 1)


@compiled_apart
def promised(game: Game, at: int, out: Reals) -> None:
    """What a position promises to each seat, or what it gets if the game is over."""
    if game.line[at, STATUS] != PLAYING:
        rewarded(game, at, out)
        return
    seats, every, mover = int(game.rules[SEATS]), int(game.rules[ALL_SQUARES]), int(game.line[at, SEAT])
    all_, sum_ = balls(game.line, at), 0.0
    for later in range(seats):
        seat = (mover + later) % seats
        own, next_ = _board(game, at, seat), _board(game, at, (seat + 1) % seats)
        out[seat] = math.exp(worth(own, next_, all_, every, later, game.patterns) / LOGIT)
        sum_ += out[seat]
    for seat in range(seats):
        out[seat] /= sum_


@compiled
def free_squares(game: Game, at: int) -> int:
    """Where the seat to move may place a ball."""
    own = _board(game, at, int(game.line[at, SEAT]))
    return placeable(own, balls(game.line, at) & ~own, int(game.rules[ALL_SQUARES]))


@compiled
def chosen(game: Game, tree: Tree, at: int, node: int) -> int:
    """The child to go to."""
    nodes, seat, last = tree.nodes, game.line[at, SEAT], tree.sums.shape[1] - 1
    begin = int(nodes[node, FIRST])
    width = _CURIOSITY * math.sqrt(nodes[node, VISITS])
    best, best_worth = begin, -1.0
    for child in range(begin, begin + int(nodes[node, CHILDREN])):
        seen = int(nodes[child, VISITS])
        worth_ = tree.sums[child, seat] / seen + width * tree.sums[child, last] / (1 + seen)
        if worth_ > best_worth:
            best, best_worth = child, worth_
    return best


@compiled_apart
def grown(game: Game, tree: Tree, at: int, node: int) -> int:
    """Gives a node its children, each as it looks; the one that promises most to the seat to move."""
    nodes, sums, shares, used = tree.nodes, tree.sums, tree.shares, int(tree.control[USED])
    seats, seat, last = shares.shape[0], game.line[at, SEAT], sums.shape[1] - 1
    free = free_squares(game, at)
    number = count(free)
    if used + number > nodes.shape[0]:
        return -1
    nodes[node, FIRST], nodes[node, CHILDREN] = used, number
    best, sum_ = used, 0.0
    for child in range(used, used + number):
        square = first(free)
        free &= ~bit(square)
        play(game.rules, game.line, at, square)
        promised(game, at + 1, shares)
        nodes[child, CODE], nodes[child, CHILDREN], nodes[child, VISITS] = square, 0, 1
        for each in range(seats):
            sums[child, each] = shares[each]
        sums[child, last] = math.exp(_CLEARLY * shares[seat])
        sum_ += sums[child, last]
        if shares[seat] > sums[best, seat]:
            best = child
    for child in range(used, used + number):
        sums[child, last] /= sum_
    tree.control[USED] = used + number
    return best


@compiled
def grow(game: Game, tree: Tree, times: int) -> None:
    """Goes down the tree so many times, and remembers what was found at its end."""
    nodes, sums, shares, way = tree.nodes, tree.sums, tree.shares, tree.way
    for _ in range(times):
        at, node, depth = int(tree.control[ROOT]), 0, 0
        while nodes[node, CHILDREN] > 0:
            node = chosen(game, tree, at, node)
            play(game.rules, game.line, at, int(nodes[node, CODE]))
            at += 1
            depth += 1
            way[depth] = node
        best = grown(game, tree, at, node) if game.line[at, STATUS] == PLAYING else -1
        if best < 0:
            promised(game, at, shares)
        else:
            for seat in range(shares.shape[0]):
                shares[seat] = sums[best, seat]
        for i in range(depth + 1):
            nodes[way[i], VISITS] += 1
            for seat in range(shares.shape[0]):
                sums[way[i], seat] += shares[seat]


@compiled_apart
def seen_through(game: Game, at: int, bound: float, ends: RealGrid, control: Words) -> int:
    """What each seat gets if all want the most for themselves, written into `ends[at]`: 1, or 0 when the limit of
    positions is reached. Who moved last has `bound` for sure: once so much is got by the one who moves now that no more
    is left for that one, nothing else matters."""
    control[NODES] += 1
    if control[NODES] > control[LIMIT]:
        return 0
    if game.line[at, STATUS] != PLAYING:
        rewarded(game, at, ends[at])
        return 1
    seat, free, best = game.line[at, SEAT], free_squares(game, at), -1.0
    while free != 0:
        square = first(free)
        free &= ~bit(square)
        play(game.rules, game.line, at, square)
        if not seen_through(game, at + 1, best, ends, control):
            return 0
        if ends[at + 1, seat] > best:
            best = ends[at + 1, seat]
            for each in range(ends.shape[1]):
                ends[at, each] = ends[at + 1, each]
            if best >= 1.0 - bound:
                break
    return 1
