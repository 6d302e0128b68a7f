"""What lies in the box of Plic-Plac: forty square cards, and their backs."""

from __future__ import annotations

from ludotheque.core.options import Options
from ludotheque.core.text import Text
from ludotheque.drawing.box import Box, Part, Piece, disc
from ludotheque.games.plic_plac import faces
from ludotheque.games.plic_plac.cards import CODES
from ludotheque.games.plic_plac.faces import drawing_of, is_special, symbol_of

_CARD = 45.0
"""The side of a card, in millimetres."""
_EDGE = (
    '<rect x="-44" y="-44" width="88" height="88" rx="6" fill="none" stroke="#b98a00" stroke-width="3.5"/>'
    '<rect x="-40" y="-40" width="80" height="80" rx="4" fill="none" stroke="#e3c46a" stroke-width="1.5"/>'
)
_BLEED = 54
"""The back goes on beyond the edge: a slip of the scissors or of the printer leaves no white."""
_BACK = (
    f'<rect x="{-_BLEED}" y="{-_BLEED}" width="{2 * _BLEED}" height="{2 * _BLEED}" fill="#35558a"/>'
    '<rect x="-38" y="-38" width="76" height="76" rx="6" fill="none" stroke="#9db8e3" stroke-width="2.5"'
    ' stroke-dasharray="6 5"/><circle r="24" fill="#284470"/>'
)


def parts(options: Options) -> tuple[Part, ...]:
    """All cards, the four special ones last."""
    cards = tuple(Piece(disc(f"print-{symbol_of(code)}"), _CARD, disc("print-back")) for code in CODES)
    return (
        Part(
            Text("Cards"),
            cards,
            Text("Print fronts and backs on one thick sheet; hold it against the light: the crosses must meet."),
        ),
    )


BOX = Box(
    parts,
    {
        **faces.SYMBOLS,
        "print-back": _BACK,
        **{f"print-{symbol_of(code)}": _EDGE * is_special(code) + drawing_of(code) for code in CODES},
    },
)
