"""Positions as text: the rows of the board from A down, separated by `/`, then whose turn it is.

>>> cells, mover = read("r.b/.../b.r b", 3, (".", "r", "b"), ("r", "b"))
>>> [name_of(square) for square, letter in cells.items() if letter == "b"], mover
(['A3', 'C1'], 'b')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.core.grid import ROW_LETTERS, name_of, square_at

EMPTY = "."


def read(text: str, size: int, letters: Sequence[str], movers: Sequence[str]) -> tuple[dict[int, str], str]:
    """What stands on each square (the empty ones left out), and the letter of the colour to move."""
    board, _, mover = text.strip().rpartition(" ")
    if mover not in movers:
        raise ValueError(f"position: after the rows, say whose turn it is: {' or '.join(movers)} (not {mover!r})")
    rows = board.replace(" ", "").split("/")
    if len(rows) != size:
        raise ValueError(f"position: {len(rows)} rows, but the board has {size}, from A to {ROW_LETTERS[size - 1]}")
    cells: dict[int, str] = {}
    for row, written in enumerate(rows):
        found = _row(row, written, size, letters)
        cells.update({square_at(row, column): letter for column, letter in enumerate(found) if letter != EMPTY})
    return cells, mover


def _row(row: int, written: str, size: int, letters: Sequence[str]) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(written):
        cell = f"{ROW_LETTERS[row]}{len(found) + 1}"
        letter = next((each for each in letters if written.startswith(each, at)), None)
        if letter is None:
            raise ValueError(f"position: {cell} holds {written[at:]!r}; a square is one of {' '.join(letters)}")
        if len(found) == size:
            raise ValueError(f"position: row {ROW_LETTERS[row]} goes on at {cell}, but the board has {size} columns")
        found.append(letter)
        at += len(letter)
    if len(found) < size:
        missing = f"{ROW_LETTERS[row]}{len(found) + 1}"
        raise ValueError(f"position: row {ROW_LETTERS[row]} has nothing at {missing}; the board has {size} columns")
    return found


def write(rows: Sequence[str], mover: str) -> str:
    """The inverse of `read`, from rows of letters."""
    return "/".join(rows) + " " + mover


def rows_of(cells: Mapping[int, str], size: int) -> list[str]:
    """Rows of letters, top to bottom."""
    return ["".join(cells.get(square_at(row, column), EMPTY) for column in range(size)) for row in range(size)]


def check_count(cells: Mapping[int, str], letters: Sequence[str], what: str, expected: int) -> None:
    """Refuses a wrong number of pieces, naming the squares at fault."""
    held = [name_of(square) for square, letter in sorted(cells.items()) if letter in letters]
    if len(held) > expected:
        raise ValueError(f"position: {what} must be {expected}; {', '.join(held[expected:])} is one too many")
    if len(held) < expected:
        where = ", ".join(held) or "no square"
        raise ValueError(f"position: {what} must be {expected}, not {len(held)} (on {where})")
