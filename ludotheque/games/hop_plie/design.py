"""A sheet prepared for play: what is printed, what each way of folding shows, and what each fold needs, as numbers.

Places, cells and sides of cells are numbers (see `paper` and `sheet`). The word a side belongs to is `side // 16`, and
its bit is `side % 16`.

The ways a sheet can be folded are numbered in the order they are found from the flat sheet (0) on; `after` leads from
one to the next. Corners come in any order, so only their sizes count; the order of the blunt corners matters.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludotheque.core.boards.arrays import ByteGrid, Bytes, ByteStack, ShortGrid, Shorts, np
from ludotheque.games.hop_plie.paper import (
    CELLS,
    CORNERS,
    EDGES,
    OVER,
    SIZE,
    SIZES,
    WIDTH,
    Paper,
    done_to,
    flat,
    number_of,
    top,
)
from ludotheque.games.hop_plie.sheet import BONUS, BULB, HOLE, ICE, NOTHING, RAY, SMILEY, STAR, TARGET, Sheet

STEPS = (*(f"{corner} {size}" for corner in CORNERS for size in SIZES), OVER, *EDGES)
"""Everything that can be done to a sheet, by number."""
MARGIN = WIDTH
LONGEST = 6
"""The longest row: a five and one more."""
SPECIAL = 8
TURN = STEPS.index(OVER)


class Design(NamedTuple):
    """A sheet as arrays, for compiled code."""

    kinds: Bytes
    """The symbol printed on each side."""
    which: Bytes
    """Stars and bonus cells are counted, each from 0; the other sides have -1."""
    look: ShortGrid
    """By folds and place: the side one sees, or -1 where nothing can be drawn."""
    after: ShortGrid
    """By folds and step: how the sheet is folded then, or -1 where that cannot be done."""
    ground: ByteGrid
    """By folds and place: the symbol one sees, or -1 where no cross can be drawn: half cells, holes, and all places
    without paper. There is a row of such places above and below the others: add MARGIN to a place's number."""
    reach: ByteStack
    """By folds, place and direction (up, right, down, left): over how many cells a row can go straight, at most
    LONGEST; SPECIAL is added where one of them is ice, a star or a ray."""
    spot: ShortGrid
    """By folds and side: where it can be seen, or -1."""
    needs: ShortGrid
    """By step: the sides that must be crossed first; -1 after the last."""
    rays: Shorts
    """The sides with rays."""
    targets: Shorts
    """The sides of the targets, the centre first."""
    corners: ByteGrid
    """By folds and corner: 0 not folded, 1 small, 2 large."""
    landing: bool
    """Whether a bonus must be landed on by the first row that crosses it (level 4)."""


class Folded(NamedTuple):
    """A way to be folded: the size of each corner, whether the back is up, the blunt corners in their order."""

    corners: tuple[int, ...] = (0,) * len(CORNERS)
    over: bool = False
    edges: tuple[str, ...] = ()

    def after(self, step: str, *, can_turn: bool) -> Folded | None:
        """After one more step, or `None` where the rules do not allow it."""
        if step == OVER:
            possible = can_turn and not self.over and all(self.corners)
            return self._replace(over=True) if possible else None
        if step in EDGES:
            return self._replace(edges=(*self.edges, step)) if self.over and step not in self.edges else None
        corner, size = step.split()
        at = CORNERS.index(corner)
        if self.over or self.corners[at]:
            return None
        sizes = list(self.corners)
        sizes[at] = list(SIZES).index(size) + 1
        return self._replace(corners=tuple(sizes))

    @property
    def steps(self) -> tuple[str, ...]:
        """What was done to the sheet, corners first."""
        corners = (
            f"{corner} {list(SIZES)[size - 1]}" for corner, size in zip(CORNERS, self.corners, strict=True) if size
        )
        return (*corners, *((OVER,) if self.over else ()), *self.edges)


class Atlas(NamedTuple):
    """All ways a sheet of a level can be folded, and what each shows."""

    ways: tuple[Folded, ...]
    numbers: dict[Folded, int]
    look: ShortGrid
    spot: ShortGrid
    after: ShortGrid


@lru_cache(maxsize=2)
def atlas(*, over: bool) -> Atlas:
    """The atlas of level 4, where a sheet can be turned over, or of the other levels."""
    ways, papers = [Folded()], [flat()]
    numbers = {ways[0]: 0}
    after: list[list[int]] = []
    for at, way in enumerate(ways):  # grows while it is walked through
        row = []
        for step in STEPS:
            following = way.after(step, can_turn=over)
            if following is not None and following not in numbers:
                numbers[following] = len(ways)
                ways.append(following)
                papers.append(done_to(papers[at], step))
            row.append(-1 if following is None else numbers[following])
        after.append(row)
    look = [seen(paper) for paper in papers]
    return Atlas(
        tuple(ways), numbers, np.array(look, np.int16), np.array(_spots(look), np.int16), np.array(after, np.int16)
    )


