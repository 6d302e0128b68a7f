"""Hopsy's rules as states and moves; the arithmetic is in the kernel."""

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
from ludotheque.core.boards.squares import WIDTH, name_of, square_named, squares
from ludotheque.core.contract import Move, Rules, malformed
from ludotheque.core.houserules import blocked_loses
from ludotheque.core.options import Options, changed
from ludotheque.core.text import Refusal, Text
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.hopsy import GAME, LE_MIX, MAX_PLIES, MIX, SETUP, VARIANT, kernel, reasons
from ludotheque.games.hopsy.starts import starts

SETUPS = {
    "facing": "brbrbr/....../....../....../....../rbrbrb r",
    "mirror": "rbrbrb/....../....../....../....../rbrbrb r",
}


_PAWNS = {
    "r": Text("red pawns"),
    "b": Text("black pawns"),
}
_MIX_PAWNS = {
    "r": Text("plain red pawns"),
    "b": Text("plain black pawns"),
    "R": Text("marked red pawns"),
    "B": Text("marked black pawns"),
}
"""What one calls several of them, by grid letter."""


@dataclass(frozen=True, slots=True)
class Hop(PieceMove):
    """A pawn's move, whatever its way: `D2-B4`."""

    origin: int
    target: int

    @property
    def code(self) -> int:
        return self.origin * 64 + self.target

    def __str__(self) -> str:
        return f"{name_of(self.origin)}-{name_of(self.target)}"


@cache
def hop(code: int) -> Hop:
    return Hop(code >> 6, code & 63)


class HopsyView(PositionView):
    """What everybody sees of Hopsy."""

    path: list[str]
    """The squares the last pawn touched."""
    won: list[str]
    """The squares of the winner's lines."""


class HopsyState(DuelState, Drawn):
    """A position of Hopsy or Le Mix, and the positions that led to it (none may come about three times)."""

    game = GAME
    arithmetic = kernel.KERNEL
    identity = (SEAT, kernel.RED, kernel.BLACK, kernel.MARKED)
    reasons: ClassVar[Mapping[int, str]] = {kernel.LINE: "line", kernel.TOO_LONG: "too long", BLOCKED: "blocked"}
    move_types = (Hop,)
    most_plies = MAX_PLIES

    @classmethod
    def _setting(cls, options: Options) -> LineSetting:
        if _is_mix(options) and SETUP.of(options) not in SETUPS:
            raise Refusal(
                Text("setup={setup}: starts with a number are for variant=hopsy", setup=SETUP.of(options)),
                Text("Balanced starts are for Hopsy itself, not for Le Mix. Choose another setup."),
            )
        rules = [_is_mix(options), MAX_PLIES.of(options) or 0, blocked_loses(options)]
        return LineSetting(options, changed(cls.game.options, options), SEATS, kernel.SIZE, rules)

    @classmethod
    def _first_position(cls, setting: LineSetting) -> str:
        setup = SETUP.of(setting.options)
        if setup not in SETUPS:
            return starts()[int(setup) - 1].position
        text = SETUPS[setup]
        if _is_mix(setting.options):
            top, rest = text.split("/", 1)
            text = f"{top.upper()}/{rest}"
        return text

    @classmethod
    def _read_position(cls, setting: LineSetting, text: str) -> list[int]:
        mix = _is_mix(setting.options)
        pawns = _MIX_PAWNS if mix else _PAWNS
        cells, mover = positions.read(text, kernel.SIZE, (".", *pawns), COLOURS)
        for letter, called in pawns.items():
            positions.check_count(cells, letter, called, kernel.PAWNS // 2 if mix else kernel.PAWNS)
        boards = [
            sum(1 << square for square, letter in cells.items() if letter in wanted) for wanted in ("rR", "bB", "RB")
        ]
        seat = COLOURS.index(mover)
        if kernel.wins(setting.rules, boards[seat], boards[2]):
            raise positions.impossible(
                Text(
                    "{player} is to move but has already won (pawns on {squares})",
                    player=SEATS[seat].name,
                    squares=", ".join(name_of(square) for square in squares(boards[seat])),
                )
            )
        return [seat, 0, 0, *boards, 0]

    @classmethod
    def _cells(cls, setting: LineSetting, row: list[int]) -> dict[int, str]:
        marked = row[kernel.MARKED]
        return {
            square: letter.upper() if marked >> square & 1 else letter
            for letter, board in zip(COLOURS, row[kernel.RED :], strict=False)
            for square in squares(board)
        }

    def parse(self, text: str) -> Hop:
        found = re.fullmatch(r"\s*(\w\w)\s*-\s*(\w\w)\s*", text)
        if found:
            origin, target = (square_named(name, kernel.SIZE) for name in found.groups())
            if origin is not None and target is not None:
                return Hop(origin, target)
        raise malformed(text, "D2-B4 (A1 … F6)")

    @classmethod
    def move_of(cls, code: int) -> Hop:
        return hop(code)

    def describe(self, move: Move) -> Text:
        assert isinstance(move, Hop)
        return Text("the pawn from {origin} to {target}", origin=name_of(move.origin), target=name_of(move.target))

    def path(self, move: Hop) -> tuple[int, ...]:
        """The squares a pawn touches on a shortest way: just two for a step, each landing for jumps."""
        occupied = (self.row[kernel.RED] | self.row[kernel.BLACK]) & ~(1 << move.origin)
        if max(abs(a - b) for a, b in zip(divmod(move.origin, WIDTH), divmod(move.target, WIDTH), strict=True)) == 1:
            return move.origin, move.target
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

    def view(self, seat: int | None = None) -> HopsyView:
        before = self.before() if isinstance(self.last, Hop) else None
        path = before.path(self.last) if before and isinstance(self.last, Hop) else ()
        return {
            **super().view(seat),
            "path": [name_of(square) for square in path],
            "won": [name_of(square) for square in self.winning_squares()],
        }

    @property
    def title(self) -> Text:
        return LE_MIX if self.mixes else super().title

    @property
    def reasons_in_words(self) -> Mapping[str, Text]:
        return reasons(mix=self.mixes)

    @property
    def mixes(self) -> bool:
        """Whether Le Mix is played."""
        return self.setting.changed.get(VARIANT.name) == MIX

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
        assert isinstance(move, Hop)
        cells = self.cells()
        start, end = name_of(move.origin), name_of(move.target)
        if move.origin not in cells:
            return Text("{square} is empty", square=start)
        if cells[move.origin].lower() != COLOURS[seat]:
            return Text("the pawn on {square} is not yours", square=start)
        if move.origin == move.target:
            return Text("a pawn must move")
        if move.target in cells:
            return Text("{square} is occupied", square=end)
        occupied = self.row[kernel.RED] | self.row[kernel.BLACK]
        if kernel.reach(1 << move.origin, occupied) >> move.target & 1:
            return Text("the same position would come about for the third time")
        return Text("neither a step nor jumps lead from {origin} to {target}", origin=start, target=end)


def _is_mix(options: Options) -> bool:
    return VARIANT.of(options) == MIX


RULES = Rules(HopsyState.start, HopsyState.restore)
