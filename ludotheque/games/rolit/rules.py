"""Rolit's rules as states and moves; the arithmetic is in the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from ludotheque.core.boards import positions
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.grid import bit, neighbours
from ludotheque.core.boards.lines import HEADER, SEAT
from ludotheque.core.boards.linestate import BoardMove, LineSetting, LineState, PositionView
from ludotheque.core.boards.squares import (
    POSITION,
    ROW_LETTERS,
    WIDTH,
    name_of,
    square_at,
    square_named,
    squares,
    whole,
)
from ludotheque.core.contract import Move, Rules, Seat, malformed
from ludotheque.core.options import Options, changed
from ludotheque.core.text import Refusal, Text, all_of, counted
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.rolit import CHOSEN, COLOURS, FIRST, GAME, PLAYERS, SIZE, kernel

NAMES = tuple(COLOURS)
LETTERS = "ryge"
COLOURS_FOR = {1: ("red", "grey"), 2: ("red", "green"), 3: ("red", "yellow", "green"), 4: NAMES}
"""The colours in play by number of players; alone, one person plays two."""
START_BALLS = 4
_ALL = (1 << WIDTH * WIDTH) - 1


@dataclass(frozen=True, slots=True)
class Ball(BoardMove):
    """A new ball on a square: `C4`."""

    square: int

    @property
    def code(self) -> int:
        return self.square

    def __str__(self) -> str:
        return name_of(self.square)


@cache
def ball(code: int) -> Ball:
    return Ball(code)


class RolitView(PositionView):
    """What everybody sees of Rolit."""

    turned: list[str]
    """The balls that the last one turned."""


class RolitState(LineState, Drawn):
    """The balls on the board and whose turn it is. The past plays no part; the last position is kept to show it."""

    game = GAME
    arithmetic = kernel.KERNEL
    reasons: ClassVar[Mapping[int, str]] = {kernel.FULL: "full"}
    move_types = (Ball,)

    @classmethod
    def _setting(cls, options: Options) -> LineSetting:
        colours, size = colours_in_play(options), SIZE.of(options)
        numbers = [NAMES.index(colour) for colour in colours]
        rules = [size, len(colours), *numbers, *[0] * (kernel.COLOURS - len(numbers)), whole(size)]
        seats = tuple(Seat(colour, COLOURS[colour]) for colour in colours)
        return LineSetting(options, changed(cls.game.options, options), seats, size, rules)

    @classmethod
    def _first_position(cls, setting: LineSetting) -> str:
        colours = [seat.id for seat in setting.seats]
        first = FIRST.of(setting.options)
        upper, half = setting.size // 2 - 1, setting.size // 2
        centre = ((upper, upper), (upper, half), (half, half), (half, upper))  # clockwise from the upper left
        cells = {square_at(*place): letter for place, letter in zip(centre, LETTERS, strict=True)}
        mover = colours[0] if first == "auto" else first
        return positions.write(positions.rows_of(cells, setting.size), LETTERS[NAMES.index(mover)])

    @classmethod
    def _read_position(cls, setting: LineSetting, text: str) -> list[int]:
        in_play = [LETTERS[NAMES.index(seat.id)] for seat in setting.seats]
        cells, mover = positions.read(text, setting.size, (".", *LETTERS), in_play)
        if len(cells) < START_BALLS:
            raise positions.impossible(
                counted(
                    "{n} ball (on {squares}), but a game starts with {start}",
                    "{n} balls (on {squares}), but a game starts with {start}",
                    n=len(cells),
                    squares=", ".join(map(name_of, sorted(cells))) or "—",
                    start=START_BALLS,
                )
            )
        boards = [0] * kernel.COLOURS
        for square, letter in cells.items():
            boards[LETTERS.index(letter)] |= bit(square)
        return [in_play.index(mover), 0, 0, *boards]

    @classmethod
    def _cells(cls, setting: LineSetting, row: list[int]) -> dict[int, str]:
        return {
            square: letter for letter, board in zip(LETTERS, row[HEADER:], strict=True) for square in squares(board)
        }

    def _rows(self, words: list[int]) -> list[str]:
        boards = [(board & _ALL).to_bytes(WIDTH, "little") for board in words[HEADER:]]
        return [_row_of(self.size, *colours) for colours in zip(*boards, strict=True)][: self.size]

    @classmethod
    def _mover(cls, setting: LineSetting, row: list[int]) -> str:
        return LETTERS[NAMES.index(setting.seats[row[SEAT]].id)]

    @property
    def player_of_seat(self) -> tuple[int, ...]:
        return (0, 0) if PLAYERS.of(self.setting.options) == 1 else super().player_of_seat

    @property
    def plies_left(self) -> int:
        """Each move fills a square, and nobody passes."""
        return self.size**2 - count(kernel.balls(self.line, len(self.line) - 1))

    @property
    def longest(self) -> int:
        return self.ply + self.plies_left

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, self.size**2

    def parse(self, text: str) -> Ball:
        square = square_named(text.strip(), self.size)
        if square is None:
            raise malformed(text, f"C4 (A1 … {ROW_LETTERS[self.size - 1]}{self.size})")
        return Ball(square)

    @classmethod
    def move_of(cls, code: int) -> Ball:
        return ball(code)

    def describe(self, move: Move) -> Text:
        return Text("the ball on {square}", square=str(move))

    def view(self, seat: int | None = None) -> RolitView:
        turned = 0
        if self.last is not None and len(self.line) > 1:
            for now, then in zip(self.row[HEADER:], self.line[-2].tolist()[HEADER:], strict=True):
                turned |= then & ~now
        return {**super().view(seat), "turned": [name_of(square) for square in squares(turned)]}

    def _why(self, move: Move, seat: int) -> Text:
        assert isinstance(move, Ball)
        cells = self.cells()
        if move.square in cells:
            return Text("{square} is occupied", square=str(move))
        beside = neighbours(sum(bit(each) for each in cells)) >> move.square & 1
        if not beside:
            return Text("{square} is beside no ball", square=str(move))
        return Text("you must capture when you can")


@lru_cache(maxsize=1 << 13)
def _row_of(size: int, *colours: int) -> str:
    """A row of letters, from the bits of each colour in it. From one position to the next few rows change."""
    held = [
        next((letter for letter, bits in zip(LETTERS, colours, strict=True) if bits >> at & 1), positions.EMPTY)
        for at in range(size)
    ]
    return "".join(held)


def colours_in_play(options: Options) -> tuple[str, ...]:
    """The colours by seat; refuses options that do not go together."""
    players, first, position = PLAYERS.of(options), FIRST.of(options), POSITION.of(options)
    colours = CHOSEN.of(options) or COLOURS_FOR[players]
    expected = len(COLOURS_FOR[players])
    if len(colours) != expected:
        raise Refusal(
            counted(
                "colours={colours} is {n} colour, but players={players} needs {expected}",
                "colours={colours} are {n} colours, but players={players} needs {expected}",
                n=len(colours),
                colours=",".join(colours),
                players=players,
                expected=expected,
            ),
            counted(
                "{n} colour is chosen, but {expected} are needed.",
                "{n} colours are chosen, but {expected} are needed.",
                n=len(colours),
                expected=expected,
            ),
        )
    if first != "auto" and first not in colours:
        raise Refusal(
            Text(
                "first={first} is not in play: the colours are {colours}", first=repr(first), colours=", ".join(colours)
            ),
            Text(
                "The colour that begins is not in play. In play: {colours}.",
                colours=all_of(COLOURS[colour] for colour in colours),
            ),
        )
    if first != "auto" and position and position.split()[-1] != LETTERS[NAMES.index(first)]:
        raise Refusal(
            Text("first={first}, but the position says it is another's turn", first=repr(first)),
            Text("Another colour was chosen to begin than the one whose turn it is in the position."),
        )
    return colours


RULES = Rules(RolitState.start, RolitState.restore)
