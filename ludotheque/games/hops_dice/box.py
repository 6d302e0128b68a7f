"""What lies in the box of Hops: the board and twelve dice, to be glued together where there are no real ones."""

from __future__ import annotations

from ludotheque.core.options import Options
from ludotheque.core.text import Text
from ludotheque.drawing import gridboard
from ludotheque.drawing.box import NET_SYMBOLS, Box, Part, Piece, flat, net
from ludotheque.games.hops_dice.board import pips
from ludotheque.games.hops_dice.kernel import DICE, SIZE, TOP

_SQUARE = 22.0
_DIE = 15.0
"""The side of a die, in millimetres."""
_COLOURS = {"r": "#c7302a", "b": "#33353c"}


def parts(options: Options) -> tuple[Part, ...]:
    """The board, and the nets of the dice."""
    side = SIZE + 2 * gridboard.MARGIN
    nets = tuple(
        Piece(net([f"side-{c}{value}" for value in range(1, TOP + 1)]), _DIE, None, DICE, "none", 6.0) for c in _COLOURS
    )
    return (
        Part(Text("Board"), (Piece(flat(side, side, gridboard.ground(SIZE, {})), _SQUARE),)),
        Part(
            Text("Dice"),
            nets,
            Text(
                "Cut them out with their flaps, fold all lines backwards and glue. Real dice of 16 mm will do as well."
            ),
        ),
    )


BOX = Box(
    parts,
    {
        **gridboard.SYMBOLS,
        **NET_SYMBOLS,
        **{
            f"side-{colour}{value}": f'<rect x="-50" y="-50" width="100" height="100" fill="{fill}"/>'
            f'<g fill="#fffaf0" transform="scale(1.35)">{pips(value)}</g>'
            for colour, fill in _COLOURS.items()
            for value in range(1, TOP + 1)
        },
    },
)
