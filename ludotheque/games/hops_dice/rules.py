"""The rules of Hops, the dice game, as states and moves; the arithmetic is in the kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import ClassVar, NamedTuple, cast

from ludotheque.core import positions
from ludotheque.core.contract import IllegalMove, Move, Plain, malformed
from ludotheque.core.duel import COLOURS, PLURALS, SEATS, DuelState
from ludotheque.core.lines import BLOCKED, SEAT
from ludotheque.core.linestate import Setting
from ludotheque.core.options import Options
from ludotheque.core.squares import name_of, square_named, squares
from ludotheque.core.text import Text
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.hops_dice import GAME, kernel
from ludotheque.games.hops_dice.chain import Mover, Stop, long_form, read_long_form, result

LETTERS = (".", *(f"{colour}{value}" for colour in COLOURS for value in range(1, kernel.TOP + 1)))
SETUPS = {
    "corners": "r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 r",
    "edges": ".r1.b1.r1./b1.....b1/......./r1.....r1/......./b1.....b1/.r1.b1.r1. r",
}


class DieMove(NamedTuple):
    """A die's move, whatever its way: `F2-G4=5`; won in the middle of it: `E2-A6=6#`."""

    origin: int
    target: int
    value: int
    wins: bool = False

    def __str__(self) -> str:
        return f"{name_of(self.origin)}-{name_of(self.target)}={self.value}{'#' if self.wins else ''}"


@cache
def die_move(code: int) -> DieMove:
    return DieMove(code >> 10, code & 63, code >> 6 & 7, bool(code >> 6 & kernel.WINNING))


class HopsDiceState(DuelState, Drawn):
    """Where the dice stand and what they show, and the positions that led to it."""

    game = GAME
    kernel: ClassVar[ModuleType] = kernel
    identity = (SEAT, kernel.RED, kernel.BLACK, kernel.ONES, kernel.TWOS, kernel.FOURS)
    reasons: ClassVar[Mapping[int, str]] = {
        kernel.SIXES: "six sixes",
        kernel.REPEATED: "repetition",
        kernel.TOO_LONG: "too long",
        BLOCKED: "blocked",
    }
    move_types = (DieMove,)

    @classmethod
    def _setting(cls, options: Options) -> Setting:
        limits = [cast(int | None, options[name]) or 0 for name in ("repetition", "max_plies")]
        rules = [options["back_and_forth"] == "next", *limits, options["blocked"] == "loss"]
        return Setting(options, rules, SEATS, kernel.SIZE)

    @classmethod
    def _first_position(cls, setting: Setting) -> str:
        return SETUPS[str(setting.options["setup"])]

    @classmethod
    def _read_position(cls, setting: Setting, text: str) -> list[int]:
        cells, mover = positions.read(text, kernel.SIZE, LETTERS, COLOURS)
        for seat, colour, plural in zip(SEATS, COLOURS, PLURALS, strict=True):
            letters = [letter for letter in LETTERS if letter[0] == colour]
            positions.check_count(cells, letters, Text(f"dés {plural}", f"{seat.id} dice"), kernel.DICE)
        colours = [sum(1 << square for square, letter in cells.items() if letter[0] == colour) for colour in COLOURS]
        planes = [
            sum(1 << square for square, letter in cells.items() if int(letter[1]) >> plane & 1) for plane in range(3)
        ]
        seat_to_move = COLOURS.index(mover)
        if colours[seat_to_move] & ~(planes[1] & planes[2]) == 0:
            name = SEATS[seat_to_move].name
            raise positions.impossible(
                f"c'est à {name.fr} de jouer, mais {name.fr} a déjà gagné (six six)",
                f"{name.en} is to move but has already won (six sixes)",
            )
        return [seat_to_move, 0, 0, *colours, *planes, 0]

    @classmethod
    def _cells(cls, setting: Setting, row: list[int]) -> dict[int, str]:
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
                here = name_of(full.origin)
                raise IllegalMove(Text(f"{text} : {here} n'a pas de dé", f"{text}: there is no die on {here}"))
            return DieMove(full.origin, *result(full, mover))
        found = re.fullmatch(r"\s*(\w\w)\s*-\s*(\w\w)\s*=\s*([1-6])\s*(#?)\s*", text)
        ends = [square_named(name, kernel.SIZE) for name in found.groups()[:2]] if found else [None]
        if not found or None in ends:
            raise malformed(text, "F2-G4=5", "E2-A6=6#", "F2xD2=3-D3 (A1 … G7)")
        return DieMove(*cast(tuple[int, int], ends), int(found[3]), bool(found[4]))

    def mover_at(self, square: int) -> Mover | None:
        """The die on a square, ready to be followed jump by jump."""
        cells = self.cells()
        if square not in cells:
            return None
        letter = cells.pop(square)
        colour, value = letter[0], int(letter[1])
        six_wins = all(other[1] == "6" for other in cells.values() if other[0] == colour)
        others = {where: int(other[1]) for where, other in cells.items()}
        return Mover(Stop(square, value), others, six_wins, self.options["back_and_forth"] == "next")

    def path(self, move: DieMove) -> tuple[Stop, ...]:
        """A shortest way for a legal move: each landing with the value shown there, and the closing step."""
        mover = self.mover_at(move.origin)
        assert mover is not None, "a legal move has a die"
        return mover.shortest(move.target, move.value, wins=move.wins)

    def long_form(self, move: DieMove) -> str:
        """A legal move in full, by a shortest way: `F2xD2=3xD4=3xD6=4xF4=5-G4`."""
        return long_form(self.path(move), wins=move.wins)

    def _move(self, code: int) -> DieMove:
        return die_move(code)

    def _code(self, move: Move) -> int:
        origin, target, value, wins = cast(DieMove, move)
        return (origin * 16 + value + kernel.WINNING * wins) * 64 + target

    def _view(self, seat: int | None) -> Mapping[str, Plain]:
        before = self.before() if self.last is not None else None
        path = before.path(cast(DieMove, self.last)) if before else ()
        return {**super()._view(seat), "path": [f"{name_of(stop.square)}={stop.value}" for stop in path]}

    def _why(self, move: Move, seat: int) -> Text:
        origin, target, value, wins = cast(DieMove, move)
        cells = self.cells()
        start, end = name_of(origin), name_of(target)
        if origin not in cells:
            return Text(f"{start} est vide", f"{start} is empty")
        if cells[origin][0] != COLOURS[seat]:
            return Text(f"le dé en {start} n'est pas à vous", f"the die on {start} is not yours")
        if target in cells and target != origin:
            return Text(f"{end} est occupé", f"{end} is occupied")
        reached = [each for each in cast(tuple[DieMove, ...], self._moves(seat)) if each[:2] == (origin, target)]
        if not reached:
            return Text(f"le dé en {start} ne peut pas finir en {end}", f"the die on {start} cannot end on {end}")
        if any(each.value == value for each in reached):
            return Text(
                "ce coup gagne : il s'écrit avec #" if not wins else "ce coup ne gagne pas : il s'écrit sans #",
                "this move wins: it is written with #"
                if not wins
                else "this move does not win: it is written without #",
            )
        values = ", ".join(str(each.value) for each in reached)
        return Text(f"il y finirait avec {values}, pas {value}", f"it would end there with {values}, not {value}")


start = HopsDiceState.start
restore = HopsDiceState.restore
