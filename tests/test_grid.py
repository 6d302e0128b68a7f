"""Bitboards against plain sets of squares, the sign bit of 8×8 boards included."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.boards import bits, grid
from ludotheque.core.boards import squares as names

SQUARES = st.sets(st.integers(0, 63))
OFFSETS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def as_board(squares: set[int]) -> int:
    board = sum(1 << square for square in squares)
    return board - (1 << 64) if board >> 63 else board


def moved(squares: set[int], direction: int) -> set[int]:
    row, column = OFFSETS[direction]
    places = [(square // 8 + row, square % 8 + column) for square in squares]
    return {8 * r + c for r, c in places if 0 <= r < 8 and 0 <= c < 8}


@given(SQUARES, st.integers(0, 7))
def test_step(squares: set[int], direction: int) -> None:
    assert grid.step(as_board(squares), direction) == as_board(moved(squares, direction))


@given(SQUARES)
def test_neighbours_count_and_first(squares: set[int]) -> None:
    board = as_board(squares)
    around = set().union(*(moved(squares, direction) for direction in range(8)))
    assert grid.neighbours(board) == as_board(around)
    assert bits.count(board) == len(squares)
    assert names.squares(board) == sorted(squares)
    for skip, square in enumerate(sorted(squares)):
        assert grid.nth(board, skip) == square
    if squares:
        assert bits.first(board) == min(squares)


@given(st.integers(0, 63))
def test_bit_and_names(square: int) -> None:
    assert grid.bit(square) == as_board({square})
    assert names.square_named(names.name_of(square), 8) == square
    assert names.square_named(names.name_of(square).lower(), 8) == square


def test_whole_boards() -> None:
    assert [bits.count(names.whole(size)) for size in (4, 6, 7, 8)] == [16, 36, 49, 64]
    assert names.square_named("", 8) is None
    assert names.square_named("A9", 8) is None
    assert names.square_named("¹²", 8) is None
