"""Positions that are the same but for how one looks at them: the eight ways to turn and mirror a square board.

Searches keep what they find under a key that is equal for such positions.
"""

from __future__ import annotations

from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import signed
from ludotheque.core.boards.randomness import random_next

WAYS = 8
"""Bit 0: left and right exchanged; bit 1: top and bottom; bit 2: then rows and columns."""
BOARDS = 5
"""How many boards a key is made of; spare ones are empty."""

Boards = tuple[int, int, int, int, int]

_EVEN_BITS, _EVEN_PAIRS, _EVEN_HALVES = 0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0F0F_0F0F_0F0F_0F0F
_EVEN_ROWS, _EVEN_ROW_PAIRS, _FIRST_ROWS = 0x00FF_00FF_00FF_00FF, 0x0000_FFFF_0000_FFFF, 0xFFFF_FFFF
_NEAR, _MIDDLE, _FAR = 0x00AA_00AA_00AA_00AA, 0x0000_CCCC_0000_CCCC, 0xF0F0_F0F0
_SMALL = (1 << 62) - 1


@compiled
def _sides_exchanged(board: int, size: int) -> int:
    board = ((board >> 1) & _EVEN_BITS) | ((board & _EVEN_BITS) << 1)
    board = ((board >> 2) & _EVEN_PAIRS) | ((board & _EVEN_PAIRS) << 2)
    board = ((board >> 4) & _EVEN_HALVES) | ((board & _EVEN_HALVES) << 4)
    return signed(board) >> (8 - size)


@compiled
def _ends_exchanged(board: int, size: int) -> int:
    board = ((board >> 8) & _EVEN_ROWS) | ((board & _EVEN_ROWS) << 8)
    board = ((board >> 16) & _EVEN_ROW_PAIRS) | ((board & _EVEN_ROW_PAIRS) << 16)
    board = ((board >> 32) & _FIRST_ROWS) | ((board & _FIRST_ROWS) << 32)
    return signed(board) >> 8 * (8 - size)


@compiled
def _transposed(board: int) -> int:
    moved = (board ^ (board >> 7)) & _NEAR
    board ^= moved ^ (moved << 7)
    moved = (board ^ (board >> 14)) & _MIDDLE
    board ^= moved ^ (moved << 14)
    moved = (board ^ (board >> 28)) & _FAR
    return board ^ moved ^ (moved << 28)


@compiled
def seen(board: int, way: int, size: int) -> int:
    """A board of size×size squares seen in one of the eight ways."""
    if way & 1:
        board = _sides_exchanged(board, size)
    if way & 2:
        board = _ends_exchanged(board, size)
    return _transposed(board) if way & 4 else board


@compiled
def mixed(key: int, word: int) -> int:
    """A key of 62 bits that also depends on one more word."""
    key = random_next(key ^ (word & _SMALL) ^ ((word >> 62) & 3))
    return key ^ (key >> 31)


@compiled
def key_of(boards: Boards, extra: int, size: int) -> int:
    """The key of a position made of some boards and a word more, the same however it is turned. Its last three bits
    are the way in which it was turned."""
    best = 0
    for way in range(1, WAYS):
        for i in range(BOARDS):
            now, before = seen(boards[i], way, size), seen(boards[i], best, size)
            if now != before:
                if now < before:
                    best = way
                break
    key = mixed(1, extra)
    for i in range(BOARDS):
        key = mixed(key, seen(boards[i], best, size))
    return (key & ~7) | best
