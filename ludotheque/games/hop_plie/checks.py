"""Whether a sheet can be played on. Each check tells what is wrong or missing, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import permutations, product
from typing import NamedTuple

from ludotheque.core.text import Text, joined, meant
from ludotheque.games.hop_plie.design import Design, Folded, atlas, design_of, part_of, square_of
from ludotheque.games.hop_plie.paper import CELLS, CORNERS, EDGES, SIZES, WIDTH, name_of, number_of
from ludotheque.games.hop_plie.sheet import (
    BONUS,
    BULB,
    HOLE,
    ICE,
    NOTHING,
    RAY,
    SIDES,
    SMILEY,
    STAR,
    START,
    TARGET,
    Sheet,
    called,
    name_of_side,
    wrong,
)

_BASIC = {NOTHING, START, TARGET, SMILEY, BONUS + 1, BONUS + 2, BONUS + 3}
ALLOWED = {1: _BASIC, 2: _BASIC | {ICE, HOLE}, 3: _BASIC | {STAR, RAY}, 4: _BASIC | {BONUS + 4, BULB}}
_MOST = {STAR: 60, RAY: 6}
_MOST_BONUSES = 60
_CENTRE = number_of((7, 7))
_FULL = [Folded(corners=sizes) for sizes in product((1, 2), repeat=len(CORNERS))]
"""All corners folded, small or large."""
PARTS = {
    "top": meant("a part of the sheet", "top part"),
    "bottom": meant("a part of the sheet", "bottom part"),
    "left": meant("a part of the sheet", "left part"),
    "right": meant("a part of the sheet", "right part"),
}
_FRONT_TARGETS = {"A7": "C9", "G1": "I3", "G13": "I15", "M7": "O9"}
"""Where the targets of level 4 lie: the first and the last cell of each block."""


class Flaw(NamedTuple):
    """Something that is wrong with a sheet, and the sides of cells it is about: those that are wrong, or those where
    something is missing."""

    message: Text
    sides: tuple[int, ...] = ()


Flaws = Iterator[Flaw]


@lru_cache(maxsize=64)
def check(sheet: Sheet) -> None:
    """Refuses a sheet one cannot play on."""
    first = next(flaws(sheet), None)
    if first is not None:
        raise wrong(first.message)


def flaws(sheet: Sheet) -> Flaws:
    """All that is wrong with a sheet, what is to be mended first coming first."""
    for one in _CHECKS:
        yield from one(sheet)


def _symbols(sheet: Sheet) -> Flaws:
    """Each level has its own symbols, and there is room for so many."""
    for side, kind in sheet.prints.items():
        if kind not in ALLOWED[sheet.level]:
            text = Text(
                "{side}: {symbol} is not of level {level}",
                side=name_of_side(side),
                symbol=called(kind, sheet.level),
                level=sheet.level,
            )
            yield Flaw(text, (side,))
    for kind, most in _MOST.items():
        yield from _at_most(sheet.find(kind), most, called(kind, sheet.level))
    yield from _at_most(sheet.find(*range(BONUS + 1, BONUS + 5)), _MOST_BONUSES, meant("printed on a sheet", "bonus"))


def _at_most(sides: list[int], most: int, symbol: Text) -> Flaws:
    for side in sides[most : most + 1]:
        text = Text("{side}: more than {most} of this: {symbol}", side=name_of_side(side), most=most, symbol=symbol)
        yield Flaw(text, tuple(sides[most:]))


def _starts(sheet: Sheet) -> Flaws:
    """There is a start point on the front, and one on the back of each corner that any fold shows."""
    if not any(side < CELLS for side in sheet.find(START)):
        yield Flaw(Text("there is no start point on the front"))
    for corner in CORNERS:
        yield from _one_of(sheet, START, flap_of(corner), corner, only=False)


def _targets(sheet: Sheet) -> Flaws:
    """There are five targets, where they can be reached in the end."""
    homes = _homes_of_targets(sheet.level)
    for name, home in homes.items():
        yield from _one_of(sheet, TARGET, home, name)
    for side in sheet.find(TARGET):
        if not any(side in home for home in homes.values()):
            yield Flaw(Text("{side}: no target may be there", side=name_of_side(side)), (side,))


def _homes_of_targets(level: int) -> dict[str, list[int]]:
    """The sides on one of which each target lies, by name."""
    if level < 4:
        return {"H8": [_CENTRE]} | {corner: flap_of(corner) for corner in CORNERS}
    homes = {f"{first}–{last}": _block(first) for first, last in _FRONT_TARGETS.items()}
    return homes | {"G7–I9": [CELLS + cell for cell in _block("G7")]}


def _bulbs(sheet: Sheet) -> Flaws:
    """On level 4 each corner's back has one bulb, and there are no others."""
    if sheet.level < 4:
        return
    for corner in CORNERS:
        yield from _one_of(sheet, BULB, flap_of(corner), corner)
    for side in sheet.find(BULB):
        if not any(side in flap_of(corner) for corner in CORNERS):
            yield Flaw(Text("{side}: no bulb comes up there", side=name_of_side(side)), (side,))


