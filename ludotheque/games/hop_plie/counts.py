"""How far a player has come on a sheet: targets, smileys, bulbs and folds, of how many; and the cells that won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ludotheque.core.text import Text
from ludotheque.games.hop_plie.paper import CORNERS, EDGES, OVER, SIZE, SIZES, Place, number_of
from ludotheque.games.hop_plie.sheet import BULB, SMILEY, START, TARGET, Sheet
from ludotheque.games.hop_plie.shown import Marks, ShownSheet


class Reached(NamedTuple):
    """How many of something are reached, of how many, and what that is called."""

    symbol: str
    number: int
    every: int
    name: Text

    @property
    def text(self) -> str:
        return f"{self.number}/{self.every}"


def reached(shown: ShownSheet) -> tuple[Reached, ...]:
    """What a sheet asks for, and how much of it is done."""
    sheet, folds, crossed, _ = shown.known
    return _reached(sheet, folds, crossed)


@lru_cache(maxsize=512)
def _reached(sheet: Sheet, done: tuple[str, ...], crossed: Marks) -> tuple[Reached, ...]:
    level = sheet.level
    twice = level == 4
    printed = [_printed(sheet, kind) for kind in (TARGET, SMILEY, BULB)]
    targets, smileys, bulbs = ((_crossed(crossed, sides), len(sides)) for sides in printed)
    folds = sum(step != OVER for step in done), len(CORNERS) + twice * len(EDGES)
    found = [
        Reached(f"icon-target{level}", *targets, Text("targets: {number} of {all}", number=targets[0], all=targets[1])),
        Reached(f"icon-smiley{level}", *smileys, Text("smileys: {number} of {all}", number=smileys[0], all=smileys[1])),
        Reached("icon-fold", *folds, Text("folds: {number} of {all}", number=folds[0], all=folds[1])),
    ]
    if bulbs[1]:
        found.insert(2, Reached("icon-bulb", *bulbs, Text("bulbs: {number} of {all}", number=bulbs[0], all=bulbs[1])))
    return tuple(found)


def smileys_of(sheet: Sheet, crossed: Marks, corner: str, size: str) -> tuple[int, int]:
    """How many smileys of a corner are crossed, and how many must be before it can be folded so."""
    needed = _smileys(sheet, corner, SIZES[size])
    return _crossed(crossed, needed), len(needed)


@lru_cache(maxsize=64)
def _smileys(sheet: Sheet, corner: str, size: int) -> tuple[int, ...]:
    """The sides of cells with the smileys of a corner."""
    low, far = corner.startswith("O"), corner.endswith("15")
    places = [
        (SIZE - 1 - down if low else down, SIZE - 1 - right if far else right)
        for down in range(size)
        for right in range(size)
    ]
    return tuple(number_of(place) for place in places if sheet.front[place[0]][place[1]] == SMILEY)


@lru_cache(maxsize=64)
def _printed(sheet: Sheet, kind: int) -> tuple[int, ...]:
    """The sides of cells that show a kind, on either side of the paper."""
    return tuple(side for side, each in sheet.prints.items() if each == kind)


def _crossed(crossed: Sequence[int], sides: Iterable[int]) -> int:
    """How many of these sides of cells are crossed."""
    return sum(crossed[side >> 4] >> (side & 15) & 1 for side in sides)


def winning_places(shown: ShownSheet) -> list[Place]:
    """The crossed cells by which the targets of a winner are connected, without those that lead nowhere."""
    if not shown.view["won"]:
        return []
    spots = [spot for spot in shown.spots if spot.missing is None and (spot.mark or spot.kind == START)]
    targets = {spot.place for spot in spots if spot.kind == TARGET}
    if not targets:
        return []
    left = _connected({spot.place for spot in spots}, min(targets))
    while loose := {place for place in left - targets if len(_beside(place) & left) < 2}:
        left -= loose
    return sorted(left)


def _connected(places: set[Place], start: Place) -> set[Place]:
    found, edge = {start}, [start]
    while edge:
        new = _beside(edge.pop()) & places - found
        found |= new
        edge.extend(new)
    return found


def _beside(place: Place) -> set[Place]:
    steps: Iterable[Place] = ((-1, 0), (1, 0), (0, -1), (0, 1))
    return {(place[0] + down, place[1] + right) for down, right in steps}
