"""What games of two colours of moving pieces have in common: red against black, house rules, pieces with numbers."""

from __future__ import annotations

from typing import cast

from ludotheque.core.contract import Move, Seat
from ludotheque.core.lines import SEAT
from ludotheque.core.linestate import LineState, Setting
from ludotheque.core.squares import squares
from ludotheque.core.text import Text

COLOURS = "rb"
SEATS = (Seat("red", Text("rouge", "red")), Seat("black", Text("noir", "black")))
PLURALS = ("rouges", "noirs")
"""What French calls several pieces of each colour."""


class DuelState(LineState):
    """A position of red against black. The kernel keeps red pieces and black pieces in its words RED and BLACK, and a
    move begins with its origin and its target."""

    points_of_a_win = 2

    @classmethod
    def _mover(cls, setting: Setting, row: list[int]) -> str:
        return COLOURS[row[SEAT]]

    @property
    def longest(self) -> int | None:
        return cast(int | None, self.options["max_plies"])

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, 1

    def _numbered(self) -> tuple[int, ...]:
        return tuple(squares(self.row[self.kernel.RED]) + squares(self.row[self.kernel.BLACK]))

    def _places_after(self, move: Move) -> tuple[int, ...]:
        origin, target = cast(tuple[int, ...], move)[:2]
        return tuple(target if place == origin else place for place in self.places)