def _smileys(sheet: Sheet) -> Flaws:
    """Each corner has smileys in its small square and more in its large one; level 4 has two in each part behind."""
    smileys = sheet.find(SMILEY)
    homes: set[int] = set()
    for corner in CORNERS:
        small, large = (set(square_of(corner, size)) for size in SIZES.values())
        if not small & set(smileys):
            yield Flaw(
                Text("{corner}: no {symbol} in the small square", corner=corner, symbol=called(SMILEY, sheet.level)),
                tuple(sorted(small)),
            )
        if not (large - small) & set(smileys):
            beyond = tuple(sorted(large - small))
            yield Flaw(
                Text(
                    "{corner}: no further {symbol} in the large square",
                    corner=corner,
                    symbol=called(SMILEY, sheet.level),
                ),
                beyond,
            )
        homes |= large
    if sheet.level == 4:
        for edge in EDGES:
            part = _always_seen(edge)
            if len(set(part) & set(smileys)) != 2:
                yield Flaw(
                    Text(
                        "back, {edge}: {symbol} is needed twice", edge=PARTS[edge], symbol=called(SMILEY, sheet.level)
                    ),
                    tuple(part),
                )
            homes |= set(part)
    for side in smileys:
        if side not in homes:
            yield Flaw(
                Text(
                    "{side}: {symbol} is of no use there", side=name_of_side(side), symbol=called(SMILEY, sheet.level)
                ),
                (side,),
            )


def _ice(sheet: Sheet) -> Flaws:
    """Ice comes in surfaces of two cells or more, and holes are in the ice."""
    if sheet.level != 2:
        return
    ice = sheet.find(ICE)
    if not ice:
        yield Flaw(Text("there is no ice on level 2"))
    for side in ice:
        if not set(_beside(side)) & set(ice):
            yield Flaw(Text("{side}: a cell of ice on its own", side=name_of_side(side)), (side,))
    for side in sheet.find(HOLE):
        if not set(_beside(side)) & set(ice):
            yield Flaw(Text("{side}: a hole that is not in the ice", side=name_of_side(side)), (side,))


def _rays(sheet: Sheet) -> Flaws:
    """A ray leads to another one, and none touches another, however the sheet is folded."""
    if sheet.level != 3:
        return
    rays = sheet.find(RAY)
    if not rays:
        yield Flaw(Text("there is no ray on level 3"))
    design = design_of(sheet)
    told: set[int] = set()
    for way, number in atlas(over=False).numbers.items():
        seen = [side for side in rays if design.spot[number, side] >= 0]
        places = {int(design.spot[number, side]) for side in seen}
        for side in seen:
            if side not in told and places & set(_beside(int(design.spot[number, side]))):
                told.add(side)
                yield Flaw(
                    Text("{side}: two rays touch ({folds})", side=name_of_side(side), folds=_folds(way)), (side,)
                )
        if len(seen) == 1 and seen[0] not in told:
            told.add(seen[0])
            text = Text("{side}: the only ray one sees ({folds})", side=name_of_side(seen[0]), folds=_folds(way))
            yield Flaw(text, (seen[0],))


def _seen_once(sheet: Sheet) -> Flaws:
    """Nothing is printed on a back that never comes up."""
    if sheet.level == 4:
        return
    flaps = {side for corner in CORNERS for side in flap_of(corner, SIZES["large"])}
    for side, kind in sheet.prints.items():
        if side >= CELLS and kind != NOTHING and side not in flaps:
            yield Flaw(Text("{side}: this back never comes up", side=name_of_side(side)), (side,))


def _reached(sheet: Sheet) -> Flaws:
    """A row of crosses can reach all that is needed, however the corners are folded."""
    design, ways = design_of(sheet), atlas(over=sheet.level == 4)
    told: set[int] = set()
    for folds, sides, together in _needs(sheet):
        for side in _out_of_reach(design, ways.numbers[folds], sides, together=together):
            if side not in told:
                told.add(side)
                text = Text("{side}: out of reach ({folds})", side=name_of_side(side), folds=_folds(folds))
                yield Flaw(text, (side,))


