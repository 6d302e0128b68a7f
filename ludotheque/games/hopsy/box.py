"""What lies in the box of Hopsy: the board and twelve pawns, marked on their backs for Le Mix."""

from __future__ import annotations

from ludotheque.core.options import Options
from ludotheque.core.text import Text
from ludotheque.drawing import gridboard
from ludotheque.drawing.box import Box, Part, Piece, disc, flat
from ludotheque.games.hopsy.kernel import SIZE

_SQUARE = 25.0
"""The side of a square, in millimetres."""
_PAWN = 19.0
"""The width of a pawn."""
_PAWNS = 6
"""Of each colour."""
_COLOURS = {"r": ("#c7302a", "#7d1410"), "b": ("#33353c", "#0b0b0d")}
_RING = '<circle r="20" fill="none" stroke="#fff6dc" stroke-width="10"/>'


def parts(options: Options) -> tuple[Part, ...]:
    """The board, and the pawns: as they lie, they are plain; turned over, they are marked."""
    side = SIZE + 2 * gridboard.MARGIN
    pawns = tuple(Piece(disc(f"disc-{c}"), _PAWN, disc(f"disc-{c.upper()}"), _PAWNS, "round", 4.0) for c in _COLOURS)
    return (
        Part(Text("Board"), (Piece(flat(side, side, gridboard.ground(SIZE, {})), _SQUARE),)),
        Part(
            Text("Pawns"),
            pawns,
            Text("Glue them on cardboard and cut them out. The backs are the marked pawns of Le Mix."),
        ),
    )


BOX = Box(
    parts,
    {
        **gridboard.SYMBOLS,
        **{
            f"disc-{name}": f'<circle r="56" fill="{fill}"/><circle r="40" fill="none" stroke="{rim}"'
            f' stroke-width="3"/>{ring}'
            for colour, (fill, rim) in _COLOURS.items()
            for name, ring in ((colour, ""), (colour.upper(), _RING))
        },
    },
)