def seen(paper: Paper) -> list[int]:
    """The side one can draw on, place by place; -1 where there is none."""
    layers = (top(paper, divmod(place, WIDTH)) for place in range(CELLS))
    return [-1 if layer is None or layer.half else number_of(layer.cell) + CELLS * layer.back for layer in layers]


def square_of(corner: str, size: int) -> list[int]:
    """The cells of a corner's square."""
    rows = range(SIZE - size, SIZE) if corner.startswith("O") else range(size)
    columns = range(SIZE - size, SIZE) if corner.endswith("15") else range(size)
    return [number_of((row, column)) for row in rows for column in columns]


def part_of(edge: str) -> list[int]:
    """The backs that an edge fold takes, after the sheet was turned over: left and right are seen from behind."""
    return [
        CELLS + number_of((row, column))
        for row in range(SIZE)
        for column in range(SIZE)
        if {"top": row < 3, "bottom": row >= SIZE - 3, "left": column >= SIZE - 3, "right": column < 3}[edge]
    ]


@lru_cache(maxsize=64)
def design_of(sheet: Sheet) -> Design:
    """The sheet prepared for play."""
    prints = sheet.prints
    kinds = [prints.get(side, NOTHING) for side in range(2 * CELLS)]
    ways = atlas(over=sheet.level == 4)
    ground = _ground(ways.look.tolist(), kinds)
    centre = {number_of((row, column)) for row in (6, 7, 8) for column in (6, 7, 8)}
    targets = sorted(sheet.find(TARGET), key=lambda side: side % CELLS not in centre)
    return Design(
        kinds=np.array(kinds, np.int8),
        which=_counted(sheet),
        look=ways.look,
        after=ways.after,
        ground=np.array(ground, np.int8),
        reach=np.array(_reach(ground), np.int8),
        spot=ways.spot,
        needs=_padded([_needed(prints, step) for step in STEPS]),
        rays=np.array(sheet.find(RAY), np.int16),
        targets=np.array(targets, np.int16),
        corners=np.array([way.corners for way in ways.ways], np.int8),
        landing=sheet.level == 4,
    )


def _counted(sheet: Sheet) -> Bytes:
    which = np.full(2 * CELLS, -1, np.int8)
    for counted in (sheet.find(STAR), sheet.find(*range(BONUS + 1, BONUS + 5))):
        for number, side in enumerate(counted):
            which[side] = number
    return which


def _needed(prints: dict[int, int], step: str) -> list[int]:
    """The sides that must be crossed before a step."""
    if step == OVER:
        return [side for side, kind in prints.items() if kind == BULB]
    corner, _, size = step.partition(" ")
    among = part_of(step) if step in EDGES else square_of(corner, SIZES[size])
    return [side for side in among if prints[side] == SMILEY]


def _padded(lists: list[list[int]]) -> ShortGrid:
    """Lists as rows of one array, each closed by -1."""
    width = max(map(len, lists)) + 1
    return np.array([numbers + [-1] * (width - len(numbers)) for numbers in lists], np.int16)


def _ground(look: list[list[int]], kinds: list[int]) -> list[list[int]]:
    """What lies on each place in each way of folding."""
    margin = [-1] * MARGIN
    drawable = [-1 if kind == HOLE else kind for kind in kinds]
    return [[*margin, *(-1 if side < 0 else drawable[side] for side in seen), *margin] for seen in look]


def _reach(ground: list[list[int]]) -> list[list[list[int]]]:
    """How far a row can go straight from each place, in each direction. Many ways of folding show the same."""
    known: dict[tuple[int, ...], list[list[int]]] = {}
    for lies in map(tuple, ground):
        if lies not in known:
            known[lies] = [list(ways) for ways in zip(*(_ahead(lies, step) for step in _OFFSETS), strict=True)]
    return [known[tuple(lies)] for lies in ground]


_OFFSETS = (-WIDTH, 1, WIDTH, -1)


def _ahead(lies: tuple[int, ...], step: int) -> list[int]:
    """From each place over how many cells a row can go in a direction, and SPECIAL more where one of them is ice, a
    star or a ray."""
    free, special = [0] * len(lies), [LONGEST + 1] * len(lies)
    places = range(MARGIN, MARGIN + CELLS)
    for at in reversed(places) if step > 0 else places:  # what lies ahead is known first
        kind = lies[at + step]
        if kind >= 0:
            free[at] = min(free[at + step] + 1, LONGEST)
            special[at] = 1 if kind >= ICE else special[at + step] + 1
    return [free[at] + (SPECIAL if special[at] <= free[at] else 0) for at in places]


def _spots(look: list[list[int]]) -> list[list[int]]:
    """Where each side can be seen in each way of folding."""
    spots = []
    for seen in look:
        spot = [-1] * (2 * CELLS)
        for place, side in enumerate(seen):
            if side >= 0:
                spot[side] = place
        spots.append(spot)
    return spots
