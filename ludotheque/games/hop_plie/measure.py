"""How far a sheet is from the end, in rounds, compiled.

Whoever plays has an *aim*: for each corner not folded yet, whether it will be folded small or large. For one aim it is
known what to do: the smileys that are still to be crossed, and how the sheet will lie in the end, with the crosses that
are missing between its targets. `facts` counts what is missing; `rounds_left` weighs it, for the best of some aims.
The weights are in `weights.txt`. They come from games played alone: how many rounds did they go on from such a sheet?
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from ludotheque.core.boards.arrays import Bytes, Reals, ShortGrid, Shorts, Words, np
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.games.hop_plie.design import TURN, Design, Folded, atlas, design_of
from ludotheque.games.hop_plie.gaps import FAR, Floor, floor_of, gaps
from ludotheque.games.hop_plie.kernel import CIRCLES, DONE, FOLDS, is_crossed
from ludotheque.games.hop_plie.paper import CORNERS, EDGES, WIDTH
from ludotheque.games.hop_plie.sheet import BONUS, Sheet

WON = -10.0
"""What is left of a sheet that has won."""
AIMS = 1 << len(CORNERS)
"""A bit for each corner: to be folded large."""
_BEND = 4
"""One row more is as bad as so many crosses, when the nearest way is looked for."""
(
    WAY,
    ROWS,
    SMILEYS,
    GAPS,
    PIECES,
    APPROACH,
    SMALL,
    LARGE,
    BONUS_A1,
    BONUS_A15,
    BONUS_O1,
    BONUS_O15,
    GIFTS,
    TARGETS,
    BEHIND_WAY,
    BEHIND_ROWS,
    BEHIND,
    EDGES_LEFT,
    ALWAYS,
) = range(19)
"""What is counted: crosses, rows and smileys on the way to the folds; crosses and straight pieces missing between the
targets, and the way to them; corners to be folded small and large; which of them are large or will be; bonuses not yet
used; targets not crossed; on level 4 crosses and rows on the way to bulbs and to the back, whether the back is yet to
come, blunt corners to be folded; and once for all."""
FACTS = 19


class Prospect(NamedTuple):
    """How a sheet may come to lie, by the way it is folded now and by the aim."""

    end: ShortGrid
    """In the end."""
    front: ShortGrid
    """When all corners are folded."""
    turned: ShortGrid
    """When it is turned over; the same as the front where that is never done."""
    unfolded: Bytes
    """By folds: a bit for each corner not folded yet."""
    edges: Bytes
    """By folds: a bit for each blunt corner not folded yet."""
    bonuses: Shorts
    """The sides with a bonus."""
    floor: Floor
    """What lies where."""
    turns: bool
    """Whether the sheet is turned over in the course of the game."""


CROSSES = 5
"""The column of those who count crosses, and think neither of rows nor of what corners bring."""


@cache
def weights_of(column: int) -> Reals:
    """What each fact costs: by level, or for those who count `CROSSES`."""
    text = (files(__package__) / "weights.txt").read_text(encoding="utf-8")
    return np.array([float(line.split()[column]) for line in text.splitlines() if not line.startswith("#")])


@lru_cache(maxsize=64)
def prospect_of(sheet: Sheet) -> Prospect:
    """The prospect of a sheet."""
    turns = sheet.level == 4
    ways = atlas(over=turns)
    shape = len(ways.ways), AIMS
    end, front, turned = np.empty(shape, np.int16), np.empty(shape, np.int16), np.empty(shape, np.int16)
    unfolded, edges = np.empty(shape[0], np.int8), np.empty(shape[0], np.int8)
    for at, way in enumerate(ways.ways):
        unfolded[at] = sum(1 << corner for corner, size in enumerate(way.corners) if not size)
        edges[at] = sum(1 << number for number, edge in enumerate(EDGES) if turns and edge not in way.edges)
        rest = tuple(edge for edge in EDGES if edge not in way.edges)
        for aim in range(AIMS):
            sizes = tuple(size or 1 + (aim >> corner & 1) for corner, size in enumerate(way.corners))
            front[at, aim] = at if way.over else ways.numbers[Folded(sizes)]
            behind = Folded(sizes, over=True) if turns and not way.over else way if turns else Folded(sizes)
            turned[at, aim] = ways.numbers[behind]
            last = Folded(sizes, over=True, edges=way.edges + rest) if turns else Folded(sizes)
            end[at, aim] = ways.numbers[last]
    gifts = sheet.find(*range(BONUS + 1, BONUS + 5))
    return Prospect(
        end, front, turned, unfolded, edges, np.array(gifts or [0], np.int16), floor_of(design_of(sheet)), turns
    )


@compiled
def _missing(design: Design, sheet: Words, step: int, sides: Words, number: int) -> int:
    """Adds the sides a step still needs to a list; returns how long that is."""
    i = 0
    while design.needs[step, i] >= 0:
        side = int(design.needs[step, i])
        if not is_crossed(sheet, side):
            sides[number] = side
            number += 1
        i += 1
    return number


@compiled_apart
def _way_to(design: Design, sheet: Words, folds: int, sides: Words, number: int) -> tuple[int, int]:
    """How many crosses, and how many rows, lead from start points to these sides, each from the nearest, on a sheet
    folded so."""
    spot = design.spot[folds]
    places = np.empty(64, np.int64)
    near = np.empty(64, np.int64)
    bends = np.empty(64, np.int64)
    count = 0
    for i in range(number):
        place = int(spot[sides[i]])
        if place >= 0:
            places[count] = place
            near[count] = FAR
            bends[count] = 2
            count += 1
    hidden = number - count
    if count == 0:
        return 4 * hidden, hidden
    for row in range(CIRCLES):
        circles = int(sheet[CIRCLES + row])
        while circles:
            start = int(spot[row * WIDTH + first(circles)])
            circles &= circles - 1
            if start >= 0:
                for i in range(count):
                    _nearer(near, bends, i, start, int(places[i]))
    crosses, rows = 4 * hidden, hidden
    for _ in range(count):
        nearest = 0
        for i in range(count):
            if near[i] < near[nearest]:
                nearest = i
        crosses += near[nearest] - _BEND * bends[nearest]
        rows += bends[nearest]
        at = int(places[nearest])
        near[nearest] = FAR
        for i in range(count):
            if near[i] < FAR:
                _nearer(near, bends, i, at, int(places[i]))
    return crosses, rows


@compiled
def _nearer(near: Words, bends: Words, i: int, start: int, place: int) -> None:
    """Notes that a place is so far from a start, if that is nearer, or as near with fewer rows."""
    down, right = abs((start >> 4) - (place >> 4)), abs((start & 15) - (place & 15))
    rows = int(down > 0) + int(right > 0)
    if down + right + _BEND * rows < near[i]:
        near[i] = down + right + _BEND * rows
        bends[i] = rows


@compiled_apart
def facts(design: Design, prospect: Prospect, sheet: Words, aim: int, out: Reals) -> None:
    """Counts what is missing, for one aim."""
    for i in range(FACTS):
        out[i] = 0.0
    sides = np.empty(64, np.int64)
    folds, number = int(sheet[FOLDS]), 0
    unfolded = int(prospect.unfolded[folds])
    for corner in range(len(CORNERS)):
        if (unfolded >> corner) & 1:
            large = (aim >> corner) & 1
            number = _missing(design, sheet, 2 * corner + large, sides, number)
            out[LARGE if large else SMALL] += 1
            out[BONUS_A1 + corner] += large
        elif design.corners[folds, corner] == 2:
            out[BONUS_A1 + corner] += 1
    crosses, rows = _way_to(design, sheet, folds, sides, number)
    out[WAY], out[ROWS], out[SMILEYS] = crosses, rows, number
    if prospect.turns:
        _behind(design, prospect, sheet, aim, sides, out)
    end = int(prospect.end[folds, aim])
    for side in design.targets:
        out[TARGETS] += 1 - is_crossed(sheet, int(side))
    crosses, pieces, approach = gaps(design, prospect.floor, sheet, end)
    out[GAPS], out[PIECES], out[APPROACH] = crosses, pieces, approach
    for side in prospect.bonuses:
        if design.spot[end, side] >= 0 and not is_crossed(sheet, int(side)):
            out[GIFTS] += design.kinds[side] - BONUS
    out[ALWAYS] = 1


@compiled
def _behind(design: Design, prospect: Prospect, sheet: Words, aim: int, sides: Words, out: Reals) -> None:
    """What is missing to turn the sheet over, and on its back."""
    folds = int(sheet[FOLDS])
    crosses, rows, back = 0, 0, 0
    if prospect.turned[folds, aim] != folds and prospect.front[folds, aim] != prospect.turned[folds, aim]:
        number = _missing(design, sheet, TURN, sides, 0)
        crosses, rows = _way_to(design, sheet, int(prospect.front[folds, aim]), sides, number)
        back = 1
    number = 0
    for edge in range(len(EDGES)):
        if (prospect.edges[folds] >> edge) & 1:
            number = _missing(design, sheet, TURN + 1 + edge, sides, number)
            out[EDGES_LEFT] += 1
    more, rows_more = _way_to(design, sheet, int(prospect.turned[folds, aim]), sides, number)
    out[BEHIND_WAY], out[BEHIND_ROWS], out[BEHIND] = crosses + more, rows + rows_more, back


@compiled
def weighed(weights: Reals, counted: Reals) -> float:
    total = 0.0
    for i in range(FACTS):
        total += weights[i] * counted[i]
    return total


@compiled_apart
def rounds_left(design: Design, prospect: Prospect, weights: Reals, sheet: Words, aims: Words) -> float:
    """About how many rounds a sheet still needs, for the best of these aims."""
    if sheet[DONE] == 2:
        return WON
    counted = np.empty(FACTS, np.float64)
    unfolded = int(prospect.unfolded[sheet[FOLDS]])
    best, seen = 1e9, 0
    for i in range(aims.shape[0]):
        aim = int(aims[i]) & unfolded
        if not (seen >> aim) & 1:
            seen |= 1 << aim
            facts(design, prospect, sheet, aim, counted)
            best = min(best, weighed(weights, counted))
    return best


@compiled_apart
def aims_of(design: Design, prospect: Prospect, weights: Reals, sheet: Words, aims: Words) -> int:
    """Writes the best aims for a sheet, the best first, as many as there is room for; returns how many."""
    unfolded = int(prospect.unfolded[sheet[FOLDS]])
    counted = np.empty(FACTS, np.float64)
    values = np.empty(AIMS, np.float64)
    number = 0
    for aim in range(AIMS):
        if aim & ~unfolded:
            continue
        facts(design, prospect, sheet, aim, counted)
        value = weighed(weights, counted)
        at = number if number < aims.shape[0] else number - 1
        if number == aims.shape[0] and value >= values[at]:
            continue
        while at > 0 and values[at - 1] > value:
            values[at], aims[at] = values[at - 1], aims[at - 1]
            at -= 1
        values[at], aims[at] = value, aim
        number = min(number + 1, aims.shape[0])
    return number
