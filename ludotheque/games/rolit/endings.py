"""How a game of two colours ends when both play best: alpha-beta to the last ball, compiled.

A position is three boards: the balls of the colour to move, those of the other, and the neutral ones. What is known of
a position is kept in a table under these very boards, so that nothing is ever taken for something else.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, Stack, Words, np
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import bit, neighbours
from ludotheque.core.boards.lines import HEADER, SEAT
from ludotheque.core.boards.squares import square_at, squares
from ludotheque.core.boards.symmetry import WAYS, mixed, seen
from ludotheque.games.rolit.kernel import ALL_SQUARES, FIRST_COLOUR, balls, placeable, turned
from ludotheque.games.rolit.rules import LETTERS, RolitState

UNKNOWN = 1 << 20
"""What a search gives back that has come to its limit of nodes."""
NODES, LIMIT, EVERY, CORNERS = range(4)
"""The words of the control: nodes so far and allowed, all squares of the board and its corners."""
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
_FORESEEN = 11
"""From so many on, replies tell which move to try first."""
_SLICE = 3_000_000
"""How many nodes between two looks at the clock, at first."""
_BIAS = 128
MOST = 64
"""No margin is beyond it."""

Moves = Stack
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
    key = mixed(mixed(mixed(1, own), theirs), neutral)
    return int((key >> 8) & (table.shape[0] - 1))


@compiled
def _last(own: int, theirs: int, neutral: int, empty: int) -> int:
    """The margin of the colour to move after it has placed the last ball."""
    captured = turned(own, theirs | neutral, empty)
    return count(own | captured | empty) - count(theirs & ~captured)


@compiled_apart
def _plain(own: int, theirs: int, neutral: int, empty: int, alpha: int, beta: int, control: Words) -> int:
    """The margin with few empty squares, the moves as they come."""
    control[NODES] += 1
    every = int(control[EVERY])
    if count(empty) == 1:
        return _last(own, theirs, neutral, empty)
    best = -UNKNOWN
    free = placeable(own, theirs | neutral, every)
    while free != 0:
        ball = bit(first(free))
        free &= ~ball
        captured = turned(own, theirs | neutral, ball)
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
def listed(own: int, theirs: int, neutral: int, free: int, hint: int, moves: Line, control: Words) -> int:
    """Writes the moves with the boards after them, and ranks them: corners first, and what leaves the other few choices
    and one's own balls shut in."""
    every, corners = int(control[EVERY]), int(control[CORNERS])
    there = own | theirs | neutral
    beside = neighbours(corners & ~there)
    number = 0
    while free != 0:
        square = first(free)
        ball = bit(square)
        free &= ~ball
        captured = turned(own, theirs | neutral, ball)
        other = theirs & ~captured
        choices = placeable(other, (there | ball) & ~other, every)
        mine = own | captured | ball
        rank = (
            -4 * count(choices) - 4 * count(choices & corners) - 2 * count(neighbours(mine) & ~(there | ball) & every)
        )
        if ball & corners:
            rank += 12
        elif ball & beside:
            rank -= 6
        moves[number, RANK] = rank if square != hint else 1 << 20
        moves[number, SQUARE] = square
        moves[number, CHILD_OWN] = other
        moves[number, CHILD_THEIRS] = mine
        moves[number, CHILD_NEUTRAL] = neutral & ~captured
        number += 1
    return number


@compiled
def found(table: Line, own: int, theirs: int, neutral: int) -> int:
    """The slot that tells of a position, or -1."""
    slot = slot_of(table, own, theirs, neutral)
    for at in (slot, slot ^ 1):
        if table[at, OWN] == own and table[at, THEIRS] == theirs and table[at, NEUTRAL] == neutral:
            return at
    return -1


@compiled
def _kept(table: Line, own: int, theirs: int, neutral: int, word: int) -> None:
    """Writes down what is known of a position: in the first of two slots, unless an earlier position is there."""
    slot = found(table, own, theirs, neutral)
    if slot < 0:
        slot = slot_of(table, own, theirs, neutral) & ~1
        there = int(table[slot, OWN] | table[slot, THEIRS] | table[slot, NEUTRAL])
        if there != 0 and count(there) < count(own | theirs | neutral):
            slot += 1
    table[slot, OWN], table[slot, THEIRS], table[slot, NEUTRAL], table[slot, BOUNDS] = own, theirs, neutral, word


@compiled
def _refuted(table: Line, moves: Line, number: int, beta: int) -> bool:
    """Whether a move is known to reach beta."""
    for i in range(number):
        at = found(table, int(moves[i, CHILD_OWN]), int(moves[i, CHILD_THEIRS]), int(moves[i, CHILD_NEUTRAL]))
        if at >= 0 and -upper_of(int(table[at, BOUNDS])) >= beta:
            return True
    return False


@compiled
def next_best(moves: Line, i: int, number: int) -> None:
    """Brings the most promising of the moves from the i-th on to its place."""
    best = i
    for j in range(i + 1, number):
        if moves[j, RANK] > moves[best, RANK]:
            best = j
    if best != i:
        for word in range(MOVE):
            moves[i, word], moves[best, word] = moves[best, word], moves[i, word]


