"""What is missing between the targets of a sheet, compiled.

Places are bits of five words, three rows of the sheet in each, so that all of a sheet spreads in one step. A *plane* is
a row of such words.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, ShortGrid, Words, np
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.design import MARGIN, Design
from ludotheque.games.hop_plie.pad import CIRCLES, is_crossed
from ludotheque.games.hop_plie.paper import CELLS, SIZE, WIDTH

FAR = 1_000_000
"""How far it is where there is no way."""
_ROWS = 3
"""So many rows of a sheet are in one word."""
_PARTS = SIZE // _ROWS
_EDGE = (_ROWS - 1) * WIDTH
"""Where the last row of a word begins."""
_LINE = (1 << WIDTH) - 1
INK, GOALS, WAY, JOINED, BARE, OVER, PLANES = range(7)
"""Planes: what is crossed; the targets not joined yet; the cells on the way to the last one that are not crossed; all
that is joined; and two to work with."""


class Floor(NamedTuple):
    """What lies where on a sheet, by the way it is folded."""

    free: Line
    """The places on which crosses can be drawn, as planes."""
    flat: Line
    """The places where one sees what was always there, as planes."""
    moved: ShortGrid
    """The other places with paper; -1 after the last."""


def floor_of(design: Design) -> Floor:
    """The floor of a sheet."""
    free: list[list[int]] = []
    flat: list[list[int]] = []
    moved: list[list[int]] = []
    known: dict[tuple[int, ...], tuple[list[int], list[int], list[int]]] = {}
    for look, ground in zip(map(tuple, design.look.tolist()), design.ground.tolist(), strict=True):
        if look not in known:
            ways = [place for place in range(CELLS) if ground[place + MARGIN] >= 0]
            same = [place for place in range(CELLS) if look[place] == place]
            known[look] = _plane(ways), _plane(same), [at for at in range(CELLS) if look[at] not in (-1, at)]
        for each, found in zip((free, flat, moved), known[look], strict=True):
            each.append(found)
    width = max(map(len, moved)) + 1
    padded = [[*places, *[-1] * (width - len(places))] for places in moved]
    return Floor(np.array(free, np.int64), np.array(flat, np.int64), np.array(padded, np.int16))


def _plane(places: list[int]) -> list[int]:
    words = [0] * _PARTS
    for place in places:
        words[place // (_ROWS * WIDTH)] |= 1 << place % (_ROWS * WIDTH)
    return words


@compiled
def _mark(plane: Words, place: int) -> None:
    plane[place // (_ROWS * WIDTH)] |= 1 << place % (_ROWS * WIDTH)


@compiled
def _has(plane: Words, place: int) -> int:
    return int(plane[place // (_ROWS * WIDTH)] >> (place % (_ROWS * WIDTH))) & 1


@compiled
def _meet(plane: Words, other: Words) -> bool:
    common = 0
    for part in range(_PARTS):
        common |= int(plane[part]) & int(other[part])
    return common != 0


@compiled
def _first_common(plane: Words, other: Words) -> int:
    """A place that two planes share."""
    for part in range(_PARTS):
        common = int(plane[part]) & int(other[part])
        if common:
            return part * _ROWS * WIDTH + first(common)
    return -1


@compiled
def _around(word: int, above: int, below: int) -> int:
    """The bits of a word, their neighbours, and those from the words above and below; some of them beside the sheet."""
    sideways = word | word << 1 | word >> 1
    return sideways | word << WIDTH | word >> WIDTH | above >> _EDGE | (below & _LINE) << _EDGE


@compiled
def _spread(plane: Words, onto: Words, where: Words) -> bool:
    """One step from all places of a plane to their neighbours that are in `where`; whether there were any."""
    a, b, c, d, e = int(plane[0]), int(plane[1]), int(plane[2]), int(plane[3]), int(plane[4])
    onto[0] = a | (_around(a, 0, b) & int(where[0]))
    onto[1] = b | (_around(b, a, c) & int(where[1]))
    onto[2] = c | (_around(c, b, d) & int(where[2]))
    onto[3] = d | (_around(d, c, e) & int(where[3]))
    onto[4] = e | (_around(e, d, 0) & int(where[4]))
    return bool(onto[0] != a or onto[1] != b or onto[2] != c or onto[3] != d or onto[4] != e)


@compiled
def _flood(plane: Words, where: Words) -> None:
    """Spreads a plane as far as it goes."""
    while _spread(plane, plane, where):
        pass


@compiled
def _write_ink(design: Design, floor: Floor, sheet: Words, folds: int, ink: Words) -> None:
    """Writes where one sees crosses."""
    for part in range(_PARTS):
        row = _ROWS * part
        crossed = int(sheet[row]) | int(sheet[row + 1]) << WIDTH | int(sheet[row + 2]) << (2 * WIDTH)
        ink[part] = crossed & int(floor.flat[folds, part])
    i = 0
    while floor.moved[folds, i] >= 0:
        place = int(floor.moved[folds, i])
        if is_crossed(sheet, int(design.look[folds, place])):
            _mark(ink, place)
        i += 1


@compiled
def _write_starts(design: Design, sheet: Words, folds: int, starts: Words) -> None:
    """Writes where one sees start points."""
    for part in range(_PARTS):
        starts[part] = 0
    for row in range(CIRCLES):
        circles = int(sheet[CIRCLES + row])
        while circles:
            place = int(design.spot[folds, row * WIDTH + first(circles)])
            circles &= circles - 1
            if place >= 0:
                _mark(starts, place)


@compiled
def _from_starts(near: Line, free: Words, way: Words) -> int:
    """How far a way is from the nearest start point. Row `i` of `near` has the places that are at most so far."""
    steps = 0
    while not _meet(near[steps], way):
        if not _spread(near[steps], near[steps + 1], free):
            return FAR
        steps += 1
    return steps


@compiled
def _to_goal(layers: Line, free: Words, planes: Line) -> int:
    """Over how many cells that are not crossed the nearest goal is, or FAR. Row `i` of `layers` has the places that are
    reached over at most so many; the first has what is joined."""
    depth = 0
    _flood(layers[0], planes[INK])
    while not _meet(layers[depth], planes[GOALS]):
        if not _spread(layers[depth], layers[depth + 1], free):
            return FAR
        depth += 1
        _flood(layers[depth], planes[INK])
    return depth


@compiled
def _over_crosses(layer: Words, planes: Line, at: int) -> int:
    """From a crossed place over crosses to a cell that is none, and from which they were reached."""
    over, bare = planes[OVER], planes[BARE]
    for part in range(_PARTS):
        over[part] = 0
        bare[part] = layer[part] & ~planes[INK, part]
    _mark(over, at)
    _flood(over, planes[INK])
    for part in range(_PARTS):
        planes[JOINED, part] |= over[part]
    _spread(over, over, bare)
    return _first_common(over, bare)


@compiled
def _step_back(layer: Words, at: int, heading: int) -> int:
    """The way to a place of the layer before: straight on if it leads there, else any."""
    if heading and _has(layer, at + heading):
        return heading
    for direction in range(4):
        step = kernel.offset(direction)
        if 0 <= at + step < CELLS and _has(layer, at + step):
            return step
    return 0


@compiled
def _way_back(layers: Line, depth: int, at: int, planes: Line) -> int:
    """Writes the way from a goal back to what is joined; returns how many straight pieces are missing on it."""
    for part in range(_PARTS):
        planes[WAY, part] = 0
        planes[JOINED, part] = layers[0, part]
    _mark(planes[JOINED], at)
    heading, pieces = 0, 0
    for layer in range(depth, 0, -1):
        if _has(planes[INK], at):
            at, heading = _over_crosses(layers[layer], planes, at), 0
        _mark(planes[WAY], at)
        _mark(planes[JOINED], at)
        step = _step_back(layers[layer - 1], at, heading)
        pieces += step != heading
        at, heading = at + step, step
    return pieces


@compiled_apart
def gaps(design: Design, floor: Floor, sheet: Words, folds: int) -> tuple[int, int, int]:
    """What is missing between the targets on a sheet folded so, one after the other joined to what is joined: crosses,
    the straight pieces they make, and how far these are from start points."""
    free, planes = floor.free[folds], np.zeros((PLANES, _PARTS), np.int64)
    near, layers = np.empty((CELLS, _PARTS), np.int64), np.empty((CELLS, _PARTS), np.int64)
    for side in design.targets:
        if design.spot[folds, side] < 0:
            return FAR, 0, 0
        _mark(planes[GOALS], int(design.spot[folds, side]))
    _write_ink(design, floor, sheet, folds, planes[INK])
    _write_starts(design, sheet, folds, near[0])
    centre = int(design.spot[folds, design.targets[0]])
    _mark(planes[JOINED], centre)
    crosses, pieces, approach = 0, 0, 0
    if not _has(planes[INK], centre):
        crosses, approach = 1, _from_starts(near, free, planes[JOINED]) - 1
    while True:
        for part in range(_PARTS):
            layers[0, part] = planes[JOINED, part]
            planes[GOALS, part] &= ~planes[JOINED, part]
        if not _meet(planes[GOALS], planes[GOALS]):
            break
        depth = _to_goal(layers, free, planes)
        crosses += depth
        if depth == FAR:
            break
        pieces += _way_back(layers, depth, _first_common(layers[depth], planes[GOALS]), planes)
        if depth:
            away = _from_starts(near, free, planes[WAY])
            approach += away - 1 if away < FAR else 0
    return crosses, pieces, approach
