"""Balanced starts of Hopsy, by number: turned or mirrored, they are the same for both sides; and they are decided later
than the usual one, or not at all. `starts.txt` says where they come from; it is read when somebody asks for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ludotheque.core.boards import positions
from ludotheque.core.boards.duel import COLOURS
from ludotheque.core.boards.squares import ROW_LETTERS
from ludotheque.core.documents import lines_of

OPEN = "open"
WINNERS = ("first", "second")
_SIZE = 6
_SQUARES = [(row, column) for row in range(_SIZE) for column in range(_SIZE)]
_PLACES = {f"{ROW_LETTERS[row]}{column + 1}": (row, column) for row, column in _SQUARES}
_ACROSS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "half": lambda row, column: (_SIZE - 1 - row, _SIZE - 1 - column),
    "ends": lambda row, column: (_SIZE - 1 - row, column),
    "diagonal": lambda row, column: (column, row),
    "quarter": lambda row, column: (_SIZE - 1 - column, row),
}
"""By way to turn or mirror the board: where one side has a pawn if the other has one on a square."""
WAYS = tuple(_ACROSS)


class Start(NamedTuple):
    """A start, and what it comes to if nobody makes a mistake."""

    position: str
    """As the option `position` reads it."""
    winner: int | None
    """The seat that wins; `None`: neither can force a win."""
    moves: int | None
    """Within how many moves, both sides' counted."""


@cache
def starts() -> tuple[Start, ...]:
    """All of them; number 1 is the first.

    >>> starts()[0]
    Start(position='r....b/r....r/r....r/b....b/b....b/r....b r', winner=0, moves=17)
    """
    found: list[Start] = []
    way, winner, moves = WAYS[0], None, None
    for line in lines_of(files(__package__).joinpath("starts.txt").read_text(encoding="utf-8")):
        head, _, told = line.partition(" ")
        if told == OPEN:
            way, winner, moves = head, None, None
        elif told:
            who, _, within = told.partition(" ")
            way, winner, moves = head, WINNERS.index(who), int(within)
        else:
            found.append(Start(_position(line, way), winner, moves))
    return tuple(found)


def _position(own: str, way: str) -> str:
    """A start from the squares of the first colour: the other's are the same, turned or mirrored."""
    rows = [[positions.EMPTY] * _SIZE for _ in range(_SIZE)]
    for at in range(0, len(own), 2):
        row, column = _PLACES[own[at : at + 2]]
        rows[row][column] = COLOURS[0]
        row, column = _ACROSS[way](row, column)
        rows[row][column] = COLOURS[1]
    return positions.write(["".join(row) for row in rows], COLOURS[0])
