"""Monte-Carlo tree search in compiled code: templates that `montecarlo.py` binds to a game.

Each seat wants the most for itself (max^n): a node keeps what every seat got from the games that went through it. From
the end of the tree the game is played on at random. Guided search first looks at the moves the brain recommends with
`ordering`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, RealGrid, Reals, Words
from ludotheque.core.boards.lines import PLAYING, SEAT, STATUS, nth_code, write_codes
from ludotheque.core.boards.lines import total as total_moves
from ludotheque.core.boards.randomness import below, random_next

CODE, FIRST, CHILDREN, VISITS = 0, 1, 2, 3
"""The words of a node: the move that led to it, its first child, how many there are, how often it was visited."""
NODE = 4
USED, RANDOM, GUIDED, MOST, ROOT = 0, 1, 2, 3, 4
"""The words of the control: nodes used, the generator's state, whether `ordering` is heard, how many moves a game at
random lasts at most, and the row of the root."""
CONTROL = 5

_CURIOSITY = 0.6
"""How much less known moves are preferred."""
_RECOMMENDED = 0.02
"""What a recommendation is worth at first, for each point of ordering."""
_MARGIN = 0.2
"""How much of a result is the share of the points; the rest is winning."""


def settled(rules: Words, line: Line, at: int, sets: Line) -> int:
    raise NotImplementedError("bound to a kernel by mcts.bound_to")


def play(rules: Words, line: Line, at: int, code: int) -> None:
    raise NotImplementedError("bound to a kernel by mcts.bound_to")


def scores(rules: Words, line: Line, at: int, out: Words) -> None:
    raise NotImplementedError("bound to a kernel by mcts.bound_to")


def ordering(rules: Words, line: Line, at: int, code: int) -> int:
    raise NotImplementedError("bound to a brain by mcts.bound_to")


class Game(NamedTuple):
    """The game that is tried out: its rules as integers, its line with room ahead, and scratch paper for sets of moves,
    their codes, and points."""

    rules: Words
    line: Line
    sets: Line
    codes: Words
    points: Words


class Tree(NamedTuple):
    """The tree: its nodes, what each seat got through each of them, what each got from the last game, the nodes that
    game went through, and the control."""

    nodes: Line
    sums: RealGrid
    rewards: Reals
    way: Words
    control: Words


def rewarded(game: Game, at: int, out: Reals) -> None:
    """What each seat gets, from 0 to 1: the winners share, and a little goes by points. A game cut short is a draw."""
    seats, points = out.shape[0], game.points
    for seat in range(seats):
        out[seat] = 1.0 / seats
    if game.line[at, STATUS] == PLAYING:
        return
    scores(game.rules, game.line, at, points)
    best, winners, sum_ = points[0], 0, 0
    for seat in range(seats):
        best = max(best, points[seat])
        sum_ += points[seat]
    for seat in range(seats):
        winners += 1 if points[seat] == best else 0
    for seat in range(seats):
        won = 1.0 / winners if points[seat] == best else 0.0
        out[seat] = (1.0 - _MARGIN) * won + _MARGIN * points[seat] / max(sum_, 1)


def chosen(game: Game, tree: Tree, at: int, node: int) -> int:
    """The child to go to: what the seat to move has got from it, and how little is known of it."""
    nodes, seat = tree.nodes, game.line[at, SEAT]
    first, visits = int(nodes[node, FIRST]), int(nodes[node, VISITS])
    width = _CURIOSITY * math.sqrt(math.log(visits + 1.0))
    best, best_worth = first, -1.0e9
    for child in range(first, first + int(nodes[node, CHILDREN])):
        seen = int(nodes[child, VISITS])
        worth = 10.0 - 0.001 * (child - first)
        if seen > 0:
            worth = tree.sums[child, seat] / seen + width / math.sqrt(seen)
        if tree.control[GUIDED]:
            worth += _RECOMMENDED * ordering(game.rules, game.line, at, int(nodes[child, CODE])) / (1 + seen)
        if worth > best_worth:
            best, best_worth = child, worth
    return best


def grown(tree: Tree, node: int, codes: Words, number: int) -> None:
    """Gives a node its children, where there is room."""
    nodes, used = tree.nodes, int(tree.control[USED])
    if used + number > nodes.shape[0]:
        return
    nodes[node, FIRST], nodes[node, CHILDREN] = used, number
    for i in range(number):
        nodes[used + i, CODE] = codes[i]
        nodes[used + i, FIRST] = nodes[used + i, CHILDREN] = nodes[used + i, VISITS] = 0
        for seat in range(tree.sums.shape[1]):
            tree.sums[used + i, seat] = 0.0
    tree.control[USED] = used + number


def played_out(game: Game, at: int, control: Words) -> int:
    """Plays on at random from row `at`; the last row."""
    # Looked up once: this is done often.
    rules, line, sets, random = game.rules, game.line, game.sets, int(control[RANDOM])
    for _ in range(control[MOST]):
        number = settled(rules, line, at, sets)
        if number == 0:
            break
        random = random_next(random)
        play(rules, line, at, nth_code(sets, below(random, total_moves(sets, number))))
        at += 1
    control[RANDOM] = random
    return at


def grow(game: Game, tree: Tree, games: int) -> None:
    """Plays so many games, each down the tree and then at random, and remembers in the tree how they ended."""
    nodes, way = tree.nodes, tree.way
    for _ in range(games):
        at, node, depth = int(tree.control[ROOT]), 0, 0
        way[0] = 0
        while nodes[node, CHILDREN] > 0 and depth < way.shape[0] - 2:
            node = chosen(game, tree, at, node)
            play(game.rules, game.line, at, int(nodes[node, CODE]))
            at += 1
            depth += 1
            way[depth] = node
        if nodes[node, VISITS] > 0 and nodes[node, CHILDREN] == 0:
            number = settled(game.rules, game.line, at, game.sets)
            if number > 0:
                write_codes(game.sets, number, game.codes)
                grown(tree, node, game.codes, total_moves(game.sets, number))
        rewarded(game, played_out(game, at, tree.control), tree.rewards)
        for i in range(depth + 1):
            nodes[way[i], VISITS] += 1
            for seat in range(tree.rewards.shape[0]):
                tree.sums[way[i], seat] += tree.rewards[seat]


PARTS = (rewarded, chosen, grown, played_out)
"""What `grow` is made of."""
