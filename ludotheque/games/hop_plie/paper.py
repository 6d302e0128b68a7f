"""A sheet of paper, as paper: cells with two sides, folded and turned over.

The sheet lies on a lattice of 15×15 places, rows A to O from the top, columns 1 to 15 from the left. Each place holds a
stack of layers. A layer is a paper cell with one of its sides up; paper cells keep the names of the places they lay on
when the sheet was flat and its front up. What can be seen of a place is its top layer.

There are three things to do with a sheet, and one function for each line it can be folded along:

    corner(name, size)    diagonally through the size×size square of a corner
    edge(name)            the outer three rows or columns, along the line between the third and the fourth
    turned(paper)         the whole sheet, about its vertical axis

Corners and edges are those of the current view: after `over` one looks at the sheet from behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from ludotheque.core.text import Refusal, Text

SIZE = 15
WIDTH = 16
"""Places and cells are numbered row * 16 + column: the spare column catches what runs off the edge."""
CELLS = SIZE * WIDTH
"""How many numbers there are; backs of cells are counted on from here."""
ROWS = "ABCDEFGHIJKLMNO"

Place = tuple[int, int]
"""Row and column, from 0."""


class Layer(NamedTuple):
    """A paper cell that lies somewhere: which, and which side is up."""

    cell: Place
    back: bool = False
    missing: Place | None = None
    """Where a fold goes through it: the corner that is folded away, as steps down and to the right."""
    flap: str = ""
    """The fold that laid it where it is."""

    @property
    def half(self) -> bool:
        return self.missing is not None


Paper = Mapping[Place, tuple[Layer, ...]]
"""The stack of each place that has paper, from the bottom to the top."""


class Crease(NamedTuple):
    """A line to fold along: how far a place is beyond it (0: the line cuts it in halves), and its mirror image."""

    name: str
    beyond: Callable[[Place], int]
    mirror: Callable[[Place], Place]


CORNERS = ("A1", "A15", "O1", "O15")
EDGES = ("top", "bottom", "left", "right")
SIZES = {"small": 4, "large": 6}
OVER = "over"
_EDGE = 3
"""How many rows or columns an edge fold takes."""
_TURNED = {"A1": "A15", "A15": "A1", "O1": "O15", "O15": "O1", "left": "right", "right": "left"}


def name_of(place: Place) -> str:
    """
    >>> name_of((2, 3))
    'C4'
    """
    return f"{ROWS[place[0]]}{place[1] + 1}"


def number_of(place: Place) -> int:
    """The number of a place, or of a paper cell."""
    return WIDTH * place[0] + place[1]


ALL = tuple(number_of((row, column)) for row in range(SIZE) for column in range(SIZE))
"""The numbers of all places, in reading order."""


@cache
def place_named(name: str) -> Place | None:
    """The place with this name, or None."""
    row, digits = ROWS.find(name[:1].upper()), name[1:]
    if row >= 0 and name and digits.isascii() and digits.isdigit() and digits[0] != "0" and int(digits[:3]) <= SIZE:
        return row, int(digits) - 1
    return None


def flat() -> Paper:
    """The sheet as it comes from the pad, front up."""
    return {(row, column): (Layer((row, column)),) for row in range(SIZE) for column in range(SIZE)}


def corner(name: str, size: int) -> Crease:
    """The diagonal of the corner's size×size square."""
    bottom, right = name.startswith("O"), name.endswith("15")

    def from_corner(place: Place) -> Place:
        row, column = place
        return SIZE - 1 - row if bottom else row, SIZE - 1 - column if right else column

    def mirror(place: Place) -> Place:
        i, j = from_corner(place)
        return from_corner((size - 1 - j, size - 1 - i))

    return Crease(name, lambda place: size - 1 - sum(from_corner(place)), mirror)


def edge(name: str) -> Crease:
    """The line between the third and the fourth row or column from an edge."""
    axis, far = int(name in ("left", "right")), name in ("bottom", "right")
    line = SIZE - _EDGE if far else _EDGE

    def beyond(place: Place) -> int:
        return place[axis] - line + 1 if far else line - place[axis]

    def mirror(place: Place) -> Place:
        moved = 2 * line - 1 - place[axis]
        return (moved, place[1]) if axis == 0 else (place[0], moved)

    # no cell is cut: those beyond are at 1 and more, the others at 0 and less
    return Crease(name, lambda place: beyond(place) if beyond(place) > 0 else -1, mirror)


