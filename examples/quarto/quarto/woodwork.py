"""The drawings: sixteen turned and sawn pieces of wood, the board with its hollows, the tray.

Pieces are seen from above and in front. Each attribute has a shape of its own, so that they can be told apart without
colours: a dark piece has two inlaid rings, a hollow one has a hole in its top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.drawing import gridboard, seatmarks
from ludotheque.drawing.scene import Symbols

from quarto import pieces


class Wood(NamedTuple):
    """The colours of a piece: its sides from left to right, its top, its edges, the hole, the rings."""

    left: str
    bright: str
    right: str
    top: str
    edge: str
    hole: str
    ring: str


MAPLE = Wood("#d9b678", "#f6e0b0", "#b98e4d", "#fbeccb", "#7d5a26", "#6b4a1c", "")
WALNUT = Wood("#5b3520", "#80503a", "#3a2013", "#93644a", "#1d0f08", "#1d0f08", "#f0c98a")

FOOT = 32
"""Where a piece stands: the middle of its foot, below the middle of its square."""
TALL, LOW = 66, 30
"""How high the pieces are."""
RX, RY = 32, 14
"""The foot of a round piece."""
HALF, DEEP = 37, 16
"""The foot of a square piece, which stands on a corner."""


def _round_slice(y: float) -> str:
    """The front half of a round piece's rim, from left to right."""
    return f"M{-RX} {y}A{RX} {RY} 0 0 0 {RX} {y}"


def _square_slice(y: float) -> str:
    """The front half of a square piece's rim."""
    return f"M{-HALF} {y}L0 {y + DEEP}L{HALF} {y}"


def _diamond(y: float, share: float = 1.0) -> str:
    half, deep = HALF * share, DEEP * share
    return f"M{-half:g} {y:g}L0 {y - deep:g}L{half:g} {y:g}L0 {y + deep:g}Z"


def _round(wood: Wood, shade: str, top: int, *, hollow: bool) -> str:
    edge = f'stroke="{wood.edge}" stroke-width="2.5"'
    body = f"M{-RX} {top}V{FOOT}A{RX} {RY} 0 0 0 {RX} {FOOT}V{top}Z"
    drawn = f'<path d="{body}" fill="url(#{shade})" {edge} stroke-linejoin="round"/>'
    drawn += _rings(wood, _round_slice)
    drawn += f'<ellipse cy="{top}" rx="{RX}" ry="{RY}" fill="{wood.top}" {edge}/>'
    if hollow:
        drawn += f'<ellipse cy="{top}" rx="19" ry="8" fill="{wood.hole}" {edge}/>'
        drawn += f'<path d="M-16 {top + 3.5}A19 8 0 0 0 16 {top + 3.5}" fill="none" stroke="{wood.bright}"'
        drawn += ' stroke-width="2"/>'
    return drawn


def _square(wood: Wood, top: int, *, hollow: bool) -> str:
    edge = f'stroke="{wood.edge}" stroke-width="2.5" stroke-linejoin="round"'
    drawn = f'<path d="M{-HALF} {top}V{FOOT}L0 {FOOT + DEEP}V{top + DEEP}Z" fill="{wood.bright}" {edge}/>'
    drawn += f'<path d="M{HALF} {top}V{FOOT}L0 {FOOT + DEEP}V{top + DEEP}Z" fill="{wood.right}" {edge}/>'
    drawn += _rings(wood, _square_slice)
    drawn += f'<path d="{_diamond(top)}" fill="{wood.top}" {edge}/>'
    if hollow:
        drawn += f'<path d="{_diamond(top, 0.58)}" fill="{wood.hole}" {edge}/>'
        drawn += f'<path d="M-15 {top + 3}L0 {top + 9}L15 {top + 3}" fill="none" stroke="{wood.bright}"'
        drawn += ' stroke-width="2"/>'
    return drawn


def _rings(wood: Wood, rim: Callable[[float], str]) -> str:
    if not wood.ring:
        return ""
    lines = "".join(rim(FOOT - up) for up in (6, 14))
    return f'<path d="{lines}" fill="none" stroke="{wood.ring}" stroke-width="3.5"/>'


def drawing(piece: int) -> str:
    """A piece, standing on the middle of its square."""
    dark = bool(piece & pieces.DARK)
    wood, shade = (WALNUT, "quarto-walnut") if dark else (MAPLE, "quarto-maple")
    top = FOOT - (LOW if piece & pieces.SHORT else TALL)
    hollow = not piece & pieces.SOLID
    shadow = f'<ellipse cx="6" cy="{FOOT + 3}" rx="41" ry="15" fill="#000" fill-opacity="0.28"/>'
    if piece & pieces.SQUARE:
        return shadow + _square(wood, top, hollow=hollow)
    return shadow + _round(wood, shade, top, hollow=hollow)


def _shade(name: str, wood: Wood) -> str:
    stops = ((0, wood.left), (0.35, wood.bright), (1, wood.right))
    drawn = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in stops)
    return f'<linearGradient id="{name}">{drawn}</linearGradient>'


def _hollow(rim: str, width: int, floor: str = "#2f5750") -> str:
    """A round hollow in the board."""
    return f'<ellipse rx="43" ry="28" fill="{floor}" stroke="{rim}" stroke-width="{width}"/>'


def _player(pips: str) -> str:
    """What stands for a player: a disc with one pip or two."""
    return f'<circle r="38" fill="#f3e3c8" stroke="#7a4a21" stroke-width="6"/><g fill="#54310f">{pips}</g>'


SYMBOLS: Symbols = {
    **{f"label-{name}": gridboard.SYMBOLS[f"label-{name}"] for name in "ABCD1234"},
    **seatmarks.SYMBOLS,
    "defs": _shade("quarto-maple", MAPLE) + _shade("quarto-walnut", WALNUT),
    "board": '<rect x="-245" y="-245" width="490" height="490" rx="26" fill="#7a4a21"/>'
    '<rect x="-237" y="-237" width="474" height="474" rx="19" fill="none" stroke="#a06a36" stroke-width="5"/>'
    '<rect x="-190" y="-190" width="410" height="410" rx="6" fill="#54310f"/>',
    "square": f'<rect x="-50.5" y="-50.5" width="101" height="101" fill="#3f6f66"/>{_hollow("#7fae9f", 4)}',
    "mark-placed": _hollow("#ffd34d", 6),
    "mark-won": _hollow("#8a6400", 3, "#ffd34d") + '<ellipse rx="48" ry="33" fill="none" stroke="#ffd34d"'
    ' stroke-width="5"/>',
    "tray": '<rect x="-243" y="-73" width="486" height="146" rx="22" fill="#7a4a21"/>'
    '<rect x="-234" y="-64" width="468" height="128" rx="15" fill="#c7b494" stroke="#54310f" stroke-width="4"/>',
    "home": '<ellipse cy="32" rx="36" ry="14" fill="#54310f" fill-opacity="0.18"/>',
    "dish": '<ellipse cy="5" rx="58" ry="30" fill="#7a4a21"/><ellipse rx="58" ry="30" fill="#a06a36"/>'
    '<ellipse rx="47" ry="22" fill="#54310f"/>',
    "player-0": _player('<circle r="10"/>'),
    "player-1": _player('<circle cx="-14" r="10"/><circle cx="14" r="10"/>'),
    **{f"piece-{pieces.code(piece)}": drawing(piece) for piece in pieces.PIECES},
}
