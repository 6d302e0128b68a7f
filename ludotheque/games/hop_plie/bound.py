"""Fewer rounds than this nobody needs, whatever is drawn: a bound for dice that are known, on a sheet of level 1.

Whoever wins has crossed certain cells. In the end the five targets are connected by crosses on the sheet as it lies
then: a tree of cells. And each corner that was folded had its smileys crossed before, inside a square that nobody sees
in the end; each of them hangs together with the corner's start point, or with something outside the square. The squares
and what is seen in the end have no cell in common, so what these trees need at least may be added up. A bonus that is
crossed brings as many crosses as it says, so its cell counts 1 less that number.

That many crosses must come from the dice. How many they can bring by some round is easily counted: the larger of the
dice one may take, and 1 more where a corner folded large may have brought it by then. Rows, bends and cells crossed
twice are not counted; so the truth is higher than the bound, never lower.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.compiled import compiled_apart
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.design import LONGEST, STEPS, Design, Folded, atlas, design_of, square_of
from ludotheque.games.hop_plie.paper import CELLS, CORNERS, SIZES, WIDTH
from ludotheque.games.hop_plie.sheet import BONUS, START, Sheet

_FAR = 10_000
_OUTSIDE = CELLS
"""The number of what lies around the cells one looks at, where all hangs together."""
_SMALL, _LARGE = 1, 2
_WHITE_DIE, _WHITE_MORE, _BLACK_MORE, _BLACK_DIE = range(4)
"""What each corner brings that is folded large."""


class Region(NamedTuple):
    """Cells that can be crossed, and which of them hang together with what lies around."""

    costs: Words
    """By place: what a cross costs there, at least 0; -1 where none can be drawn."""
    gates: Words
    """By place: whether it lies beside what is around, where all hangs together."""
    gifts: dict[int, int]
    """By place: what a bonus brings beyond the cross it costs."""


@compiled_apart
def trees(costs: Words, gates: Words, ends: Words) -> Line:
    """By set of `ends` and place: what the cheapest tree costs that has them all and that place, after Dreyfus and
    Wagner."""
    cells = costs.shape[0]
    best = np.full((1 << ends.shape[0], cells + 1), _FAR, np.int64)
    steps = np.array([-WIDTH, 1, WIDTH, -1], np.int64)
    for chosen in range(1, best.shape[0]):
        row = best[chosen]
        for i in range(ends.shape[0]):
            if chosen == 1 << i:
                row[ends[i]] = costs[ends[i]]
        part = (chosen - 1) & chosen
        while part:
            for place in range(cells + 1):
                cost = costs[place] if place < cells else 0
                row[place] = min(row[place], best[part, place] + best[chosen ^ part, place] - cost)
            part = (part - 1) & chosen
        growing = True
        while growing:
            growing = False
            for place in range(cells):
                if costs[place] < 0:
                    continue
                near = row[cells] if gates[place] else _FAR
                for step in steps:
                    other = place + step
                    if 0 <= other < cells and costs[other] >= 0:
                        near = min(near, row[other])
                if near + costs[place] < row[place]:
                    row[place] = near + costs[place]
                    growing = True
                if gates[place] and row[place] < row[cells]:
                    row[cells] = row[place]
                    growing = True
    return best


def region_of(design: Design, folds: int, places: set[int], gates: set[int]) -> Region:
    """A part of the sheet, folded in some way."""
    costs, gifts = np.full(CELLS, -1, np.int64), dict[int, int]()
    for place in places:
        side = int(design.look[folds, place])
        if side < 0:
            continue
        kind = int(design.kinds[side])
        bonus = kind - BONUS if BONUS < kind <= BONUS + 4 else 0
        costs[place] = 0 if kind == START or bonus else 1
        if bonus > 1:
            gifts[place] = bonus - 1
    return Region(costs, np.array([place in gates for place in range(CELLS)], np.int64), gifts)


def _cheapest(region: Region, ends: list[int], root: int) -> dict[frozenset[int], int]:
    """By the bonuses one takes: what the cheapest tree costs that has all ends and the root, less what they bring."""
    gifts = [place for place in region.gifts if place not in (*ends, root)]
    found = trees(region.costs, region.gates, np.array([*gifts, *ends], np.int64))
    every = ((1 << len(ends)) - 1) << len(gifts)
    costs = {}
    for chosen in range(1 << len(gifts)):
        taken = frozenset(gift for i, gift in enumerate(gifts) if chosen >> i & 1)
        tree = int(found[chosen | every, root]) if chosen | every else 0
        costs[taken] = tree - sum(region.gifts[gift] for gift in taken)
    return costs


def _beside(places: set[int]) -> set[int]:
    return {place + step for place in places for step in (-WIDTH, 1, WIDTH, -1)}


def _square_cost(design: Design, corner: int, size: int) -> int:
    """What it costs at least to cross the smileys of a corner, inside its square."""
    square = set(square_of(CORNERS[corner], list(SIZES.values())[size - 1]))
    outside = set(range(CELLS)) - square
    starts = {place for place in square if int(design.kinds[place]) == START}
    region = region_of(design, 0, square, (_beside(outside) & square) | starts)
    return min(_cheapest(region, _needed(design, corner, size), _OUTSIDE).values())


def _needed(design: Design, corner: int, size: int) -> list[int]:
    step = STEPS.index(f"{CORNERS[corner]} {list(SIZES)[size - 1]}")
    return [int(side) for side in design.needs[step] if side >= 0]


def _end_cost(design: Design, sizes: tuple[int, ...]) -> int:
    """What it costs at least to connect the targets, on the sheet as it lies in the end; and to fetch bonuses by other
    ways, from the squares of the corners or from start points."""
    folds = atlas(over=False).numbers[Folded(sizes)]
    squares = {
        place
        for corner, size in zip(CORNERS, sizes, strict=True)
        for place in square_of(corner, list(SIZES.values())[size - 1])
    }
    seen = {place for place in range(CELLS) if design.look[folds, place] >= 0}
    starts = {place for place in seen if int(design.kinds[design.look[folds, place]]) == START}
    centre, *others = (int(design.spot[folds, side]) for side in design.targets)
    joined = _cheapest(region_of(design, folds, seen, set()), others, centre)
    apart = _cheapest(region_of(design, folds, seen, _beside(squares) | squares | starts), [], _OUTSIDE)
    return min(cost + more for taken, cost in joined.items() for other, more in apart.items() if not taken & other)


def _fold_cost(design: Design, corner: int) -> int:
    """What it costs at least before a corner can be folded large, on the flat sheet, from its start points."""
    everywhere = {place for place in range(CELLS) if design.look[0, place] >= 0}
    starts = {place for place in everywhere if int(design.kinds[place]) == START}
    return min(_cheapest(region_of(design, 0, everywhere, starts), _needed(design, corner, _LARGE), _OUTSIDE).values())


class Costs(NamedTuple):
    """What a sheet costs at least, in crosses that dice must bring."""

    to_win: dict[tuple[int, ...], int]
    """By how large each corner is folded."""
    to_fold: tuple[int, ...]
    """By corner, to fold it large."""


@lru_cache(maxsize=8)
def costs_of(sheet: Sheet) -> Costs:
    """The costs of a sheet of level 1."""
    assert sheet.level == 1
    design = design_of(sheet)
    squares = {(corner, size): _square_cost(design, corner, size) for corner in range(4) for size in (_SMALL, _LARGE)}
    return Costs(
        {
            sizes: _end_cost(design, sizes) + sum(squares[each] for each in enumerate(sizes))
            for sizes in product((_SMALL, _LARGE), repeat=4)
        },
        tuple(_fold_cost(design, corner) for corner in range(4)),
    )


def rounds_needed(costs: Costs, boxes: Words, dice: Line) -> int:
    """How many rounds are needed at least, by the dice that may be taken in each (a bit each) and what they show (see
    `pad.DICE`); one more than there are, if all do not suffice."""
    return min(_rounds(costs, sizes, cost, boxes, dice) for sizes, cost in costs.to_win.items())


def _rounds(costs: Costs, sizes: tuple[int, ...], cost: int, boxes: Words, dice: Line) -> int:
    total = 0
    for number, (allowed, shown) in enumerate(zip(boxes.tolist(), dice.tolist(), strict=True), 1):
        held = [size == _LARGE and total >= least for size, least in zip(sizes, costs.to_fold, strict=True)]
        open_ = int(kernel.dice_open(allowed >> 1, sum(1 << corner for corner in range(4) if held[corner])))
        black, white = _crosses(shown[0]) + held[_BLACK_MORE], _crosses(shown[1]) + held[_WHITE_MORE]
        total += max(black if open_ & 1 else 0, white if open_ & 2 else 0)
        if total >= cost:
            return number
    return len(boxes) + 1


def _crosses(face: int) -> int:
    return sum(number * (face >> 3 * number & 7) for number in range(1, LONGEST + 1))
