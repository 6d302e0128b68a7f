"""What to play in the first moves of a game of two on the large board: a book, found by playing against itself.

A book is a file, `openings-SIZE.bin`, made by `python -m benchmarks.openings`. Its first lines are text and say where
it comes from; after an empty line come its positions, compressed: three boards as the colour to move sees them, the
square to play, and what that promises. Of positions that are the same but turned or mirrored, one stands for all.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ludotheque.core.boards.grid import bit
from ludotheque.core.boards.squares import squares, whole
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.games.rolit.endings import Boards

FORMAT = "Ludotheque openings 1"
_ROW = struct.Struct("<qqqbh")


class Advice(NamedTuple):
    """What a book says of a position."""

    square: int
    value: int
    """What the colour to move will win by, in parts of a ball (`ahead.BALL`)."""


class Openings(NamedTuple):
    """A book: where it comes from, and what it says of boards that stand for all like them."""

    provenance: Mapping[str, str]
    advice: Mapping[Boards, Advice]
    size: int

    def look(self, boards: Boards) -> Advice | None:
        """What the book says of a position, or `None`."""
        one, way = standing(boards, self.size)
        advice = self.advice.get(one)
        if advice is None:
            return None
        back = next(each for each in squares(whole(self.size)) if turned(each, way, self.size) == advice.square)
        return Advice(back, advice.value)


def turned(square: int, way: int, size: int) -> int:
    """Where a square is, seen in one of the eight ways."""
    return squares(seen(bit(square), way, size))[0]


def standing(boards: Boards, size: int) -> tuple[Boards, int]:
    """The position that stands for all like it, and the way in which it is seen."""
    ways = [(Boards(*(int(seen(board, way, size)) for board in boards)), way) for way in range(WAYS)]
    return min(ways)


@cache
def openings(size: int) -> Openings | None:
    """The book for such a board, if there is one."""
    file = files(__package__).joinpath(f"openings-{size}.bin")
    if not file.is_file():
        return None
    head, _, packed = file.read_bytes().partition(b"\n\n")
    first, *lines = head.decode().splitlines()
    if first != FORMAT:
        raise ValueError(f"no openings: it begins with {first!r}, not {FORMAT!r}")
    rows = _ROW.iter_unpack(zlib.decompress(packed))
    advice = {Boards(own, theirs, neutral): Advice(square, value) for own, theirs, neutral, square, value in rows}
    return Openings(dict(line.split(": ", 1) for line in lines), advice, size)


def written(advice: Iterable[tuple[Boards, Advice]], provenance: Mapping[str, str]) -> bytes:
    """A book, as a file has it; its positions stand for all like them."""
    lines = [FORMAT, *(f"{name}: {text}" for name, text in provenance.items())]
    rows = b"".join(_ROW.pack(*boards, *said) for boards, said in sorted(advice))
    return "\n".join(lines).encode() + b"\n\n" + zlib.compress(rows, 9)
