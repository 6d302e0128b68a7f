"""Monte-Carlo tree search in compiled code: templates that `mcts.py` binds to a game.

Each seat wants the most for itself (max^n): a node keeps what every seat got from the games that went through it. From
the end of the tree the game is played on at random. Guided search first looks at the moves the brain recommends with
`ordering`.
"""

from __future__ import annotations

import math

from ludotheque.core.boards.arrays import Line, Reals, Words, np
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


def rewarded(rules: Words, line: Line, at: int, points: Words, out: Reals) -> None:
    """What each seat gets, from 0 to 1: the winners share, and a little goes by points. A game cut short is a draw."""
    seats = out.shape[0]
    for seat in range(seats):
        out[seat] = 1.0 / seats
    if line[at, STATUS] == PLAYING:
        return
    scores(rules, line, at, points)
    best, winners, sum_ = points[0], 0, 0
    for seat in range(seats):
        best = max(best, points[seat])
        sum_ += points[seat]
    for seat in range(seats):
        winners += 1 if points[seat] == best else 0
    for seat in range(seats):
        won = 1.0 / winners if points[seat] == best else 0.0
        out[seat] = (1.0 - _MARGIN) * won + _MARGIN * points[seat] / max(sum_, 1)


def chosen(rules: Words, line: Line, at: int, tree: Line, sums: Reals, node: int, guided: int) -> int:
    """The child to go to: what the seat to move has got from it, and how little is known of it."""
    seat = line[at, SEAT]
    first, visits = int(tree[node, FIRST]), int(tree[node, VISITS])
    width = _CURIOSITY * math.sqrt(math.log(visits + 1.0))
    best, best_worth = first, -1.0e9
    for child in range(first, first + int(tree[node, CHILDREN])):
        seen = int(tree[child, VISITS])
        worth = 10.0 - 0.001 * (child - first)
        if seen > 0:
            worth = sums[child, seat] / seen + width / math.sqrt(seen)
        if guided:
            worth += _RECOMMENDED * ordering(rules, line, at, int(tree[child, CODE])) / (1 + seen)
        if worth > best_worth:
            best, best_worth = child, worth
    return best


def grown(tree: Line, sums: Reals, node: int, codes: Words, number: int, control: Words) -> None:
    """Gives a node its children, where there is room."""
    used = int(control[USED])
    if used + number > tree.shape[0]:
        return
    tree[node, FIRST], tree[node, CHILDREN] = used, number
    for i in range(number):
        tree[used + i, CODE] = codes[i]
        tree[used + i, FIRST] = tree[used + i, CHILDREN] = tree[used + i, VISITS] = 0
        for seat in range(sums.shape[1]):
            sums[used + i, seat] = 0.0
    control[USED] = used + number


def played_out(rules: Words, line: Line, at: int, sets: Line, control: Words) -> int:
    """Plays on at random from row `at`; the last row."""
    for _ in range(control[MOST]):
        number = settled(rules, line, at, sets)
        if number == 0:
            break
        control[RANDOM] = random_next(int(control[RANDOM]))
        play(rules, line, at, nth_code(sets, below(int(control[RANDOM]), total_moves(sets, number))))
        at += 1
    return at


def grow(
    rules: Words,
    line: Line,
    tree: Line,
    sums: Reals,
    rewards: Reals,
    games: int,
    way: Words,
    control: Words,
    sets: Line,
) -> None:
    """Plays so many games, each down the tree and then at random, and remembers in the tree how they ended."""
    codes, points = np.empty(2048, np.int64), np.zeros(8, np.int64)
    for _ in range(games):
        at, node, depth = int(control[ROOT]), 0, 0
        way[0] = 0
        while tree[node, CHILDREN] > 0 and depth < way.shape[0] - 2:
            node = chosen(rules, line, at, tree, sums, node, int(control[GUIDED]))
            play(rules, line, at, int(tree[node, CODE]))
            at += 1
            depth += 1
            way[depth] = node
        if tree[node, VISITS] > 0 and tree[node, CHILDREN] == 0:
            number = settled(rules, line, at, sets)
            if number > 0:
                write_codes(sets, number, codes)
                grown(tree, sums, node, codes, total_moves(sets, number), control)
        end = played_out(rules, line, at, sets, control)
        rewarded(rules, line, end, points, rewards)
        for i in range(depth + 1):
            tree[way[i], VISITS] += 1
            for seat in range(rewards.shape[0]):
                sums[way[i], seat] += rewards[seat]


PARTS = (rewarded, chosen, grown, played_out)
"""What `grow` is made of."""
