"""One sheet as one sees it: each place with its side, its print and its marks, from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from ludotheque.core.contract import Plain, View
from ludotheque.core.options import read_all
from ludotheque.core.text import Text
from ludotheque.games.hop_plie import GAME
from ludotheque.games.hop_plie.paper import CELLS, OVER, SIZE, Paper, Place, after, name_of, number_of, top
from ludotheque.games.hop_plie.sheet import KINDS, SIDES, START, SYMBOLS, Sheet
from ludotheque.games.hop_plie.table import sheet_of


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

    @property
    def spoken(self) -> Text:
        """What a screen reader says."""
        what = [Text(self.name, self.name), SIDES[self.back]]
        if self.missing:
            what.append(Text("demi-case", "half cell"))
        elif self.kind:
            what.append(SYMBOLS[KINDS[self.kind]])
        if self.mark:
            what.append({"x": Text("croix", "cross"), "o": Text("croix cerclée", "circled cross")}[self.mark])
        return Text(", ".join(each.fr for each in what), ", ".join(each.en for each in what))


@dataclass(frozen=True)
class ShownSheet:
    """A player's sheet, as the view tells it."""

    sheet: Sheet
    told: Mapping[str, Plain]

    @cached_property
    def folds(self) -> tuple[str, ...]:
        return tuple(cast(list[str], self.told["folds"]))

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

    def spots(self) -> Iterator[Spot]:
        """Every place that has paper, in reading order."""
        crossed, circled = cast(list[int], self.told["crossed"]), cast(list[int], self.told["circled"])
        grids = self.sheet.front, self.sheet.back
        for row in range(SIZE):
            for column in range(SIZE):
                layer = top(self.paper, (row, column))
                if layer is None:
                    continue
                side = number_of(layer.cell) + CELLS * layer.back
                word, bit = side >> 4, side & 15
                mark = "o" if circled[word] >> bit & 1 else "x" if crossed[word] >> bit & 1 else ""
                kind = grids[layer.back][layer.cell[0]][layer.cell[1]]
                if kind == START:  # printed as a circled cross: the pen adds nothing
                    mark = ""
                if layer.missing:
                    below = next((each for each in reversed(self.paper[row, column]) if not each.half), None)
                    under = "" if below is None else "back" if below.back else "front"
                    yield Spot((row, column), layer.back, 0, "", layer.missing, layer.flap, under)
                else:
                    yield Spot((row, column), layer.back, kind, mark, None, layer.flap)


def sheets(view: View) -> list[ShownSheet]:
    """The players' sheets."""
    printed = sheet_in(view)
    return [ShownSheet(printed, told) for told in cast(list[Mapping[str, Plain]], view["sheets"])]


def sheet_in(view: View) -> Sheet:
    """The sheet a game is played on."""
    return sheet_of(read_all(GAME.id, GAME.options, cast(Mapping[str, object], view["options"])))
