"""Positions as text: the rows of the board from A down, separated by `/`, then whose turn it is.

>>> cells, mover = read("r.b/.../b.r b", 3, (".", "r", "b"), ("r", "b"))
>>> [name_of(square) for square, letter in cells.items() if letter == "b"], mover
(['A3', 'C1'], 'b')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.core.boards.squares import ROW_LETTERS, name_of, square_at
from ludotheque.core.text import Refusal, Text, one_of

EMPTY = "."


def impossible(problem: Text) -> Refusal:
    """The refusal of a position."""
    return Refusal(
        Text("position: {problem}", problem=problem), Text("The position is not possible: {problem}.", problem=problem)
    )


def read(text: str, size: int, letters: Sequence[str], movers: Sequence[str]) -> tuple[dict[int, str], str]:
    """What stands on each square (the empty ones left out), and the letter of the colour to move."""
    board, _, mover = text.strip().rpartition(" ")
    if mover not in movers:
        raise impossible(
            Text(
                "after the rows, say whose turn it is: {movers} (not {given})",
                movers=one_of(movers),
                given=repr(mover),
            )
        )
    rows = board.replace(" ", "").split("/")
    if len(rows) != size:
        raise impossible(
            Text(
                "{given} rows, but the board has {size}, from A to {last}",
                given=len(rows),
                size=size,
                last=ROW_LETTERS[size - 1],
            )
        )
    cells: dict[int, str] = {}
    for row, written in enumerate(rows):
        found = read_row(row, written, size, letters)
        cells.update({square_at(row, column): letter for column, letter in enumerate(found) if letter != EMPTY})
    return cells, mover


def read_row(row: int, written: str, size: int, letters: Sequence[str]) -> list[str]:
    """The letters of one row of a board, by its number."""
    name = ROW_LETTERS[row]
    found: list[str] = []
    at = 0
    while at < len(written):
        cell = f"{name}{len(found) + 1}"
        letter = next((each for each in letters if written.startswith(each, at)), None)
        if letter is None:
            held = repr(written[at : at + max(map(len, letters))])
            raise impossible(
                Text("{square} holds {held}; a square is {letters}", square=cell, held=held, letters=" ".join(letters))
            )
        if len(found) == size:
            raise impossible(
                Text("row {row} goes on at {square}; the board has {size} columns", row=name, square=cell, size=size)
            )
        found.append(letter)
        at += len(letter)
    if len(found) < size:
        missing = f"{name}{len(found) + 1}"
        raise impossible(
            Text("row {row} has nothing at {square}; the board has {size} columns", row=name, square=missing, size=size)
        )
    return found


def write(rows: Sequence[str], mover: str) -> str:
    """The inverse of `read`, from rows of letters."""
    return "/".join(rows) + " " + mover


def rows_in(text: str) -> list[str]:
    """The rows of letters of a text that `write` made."""
    return text.rpartition(" ")[0].split("/")


def rows_of(cells: Mapping[int, str], size: int) -> list[str]:
    """Rows of letters, top to bottom."""
    grid = [EMPTY] * square_at(size, 0)
    for square, letter in cells.items():
        grid[square] = letter
    return ["".join(grid[start : start + size]) for start in range(0, len(grid), square_at(1, 0))]


def check_count(cells: Mapping[int, str], letters: Sequence[str], what: Text, expected: int) -> None:
    """Refuses a wrong number of pieces, naming the squares at fault; `what` are the pieces, in the plural."""
    held = [name_of(square) for square, letter in sorted(cells.items()) if letter in letters]
    if len(held) > expected:
        raise impossible(
            Text(
                "there must be {expected} {pieces}; there are too many on {squares}",
                expected=expected,
                pieces=what,
                squares=", ".join(held[expected:]),
            )
        )
    if len(held) < expected:
        raise impossible(
            Text(
                "there must be {expected} {pieces}, not {given} (on {squares})",
                expected=expected,
                pieces=what,
                given=len(held),
                squares=", ".join(held) or "—",
            )
        )
