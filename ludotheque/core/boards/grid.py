"""Bitboards and directions, compiled. A board is one 64-bit integer; `squares` tells how its bits are numbered.

Square 63 is the sign bit of an int64. The helpers below are written so that no step of theirs overflows: plain Python
integers and compiled int64 then agree bit for bit. Use them rather than shifting by hand.
"""

from __future__ import annotations

from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled

DIRECTIONS = 8
"""Directions are numbered clockwise from north: N NE E SE S SW W NW; the opposite of d is d ^ 4."""

_POSITIVE = 0x7FFF_FFFF_FFFF_FFFF
_NOT_LAST_COLUMN = 0x7F7F_7F7F_7F7F_7F7F
_NOT_FIRST_COLUMN = ~0x0101_0101_0101_0101
_HALF = 0xFFFF_FFFF


@compiled
def signed(board: int) -> int:
    """A board of 64 bits as an int64 holds it: plain Python would take square 63 for a large number."""
    return (board & _POSITIVE) | (-((board >> 63) & 1) << 63)


@compiled
def _later(board: int, by: int) -> int:
    """Every square moved to a higher number; the sign bit is set without overflowing."""
    return ((board & (_POSITIVE >> by)) << by) | (-((board >> (63 - by)) & 1) << 63)


@compiled
def _earlier(board: int, by: int) -> int:
    """Every square moved to a lower number; the sign is not smeared."""
    return (board >> by) & (_POSITIVE >> (by - 1))


@compiled
def step(board: int, direction: int) -> int:
    """Every square of the board moved one square in a direction; what leaves an 8×8 board is gone."""
    if direction == 0:
        return _earlier(board, 8)
    if direction == 1:
        return _earlier(board & _NOT_LAST_COLUMN, 7)
    if direction == 2:
        return _later(board & _NOT_LAST_COLUMN, 1)
    if direction == 3:
        return _later(board & _NOT_LAST_COLUMN, 9)
    if direction == 4:
        return _later(board, 8)
    if direction == 5:
        return _later(board & _NOT_FIRST_COLUMN, 7)
    if direction == 6:
        return _earlier(board & _NOT_FIRST_COLUMN, 1)
    return _earlier(board & _NOT_FIRST_COLUMN, 9)


@compiled
def beyond(board: int, over: int, by: int) -> int:
    """Just beyond the pieces (`over`) that lie next to these squares, both ways along one line. Boards are shifted as
    they are: this is for boards with a spare column and row, where no piece lies and nobody lands."""
    return (((board << by) & over) << by) | (((board >> by) & over) >> by)


@compiled
def neighbours(board: int) -> int:
    """Every square next to some square of the board, in the eight directions."""
    sides = _later(board & _NOT_LAST_COLUMN, 1) | _earlier(board & _NOT_FIRST_COLUMN, 1)
    row = board | sides
    return sides | _later(row, 8) | _earlier(row, 8)


@compiled
def bit(square: int) -> int:
    """The board with just this square."""
    return -1 << 63 if square == 63 else 1 << square


@compiled
def nth(board: int, skip: int) -> int:
    """The lowest-numbered square after skipping some (in two halves: nothing overflows)."""
    half = board & _HALF
    base = 0
    below = count(half)
    if skip >= below:
        skip -= below
        half = (board >> 32) & _HALF
        base = 32
    for _ in range(skip):
        half &= half - 1
    return base + first(half)
