"""How far a player has come on a sheet: targets, smileys, bulbs and folds, of how many; and the cells that won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ludotheque.core.text import Text
from ludotheque.games.hop_plie.paper import CELLS, CORNERS, EDGES, OVER, SIZE, SIZES, Place, number_of
from ludotheque.games.hop_plie.sheet import BULB, SMILEY, START, TARGET
from ludotheque.games.hop_plie.shown import ShownSheet


class Reached(NamedTuple):
    """How many of something are reached, of how many, and what that is called."""

    symbol: str
    number: int
    every: int
    name: Text

    @property
    def text(self) -> str:
        return f"{self.number}/{self.every}"


def reached(shown: ShownSheet) -> list[Reached]:
    """What a sheet asks for, and how much of it is done."""
    level = shown.sheet.level
    twice = level == 4
    targets, smileys, bulbs = (_crossed(shown, kind) for kind in (TARGET, SMILEY, BULB))
    folds = sum(step != OVER for step in shown.folds), len(CORNERS) + twice * len(EDGES)
    found = [
        Reached(f"icon-target{level}", *targets, Text("targets: {number} of {all}", number=targets[0], all=targets[1])),
        Reached(f"icon-smiley{level}", *smileys, Text("smileys: {number} of {all}", number=smileys[0], all=smileys[1])),
        Reached("icon-fold", *folds, Text("folds: {number} of {all}", number=folds[0], all=folds[1])),
    ]
    if bulbs[1]:
        found.insert(2, Reached("icon-bulb", *bulbs, Text("bulbs: {number} of {all}", number=bulbs[0], all=bulbs[1])))
    return found


def smileys_of(shown: ShownSheet, corner: str, size: str) -> tuple[int, int]:
    """How many smileys of a corner are crossed, and how many must be before it can be folded so."""
    places = [
        (SIZE - 1 - down if corner.startswith("O") else down, SIZE - 1 - right if corner.endswith("15") else right)
        for down in range(SIZES[size])
        for right in range(SIZES[size])
    ]
    needed = [place for place in places if shown.sheet.front[place[0]][place[1]] == SMILEY]
    return sum(_is_crossed(shown, place, back=False) for place in needed), len(needed)


def _crossed(shown: ShownSheet, kind: int) -> tuple[int, int]:
    """How many cells of a kind are crossed, on either side of the paper, and how many there are."""
    found = [
        _is_crossed(shown, (row, column), back=bool(back))
        for back, grid in enumerate((shown.sheet.front, shown.sheet.back))
        for row in range(SIZE)
        for column in range(SIZE)
        if grid[row][column] == kind
    ]
    return sum(found), len(found)


def _is_crossed(shown: ShownSheet, place: Place, *, back: bool) -> bool:
    side = number_of(place) + CELLS * back
    return bool(shown.view["crossed"][side >> 4] >> (side & 15) & 1)


def winning_places(shown: ShownSheet) -> list[Place]:
    """The crossed cells by which the targets of a winner are connected, without those that lead nowhere."""
    if not shown.view["won"]:
        return []
    spots = [spot for spot in shown.spots() if spot.missing is None and (spot.mark or spot.kind == START)]
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