def folded(paper: Paper, crease: Crease) -> Paper:
    """Takes every layer beyond the line, turns it over and lays it on top, in reverse order."""
    result = {}
    for place, stack in paper.items():
        if crease.beyond(place) < 0:
            result[place] = stack
        elif crease.beyond(place) == 0:
            away = -1 if crease.name.startswith("A") else 1, 1 if crease.name.endswith("15") else -1
            result[place] = tuple(layer._replace(missing=layer.missing or away) for layer in stack)
    for place, stack in paper.items():
        if crease.beyond(place) > 0:
            onto = crease.mirror(place)
            result[onto] = result.get(onto, ()) + _laid(stack, place, crease.mirror, crease.name)
    return result


def turned(paper: Paper) -> Paper:
    """The whole sheet turned over about its vertical axis."""

    def mirror(place: Place) -> Place:
        return place[0], SIZE - 1 - place[1]

    return {mirror(place): _laid(stack, place, mirror) for place, stack in paper.items()}


def _laid(
    stack: tuple[Layer, ...], place: Place, mirror: Callable[[Place], Place], flap: str | None = None
) -> tuple[Layer, ...]:
    """A stack turned over: upside down, each layer with its other side up."""
    return tuple(
        Layer(
            layer.cell,
            not layer.back,
            layer.missing and _mirrored(layer.missing, place, mirror),
            layer.flap if flap is None else flap,
        )
        for layer in reversed(stack)
    )


def _mirrored(towards: Place, place: Place, mirror: Callable[[Place], Place]) -> Place:
    """A direction after reflection."""
    down, right = mirror((place[0] + towards[0], place[1] + towards[1]))
    return down - mirror(place)[0], right - mirror(place)[1]


def done_to(paper: Paper, step: str) -> Paper:
    """The paper after one step: `over`, an edge, or a corner and its size (`A1 small`)."""
    if step == OVER:
        return turned(paper)
    if step in EDGES:
        return folded(paper, edge(step))
    name, size = step.split()
    return folded(paper, corner(name, SIZES[size]))


def read_steps(text: str) -> tuple[str, ...]:
    """Steps written with commas between them; each corner and each edge is folded at most once.

    >>> read_steps("A1 small, A15 large, over, top")
    ('A1 small', 'A15 large', 'over', 'top')
    """
    steps = tuple(" ".join(part.split()) for part in text.split(",") if part.strip())
    taken: set[str] = set()
    behind = False
    for step in steps:
        part, _, size = step.partition(" ")
        if not (step == OVER or step in EDGES or (part in CORNERS and size in SIZES)):
            raise Refusal(
                Text(
                    "{step} is no fold: A1, A15, O1 or O15 with small or large, over, top, bottom, left, right",
                    step=repr(step),
                )
            )
        if step == OVER:
            behind = not behind
            continue
        of_sheet = _TURNED.get(part, part) if behind else part  # the same corner seen from behind
        if of_sheet in taken:
            raise Refusal(Text("{step}: that is folded already", step=repr(step)))
        taken.add(of_sheet)
    return steps


@lru_cache(maxsize=256)
def after(steps: tuple[str, ...]) -> Paper:
    """A flat sheet after these steps."""
    return done_to(after(steps[:-1]), steps[-1]) if steps else flat()


def top(paper: Paper, place: Place) -> Layer | None:
    """The layer one sees on a place, if there is paper."""
    stack = paper.get(place)
    return stack[-1] if stack else None


def tokens(paper: Paper) -> list[str]:
    """The 15×15 places as lines of words: `.` no paper, `/` half a cell, `F:C4` or `B:C4` front or back of a cell."""
    return [" ".join(_token(top(paper, (row, column))) for column in range(SIZE)) for row in range(SIZE)]


def _token(layer: Layer | None) -> str:
    if layer is None:
        return "."
    return "/" if layer.half else f"{'B' if layer.back else 'F'}:{name_of(layer.cell)}"
