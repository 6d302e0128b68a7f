"""What lies in a box, to be printed and cut out: what a game's `box.py` declares. Plain data, made of scenes.

Everything has its true size: a piece says how many millimetres a square of its scene measures. A game without `box.py`
is printed as its first position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from ludotheque.core.contract import Game
from ludotheque.core.options import Options, Whole, read_all
from ludotheque.core.parts import has_part, part
from ludotheque.core.text import Text, verbatim
from ludotheque.drawing.drawn import start, symbols_of
from ludotheque.drawing.scene import UNSPOKEN, Item, Scene, Symbols

Outline = Literal["square", "round", "none"]
"""Where scissors go: around the scene, around a circle in it, or as the scene itself shows."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to cut out, and what is printed behind it."""

    front: Scene
    unit: float
    """Millimetres for one square of the scene."""
    back: Scene | None = None
    """As it is seen when the piece is turned over about its upright axis."""
    copies: int = 1
    outline: Outline = "square"
    gap: float = 0.0
    """Millimetres between one and the next."""

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height in millimetres."""
        return self.front.width * self.unit, self.front.height * self.unit


@dataclass(frozen=True, slots=True)
class Part:
    """Things of one kind, printed on pages of their own."""

    name: Text
    pieces: tuple[Piece, ...]
    note: Text = UNSPOKEN
    """What to do with them."""


@dataclass(frozen=True, slots=True)
class Box:
    """What lies in a box."""

    parts: Callable[[Options], tuple[Part, ...]]
    """(the options): what is needed to play with them; with those that are usual, all there is."""
    symbols: Symbols
    """The drawings that the scenes of the parts refer to."""
    differs: tuple[Whole, ...] = ()
    """The options with which something else is printed: whoever prints is asked for them."""


@cache
def box_of(game: Game) -> Box:
    """The box a game declares; else its first position is all there is."""
    if has_part(game.package, "box"):
        return part(game.package, "box", "BOX", Box)
    return Box(lambda options: (_first_position(game, options),), symbols_of(game))


def parts_of(game: Game, given: dict[str, object]) -> tuple[Part, ...]:
    """What lies in a game's box for these options."""
    return box_of(game).parts(read_all(game.id, game.options, given))


_SQUARE = 20.0
_WIDEST = 180.0


def _first_position(game: Game, options: Options) -> Part:
    scene = start(game, **options).scene()
    unit = min(_SQUARE, _WIDEST / scene.width, _WIDEST / scene.height)
    return Part(game.title, (Piece(scene, unit, outline="none"),))


def flat(width: float, height: float, items: Sequence[Item], symbols: Symbols | None = None) -> Scene:
    """A scene that is nothing but a drawing."""
    return Scene(width, height, verbatim(""), tuple(items), symbols=symbols or {})


def disc(symbol: str) -> Scene:
    """A scene of one square with one thing in it: a disc, a card."""
    return flat(1, 1, [Item("it", symbol, 0.5, 0.5)])


# A cube cut out of paper: a cross of six faces, with flaps to glue.
#
#       1            the numbers are those of the faces as they are given:
#     2 3 5 4        1 lies opposite to 6, 2 opposite to 5, 3 opposite to 4
#       6
_FACES = {1: (1, 0), 2: (0, 1), 3: (1, 1), 5: (2, 1), 4: (3, 1), 6: (1, 2)}
_FLAP = 0.3
_TURNED = {"up": 0, "right": 90, "down": 180, "left": 270}
_FLAPS = (
    *(((0, 1), "up"), ((0, 1), "down"), ((2, 1), "up"), ((2, 1), "down"), ((3, 1), "up"), ((3, 1), "down")),
    ((0, 1), "left"),
)
"""Beside which face of the cross a flap is, and on which side of it."""
NET_SYMBOLS: Symbols = {
    "net-face": '<rect x="-50" y="-50" width="100" height="100" fill="none" stroke="#8a8177" stroke-width="1.5"/>',
    "net-flap": f'<path d="M-50 -50 L-36 {-50 - 100 * _FLAP:g} H36 L50 -50" fill="#f4f1ea" stroke="#8a8177"'
    ' stroke-width="1.5" stroke-linejoin="round"/>',
}


def net(faces: Sequence[str]) -> Scene:
    """The net of a cube, by the symbols of its faces: the first opposite to the sixth, the second to the fifth, the
    third to the fourth, as on a die."""
    items = []
    for (column, row), towards in _FLAPS:
        at = column + 0.5 + _FLAP, row + 0.5 + _FLAP
        items.append(Item(f"flap-{column}-{row}-{towards}", "net-flap", *at, turn=_TURNED[towards]))
    for number, (column, row) in _FACES.items():
        at = column + 0.5 + _FLAP, row + 0.5 + _FLAP
        items.append(Item(f"face-{number}", faces[number - 1], *at))
        items.append(Item(f"edge-{number}", "net-face", *at))
    return flat(4 + 2 * _FLAP, 3 + 2 * _FLAP, items)
