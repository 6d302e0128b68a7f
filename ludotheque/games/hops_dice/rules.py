"""The rules of Hops, the dice game, as states and moves; the arithmetic is in the kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from ludotheque.core.boards import positions
from ludotheque.core.boards.duel import COLOURS, SEATS, DuelState, PieceMove
from ludotheque.core.boards.lines import BLOCKED, SEAT
from ludotheque.core.boards.linestate import LineSetting, PositionView
from ludotheque.core.boards.squares import name_of, square_named, squares
from ludotheque.core.contract import IllegalMove, Move, Rules, malformed
from ludotheque.core.houserules import blocked_loses
from ludotheque.core.options import Options, changed
from ludotheque.core.text import Text
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.hops_dice import BACK_AND_FORTH, GAME, MAX_PLIES, REPETITION, SETUP, kernel
from ludotheque.games.hops_dice.chain import Mover, Stop, long_form, read_long_form, result

LETTERS = (".", *(f"{colour}{value}" for colour in COLOURS for value in range(1, kernel.TOP + 1)))
SETUPS = {
    "corners": "r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 r",
    "edges": ".r1.b1.r1./b1.....b1/......./r1.....r1/......./b1.....b1/.r1.b1.r1. r",
}


_DICE = {"r": Text("red dice"), "b": Text("black dice")}


@dataclass(frozen=True, slots=True)
class DieMove(PieceMove):
    """A die's move, whatever its way: `F2-G4=5`; won in the middle of it: `E2-A6=6#`."""

    origin: int
    target: int
    value: int
    wins: bool = False

    @property
    def code(self) -> int:
        return (self.origin * 16 + self.value + kernel.WINNING * self.wins) * 64 + self.target

    def __str__(self) -> str:
        return _written(self.origin, self.target, self.value, self.wins)


@cache
def _written(origin: int, target: int, value: int, wins: bool) -> str:  # noqa: FBT001  # as moves hold it
    return f"{name_of(origin)}-{name_of(target)}={value}{'#' if wins else ''}"


@cache
def die_move(code: int) -> DieMove:
    return DieMove(code >> 10, code & 63, code >> 6 & 7, bool(code >> 6 & kernel.WINNING))


class HopsDiceView(PositionView):
    """What everybody sees of Hops."""

    path: list[str]
    """The stops of the last die, each with the value it showed there: `C4=5`."""


