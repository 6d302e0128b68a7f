"""Books: what is certain of some positions of a game of two, and the move that keeps it so.

A book is a file. Its first lines are text and say where it comes from; after an empty line comes what it knows,
compressed: positions as numbers (`combinations`), each with the winner's move and within how many moves it wins. Of
positions that are the same but turned or mirrored, one stands for all.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from math import comb
from typing import NamedTuple

from ludotheque.core.boards.combinations import coefficients, rank
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import squares, whole
from ludotheque.core.boards.symmetry import WAYS, seen

FORMAT = "Ludotheque book 1"


class Entry(NamedTuple):
    """What a book knows of a position."""

    mover: int
    """The board of the side to move, which wins."""
    waiting: int
    origin: int
    target: int
    """The squares that the pawn to be moved leaves and goes to."""
    moves: int
    """Within how many moves it wins."""


@compiled
def standing(mover: int, waiting: int, size: int) -> int:
    """The way in which a position stands in a book: the one in which its boards are the least."""
    best = 0
    for way in range(1, WAYS):
        now, before = seen(mover, way, size), seen(mover, best, size)
        if now < before or (now == before and seen(waiting, way, size) < seen(waiting, best, size)):
            best = way
    return best


class Book:
    """A book that has been opened."""

    def __init__(self, placement: Placement, content: bytes) -> None:
        self._numbers = _Numbers(placement)
        head, _, packed = content.partition(b"\n\n")
        first, *lines = head.decode().splitlines()
        if first != FORMAT:
            raise ValueError(f"not a book: it begins with {first!r}, not {FORMAT!r}")
        self.provenance: Mapping[str, str] = dict(line.split(": ", 1) for line in lines)
        self._positions, self._answers = _unpacked(zlib.decompress(packed))

    def __len__(self) -> int:
        return len(self._positions)

    def look(self, mover: int, waiting: int) -> Entry | None:
        """What the book knows of a position, or `None`."""
        way = standing(mover, waiting, self._numbers.size)
        number = self._numbers.of(mover, waiting, way)
        at = bisect_left(self._positions, number)
        if at == len(self._positions) or self._positions[at] != number:
            return None
        origin, target, moves = self._answers[3 * at : 3 * at + 3]
        back = [self._numbers.turned_back(square, way) for square in (origin, target)]
        return Entry(mover, waiting, back[0], back[1], moves)


def written(placement: Placement, entries: Iterable[Entry], provenance: Mapping[str, str]) -> bytes:
    """A book, as a file has it."""
    numbers, answers = _Numbers(placement), {}
    for entry in entries:
        way = standing(entry.mover, entry.waiting, placement.size)
        turned = [numbers.turned(square, way) for square in (entry.origin, entry.target)]
        answers[numbers.of(entry.mover, entry.waiting, way)] = bytes((*turned, entry.moves))
    lines = [FORMAT, *(f"{name}: {text}" for name, text in provenance.items())]
    return "\n".join(lines).encode() + b"\n\n" + zlib.compress(_packed(answers), 9)


class _Numbers:
    """Positions and squares as a book of a game numbers them."""

    def __init__(self, placement: Placement) -> None:
        self.size, cells = placement.size, placement.size**2
        self._every, self._choose = whole(placement.size), coefficients(cells, placement.pawns)
        self._sets = comb(cells - placement.pawns, placement.pawns)
        every = squares(self._every)
        self._turned = [{square: _square(square, way, self.size) for square in every} for way in range(WAYS)]
        self._back = [{there: here for here, there in turned.items()} for turned in self._turned]

    def of(self, mover: int, waiting: int, way: int) -> int:
        mover, waiting = seen(mover, way, self.size), seen(waiting, way, self.size)
        first = rank(mover, self._every, self._choose)
        return int(first * self._sets + rank(waiting, self._every & ~mover, self._choose))

    def turned(self, square: int, way: int) -> int:
        return self._turned[way][square]

    def turned_back(self, square: int, way: int) -> int:
        return self._back[way][square]


def _square(square: int, way: int, size: int) -> int:
    return int(seen(1 << square, way, size)).bit_length() - 1


def _packed(answers: Mapping[int, bytes]) -> bytes:
    """How far each number is from the one before, seven bits to a byte; then the answers, part by part: neighbours are
    alike, so they take less room together."""
    numbers, before, last = bytearray(), bytearray(), 0
    for number in sorted(answers):
        step, last = number - last, number
        while step >> 7:
            numbers.append(step & 127 | 128)
            step >>= 7
        numbers.append(step)
    for part in range(3):
        before += bytes(answers[number][part] for number in sorted(answers))
    return len(answers).to_bytes(4, "big") + bytes(before) + bytes(numbers)


def _unpacked(packed: bytes) -> tuple[array[int], bytes]:
    count = int.from_bytes(packed[:4], "big")
    parts = [packed[4 + part * count : 4 + (part + 1) * count] for part in range(3)]
    answers = bytes(value for together in zip(*parts, strict=True) for value in together)
    positions, number, step, shift = array("q"), 0, 0, 0
    for byte in packed[4 + 3 * count :]:
        step |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            number += step
            positions.append(number)
            step = shift = 0
    return positions, answers
