"""What games of two colours of moving pieces have in common: red against black, house rules, pieces with numbers."""

from __future__ import annotations

from typing import ClassVar

from ludotheque.core.boards.lines import HEADER, SEAT
from ludotheque.core.boards.linestate import BoardMove, LineSetting, LineState
from ludotheque.core.boards.squares import squares
from ludotheque.core.contract import Seat
from ludotheque.core.options import Limit
from ludotheque.core.text import meant

COLOURS = "rb"
SEATS = (Seat("red", meant("a player", "red")), Seat("black", meant("a player", "black")))
RED, BLACK = HEADER, HEADER + 1
"""The first of a kernel's own words: the red pieces, and the black ones."""


class PieceMove(BoardMove):
    """A move of a piece from one square to another."""

    __slots__ = ()
    origin: int
    target: int


class DuelState(LineState):
    """A position of red against black."""

    ends_by_counting = False
    most_plies: ClassVar[Limit]
    """The game's option that calls off what is too long."""

    @classmethod
    def _mover(cls, setting: LineSetting, row: list[int]) -> str:
        return COLOURS[row[SEAT]]

    @property
    def longest(self) -> int | None:
        return self.most_plies.of(self.setting.options)

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, 1

    def _numbered(self) -> tuple[int, ...]:
        return tuple(squares(self.row[RED]) + squares(self.row[BLACK]))

    def _places_after(self, move: BoardMove) -> tuple[int, ...]:
        assert isinstance(move, PieceMove)
        return tuple(move.target if place == move.origin else place for place in self.places)
