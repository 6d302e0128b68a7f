"""What Rolit says to those who do not know it yet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ludotheque.core.boards.grid import neighbours
from ludotheque.core.boards.positions import EMPTY
from ludotheque.core.boards.squares import board_of, square_at, square_named
from ludotheque.core.text import Text
from ludotheque.drawing import gridboard
from ludotheque.drawing.coach import Asked, Coach, Paths, firsts
from ludotheque.drawing.scene import UNSPOKEN, Item
from ludotheque.games.rolit import kernel
from ludotheque.games.rolit.rules import LETTERS, RolitView

_LETTERS = (".", *LETTERS)
_CAPTURE = {
    "r": Text("Place a red ball: what lies in a straight line between it and another red ball turns red."),
    "y": Text("Place a yellow ball: what lies in a straight line between it and another yellow ball turns yellow."),
    "g": Text("Place a green ball: what lies in a straight line between it and another green ball turns green."),
    "e": Text("Place a grey ball: what lies in a straight line between it and another grey ball turns grey."),
}
_ANYWHERE = Text("Nothing can be captured now: place your ball beside any other.")
_BALLS = {
    "r": Text("A red ball, with a monkey. At the end, whoever has most balls of their colour wins."),
    "y": Text("A yellow ball, with a lion. At the end, whoever has most balls of their colour wins."),
    "g": Text("A green ball, with a crocodile. At the end, whoever has most balls of their colour wins."),
    "e": Text("A grey ball, with an elephant. At the end, whoever has most balls of their colour wins."),
}


def asks(view: RolitView, paths: Paths) -> Asked:
    """A square: one that captures, where there is one."""
    things, turn, own, others = firsts(paths), view["turn"], 0, 0
    for row, written in enumerate(view["rows"]):
        mine, theirs = _lying(row, written, turn)
        own, others = own | mine, others | theirs
    first = square_named(things[0], view["size"])
    assert first is not None, "balls are placed on squares"
    return Asked(_CAPTURE[turn] if kernel.turned(own, others, board_of((first,))) else _ANYWHERE, things)


@lru_cache(maxsize=1 << 12)
def _lying(row: int, written: str, turn: str) -> tuple[int, int]:
    """The balls of a row as boards: those of the colour to move, and all others."""
    places = [(square_at(row, column), letter) for column, letter in enumerate(written) if letter != EMPTY]
    own = board_of(square for square, letter in places if letter == turn)
    return own, board_of(square for square, letter in places if letter != turn)


def tells(view: RolitView, item: Item) -> Text:
    """A ball; a square needs no words."""
    return _BALLS[item.symbol[-1]] if item.kind == "ball" else UNSPOKEN


def why(view: RolitView, paths: Paths, chosen: Sequence[str], item: Item) -> Text:
    """Where a ball lies, where none is near, or where nothing is captured though something could be."""
    if item.kind == "ball":
        return Text("There is a ball already: choose an empty square.")
    square = square_named(item.id, view["size"])
    if square is None:
        return UNSPOKEN
    if not neighbours(board_of(gridboard.cells_of(view, _LETTERS))) >> square & 1:
        return Text("A new ball must touch another one.")
    return Text("You must capture when you can: this square captures nothing.")


COACH = Coach(asks, tells, why)
