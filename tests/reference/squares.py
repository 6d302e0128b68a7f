"""What the references of games on squares share: squares by their names, straight from the rules."""

from __future__ import annotations

from collections.abc import Container, Iterator

Direction = tuple[int, int]
DIRECTIONS: list[Direction] = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
_ROWS, _COLUMNS = "ABCDEFGH", "12345678"


def shift(size: int, square: str, direction: Direction, distance: int = 1) -> str | None:
    """The square that far away, or None off a board of so many rows and columns."""
    row = _ROWS.index(square[0]) + distance * direction[0]
    column = _COLUMNS.index(square[1]) + distance * direction[1]
    if 0 <= row < size and 0 <= column < size:
        return _ROWS[row] + _COLUMNS[column]
    return None


def steps(size: int, board: Container[str], square: str) -> Iterator[str]:
    """The empty squares beside one."""
    for direction in DIRECTIONS:
        target = shift(size, square, direction)
        if target is not None and target not in board:
            yield target