class HopsDiceState(DuelState, Drawn):
    """Where the dice stand and what they show, and the positions that led to it."""

    game = GAME
    arithmetic = kernel.KERNEL
    identity = (SEAT, kernel.RED, kernel.BLACK, kernel.ONES, kernel.TWOS, kernel.FOURS)
    reasons: ClassVar[Mapping[int, str]] = {
        kernel.SIXES: "six sixes",
        kernel.REPEATED: "repetition",
        kernel.TOO_LONG: "too long",
        BLOCKED: "blocked",
    }
    move_types = (DieMove,)
    most_plies = MAX_PLIES

    @classmethod
    def _setting(cls, options: Options) -> LineSetting:
        limits = [limit.of(options) or 0 for limit in (REPETITION, MAX_PLIES)]
        rules = [_next_only(options), *limits, blocked_loses(options)]
        return LineSetting(options, changed(cls.game.options, options), SEATS, kernel.SIZE, rules)

    @classmethod
    def _first_position(cls, setting: LineSetting) -> str:
        return SETUPS[SETUP.of(setting.options)]

    @classmethod
    def _read_position(cls, setting: LineSetting, text: str) -> list[int]:
        cells, mover = positions.read(text, kernel.SIZE, LETTERS, COLOURS)
        for colour, called in _DICE.items():
            letters = [letter for letter in LETTERS if letter[0] == colour]
            positions.check_count(cells, letters, called, kernel.DICE)
        colours = [sum(1 << square for square, letter in cells.items() if letter[0] == colour) for colour in COLOURS]
        planes = [
            sum(1 << square for square, letter in cells.items() if int(letter[1]) >> plane & 1) for plane in range(3)
        ]
        seat_to_move = COLOURS.index(mover)
        if kernel.all_six(colours[seat_to_move], planes[1] & planes[2]):
            raise positions.impossible(
                Text("{player} is to move but has already won (six sixes)", player=SEATS[seat_to_move].name)
            )
        return [seat_to_move, 0, 0, *colours, *planes, 0]

    @classmethod
    def _cells(cls, setting: LineSetting, row: list[int]) -> dict[int, str]:
        planes = row[kernel.ONES], row[kernel.TWOS], row[kernel.FOURS]
        return {
            square: f"{letter}{sum((plane >> square & 1) << i for i, plane in enumerate(planes))}"
            for letter, board in zip(COLOURS, row[kernel.RED :], strict=False)
            for square in squares(board)
        }

    def parse(self, text: str) -> DieMove:
        if (full := read_long_form(text)) is not None:
            mover = self.mover_at(full.origin)
            if mover is None:
                problem = Text("there is no die on {square}", square=name_of(full.origin))
                raise IllegalMove(Text("{move}: {why}", move=text, why=problem), text)
            return DieMove(full.origin, *result(full, mover))
        found = re.fullmatch(r"\s*(\w\w)\s*-\s*(\w\w)\s*=\s*([1-6])\s*(#?)\s*", text)
        if found:
            origin, target = (square_named(name, kernel.SIZE) for name in found.groups()[:2])
            if origin is not None and target is not None:
                return DieMove(origin, target, int(found[3]), bool(found[4]))
        raise malformed(text, "F2-G4=5", "E2-A6=6#", "F2xD2=3-D3 (A1 … G7)")

    def mover_at(self, square: int) -> Mover | None:
        """The die on a square, ready to be followed jump by jump."""
        cells = self.cells()
        if square not in cells:
            return None
        letter = cells.pop(square)
        own, sixes = self.row[kernel.RED + COLOURS.index(letter[0])], self.row[kernel.TWOS] & self.row[kernel.FOURS]
        six_wins = kernel.six_wins(own, sixes, square)
        others = {where: int(other[1]) for where, other in cells.items()}
        return Mover(Stop(square, int(letter[1])), others, six_wins, _next_only(self.setting.options))

    def path(self, move: DieMove) -> tuple[Stop, ...]:
        """A shortest way for a legal move: each landing with the value shown there, and the closing step."""
        mover = self.mover_at(move.origin)
        assert mover is not None, "a legal move has a die"
        return mover.shortest(move.target, move.value, wins=move.wins)

    def long_form(self, move: DieMove) -> str:
        """A legal move in full, by a shortest way: `F2xD2=3xD4=3xD6=4xF4=5-G4`."""
        return long_form(self.path(move), wins=move.wins)

    @classmethod
    def move_of(cls, code: int) -> DieMove:
        return die_move(code)

    def describe(self, move: Move) -> Text:
        assert isinstance(move, DieMove)
        ends = {"origin": name_of(move.origin), "target": name_of(move.target)}
        if move.wins:
            return Text("the die from {origin} to {target}, the last six", **ends)
        return Text("the die from {origin} to {target}, showing {value}", **ends, value=move.value)

    def view(self, seat: int | None = None) -> HopsDiceView:
        before = self.before() if isinstance(self.last, DieMove) else None
        path = before.path(self.last) if before and isinstance(self.last, DieMove) else ()
        return {**super().view(seat), "path": [f"{name_of(stop.square)}={stop.value}" for stop in path]}

    def _why(self, move: Move, seat: int) -> Text:
        assert isinstance(move, DieMove)
        cells = self.cells()
        start, end = name_of(move.origin), name_of(move.target)
        if move.origin not in cells:
            return Text("{square} is empty", square=start)
        if cells[move.origin][0] != COLOURS[seat]:
            return Text("the die on {square} is not yours", square=start)
        if move.target in cells and move.target != move.origin:
            return Text("{square} is occupied", square=end)
        values = [
            each.value
            for each in map(self.move_of, self.codes())
            if (each.origin, each.target) == (move.origin, move.target)
        ]
        if not values:
            return Text("the die on {origin} cannot end on {target}", origin=start, target=end)
        if move.value in values:
            if move.wins:
                return Text("this move does not win: it is written without #")
            return Text("this move wins: it is written with #")
        listed = ", ".join(map(str, values))
        return Text("it would end there with {values}, not {given}", values=listed, given=move.value)


def _next_only(options: Options) -> bool:
    return BACK_AND_FORTH.of(options) == "next"


RULES = Rules(HopsDiceState.start, HopsDiceState.restore)
