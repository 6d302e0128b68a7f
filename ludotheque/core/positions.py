"""Positions as text: the rows of the board from A down, separated by `/`, then whose turn it is.

>>> cells, mover = read("r.b/.../b.r b", 3, (".", "r", "b"), ("r", "b"))
>>> [name_of(square) for square, letter in cells.items() if letter == "b"], mover
(['A3', 'C1'], 'b')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.core.squares import ROW_LETTERS, name_of, square_at
from ludotheque.core.text import Refusal, Text

EMPTY = "."


def impossible(fr: str, en: str) -> Refusal:
    """The refusal of a position."""
    return Refusal(Text(f"position : {fr}", f"position: {en}"))


def read(text: str, size: int, letters: Sequence[str], movers: Sequence[str]) -> tuple[dict[int, str], str]:
    """What stands on each square (the empty ones left out), and the letter of the colour to move."""
    board, _, mover = text.strip().rpartition(" ")
    if mover not in movers:
        raise impossible(
            f"après les rangées, dites à qui de jouer : {' ou '.join(movers)} (pas {mover!r})",
            f"after the rows, say whose turn it is: {' or '.join(movers)} (not {mover!r})",
        )
    rows = board.replace(" ", "").split("/")
    if len(rows) != size:
        last = ROW_LETTERS[size - 1]
        raise impossible(
            f"{len(rows)} rangées, mais le plateau en a {size}, de A à {last}",
            f"{len(rows)} rows, but the board has {size}, from A to {last}",
        )
    cells: dict[int, str] = {}
    for row, written in enumerate(rows):
        found = _row(row, written, size, letters)
        cells.update({square_at(row, column): letter for column, letter in enumerate(found) if letter != EMPTY})
    return cells, mover


def _row(row: int, written: str, size: int, letters: Sequence[str]) -> list[str]:
    name = ROW_LETTERS[row]
    found: list[str] = []
    at = 0
    while at < len(written):
        cell = f"{name}{len(found) + 1}"
        letter = next((each for each in letters if written.startswith(each, at)), None)
        if letter is None:
            held, listed = repr(written[at : at + max(map(len, letters))]), " ".join(letters)
            raise impossible(
                f"{cell} contient {held} ; une case est {listed}", f"{cell} holds {held}; a square is {listed}"
            )
        if len(found) == size:
            raise impossible(
                f"la rangée {name} continue en {cell}, mais le plateau a {size} colonnes",
                f"row {name} goes on at {cell}, but the board has {size} columns",
            )
        found.append(letter)
        at += len(letter)
    if len(found) < size:
        missing = f"{name}{len(found) + 1}"
        raise impossible(
            f"la rangée {name} n'a rien en {missing} ; le plateau a {size} colonnes",
            f"row {name} has nothing at {missing}; the board has {size} columns",
        )
    return found


def write(rows: Sequence[str], mover: str) -> str:
    """The inverse of `read`, from rows of letters."""
    return "/".join(rows) + " " + mover


def rows_of(cells: Mapping[int, str], size: int) -> list[str]:
    """Rows of letters, top to bottom."""
    at = cells.get
    starts = range(square_at(0, 0), square_at(size, 0), square_at(1, 0))
    return ["".join([at(square, EMPTY) for square in range(start, start + size)]) for start in starts]


def check_count(cells: Mapping[int, str], letters: Sequence[str], what: Text, expected: int) -> None:
    """Refuses a wrong number of pieces, naming the squares at fault."""
    held = [name_of(square) for square, letter in sorted(cells.items()) if letter in letters]
    if len(held) > expected:
        extra = ", ".join(held[expected:])
        raise impossible(
            f"il faut {expected} {what.fr} ; il y en a trop en {extra}",
            f"there must be {expected} {what.en}; there are too many on {extra}",
        )
    if len(held) < expected:
        where = ", ".join(held) or "—"
        raise impossible(
            f"il faut {expected} {what.fr}, pas {len(held)} (en {where})",
            f"there must be {expected} {what.en}, not {len(held)} (on {where})",
        )
