"""Hopsy's rules as states and moves; the arithmetic is in the kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import ClassVar, NamedTuple, cast

from ludotheque.core import positions
from ludotheque.core.contract import Move, Plain, malformed
from ludotheque.core.duel import COLOURS, PLURALS, SEATS, DuelState
from ludotheque.core.lines import BLOCKED, SEAT
from ludotheque.core.linestate import Setting
from ludotheque.core.options import Options
from ludotheque.core.squares import WIDTH, name_of, square_named, squares
from ludotheque.core.text import Text, same
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.hopsy import GAME, kernel

SETUPS = {
    "facing": "brbrbr/....../....../....../....../rbrbrb r",
    "mirror": "rbrbrb/....../....../....../....../rbrbrb r",
}


class Hop(NamedTuple):
    """A pawn's move, whatever its way: `D2-B4`."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"{name_of(self.origin)}-{name_of(self.target)}"


@cache
def hop(code: int) -> Hop:
    return Hop(code >> 6, code & 63)


class HopsyState(DuelState, Drawn):
    """A position of Hopsy or Le Mix, and the positions that led to it (none may come about three times)."""

    game = GAME
    kernel: ClassVar[ModuleType] = kernel
    identity = (SEAT, kernel.RED, kernel.BLACK, kernel.MARKED)
    reasons: ClassVar[Mapping[int, str]] = {kernel.LINE: "line", kernel.TOO_LONG: "too long", BLOCKED: "blocked"}
    move_types = (Hop,)

    @classmethod
    def _setting(cls, options: Options) -> Setting:
        max_plies = cast(int | None, options["max_plies"])
        rules = [options["variant"] == "mix", max_plies or 0, options["blocked"] == "loss"]
        return Setting(options, rules, SEATS, kernel.SIZE)

    @classmethod
    def _first_position(cls, setting: Setting) -> str:
        text = SETUPS[str(setting.options["setup"])]
        if setting.options["variant"] == "mix":
            top, rest = text.split("/", 1)
            text = f"{top.upper()}/{rest}"
        return text

    @classmethod
    def _read_position(cls, setting: Setting, text: str) -> list[int]:
        mix = setting.options["variant"] == "mix"
        letters = (".", "r", "b", "R", "B") if mix else (".", "r", "b")
        cells, mover = positions.read(text, kernel.SIZE, letters, COLOURS)
        for letter in letters[1:]:
            seat = COLOURS.index(letter.lower())
            kind = (Text(" marqués", "marked ") if letter.isupper() else Text(" unis", "plain ")) if mix else same("")
            what = Text(f"pions {PLURALS[seat]}{kind.fr}", f"{kind.en}{SEATS[seat].id} pawns")
            positions.check_count(cells, letter, what, kernel.PAWNS // 2 if mix else kernel.PAWNS)
        boards = [
            sum(1 << square for square, letter in cells.items() if letter in wanted) for wanted in ("rR", "bB", "RB")
        ]
        seat = COLOURS.index(mover)
        if kernel.wins(setting.rules, boards[seat], boards[2]):
            where = ", ".join(name_of(square) for square in squares(boards[seat]))
            colour = SEATS[seat].name
            raise positions.impossible(
                f"c'est à {colour.fr} de jouer, mais {colour.fr} a déjà gagné (pions en {where})",
                f"{colour.en} is to move but has already won (pawns on {where})",
            )
        return [seat, 0, 0, *boards, 0]

    @classmethod
    def _cells(cls, setting: Setting, row: list[int]) -> dict[int, str]:
        marked = row[kernel.MARKED]
        return {
            square: letter.upper() if marked >> square & 1 else letter
            for letter, board in zip(COLOURS, row[kernel.RED :], strict=False)
            for square in squares(board)
        }

    def parse(self, text: str) -> Hop:
        found = re.fullmatch(r"\s*(\w\w)\s*-\s*(\w\w)\s*", text)
        ends = [square_named(name, kernel.SIZE) for name in found.groups()] if found else [None]
        if None in ends:
            raise malformed(text, "D2-B4 (A1 … F6)")
        return Hop(*cast(list[int], ends))

    def _move(self, code: int) -> Hop:
        return hop(code)

    def _code(self, move: Move) -> int:
        origin, target = cast(Hop, move)
        return origin * 64 + target

    def path(self, move: Hop) -> tuple[int, ...]:
        """The squares a pawn touches on a shortest way: just two for a step, each landing for jumps."""
        occupied = (self.row[kernel.RED] | self.row[kernel.BLACK]) & ~(1 << move.origin)
        if max(abs(a - b) for a, b in zip(divmod(move.origin, WIDTH), divmod(move.target, WIDTH), strict=True)) == 1:
            return tuple(move)
        ways: dict[int, tuple[int, ...]] = {move.origin: (move.origin,)}
        edge = [move.origin]
        while edge and move.target not in ways:
            found: dict[int, tuple[int, ...]] = {}
            for square in edge:
                for landing in squares(kernel.jumps(1 << square, occupied)):
                    if landing not in ways:
                        found.setdefault(landing, (*ways[square], landing))
            ways.update(found)
            edge = list(found)
        return ways[move.target]

    def _view(self, seat: int | None) -> Mapping[str, Plain]:
        before = self.before() if self.last is not None else None
        path = before.path(cast(Hop, self.last)) if before else ()
        return {
            **super()._view(seat),
            "path": [name_of(square) for square in path],
            "won": [name_of(square) for square in self.winning_squares()],
        }

    def winning_squares(self) -> tuple[int, ...]:
        """The squares of the winner's lines of four; none while nobody has won."""
        if self.outcome is None or not self.outcome.winners or self.outcome.reason != "line":
            return ()
        pawns, marked = self.row[kernel.RED + self.outcome.winners[0]], self.row[kernel.MARKED]
        won = 0
        for square in range(WIDTH * kernel.SIZE):
            for by in (1, 7, 8, 9):
                four = sum(1 << square + by * i for i in range(4))
                if four & pawns == four and kernel.wins(self.setting.rules, four, marked):
                    won |= four
        return tuple(squares(won))

    def _why(self, move: Move, seat: int) -> Text:
        origin, target = cast(Hop, move)
        cells = self.cells()
        start, end = name_of(origin), name_of(target)
        if origin not in cells:
            return Text(f"{start} est vide", f"{start} is empty")
        if cells[origin].lower() != COLOURS[seat]:
            return Text(f"le pion en {start} n'est pas à vous", f"the pawn on {start} is not yours")
        if origin == target:
            return Text("il faut bouger", "a pawn must move")
        if target in cells:
            return Text(f"{end} est occupé", f"{end} is occupied")
        occupied = self.row[kernel.RED] | self.row[kernel.BLACK]
        if kernel.reach(1 << origin, occupied) >> target & 1:
            return Text(
                "la même position se présenterait pour la troisième fois",
                "the same position would come about for the third time",
            )
        return Text(
            f"ni un pas ni des sauts ne mènent de {start} à {end}",
            f"neither a step nor jumps lead from {start} to {end}",
        )


start = HopsyState.start
restore = HopsyState.restore
