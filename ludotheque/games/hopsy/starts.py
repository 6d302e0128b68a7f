"""Balanced starts of Hopsy, by number: they look the same from both seats, and are decided later than the usual one, or
not at all. `starts.txt` says where they come from; it is read when somebody asks for one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ludotheque.core.boards import positions
from ludotheque.core.boards.duel import COLOURS
from ludotheque.core.documents import lines_of

_OPEN = "open"
_WINNERS = {"first": 0, "second": 1}
_EXCHANGED = str.maketrans("".join(COLOURS), "".join(reversed(COLOURS)))


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
    >>> starts()[-1].winner is None
    True
    """
    found: list[Start] = []
    winner, moves = None, None
    for line in lines_of(files(__package__).joinpath("starts.txt").read_text(encoding="utf-8")):
        if line == _OPEN:
            winner, moves = None, None
        elif " " in line:
            who, _, within = line.partition(" ")
            winner, moves = _WINNERS[who], int(within)
        else:
            found.append(Start(_whole_position(line), winner, moves))
    return tuple(found)


def _whole_position(upper: str) -> str:
    """A start from its upper rows: the lower ones are what the other player sees there."""
    rows = upper.split("/")
    lower = [row[::-1].translate(_EXCHANGED) for row in reversed(rows)]
    return positions.write([*rows, *lower], COLOURS[0])
