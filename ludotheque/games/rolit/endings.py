"""How a game of two colours ends when both play best: alpha-beta to the last ball, compiled.

A position is three boards: the balls of the colour to move, those of the other, and the neutral ones. What is known of a
position is kept in a table under these very boards, so that nothing is ever taken for something else.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import count, first
from ludotheque.core.compiled import Line, Words, compiled, compiled_apart
from ludotheque.core.grid import bit, neighbours
from ludotheque.core.symmetry import mixed
from ludotheque.games.rolit.kernel import placeable, turned

UNKNOWN = 1 << 20
"""What a search gives back that has come to its limit of nodes."""
NODES, LIMIT, SIZE, EVERY, CORNERS = range(5)
"""The words of the control: nodes so far and allowed, the side of the board, all its squares and its corners."""
CONTROL = 5
OWN, THEIRS, NEUTRAL, BOUNDS = range(4)
"""The words of the table: the boards, and what is known: `lower`, `upper` and the best square, packed."""
RANK, SQUARE, CHILD_OWN, CHILD_THEIRS, CHILD_NEUTRAL = range(5)
"""The words of a move on the stack: how promising it is, where to, and the boards after it as the other sees them."""
MOVE = 5
MOST_MOVES = 64
_PLAIN = 4
"""With so few empty squares the moves are tried as they come."""
_LOOKED_UP = 6
"""From so many empty squares on, what the moves lead to is looked up before one is tried."""
_BIAS = 128
MOST = 64
"""No margin is beyond it."""

Moves = NDArray[np.int64]
"""The stack: the moves of each level."""


@compiled
def packed(lower: int, upper: int, square: int) -> int:
    return (lower + _BIAS) << 16 | (upper + _BIAS) << 8 | square


@compiled
def lower_of(word: int) -> int:
    return (word >> 16) - _BIAS


@compiled
def upper_of(word: int) -> int:
    return ((word >> 8) & 255) - _BIAS


@compiled
def slot_of(table: Line, own: int, theirs: int, neutral: int) -> int:
    return (mixed(mixed(own & 0x3FFF_FFFF_FFFF_FFFF, theirs), neutral ^ own) >> 8) & (table.shape[0] - 1)


@compiled
def _last(own: int, theirs: int, neutral: int, empty: int, size: int) -> int:
    """The margin of the colour to move after it has placed the last ball."""
    captured = turned(own, theirs | neutral, empty, size)
    return count(own | captured | empty) - count(theirs & ~captured)


@compiled_apart
def _plain(own: int, theirs: int, neutral: int, empty: int, alpha: int, beta: int, control: Words) -> int:
    """The margin with few empty squares, the moves as they come."""
    control[NODES] += 1
    size, every = int(control[SIZE]), int(control[EVERY])
    if count(empty) == 1:
        return _last(own, theirs, neutral, empty, size)
    best = -UNKNOWN
    squares = placeable(own, theirs | neutral, every, size)
    while squares != 0:
        ball = bit(first(squares))
        squares &= ~ball
        captured = turned(own, theirs | neutral, ball, size)
        value = -_plain(
            theirs & ~captured, own | captured | ball, neutral & ~captured, empty & ~ball, -beta, -alpha, control
        )
        if value > best:
            best = value
            if best > alpha:
                alpha = best
            if best >= beta:
                break
    return best


@compiled
def _listed(own: int, theirs: int, neutral: int, squares: int, hint: int, moves: Line, control: Words) -> int:
    """Writes the moves with the boards after them, and ranks them: corners, and what leaves the other few choices."""
    size, every, corners = int(control[SIZE]), int(control[EVERY]), int(control[CORNERS])
    balls = own | theirs | neutral
    beside = neighbours(corners & ~balls)
    number = 0
    while squares != 0:
        square = first(squares)
        ball = bit(square)
        squares &= ~ball
        captured = turned(own, theirs | neutral, ball, size)
        other = theirs & ~captured
        choices = placeable(other, (balls | ball) & ~other, every, size)
        rank = -4 * count(choices) - 4 * count(choices & corners)
        if ball & corners:
            rank += 12
        elif ball & beside:
            rank -= 6
        moves[number, RANK] = rank if square != hint else 1 << 20
        moves[number, SQUARE] = square
        moves[number, CHILD_OWN] = other
        moves[number, CHILD_THEIRS] = own | captured | ball
        moves[number, CHILD_NEUTRAL] = neutral & ~captured
        number += 1
    return number


@compiled
def _found(table: Line, own: int, theirs: int, neutral: int) -> int:
    """The slot that tells of a position, or -1."""
    slot = slot_of(table, own, theirs, neutral)
    for at in (slot, slot ^ 1):
        if table[at, OWN] == own and table[at, THEIRS] == theirs and table[at, NEUTRAL] == neutral:
            return at
    return -1


@compiled
def _kept(table: Line, own: int, theirs: int, neutral: int, word: int) -> None:
    """Writes down what is known of a position: in the first of two slots, unless an earlier position is there."""
    slot = _found(table, own, theirs, neutral)
    if slot < 0:
        slot = slot_of(table, own, theirs, neutral) & ~1
        there = int(table[slot, OWN] | table[slot, THEIRS] | table[slot, NEUTRAL])
        if there != 0 and count(there) < count(own | theirs | neutral):
            slot += 1
    table[slot, OWN], table[slot, THEIRS], table[slot, NEUTRAL], table[slot, BOUNDS] = own, theirs, neutral, word


@compiled
def _refuted(table: Line, moves: Line, number: int, beta: int) -> int:
    """A move that is known to reach beta, or -1."""
    for i in range(number):
        at = _found(table, int(moves[i, CHILD_OWN]), int(moves[i, CHILD_THEIRS]), int(moves[i, CHILD_NEUTRAL]))
        if at >= 0 and -upper_of(int(table[at, BOUNDS])) >= beta:
            return i
    return -1


@compiled
def _next_best(moves: Line, i: int, number: int) -> None:
    """Brings the most promising of the moves from the i-th on to its place."""
    best = i
    for j in range(i + 1, number):
        if moves[j, RANK] > moves[best, RANK]:
            best = j
    if best != i:
        for word in range(MOVE):
            moves[i, word], moves[best, word] = moves[best, word], moves[i, word]


@compiled_apart
def search(
    own: int, theirs: int, neutral: int, alpha: int, beta: int, level: int, stack: Moves, table: Line, control: Words
) -> int:
    """The margin of the colour to move, between alpha and beta; below or above, a bound of it. `UNKNOWN` at the limit."""
    empty = int(control[EVERY]) & ~(own | theirs | neutral)
    left = count(empty)
    if left <= _PLAIN:
        return _plain(own, theirs, neutral, empty, alpha, beta, control)
    control[NODES] += 1
    if control[NODES] > control[LIMIT]:
        return UNKNOWN
    lower, upper, hint = -MOST, MOST, -1
    at = _found(table, own, theirs, neutral)
    if at >= 0:
        word = int(table[at, BOUNDS])
        lower, upper, hint = lower_of(word), upper_of(word), word & 255
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
    moves = stack[level]
    squares = placeable(own, theirs | neutral, int(control[EVERY]), int(control[SIZE]))
    number = _listed(own, theirs, neutral, squares, hint, moves, control)
    if left >= _LOOKED_UP:
        i = _refuted(table, moves, number, beta)
        if i >= 0:
            return beta
    best, square, floor = -UNKNOWN, -1, alpha
    for i in range(number):
        _next_best(moves, i, number)
        one, other, rest = int(moves[i, CHILD_OWN]), int(moves[i, CHILD_THEIRS]), int(moves[i, CHILD_NEUTRAL])
        high = beta if i == 0 else floor + 1
        value = -search(one, other, rest, -high, -floor, level + 1, stack, table, control)
        if floor < value < beta and high < beta and value != -UNKNOWN and value != UNKNOWN:
            value = -search(one, other, rest, -beta, -value + 1, level + 1, stack, table, control)
        if value == UNKNOWN or value == -UNKNOWN:
            return UNKNOWN
        if value > best:
            best, square = value, int(moves[i, SQUARE])
            floor = max(floor, best)
            if best >= beta:
                break
    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    _kept(table, own, theirs, neutral, packed(lower, upper, square))
    return best
