"""Looking ahead in a game of three or four colours: a tree of games in which each wants the most for itself, compiled.

What a position promises to each seat is a share, learnt from games (`patterns.py`): the shares of all seats make one. A
node that is reached for the first time is given its children, each with the shares that it promises; so no game is
played out. What comes of this look is what they promise together, the more promising the more it counts. From there on
a child is chosen by what its mover has got from it, and the more promising it looked the more often.

Where a game is over, what it brought is certain; and so it is of a node whose children are. The last moves are seen
through to the end instead (max^n). `rewarded` says what an end is worth, and is the same for both: a part of it goes to
the winners, a part by rank, a part by points, as the tables were learnt for.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, RealGrid, Reals, Words, np
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import bit
from ludotheque.core.boards.lines import HEADER, PLAYING, SEAT, STATUS
from ludotheque.games.rolit.kernel import ALL_SQUARES, FIRST_COLOUR, SEATS, balls, placeable, play
from ludotheque.games.rolit.patterns import RANKING, WINNING, Tables, worth_by_turn

LOGIT = 512
"""A weight of the patterns that makes a share e times as likely."""
CODE, FIRST, CHILDREN, VISITS, SURE = range(5)
"""The words of a node: the move that led to it, its first child, how many there are, how often it was visited, and
whether what it brings is certain."""
NODE = 5
USED, ROOT, CERTAIN, NODES, LIMIT, RESUMED = range(6)
"""The words of the control: nodes used, the row of the root, with how few empty squares the end of a way is seen
through; positions of an ending seen so far, and allowed, and the row at which the next look goes on, or 0."""
CONTROL = 6
_CURIOSITY = 0.7
"""How much what looks promising is preferred to what has proved good."""
_CLEARLY = 12.0
"""How clearly what looks better is looked at more often."""
_ALL = 1 << 60
"""No limit."""


class Tree(NamedTuple):
    """The tree: its nodes, what each seat got through each of them and how promising each looked (the last column),
    what each seat gets from the position at hand, the nodes on the way to it, and the control; and by row of the line,
    for endings: what each seat gets, and the squares that are left to try."""

    nodes: Line
    sums: RealGrid
    shares: Reals
    way: Words
    control: Words
    ends: RealGrid
    rest: Words


def tree_of(seats: int, room: int, rows: int) -> Tree:
    """An empty tree with room for so many nodes, for lines of so many rows."""
    return Tree(
        np.zeros((room, NODE), np.int64),
        np.zeros((room, seats + 1), np.float64),
        np.zeros(seats, np.float64),
        np.zeros(rows, np.int64),
        np.zeros(CONTROL, np.int64),
        np.zeros((rows, seats), np.float64),
        np.zeros(rows, np.int64),
    )


@compiled
def planted(tree: Tree, at: int) -> None:
    """Begins a tree anew, whose root is this row of the line."""
    tree.control[USED], tree.control[ROOT], tree.control[RESUMED], tree.control[LIMIT] = 1, at, 0, _ALL
    for word in range(NODE):
        tree.nodes[0, word] = 0
    for column in range(tree.sums.shape[1]):
        tree.sums[0, column] = 0.0


class Game(NamedTuple):
    """The game that is thought about: its rules as integers, its line with room ahead, the patterns; and to write on,
    the balls of each seat and what is promised to it, by turn."""

    rules: Words
    line: Line
    patterns: Tables
    boards: Words
    turns: Reals


def game_of(rules: Words, line: Line, patterns: Tables) -> Game:
    """A game to think about."""
    return Game(rules, line, patterns, np.zeros(int(rules[SEATS]), np.int64), np.zeros(int(rules[SEATS])))


@compiled
def _board(game: Game, at: int, seat: int) -> int:
    return int(game.line[at, HEADER + game.rules[FIRST_COLOUR + seat]])


@compiled
def rewarded(game: Game, at: int, out: Reals) -> None:
    """What each seat gets of a finished game: the winners share a part, a part goes by rank, a little by points. All
    seats together get one."""
    seats, best, winners, sum_ = int(game.rules[SEATS]), -1, 0, 0
    winning, ranking = game.patterns.measures[WINNING] / 1000, game.patterns.measures[RANKING] / 1000
    for seat in range(seats):
        points = count(_board(game, at, seat))
        sum_ += points
        if points > best:
            best, winners = points, 0
        winners += points == best
    for seat in range(seats):
        points, above = count(_board(game, at, seat)), 0.0
        for other in range(seats):
            if other != seat:
                theirs = count(_board(game, at, other))
                above += 1.0 if points > theirs else 0.5 if points == theirs else 0.0
        won = 1.0 / winners if points == best else 0.0
        by_points = (1.0 - winning - ranking) * points / max(sum_, 1)
        out[seat] = winning * won + ranking * above * 2.0 / (seats * (seats - 1)) + by_points


@compiled_apart
def promised(game: Game, at: int, out: Reals) -> None:
    """What a position promises to each seat, or what it gets if the game is over."""
    if game.line[at, STATUS] != PLAYING:
        rewarded(game, at, out)
        return
    seats, every, mover = int(game.rules[SEATS]), int(game.rules[ALL_SQUARES]), int(game.line[at, SEAT])
    boards, turns, sum_ = game.boards, game.turns, 0.0
    for later in range(seats):
        boards[later] = _board(game, at, (mover + later) % seats)
    worth_by_turn(boards, balls(game.line, at), every, game.patterns, turns)
    for later in range(seats):
        turns[later] = math.exp(turns[later] / LOGIT)
        sum_ += turns[later]
    for later in range(seats):
        out[(mover + later) % seats] = turns[later] / sum_


@compiled
def free_squares(game: Game, at: int) -> int:
    """Where the seat to move may place a ball."""
    own = _board(game, at, int(game.line[at, SEAT]))
    return placeable(own, balls(game.line, at) & ~own, int(game.rules[ALL_SQUARES]))


@compiled
def _arrived(game: Game, at: int, tree: Tree) -> int:
    """Begins with a position that is seen through: what is left to try there, nothing in the end; 0 when the limit of
    positions is reached."""
    control, ends = tree.control, tree.ends
    control[NODES] += 1
    tree.rest[at] = 0
    if game.line[at, STATUS] != PLAYING:
        rewarded(game, at, ends[at])
    else:
        tree.rest[at] = free_squares(game, at)
        ends[at, game.line[at, SEAT]] = -1.0
    return int(control[NODES] <= control[LIMIT])


@compiled_apart
def seen_through(game: Game, at: int, bound: float, tree: Tree) -> int:
    """What each seat gets if all want the most for themselves, written into `ends[at]`: 1, or 0 when the limit of
    positions is reached; then the same look goes on where it was when it is asked for again. Who moved last has `bound`
    for sure: once so much is got by the one who moves now that no more is left for that one, nothing else matters.
    (It goes back and forth between rows instead of calling itself: numba cannot keep on disk what calls such.)"""
    line, ends, rest, row = game.line, tree.ends, tree.rest, int(tree.control[RESUMED])
    going = 1
    if row == 0:
        row = at
        going = _arrived(game, at, tree)
    tree.control[RESUMED] = 0
    while going:
        if rest[row] != 0:
            square = first(int(rest[row]))
            rest[row] &= ~bit(square)
            play(game.rules, line, row, square)
            row += 1
            going = _arrived(game, row, tree)
            continue
        if row == at:
            return 1
        row -= 1
        seat = line[row, SEAT]
        if ends[row + 1, seat] > ends[row, seat]:
            for each in range(ends.shape[1]):
                ends[row, each] = ends[row + 1, each]
            sure = bound if row == at else ends[row - 1, line[row - 1, SEAT]]
            if ends[row, seat] >= 1.0 - sure:
                rest[row] = 0
    tree.control[RESUMED] = row
    return 0


@compiled
def chosen(game: Game, tree: Tree, at: int, node: int) -> int:
    """The child to go to. Of one that is certain there is nothing more to find out."""
    nodes, seat, last = tree.nodes, game.line[at, SEAT], tree.sums.shape[1] - 1
    begin = int(nodes[node, FIRST])
    width = _CURIOSITY * math.sqrt(nodes[node, VISITS])
    best, best_worth = begin, -1.0
    for child in range(begin, begin + int(nodes[node, CHILDREN])):
        seen = int(nodes[child, VISITS])
        worth_ = tree.sums[child, seat] / seen
        if not nodes[child, SURE]:
            worth_ += width * tree.sums[child, last] / (1 + seen)
        if worth_ > best_worth:
            best, best_worth = child, worth_
    return best


@compiled_apart
def grown(game: Game, tree: Tree, at: int, node: int) -> int:
    """Gives a node its children, each as it looks, if there is room for them: 1 or 0."""
    nodes, sums, shares, used = tree.nodes, tree.sums, tree.shares, int(tree.control[USED])
    seats, seat, last = shares.shape[0], game.line[at, SEAT], sums.shape[1] - 1
    free = free_squares(game, at)
    number = count(free)
    if used + number > nodes.shape[0]:
        return 0
    nodes[node, FIRST], nodes[node, CHILDREN] = used, number
    sum_ = 0.0
    for child in range(used, used + number):
        square = first(free)
        free &= ~bit(square)
        play(game.rules, game.line, at, square)
        promised(game, at + 1, shares)
        nodes[child, CODE], nodes[child, CHILDREN], nodes[child, VISITS], nodes[child, SURE] = square, 0, 1, 0
        for each in range(seats):
            sums[child, each] = shares[each]
        sums[child, last] = math.exp(_CLEARLY * shares[seat])
        sum_ += sums[child, last]
    for child in range(used, used + number):
        sums[child, last] /= sum_
    tree.control[USED] = used + number
    return 1


@compiled
def _certain(tree: Tree, node: int, shares: Reals) -> None:
    """From now on these are for sure what each seat gets through a node."""
    tree.nodes[node, SURE] = 1
    for seat in range(tree.shares.shape[0]):
        tree.sums[node, seat] = tree.nodes[node, VISITS] * shares[seat]


@compiled
def _expected(tree: Tree, node: int) -> None:
    """Writes what the children of a new node promise, the likelier the more it counts: the best of many looks better
    than it is, and not everybody finds it."""
    nodes, sums, shares, seats = tree.nodes, tree.sums, tree.shares, tree.shares.shape[0]
    begin = int(nodes[node, FIRST])
    for seat in range(seats):
        shares[seat] = 0.0
        for child in range(begin, begin + int(nodes[node, CHILDREN])):
            shares[seat] += sums[child, seats] * sums[child, seat]


@compiled_apart
def looked_at(game: Game, tree: Tree, at: int, node: int) -> None:
    """Writes what the end of a way promises into the shares."""
    shares, seats = tree.shares, tree.shares.shape[0]
    left = count(int(game.rules[ALL_SQUARES]) & ~balls(game.line, at))
    if tree.nodes[node, SURE]:
        for seat in range(seats):
            shares[seat] = tree.sums[node, seat] / tree.nodes[node, VISITS]
    elif left == 0 or (left <= tree.control[CERTAIN] and node != 0):
        seen_through(game, at, -1.0, tree)
        for seat in range(seats):
            shares[seat] = tree.ends[at, seat]
        _certain(tree, node, shares)
    else:
        if grown(game, tree, at, node):
            _expected(tree, node)
        else:
            promised(game, at, shares)


@compiled
def settled(tree: Tree, node: int, seat: int) -> None:
    """A node whose children are all certain is certain too: the seat to move takes the best."""
    nodes, sums = tree.nodes, tree.sums
    begin = int(nodes[node, FIRST])
    best = begin
    for child in range(begin, begin + int(nodes[node, CHILDREN])):
        if not nodes[child, SURE]:
            return
        if sums[child, seat] * nodes[best, VISITS] > sums[best, seat] * nodes[child, VISITS]:
            best = child
    for each in range(tree.shares.shape[0]):
        tree.ends[0, each] = sums[best, each] / nodes[best, VISITS]  # a row that no ending needs
    _certain(tree, node, tree.ends[0])


@compiled
def grow(game: Game, tree: Tree, times: int) -> None:
    """Goes down the tree so many times, and remembers what was found at its end."""
    nodes, sums, shares, way = tree.nodes, tree.sums, tree.shares, tree.way
    for _ in range(times):
        at, node, depth = int(tree.control[ROOT]), 0, 0
        while nodes[node, CHILDREN] > 0 and not nodes[node, SURE]:
            node = chosen(game, tree, at, node)
            play(game.rules, game.line, at, int(nodes[node, CODE]))
            at += 1
            depth += 1
            way[depth] = node
        looked_at(game, tree, at, node)
        for i in range(depth, -1, -1):
            node = int(way[i])
            nodes[node, VISITS] += 1
            for seat in range(shares.shape[0]):
                sums[node, seat] += shares[seat]
            if i < depth and nodes[way[i + 1], SURE]:
                settled(tree, node, int(game.line[at - depth + i, SEAT]))
