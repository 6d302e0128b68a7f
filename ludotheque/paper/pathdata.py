"""The outlines of pictures: what `d` of a path says, as straight and curved lines with absolute places.

>>> outline("M1 2 h3 v1 z")
[('M', (1.0, 2.0)), ('L', (4.0, 2.0)), ('L', (4.0, 3.0)), ('Z', ())]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import acos, ceil, copysign, cos, hypot, pi, radians, sin, sqrt, tan

Segment = tuple[str, tuple[float, ...]]
"""`M` x y, `L` x y, `C` two control points and the end, `Z`."""
Outline = list[Segment]

_WORDS = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
KAPPA = 4 / 3 * (sqrt(2) - 1)
"""How far the control points of a quarter of a circle lie from its ends, in radii."""


class _Walk:
    """Goes along a path and notes it."""

    def __init__(self) -> None:
        self.found: Outline = []
        self.x = self.y = 0.0
        self._begun = (0.0, 0.0)
        self._control: tuple[str, float, float] = ("", 0.0, 0.0)

    def take(self, command: str, given: Sequence[float]) -> None:
        kind = command.upper()
        base = (self.x, self.y) if command.islower() else (0.0, 0.0)
        turn: Callable[..., None] = getattr(self, f"_{kind.lower()}")
        if kind == "A":
            turn(*given[:5], given[5] + base[0], given[6] + base[1])
        elif kind == "V":
            turn(given[0] + base[1])
        else:
            turn(*(each + base[at % 2] for at, each in enumerate(given)))
        if kind not in "CSQT":
            self._control = ("", self.x, self.y)

    def _m(self, x: float, y: float) -> None:
        self._begun = (x, y)
        self._add("M", x, y)

    def _l(self, x: float, y: float) -> None:
        self._add("L", x, y)

    def _h(self, x: float) -> None:
        self._add("L", x, self.y)

    def _v(self, y: float) -> None:
        self._add("L", self.x, y)

    def _z(self) -> None:
        self.found.append(("Z", ()))
        self.x, self.y = self._begun

    def _c(self, *given: float) -> None:
        self._add("C", *given)
        self._control = ("C", given[2], given[3])

    def _s(self, *given: float) -> None:
        self._c(*self._mirrored("C"), *given)

    def _q(self, cx: float, cy: float, x: float, y: float) -> None:
        first = self.x + 2 / 3 * (cx - self.x), self.y + 2 / 3 * (cy - self.y)
        self._add("C", *first, x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), x, y)
        self._control = ("Q", cx, cy)

    def _t(self, x: float, y: float) -> None:
        self._q(*self._mirrored("Q"), x, y)

    def _a(self, *given: float) -> None:
        for curve in _arc((self.x, self.y), given):
            self._add("C", *curve)

    def _mirrored(self, kind: str) -> tuple[float, float]:
        """The last control point seen from the other side, if the last line was of this kind."""
        last, x, y = self._control
        return (2 * self.x - x, 2 * self.y - y) if last == kind else (self.x, self.y)

    def _add(self, kind: str, *given: float) -> None:
        self.found.append((kind, tuple(map(float, given))))
        self.x, self.y = given[-2:]


def outline(data: str) -> Outline:
    """What a path draws."""
    words = _WORDS.findall(data)
    walk, at, command = _Walk(), 0, ""
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        many = _TAKES[command.upper()]
        walk.take(command, [float(each) for each in words[at : at + many]])
        at += many
        if command in "Mm":  # further places are lines
            command = "L" if command == "M" else "l"
    return walk.found


def polygon(points: str, *, closed: bool) -> Outline:
    """A line through some points."""
    numbers = [float(each) for each in re.findall(r"[-+.\deE]+", points)]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    found: Outline = [("M", pairs[0]), *(("L", pair) for pair in pairs[1:])]
    return [*found, ("Z", ())] if closed else found


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    """A whole ellipse."""
    a, b = KAPPA * rx, KAPPA * ry
    return [
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + b, cx + a, cy + ry, cx, cy + ry)),
        ("C", (cx - a, cy + ry, cx - rx, cy + b, cx - rx, cy)),
        ("C", (cx - rx, cy - b, cx - a, cy - ry, cx, cy - ry)),
        ("C", (cx + a, cy - ry, cx + rx, cy - b, cx + rx, cy)),
        ("Z", ()),
    ]


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Outline:
    """A rectangle, its corners round or not."""
    right, low, r = x + width, y + height, min(radius, width / 2, height / 2)
    if not r:
        return [("M", (x, y)), ("L", (right, y)), ("L", (right, low)), ("L", (x, low)), ("Z", ())]
    k = r - KAPPA * r
    return [
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, low - r)),
        ("C", (right, low - k, right - k, low, right - r, low)),
        ("L", (x + r, low)),
        ("C", (x + k, low, x, low - k, x, low - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    ]


def bounds(drawn: Outline) -> tuple[float, float, float, float]:
    """A rectangle around it: left, top, width, height. (Control points count: it may be a little larger.)"""
    xs = [each for _, given in drawn for each in given[::2]]
    ys = [each for _, given in drawn for each in given[1::2]]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _arc(begin: tuple[float, float], given: Sequence[float]) -> list[tuple[float, ...]]:
    """An arc as curves of at most a quarter of a turn each: the sums are those of the SVG standard (F.6.5)."""
    rx, ry, tilt, large, sweep, x, y = given
    (bx, by), phi = begin, radians(tilt)
    if begin == (x, y) or not rx or not ry:
        return [(bx, by, x, y, x, y)]
    dx, dy = (bx - x) / 2, (by - y) / 2
    ux, uy = cos(phi) * dx + sin(phi) * dy, -sin(phi) * dx + cos(phi) * dy
    stretch = max(1.0, sqrt((ux / rx) ** 2 + (uy / ry) ** 2))
    rx, ry = rx * stretch, ry * stretch
    rest = (rx * ry) ** 2 - (rx * uy) ** 2 - (ry * ux) ** 2
    root = sqrt(max(0.0, rest) / ((rx * uy) ** 2 + (ry * ux) ** 2)) * (-1 if bool(large) == bool(sweep) else 1)
    mx, my = root * rx * uy / ry, -root * ry * ux / rx
    cx, cy = cos(phi) * mx - sin(phi) * my + (bx + x) / 2, sin(phi) * mx + cos(phi) * my + (by + y) / 2
    first = _angle(1, 0, (ux - mx) / rx, (uy - my) / ry)
    whole = _angle((ux - mx) / rx, (uy - my) / ry, (-ux - mx) / rx, (-uy - my) / ry)
    whole += 2 * pi * (sweep and whole < 0) - 2 * pi * (not sweep and whole > 0)
    many = max(1, ceil(abs(whole) / (pi / 2) - 1e-9))
    step = whole / many
    reach = 4 / 3 * tan(step / 4)

    def at(angle: float, ahead: float) -> tuple[float, float]:
        ex, ey = rx * (cos(angle) - ahead * sin(angle)), ry * (sin(angle) + ahead * cos(angle))
        return cx + cos(phi) * ex - sin(phi) * ey, cy + sin(phi) * ex + cos(phi) * ey

    turns = [(first + step * each, first + step * (each + 1)) for each in range(many)]
    return [(*at(a, reach), *at(b, -reach), *at(b, 0)) for a, b in turns]


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    cosine = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return copysign(acos(max(-1.0, min(1.0, cosine))), ux * vy - uy * vx)
