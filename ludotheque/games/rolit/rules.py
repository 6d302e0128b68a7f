"""Rolit's rules as states and moves; the arithmetic is in the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import ClassVar, NamedTuple, cast

from ludotheque.core import positions
from ludotheque.core.bits import count
from ludotheque.core.contract import Move, Plain, Seat, malformed
from ludotheque.core.grid import bit, neighbours
from ludotheque.core.lines import HEADER, SEAT
from ludotheque.core.linestate import LineState, Setting
from ludotheque.core.options import Options
from ludotheque.core.squares import ROW_LETTERS, name_of, square_at, square_named, squares, whole
from ludotheque.core.text import Refusal, Text
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.rolit import COLOURS, GAME, kernel

NAMES = tuple(COLOURS)
LETTERS = "ryge"
COLOURS_FOR = {1: ("red", "grey"), 2: ("red", "green"), 3: ("red", "yellow", "green"), 4: NAMES}
"""The colours in play by number of players; alone, one person plays two."""
START_BALLS = 4


class Ball(NamedTuple):
    """A new ball on a square: `C4`."""

    square: int

    def __str__(self) -> str:
        return name_of(self.square)


@cache
def ball(code: int) -> Ball:
    return Ball(code)


class RolitState(LineState, Drawn):
    """The balls on the board and whose turn it is. The past plays no part; the last position is kept to show it."""

    game = GAME
    kernel: ClassVar[ModuleType] = kernel
    reasons: ClassVar[Mapping[int, str]] = {kernel.FULL: "full"}
    move_types = (Ball,)

    @classmethod
    def _setting(cls, options: Options) -> Setting:
        colours, size = colours_in_play(options), cast(int, options["size"])
        numbers = [NAMES.index(colour) for colour in colours]
        rules = [size, len(colours), *numbers, *[0] * (kernel.COLOURS - len(numbers)), whole(size)]
        return Setting(options, rules, tuple(Seat(colour, COLOURS[colour]) for colour in colours), size)

    @classmethod
    def _first_position(cls, setting: Setting) -> str:
        colours = [seat.id for seat in setting.seats]
        first = str(setting.options["first"])
        upper, half = setting.size // 2 - 1, setting.size // 2
        centre = ((upper, upper), (upper, half), (half, half), (half, upper))  # clockwise from the upper left
        cells = {square_at(*place): letter for place, letter in zip(centre, LETTERS, strict=True)}
        mover = colours[0] if first == "auto" else first
        return positions.write(positions.rows_of(cells, setting.size), LETTERS[NAMES.index(mover)])

    @classmethod
    def _read_position(cls, setting: Setting, text: str) -> list[int]:
        in_play = [LETTERS[NAMES.index(seat.id)] for seat in setting.seats]
        cells, mover = positions.read(text, setting.size, (".", *LETTERS), in_play)
        if len(cells) < START_BALLS:
            where = ", ".join(map(name_of, sorted(cells))) or "—"
            raise positions.impossible(
                f"{len(cells)} boules (en {where}), mais une partie commence avec {START_BALLS}",
                f"{len(cells)} balls (on {where}), but a game starts with {START_BALLS}",
            )
        boards = [0] * kernel.COLOURS
        for square, letter in cells.items():
            boards[LETTERS.index(letter)] |= bit(square)
        return [in_play.index(mover), 0, 0, *boards]

    @classmethod
    def _cells(cls, setting: Setting, row: list[int]) -> dict[int, str]:
        return {
            square: letter for letter, board in zip(LETTERS, row[HEADER:], strict=True) for square in squares(board)
        }

    @classmethod
    def _mover(cls, setting: Setting, row: list[int]) -> str:
        return LETTERS[NAMES.index(setting.seats[row[SEAT]].id)]

    @property
    def holders(self) -> tuple[int, ...]:
        return (0, 0) if self.options["players"] == 1 else super().holders

    @property
    def longest(self) -> int:
        return self.ply + self.size**2 - count(kernel.balls(self.line, len(self.line) - 1))

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, self.size**2

    def parse(self, text: str) -> Ball:
        square = square_named(text.strip(), self.size)
        if square is None:
            raise malformed(text, f"C4 (A1 … {ROW_LETTERS[self.size - 1]}{self.size})")
        return Ball(square)

    def _move(self, code: int) -> Ball:
        return ball(code)

    def _code(self, move: Move) -> int:
        return cast(Ball, move).square

    def _view(self, seat: int | None) -> Mapping[str, Plain]:
        turned = []
        if self.last is not None and len(self.line) > 1:
            now, then = self.cells(), self._cells(self.setting, self.line[-2].tolist())
            turned = [name_of(square) for square in sorted(then) if now[square] != then[square]]
        return {**super()._view(seat), "turned": turned}

    def _why(self, move: Move, seat: int) -> Text:
        square = cast(Ball, move).square
        cells = self.cells()
        if square in cells:
            return Text(f"{move} est occupé", f"{move} is occupied")
        beside = neighbours(sum(bit(each) for each in cells)) >> square & 1
        if not beside:
            return Text(f"{move} ne touche aucune boule", f"{move} is beside no ball")
        return Text("il faut capturer quand on le peut", "you must capture when you can")


def colours_in_play(options: Options) -> tuple[str, ...]:
    """The colours by seat; refuses options that do not go together."""
    players = cast(int, options["players"])
    colours = cast(tuple[str, ...] | None, options["colours"]) or COLOURS_FOR[players]
    first = options["first"]
    expected = len(COLOURS_FOR[players])
    if len(colours) != expected:
        named = ",".join(colours)
        raise Refusal(
            Text(
                f"colours={named} : {len(colours)} couleurs, mais players={players} en demande {expected}",
                f"colours={named} are {len(colours)} colours, but players={players} needs {expected}",
            )
        )
    if first != "auto" and first not in colours:
        listed = ", ".join(colours)
        raise Refusal(
            Text(
                f"first={first!r} n'est pas en jeu : les couleurs sont {listed}",
                f"first={first!r} is not in play: the colours are {listed}",
            )
        )
    position = options["position"]
    if first != "auto" and position and str(position).split()[-1] != LETTERS[NAMES.index(str(first))]:
        raise Refusal(
            Text(
                f"first={first!r}, mais la position dit que c'est à un autre de jouer",
                f"first={first!r}, but the position says it is another's turn",
            )
        )
    return colours


start = RolitState.start
restore = RolitState.restore
