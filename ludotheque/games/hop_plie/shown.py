"""One sheet as one sees it: each place with its side, its print and its marks, from a view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ludotheque.core.options import read_all
from ludotheque.core.text import Text, joined, meant
from ludotheque.core.values import cached_property
from ludotheque.games.hop_plie import GAME
from ludotheque.games.hop_plie.ink import SheetView
from ludotheque.games.hop_plie.paper import CELLS, OVER, SIZE, Paper, Place, after, name_of, number_of, top
from ludotheque.games.hop_plie.rules import HopPlieView
from ludotheque.games.hop_plie.setting import sheet_of
from ludotheque.games.hop_plie.sheet import SIDES, START, Sheet, called

_MARKS = {"x": meant("drawn on a sheet", "cross"), "o": meant("drawn on a sheet", "circled cross")}

Marks = tuple[int, ...]
"""A bit for each side of a cell, in words of 16, as a view has them."""
MARK_WORDS = -(-2 * CELLS // 16)


class Spot(NamedTuple):
    """What one sees on a place: a side of a cell, or half of one."""

    place: Place
    back: bool
    kind: int
    mark: str
    """Nothing, `x` a cross, `o` a cross in a circle."""
    missing: Place | None
    """For half a cell: the corner that is folded away."""
    flap: str
    """The fold that laid it there."""
    under: str = ""
    """For half a cell: the side of the paper one sees beside it, if any."""

    @property
    def name(self) -> str:
        return name_of(self.place)

    def spoken(self, level: int) -> Text:
        """What a screen reader says, on the sheets of a level."""
        what: list[str | Text] = [self.name, SIDES[self.back]]
        if self.missing:
            what.append(Text("half cell"))
        elif self.kind:
            what.append(called(self.kind, level))
        if self.mark:
            what.append(_MARKS[self.mark])
        return joined(", ", what)


@dataclass(frozen=True)
class ShownSheet:
    """A player's sheet, as the view tells it."""

    sheet: Sheet
    view: SheetView

    @cached_property
    def folds(self) -> tuple[str, ...]:
        return tuple(self.view["folds"])

    @property
    def over(self) -> bool:
        return OVER in self.folds

    @cached_property
    def paper(self) -> Paper:
        return after(self.folds)

    def place_of(self, side: str) -> str:
        """Where a side of a cell (`F:C4`, `B:C4`) can be seen now; a dash when it cannot."""
        tops = ((place, stack[-1]) for place, stack in self.paper.items())
        names = (
            name_of(place)
            for place, layer in tops
            if not layer.half and layer.back == (side[0] == "B") and name_of(layer.cell) == side[2:]
        )
        return next(names, "—")

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every place that has paper, in reading order."""
        return seen_on(*self.known)

    @cached_property
    def known(self) -> tuple[Sheet, tuple[str, ...], Marks, Marks]:
        """What decides how it looks: what is printed, how it is folded, what is drawn on it."""
        return self.sheet, self.folds, tuple(self.view["crossed"]), tuple(self.view["circled"])


class _Laid(NamedTuple):
    """A place that has paper: where its marks are noted, and how it looks without one, with a cross, with a circle."""

    word: int
    bit: int
    spots: tuple[Spot, Spot, Spot]


@lru_cache(maxsize=256)
def _laid(sheet: Sheet, folds: tuple[str, ...]) -> tuple[_Laid, ...]:
    """A sheet folded so, whatever is drawn on it."""
    paper, grids, found = after(folds), (sheet.front, sheet.back), list[_Laid]()
    for row in range(SIZE):
        for column in range(SIZE):
            layer = top(paper, (row, column))
            if layer is None:
                continue
            if layer.missing:
                below = next((each for each in reversed(paper[row, column]) if not each.half), None)
                under = "" if below is None else "back" if below.back else "front"
                half = Spot((row, column), layer.back, 0, "", layer.missing, layer.flap, under)
                found.append(_Laid(0, 0, (half, half, half)))
                continue
            word, bit = divmod(number_of(layer.cell) + CELLS * layer.back, 16)
            kind = grids[layer.back][layer.cell[0]][layer.cell[1]]
            marks = ("", "", "") if kind == START else ("", "x", "o")  # a start is printed as a circled cross
            plain, cross, circle = (Spot((row, column), layer.back, kind, mark, None, layer.flap) for mark in marks)
            found.append(_Laid(word, bit, (plain, cross, circle)))
    return tuple(found)


@lru_cache(maxsize=512)
def seen_on(sheet: Sheet, folds: tuple[str, ...], crossed: Marks, circled: Marks) -> tuple[Spot, ...]:
    """What one sees of a sheet. While others draw on theirs a sheet stays as it is, so what was seen is kept."""
    return tuple(
        [spots[2 if circled[word] >> bit & 1 else crossed[word] >> bit & 1] for word, bit, spots in _laid(sheet, folds)]
    )


def sheets(view: HopPlieView) -> list[ShownSheet]:
    """The players' sheets."""
    printed = _printed(tuple(view["options"].items()))
    return [ShownSheet(printed, each) for each in view["sheets"]]


@lru_cache(maxsize=64)
def _printed(options: tuple[tuple[str, str], ...]) -> Sheet:
    """The sheet of a view's options."""
    return sheet_of(read_all(GAME.id, GAME.options, dict(options)))


def unmarked(sheet: Sheet, folds: tuple[str, ...] = ()) -> ShownSheet:
    """A sheet that nobody has drawn on, folded so: as it is printed, and as it would look."""
    words = [0] * (2 * CELLS // 16)
    view: SheetView = {
        "crossed": words,
        "circled": words,
        "folds": list(folds),
        "die": None,
        "numbers": [],
        "bonuses": [],
        "plus": False,
        "held": [],
        "crosses": 0,
        "done": False,
        "won": False,
        "open": [],
    }
    return ShownSheet(sheet, view)
