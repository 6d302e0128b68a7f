"""Where the places of the pot lie. Every layout is defined for any number of places, numbered in its reading order."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, isqrt, pi, sin

Spot = tuple[float, float]
"""The middle of a place, in card widths, from an arbitrary origin."""
_SPACING = 1.12
"""How far apart cards on a ring lie."""


def _rows(lengths: list[int]) -> list[Spot]:
    """Centred rows of these lengths, top to bottom."""
    return [(column - (length - 1) / 2, float(row)) for row, length in enumerate(lengths) for column in range(length)]


def _square(places: int) -> list[Spot]:
    """Full rows where a nearly square number of them fits (40 places: 5 rows of 8); else rows as long as the root."""
    for rows in range(isqrt(places), 1, -1):
        if places % rows == 0 and places // rows <= 2 * rows:
            return _rows([places // rows] * rows)
    width = isqrt(places - 1) + 1
    full, left = divmod(places, width)
    return _rows([width] * full + [left] * (left > 0))


def _pyramid(places: int) -> list[Spot]:
    """Rows of 1, 2, 3…; what is left over is a foot under them (36 places: exactly 8 rows; 40: a foot of 4)."""
    lengths: list[int] = []
    while places > len(lengths):
        lengths.append(len(lengths) + 1)
        places -= len(lengths)
    return _rows(lengths + [places] * (places > 0))


def _diamond(places: int) -> list[Spot]:
    """Rows of 1, 2, … and back to 1; what is left over widens it by more rows in the middle."""
    side = isqrt(places)
    left = places - side * side
    middle = [side] * (left // side) + [left % side] * (left % side > 0)
    return _rows([*range(1, side + 1), *middle, *range(side - 1, 0, -1)])


def _ring(places: int) -> list[Spot]:
    """One ring, or two for many places, clockwise from the top, the outer one first."""
    inside = 0 if places <= 16 else round(places * 0.38)
    radius = inside * _SPACING / (2 * pi)
    wide = max((places - inside) * _SPACING / (2 * pi), radius + _SPACING if inside else 0.0)
    return _circle(places - inside, wide) + _circle(inside, radius)


def _circle(number: int, radius: float) -> list[Spot]:
    turns = [2 * pi * i / number for i in range(number)]
    return [(radius * sin(turn), -radius * cos(turn)) for turn in turns]


LAYOUTS: dict[str, Callable[[int], list[Spot]]] = {
    "square": _square,
    "pyramid": _pyramid,
    "diamond": _diamond,
    "ring": _ring,
}


def spots(layout: str, places: int) -> list[Spot]:
    """The middles of all places, moved so that the smallest coordinates are 0.

    >>> spots("pyramid", 3)
    [(0.5, 0.0), (0.0, 1.0), (1.0, 1.0)]
    """
    found = LAYOUTS[layout](places)
    left, top = min(x for x, _ in found), min(y for _, y in found)
    return [(x - left, y - top) for x, y in found]
