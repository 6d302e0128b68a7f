"""Looking ahead in a game of two: alpha-beta with what patterns promise, compiled.

A position is three boards, as in `endings.py`, which lists and ranks the moves here too. A value is that of the colour
to move, in parts of a ball (`BALL`). What is known of a position is kept under its very boards.

Where a look that goes half as far comes out far beyond the window, the whole look would hardly come back into it
(*multi-prob-cut*): then it is left out. How far off the short look usually is was measured with the tables
(`Off`, by phase and depth). A look to the very end leaves nothing out.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import bit
from ludotheque.games.rolit.endings import (
    CHILD_NEUTRAL,
    CHILD_OWN,
    CHILD_THEIRS,
    EVERY,
    LIMIT,
    NODES,
    RANK,
    SQUARE,
    UNKNOWN,
    Moves,
    found,
    listed,
    next_best,
    slot_of,
)
from ludotheque.games.rolit.kernel import placeable, turned
from ludotheque.games.rolit.patterns import Tables, worth

BALL = 64
"""What one ball is worth."""
INFINITE = 100 * BALL
_MOST = 64 * BALL
SELECTIVE, ROOT = 4, 5
"""Two more words of the control: whether unlikely things are left out, and how many balls the root has."""
CONTROL = 6
DEEPEST = 24
"""Beyond this depth a look is as far off as at this depth."""
BOUNDS = 3
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_NO_SQUARE = 127
_BIAS = 1 << 20
_SHORTENED = 3
"""From this depth on, short looks may replace long ones."""
_FORESEEN = 3
"""From this depth on, what the patterns say of a move ranks it."""
_CERTAINTY, _PARTS = 7, 5
"""By how much more than it is usually off a short look must be beyond the window: 7/5."""


class Sheet(NamedTuple):
    """What a search looks things up in, and writes on: the moves of each level, the table of positions, the control,
    the patterns, and how far off short looks are, by phase and depth."""

    stack: Moves
    table: Line
    control: Words
    patterns: Tables
    off: Line


@compiled
def promised(own: int, theirs: int, neutral: int, every: int, patterns: Tables) -> int:
    """What the patterns say to the colour to move."""
    value = worth(own, theirs, own | theirs | neutral, every, patterns)
    return max(-_MOST, min(_MOST, value))


@compiled
def shorter(depth: int) -> int:
    """How far the look goes that may replace one to this depth: half as far, and by the same side to move."""
    return 2 * (depth >> 2) + (depth & 1)


@compiled
def told(depth: int, value: int, kind: int, square: int) -> int:
    """What is known of a position, in one word."""
    return (value + _BIAS) << 16 | depth << 9 | kind << 7 | square


@compiled
def _remembered(sheet: Sheet, own: int, theirs: int, neutral: int, word: int) -> None:
    """Writes down what is known: in the first of two slots, unless a position nearer to the root is there."""
    table = sheet.table
    slot = found(table, own, theirs, neutral)
    if slot < 0:
        slot = slot_of(table, own, theirs, neutral) & ~1
        there = count(int(table[slot, 0] | table[slot, 1] | table[slot, 2]))
        if sheet.control[ROOT] <= there < count(own | theirs | neutral):
            slot += 1
    table[slot, 0], table[slot, 1], table[slot, 2], table[slot, BOUNDS] = own, theirs, neutral, word


@compiled_apart
def _last_look(own: int, theirs: int, neutral: int, alpha: int, beta: int, sheet: Sheet) -> int:
    """The value one move ahead."""
    control, every, best = sheet.control, int(sheet.control[EVERY]), -INFINITE
    there = own | theirs | neutral
    free = placeable(own, theirs | neutral, every)
    last = count(every & ~there) == 1
    while free != 0:
        ball = bit(first(free))
        free &= ~ball
        captured = turned(own, theirs | neutral, ball)
        mine, other, rest = own | captured | ball, theirs & ~captured, neutral & ~captured
        control[NODES] += 1
        value = BALL * (count(mine) - count(other)) if last else -promised(other, mine, rest, every, sheet.patterns)
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@compiled
def _foreseen(moves: Line, number: int, hint: int, sheet: Sheet) -> None:
    """Ranks the moves by what the patterns say, and a little as they are ranked already."""
    every = int(sheet.control[EVERY])
    for i in range(number):
        if moves[i, SQUARE] != hint:
            one, other, rest = int(moves[i, CHILD_OWN]), int(moves[i, CHILD_THEIRS]), int(moves[i, CHILD_NEUTRAL])
            moves[i, RANK] = 8 * moves[i, RANK] - promised(one, other, rest, every, sheet.patterns)


@compiled
def _tested(own: int, theirs: int, neutral: int, depth: int, alpha: int, beta: int, sheet: Sheet) -> int:
    """What a short look is asked: whether it reaches so much. `UNKNOWN` where it is not worth asking."""
    every = int(sheet.control[EVERY])
    off = int(sheet.off[count(every & ~(own | theirs | neutral)), min(depth, DEEPEST)])
    margin = _CERTAINTY * off // _PARTS
    asked = beta + margin if promised(own, theirs, neutral, every, sheet.patterns) >= beta else beta - margin
    return asked if -_MOST < asked < _MOST and sheet.control[SELECTIVE] and beta - alpha == 1 else UNKNOWN


@compiled
def _known(word: int, depth: int, alpha: int, beta: int) -> int:
    """The value that a word of the table tells, if it is enough here; else `UNKNOWN`."""
    if (word >> 9) & 127 < depth:
        return UNKNOWN
    value, kind = (word >> 16) - _BIAS, (word >> 7) & 3
    if kind == _EXACT or (kind == _AT_LEAST and value >= beta) or (kind == _AT_MOST and value <= alpha):
        return value
    return UNKNOWN


@compiled_apart
def search(own: int, theirs: int, neutral: int, depth: int, alpha: int, beta: int, level: int, sheet: Sheet) -> int:
    """What the position is worth to the colour to move, if that lies between alpha and beta, else a bound of it; or
    `UNKNOWN` when the limit of nodes is reached."""
    control, hint, floor = sheet.control, -1, alpha
    if depth <= 1:
        return _last_look(own, theirs, neutral, alpha, beta, sheet)
    control[NODES] += 1
    if control[NODES] > control[LIMIT]:
        return UNKNOWN
    at = found(sheet.table, own, theirs, neutral)
    if at >= 0:
        word = int(sheet.table[at, BOUNDS])
        hint, value = word & _NO_SQUARE, _known(word, depth, alpha, beta)
        if value != UNKNOWN:
            return value
    asked = _tested(own, theirs, neutral, depth, alpha, beta, sheet) if depth >= _SHORTENED else UNKNOWN
    if asked != UNKNOWN:
        value = search(own, theirs, neutral, shorter(depth), asked - 1, asked, level, sheet)
        if value == UNKNOWN:
            return UNKNOWN
        if (value >= asked) == (asked >= beta):
            return beta if value >= asked else alpha
    moves = sheet.stack[level]
    free = placeable(own, theirs | neutral, int(control[EVERY]))
    number = listed(own, theirs, neutral, free, hint, moves, control)
    if depth >= _FORESEEN:
        _foreseen(moves, number, hint, sheet)
    best, square = -INFINITE, _NO_SQUARE
    for i in range(number):
        next_best(moves, i, number)
        one, other, rest = int(moves[i, CHILD_OWN]), int(moves[i, CHILD_THEIRS]), int(moves[i, CHILD_NEUTRAL])
        high = beta if i == 0 else floor + 1
        value = -search(one, other, rest, depth - 1, -high, -floor, level + 1, sheet)
        if floor < value < beta and high < beta:
            value = -search(one, other, rest, depth - 1, -beta, -value + 1, level + 1, sheet)
        if abs(value) == UNKNOWN:
            return UNKNOWN
        if value > best:
            best, square = value, int(moves[i, SQUARE])
            floor = max(floor, best)
            if best >= beta:
                break
    kind = _AT_MOST if best <= alpha else _AT_LEAST if best >= beta else _EXACT
    _remembered(sheet, own, theirs, neutral, told(depth, best, kind, square))
    return best
