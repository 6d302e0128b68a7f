"""The rules of Quarto: a state, and the moves that lead to the next.

A turn is two moves of one seat, as at the table: place the piece you were given; then, having looked at the board,
choose one for the other player. The first turn of a game is only a choice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from ludotheque.core.contract import Move, Outcome, Rules, Seat, View, malformed, numbered_seats
from ludotheque.core.options import Options, read_all
from ludotheque.core.text import Text
from ludotheque.drawing.drawn import Drawn

from quarto import GAME, SQUARES, TRAITS, pieces

SEATS = numbered_seats(2)


@dataclass(frozen=True, slots=True)
class Give:
    """This piece is for the other player: `LTRH`."""

    piece: int

    def __str__(self) -> str:
        return pieces.code(self.piece)


@dataclass(frozen=True, slots=True)
class Place:
    """The piece one was given comes here: `B3`."""

    square: int

    def __str__(self) -> str:
        return pieces.NAMES[self.square]


class QuartoView(View):
    """What everybody sees: pieces as they are written, or `None` where there is none."""

    board: list[str | None]
    hand: str | None
    turn: int
    last: str | None


@dataclass(frozen=True)
class QuartoState(Drawn):
    """The board, the piece that was handed over, and whose turn it is."""

    game = GAME
    move_types = (Give, Place)
    traits: int
    squares: bool
    board: tuple[int | None, ...] = (None,) * len(pieces.SQUARES)
    hand: int | None = None
    turn: int = 0
    last: int | None = field(default=None, compare=False)
    """Where the last piece was placed. It decides nothing: pictures mark it."""

    @property
    def options(self) -> Options:
        return {"traits": self.traits, "squares": self.squares}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, 1

    @property
    def longest(self) -> int:
        return 2 * len(pieces.SQUARES)

    @cached_property
    def quartos(self) -> list[tuple[int, ...]]:
        """The fours that win."""
        return pieces.quartos(self.board, self.traits, squares=self.squares)

    @property
    def reserve(self) -> tuple[int, ...]:
        """The pieces that can be chosen."""
        return pieces.reserve(self.board, self.hand)

    @property
    def acting(self) -> tuple[int, ...]:
        return () if self.outcome else (self.turn,)

    @property
    def outcome(self) -> Outcome | None:
        if self.quartos:
            four = [piece for at in self.quartos[0] if (piece := self.board[at]) is not None]
            reason = pieces.in_common(four, self.traits)[0]
            return Outcome((1.0, 0.0) if self.turn == 0 else (0.0, 1.0), (self.turn,), reason)
        return Outcome((0.5, 0.5), (), "full") if None not in self.board else None

    def parse(self, text: str) -> Give | Place:
        written = text.strip().upper()
        if written in pieces.CODES:
            return Give(pieces.CODES[written])
        if written in pieces.NAMES:
            return Place(pieces.NAMES.index(written))
        raise malformed(text, pieces.code(0), pieces.NAMES[0])

    def describe(self, move: Move) -> Text:
        if isinstance(move, Give):
            return Text("gives the {traits} piece", traits=pieces.described(move.piece))
        assert isinstance(move, Place)
        return Text("places it on {square}", square=str(move))

    def view(self, seat: int | None = None) -> QuartoView:
        return {
            **self._seen_by_all(seat),
            "board": [None if piece is None else pieces.code(piece) for piece in self.board],
            "hand": None if self.hand is None else pieces.code(self.hand),
            "turn": self.turn,
            "last": None if self.last is None else pieces.NAMES[self.last],
        }

    def _moves(self, seat: int) -> tuple[Give, ...] | tuple[Place, ...]:
        if self.hand is None:
            return tuple(map(Give, self.reserve))
        return tuple(Place(square) for square, piece in enumerate(self.board) if piece is None)

    def _next(self, move: Move, seat: int) -> Self:
        if isinstance(move, Give):
            return replace(self, hand=move.piece, turn=1 - seat)
        assert isinstance(move, Place)
        board = list(self.board)
        board[move.square] = self.hand
        return replace(self, board=tuple(board), hand=None, last=move.square)

    def _why(self, move: Move, seat: int) -> Text:
        if isinstance(move, Give):
            if self.hand is not None:
                return Text("first place the piece you were given")
            return Text("this piece is on the board already")
        assert isinstance(move, Place)
        if self.hand is None:
            return Text("first choose a piece for the other player")
        return Text("{square} is occupied", square=str(move))


def start(options: Options) -> QuartoState:
    """An empty board; the first player chooses a piece for the second."""
    return QuartoState(TRAITS.of(options), SQUARES.of(options))


def restore(view: QuartoView) -> QuartoState:
    """The state a view shows: nothing is hidden."""
    return replace(
        start(read_all(GAME.id, GAME.options, view["options"])),
        board=tuple(None if piece is None else pieces.CODES[piece] for piece in view["board"]),
        hand=None if view["hand"] is None else pieces.CODES[view["hand"]],
        turn=view["turn"],
        last=None if view["last"] is None else pieces.NAMES.index(view["last"]),
    )


RULES = Rules(start, restore)