@compiled_apart
def _ranked(own: int, theirs: int, neutral: int, hint: int, moves: Line, replies: Line, control: Words) -> int:
    """Lists the moves and ranks them; where it pays, by the most promising reply to each too."""
    every = int(control[EVERY])
    number = listed(own, theirs, neutral, placeable(own, theirs | neutral, every), hint, moves, control)
    if count(every & ~(own | theirs | neutral)) < _FORESEEN:
        return number
    for i in range(number):
        one, other, rest = int(moves[i, CHILD_OWN]), int(moves[i, CHILD_THEIRS]), int(moves[i, CHILD_NEUTRAL])
        many = listed(one, other, rest, placeable(one, other | rest, every), -1, replies, control)
        best = -UNKNOWN
        for j in range(many):
            best = max(best, int(replies[j, RANK]))
        moves[i, RANK] = 3 * moves[i, RANK] - best
    return number


@compiled_apart
def search(
    own: int, theirs: int, neutral: int, alpha: int, beta: int, level: int, stack: Moves, table: Line, control: Words
) -> int:
    """By how much the colour to move wins if that lies between alpha and beta, else a bound of it; or `UNKNOWN`."""
    empty = int(control[EVERY]) & ~(own | theirs | neutral)
    if count(empty) <= _PLAIN:
        return _plain(own, theirs, neutral, empty, alpha, beta, control)
    control[NODES] += 1
    if control[NODES] > control[LIMIT]:
        return UNKNOWN
    lower, upper, hint = -MOST, MOST, -1
    at = found(table, own, theirs, neutral)
    if at >= 0:
        word = int(table[at, BOUNDS])
        lower, upper, hint = lower_of(word), upper_of(word), word & 255
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
    moves = stack[level]
    number = _ranked(own, theirs, neutral, hint, moves, stack[level + 1], control)
    if count(empty) >= _LOOKED_UP and _refuted(table, moves, number, beta):
        return beta
    best, square, floor = -UNKNOWN, -1, alpha
    for i in range(number):
        next_best(moves, i, number)
        one, other, rest = int(moves[i, CHILD_OWN]), int(moves[i, CHILD_THEIRS]), int(moves[i, CHILD_NEUTRAL])
        high = beta if i == 0 else floor + 1
        value = -search(one, other, rest, -high, -floor, level + 1, stack, table, control)
        if floor < value < beta and high < beta:
            value = -search(one, other, rest, -beta, -value + 1, level + 1, stack, table, control)
        if abs(value) == UNKNOWN:
            return UNKNOWN
        if value > best:
            best, square = value, int(moves[i, SQUARE])
            floor = max(floor, best)
            if best >= beta:
                break
    lower, upper = max(lower, best) if best > alpha else lower, min(upper, best) if best < beta else upper
    _kept(table, own, theirs, neutral, packed(lower, upper, square))
    return best


class Boards(NamedTuple):
    """The balls of the colour to move, those of the other, and the neutral ones."""

    own: int
    theirs: int
    neutral: int


def boards_of(state: RolitState) -> Boards:
    """A position of two colours as the one to move sees it."""
    row, colours = state.row, state.setting.rules[FIRST_COLOUR:].tolist()
    own, theirs = (row[HEADER + colours[seat]] for seat in (row[SEAT], 1 - row[SEAT]))
    return Boards(own, theirs, balls(state.line, len(state.line) - 1) & ~(own | theirs))


def alike(state: RolitState) -> RolitState:
    """The one position that stands for all that are the same but for names and ways to look: red is to move against
    green, neutral balls are yellow, and the board is turned in a certain way."""
    boards = min(tuple(seen(board, way, state.size) for board in boards_of(state)) for way in range(WAYS))
    letters = {square: letter for board, letter in zip(boards, "rgy", strict=True) for square in squares(board)}
    rows = range(state.size)
    text = "/".join("".join(letters.get(square_at(row, column), ".") for column in rows) for row in rows)
    same = state.game.start(size=state.size, position=f"{text} {LETTERS[0]}")
    assert isinstance(same, RolitState)
    return same


class Endings:
    """What is known of endings; the more it is asked, the more it knows."""

    def __init__(self, state: RolitState, table_bits: int) -> None:
        last = state.size - 1
        corners = sum(bit(square_at(row, column)) for row in (0, last) for column in (0, last))
        self._control = np.array([0, 0, int(state.setting.rules[ALL_SQUARES]), corners], np.int64)
        self._table = np.zeros((1 << table_bits, BOUNDS + 1), np.int64)
        self._stack = np.zeros((state.size**2 + 1, MOST_MOVES, MOVE), np.int64)

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return int(self._control[NODES])

    def between(self, state: RolitState, alpha: int, beta: int) -> int:
        """By how much the colour to move wins, if that lies between alpha and beta. At alpha or below it wins by no
        more than what is given back, at beta or above by no less."""
        found = self.before(float("inf"), state, alpha, beta)
        assert found is not None
        return found

    def before(self, until: float, state: RolitState, alpha: int, beta: int) -> int | None:
        """The same; or `None` if it is not known by then (by `time.perf_counter`)."""
        slice_ = _SLICE
        while time.perf_counter() < until:
            found = self.within(slice_, state, alpha, beta)
            if found is not None:
                return found
            slice_ += slice_ // 2  # what was found is in the table, as long as there is room: in the end it is enough
        return None

    def within(self, nodes: int, state: RolitState, alpha: int, beta: int) -> int | None:
        """The same; or `None` if that takes more nodes. What was found on the way helps the next time."""
        if state.outcome is not None:
            seat = state.row[SEAT]
            return int(state.outcome.scores[seat] - state.outcome.scores[1 - seat])
        self._control[LIMIT] = self._control[NODES] + nodes
        value = search(*boards_of(state), alpha, beta, 0, self._stack, self._table, self._control)
        return None if value == UNKNOWN else int(value)
