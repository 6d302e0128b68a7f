"""What lies in the box of Rolit: the board, and what stands for its balls.

A ball shows one of four colours. On paper it is a little roll with four sides, which is turned like a ball. For two
players discs with two sides will do, which are made more quickly.
"""

from __future__ import annotations

from ludotheque.core.options import Options
from ludotheque.core.text import Text
from ludotheque.drawing import gridboard
from ludotheque.drawing.box import NET_SYMBOLS, Box, Part, Piece, disc, flat
from ludotheque.drawing.scene import Item, Scene
from ludotheque.games.rolit import SIZE
from ludotheque.games.rolit.board import SHADES, animal
from ludotheque.games.rolit.rules import LETTERS

_SQUARE = 20.0
_ROLL, _DISC = 13.0, 16.0
"""The side of a roll and the width of a disc, in millimetres."""
_FLAP = 0.4


def _roll() -> Scene:
    """The four sides of a roll in a row, and a flap to glue."""
    items = [Item("flap", "roll-flap", len(LETTERS) + 0.5, 0.5)]
    for at, letter in enumerate(LETTERS):
        items.append(Item(f"side-{letter}", f"side-{letter}", at + 0.5, 0.5))
        items.append(Item(f"edge-{letter}", "net-face", at + 0.5, 0.5))
    return flat(len(LETTERS) + _FLAP, 1, items)


def parts(options: Options) -> tuple[Part, ...]:
    """The board of the size that is asked for, and as many balls as it has squares."""
    size = SIZE.of(options)
    side = size + 2 * gridboard.MARGIN
    two = tuple(
        Piece(disc(f"disc-{front}"), _DISC, disc(f"disc-{back}"), size * size, "round", 2.0)
        for front, back in (("r", "y"),)
    )
    return (
        Part(Text("Board"), (Piece(flat(side, side, gridboard.ground(size, {})), _SQUARE),)),
        Part(
            Text("Balls with four colours"),
            (Piece(_roll(), _ROLL, None, size * size, "none", 2.0),),
            Text("Cut out each strip, fold its lines backwards and glue the flap: a roll that turns to any colour."),
        ),
        Part(
            Text("Balls for two players"),
            two,
            Text("Quicker to make: discs that are red on one side and yellow on the other."),
        ),
    )


_WALL = '<rect x="-50" y="-50" width="100" height="100" fill="{body}"/>'


def _side(letter: str, ground: str) -> str:
    light, body, ink = SHADES[letter]
    return f'{ground.format(body=body)}<circle r="41" fill="{light}" stroke="{ink}" stroke-width="2"/>{animal(letter)}'


BOX = Box(
    parts,
    {
        **gridboard.SYMBOLS,
        **NET_SYMBOLS,
        "roll-flap": f'<path d="M-50 -50 L{-50 + 100 * _FLAP:g} -38 V38 L-50 50 Z" fill="#f4f1ea" stroke="#8a8177"'
        ' stroke-width="1.5" stroke-linejoin="round"/>',
        **{f"side-{letter}": _side(letter, _WALL) for letter in LETTERS},
        **{f"disc-{letter}": _side(letter, '<circle r="56" fill="{body}"/>') for letter in LETTERS},
    },
    differs=(SIZE,),
)
