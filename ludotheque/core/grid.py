"""Squares, directions and bitboards.

A board of up to 8×8 squares is one 64-bit integer; the square in row r and column c is bit 8r + c, whatever the
board's size, so every size shares one arithmetic and the spare columns of smaller boards catch what runs off the edge:

         1  2  3  4  5  6  7  8
    A    0  1  2  3  4  5  6  7
    B    8  9 10 11 12 13 14 15
    C   16 17 …

Square 63 is the sign bit of an int64. The helpers below are written so that no step of theirs overflows: plain Python
integers and compiled int64 then agree bit for bit. Use them rather than shifting by hand.
"""

from __future__ import annotations

from ludotheque.core.compiled import compiled

WIDTH = 8
ROW_LETTERS = "ABCDEFGH"

DIRECTIONS = 8
"""Directions are numbered clockwise from north: N NE E SE S SW W NW; the opposite of d is d ^ 4."""

_POSITIVE = 0x7FFF_FFFF_FFFF_FFFF
_NOT_LAST_COLUMN = 0x7F7F_7F7F_7F7F_7F7F
_NOT_FIRST_COLUMN = ~0x0101_0101_0101_0101
_HALF = 0xFFFF_FFFF


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
def count(board: int) -> int:
    """How many squares the board has (in two halves: nothing overflows)."""
    low = board & _HALF
    high = (board >> 32) & _HALF
    low = low - ((low >> 1) & 0x5555_5555)
    high = high - ((high >> 1) & 0x5555_5555)
    low = (low & 0x3333_3333) + ((low >> 2) & 0x3333_3333)
    high = (high & 0x3333_3333) + ((high >> 2) & 0x3333_3333)
    bytes_ = ((low + (low >> 4)) & 0x0F0F_0F0F) + ((high + (high >> 4)) & 0x0F0F_0F0F)
    return ((bytes_ * 0x0101_0101) >> 24) & 0xFF


@compiled
def first(board: int) -> int:
    """The lowest-numbered square of a board that is not empty."""
    low = board & _HALF
    if low != 0:
        return count((low & -low) - 1)
    high = (board >> 32) & _HALF
    return 32 + count((high & -high) - 1)


@compiled
def nth(board: int, skip: int) -> int:
    """The lowest-numbered square after skipping some."""
    half = board & _HALF
    base = 0
    below = count(half)
    if skip >= below:
        skip -= below
        half = (board >> 32) & _HALF
        base = 32
    for _ in range(skip):
        half &= half - 1
    return base + count((half & -half) - 1)


def whole(size: int) -> int:
    """The board with all squares of a size×size board."""
    board = sum(1 << square_at(row, column) for row in range(size) for column in range(size))
    return board - (1 << 64) if board >> 63 else board


def squares(board: int) -> list[int]:
    """The squares of a board, in reading order."""
    return [square for square in range(WIDTH * WIDTH) if board >> square & 1]


def square_at(row: int, column: int) -> int:
    return WIDTH * row + column


def name_of(square: int) -> str:
    """The name of a square: row letter from the top, column number from the left.

    >>> name_of(square_at(2, 3))
    'C4'
    """
    return f"{ROW_LETTERS[square // WIDTH]}{square % WIDTH + 1}"


def square_named(name: str, size: int) -> int | None:
    """The square with this name on a board of this size, or None.

    >>> square_named("C4", 6) == square_at(2, 3), square_named("C7", 6)
    (True, None)
    """
    if len(name) == 2:
        row, column = ROW_LETTERS.find(name[0].upper()), "12345678".find(name[1])
        if 0 <= row < size and 0 <= column < size:
            return square_at(row, column)
    return None