def _needs(sheet: Sheet) -> Iterator[tuple[Folded, list[int], bool]]:
    """For each way of folding that counts, what must be reached, and whether one from another or from a start point."""
    yield Folded(), [side for side in sheet.find(SMILEY) if side < CELLS], False
    homes = {side for home in _homes_of_targets(sheet.level).values() for side in home}
    targets = [side for side in sheet.find(TARGET) if side in homes]  # of others something else is wrong
    needed = sheet.find(BULB) if sheet.level == 4 else targets
    backs = [side for side in sheet.find(SMILEY) if side >= CELLS]
    for way in _FULL:
        yield way, needed, sheet.level < 4
        if sheet.level == 4:
            yield way._replace(over=True), backs, False
            for edges in permutations(EDGES):
                yield way._replace(over=True, edges=edges), targets, True


def _out_of_reach(design: Design, folds: int, sides: Iterable[int], *, together: bool) -> list[int]:
    """The sides that crosses cannot go to from a start point (or from the first of them)."""
    spot, sides = design.spot[folds], list(sides)
    begun = sides[:1] if together else [side for side, kind in enumerate(design.kinds.tolist()) if kind == START]
    reached = {int(spot[side]) for side in begun if spot[side] >= 0}
    edge = list(reached)
    while edge:
        place = edge.pop()
        for other in _beside(place):
            if other not in reached and design.ground[folds, other + WIDTH] >= 0:
                reached.add(other)
                edge.append(other)
    return [side for side in sides if int(spot[side]) not in reached]


def flap_of(corner: str, size: int = SIZES["small"]) -> list[int]:
    """The backs that come up when a corner is folded; those of a small fold also after a large one."""
    square = square_of(corner, size)
    rows, columns = sorted({cell // WIDTH for cell in square}), sorted({cell % WIDTH for cell in square})
    rows, columns = rows[:: -1 if corner.startswith("O") else 1], columns[:: -1 if corner.endswith("15") else 1]
    return [
        CELLS + number_of((row, column))
        for i, row in enumerate(rows)
        for j, column in enumerate(columns)
        if i + j <= size - 2
    ]


def _block(first: str) -> list[int]:
    """Nine cells, by the first of them."""
    row, column = "ABCDEFGHIJKLMNO".index(first[0]), int(first[1:]) - 1
    return [number_of((row + down, column + right)) for down in range(3) for right in range(3)]


@cache
def _always_seen(edge: str) -> list[int]:
    """The backs at an edge that stay in sight until this edge is folded, whatever is folded before."""
    ways = atlas(over=True)
    before = [number for way, number in ways.numbers.items() if way.over and edge not in way.edges]
    spots = ways.spot.tolist()
    return [side for side in part_of(edge) if all(spots[number][side] >= 0 for number in before)]


def _one_of(sheet: Sheet, kind: int, sides: list[int], name: str, *, only: bool = True) -> Flaws:
    """One symbol (or more, unless only one is allowed) on one of these sides."""
    found = [side for side in sides if sheet.prints[side] == kind]
    symbol = called(kind, sheet.level)
    if not found:
        places = ", ".join(sorted(name_of(divmod(side % CELLS, WIDTH)) for side in sides))
        text = Text(
            "{name}: something is missing: {symbol} ({side} {places})",
            name=name,
            symbol=symbol,
            side=SIDES[sides[0] // CELLS],
            places=places,
        )
        yield Flaw(text, tuple(sides))
    if only and len(found) > 1:
        text = Text("{side}: one too many: {symbol}", side=name_of_side(found[1]), symbol=symbol)
        yield Flaw(text, tuple(found[1:]))


def _folds(way: Folded) -> Text:
    """A way to be folded, in words."""
    small, large = (
        " ".join(corner for corner, folded in zip(CORNERS, way.corners, strict=True) if folded == size)
        for size in (1, 2)
    )
    parts = list[Text]()
    if small:
        parts.append(Text("small fold: {corners}", corners=small))
    if large:
        parts.append(Text("large fold: {corners}", corners=large))
    if way.over:
        parts.append(Text("sheet turned over"))
    parts += [PARTS[edge] for edge in way.edges]
    return joined(", ", parts) if parts else Text("nothing folded")


def _beside(side: int) -> list[int]:
    """The numbers beside a number; the spare column and what lies beyond an edge have no paper."""
    first = side - side % CELLS
    around = (side - WIDTH, side + 1, side + WIDTH, side - 1)
    return [other for other in around if first <= other < first + CELLS and other % WIDTH < WIDTH - 1]


_CHECKS: tuple[Callable[[Sheet], Flaws], ...] = (
    _symbols,
    _starts,
    _targets,
    _bulbs,
    _smileys,
    _ice,
    _rays,
    _seen_once,
    _reached,
)
