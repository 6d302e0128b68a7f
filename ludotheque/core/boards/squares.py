"""Squares and their names.

A board of up to 8×8 squares is one 64-bit integer; the square in row r and column c is bit 8r + c, whatever the
board's size, so every size shares one arithmetic and the spare columns of smaller boards catch what runs off the edge:

         1  2  3  4  5  6  7  8
    A    0  1  2  3  4  5  6  7
    B    8  9 10 11 12 13 14 15
    C   16 17 …

Names are as in the rules: a row letter from the top, a column number from the left.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.core.options import Line
from ludotheque.core.text import Text

WIDTH = 8
ROW_LETTERS = "ABCDEFGH"
_NAMES = tuple(f"{letter}{column + 1}" for letter in ROW_LETTERS for column in range(WIDTH))
_ALL = (1 << WIDTH * WIDTH) - 1

POSITION = Line("position", Text("Position"))
"""The option of games that can start from any position."""


def whole(size: int) -> int:
    """The board with all squares of a size×size board."""
    return board_of(square_at(row, column) for row in range(size) for column in range(size))


def board_of(occupied: Iterable[int]) -> int:
    """The board with these squares, as a signed integer."""
    board = 0
    for square in occupied:
        board |= 1 << square
    return board - (1 << 64) if board >> 63 else board


_IN_BYTE = tuple(tuple(place for place in range(WIDTH) if byte >> place & 1) for byte in range(1 << WIDTH))
_IN_ROW = tuple(tuple([WIDTH * row + place for place in places] for places in _IN_BYTE) for row in range(WIDTH))
"""The squares of a row, by the row's number and its bits."""


def squares(board: int) -> list[int]:
    """The squares of a board, in reading order."""
    found: list[int] = []
    for row, bits in zip(_IN_ROW, (board & _ALL).to_bytes(WIDTH, "little"), strict=True):
        if bits:
            found += row[bits]
    return found


def square_at(row: int, column: int) -> int:
    return WIDTH * row + column


def name_of(square: int) -> str:
    """The name of a square: row letter from the top, column number from the left.

    >>> name_of(square_at(2, 3))
    'C4'
    """
    return _NAMES[square]


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
