"""The card faces, drawn by us: six forms, six colours, and a texture for each colour so that grey is enough."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.games.plic_plac.cards import CODES, COLOUR_LETTERS

INKS = {"R": "#d5342b", "O": "#f08a1d", "Y": "#f0c419", "G": "#2f9e4f", "B": "#2b6fd1", "P": "#8a44b8"}
_WHITE = 'stroke="#fff" fill="none"'
_TEXTURES = {
    "R": "",
    "O": f'<path d="M0 4 H16 M0 12 H16" {_WHITE} stroke-width="4"/>',
    "Y": '<circle cx="4" cy="4" r="2.6" fill="#5a4300"/><circle cx="12" cy="12" r="2.6" fill="#5a4300"/>',
    "G": f'<path d="M-4 4 L4 -4 M0 16 L16 0 M12 20 L20 12" {_WHITE} stroke-width="4"/>',
    "B": f'<path d="M0 8 H16 M8 0 V16" {_WHITE} stroke-width="3"/>',
    "P": f'<path d="M0 5 Q4 0 8 5 T16 5 M0 13 Q4 8 8 13 T16 13" {_WHITE} stroke-width="3"/>',
}
_SHAPES = {
    "c": '<circle r="29" {ink}/>',
    "s": '<rect x="-26" y="-26" width="52" height="52" rx="4" {ink}/>',
    "t": '<path d="M0 -31 L31 24 L-31 24 Z" stroke-linejoin="round" {ink}/>',
    "e": '<path d="M0 -33 L9 -11 L33 -10 L14 5 L21 29 L0 15 L-21 29 L-14 5 L-33 -10 L-9 -11 Z"'
    ' stroke-linejoin="round" {ink}/>',
    "h": '<path d="M0 29 C-38 4 -32 -28 -13 -28 C-5 -28 0 -21 0 -16 C0 -21 5 -28 13 -28 C32 -28 38 4 0 29 Z" {ink}/>',
    "d": '<path d="M0 -33 C8 -18 26 -4 26 10 A26 22 0 0 1 -26 10 C-26 -4 -8 -18 0 -33 Z" {ink}/>',
}
_PAPER = (
    '<rect x="-42" y="-40" width="88" height="88" rx="10" fill="#000" opacity="0.22"/>'
    '<rect x="-44" y="-44" width="88" height="88" rx="10" fill="#fffdf6" stroke="{edge}" stroke-width="{width}"/>'
)
_NORMAL_PAPER = _PAPER.format(edge="#cfc4a8", width=2)
_SPECIAL_PAPER = _PAPER.format(edge="#b98a00", width=6)


def symbol_of(code: str) -> str:
    """The name of the symbol of a card face."""
    return f"card-{code.replace('*', 'colour-')}"


def _ink(colour: str) -> str:
    return f'fill="url(#plic_plac-{colour})" stroke="#3a3328" stroke-width="2.5"'


def drawing_of(code: str) -> str:
    """What a card shows, without the card."""
    if code == "null":
        return '<path d="M-24 -24 L24 24 M24 -24 L-24 24" stroke="#8c8676" stroke-width="11"/>'
    if code == "traitor":
        return (
            '<path d="M-30 -12 Q-15 -24 0 -12 Q15 -24 30 -12 Q28 16 10 16 Q2 14 0 4 Q-2 14 -10 16 Q-28 16 -30 -12 Z"'
            ' fill="#3a3328"/><ellipse cx="-14" cy="-2" rx="7" ry="5" fill="#fffdf6"/>'
            '<ellipse cx="14" cy="-2" rx="7" ry="5" fill="#fffdf6"/>'
        )
    if code.startswith("*"):
        ink = _ink(code[1])
        return "".join(
            f'<ellipse cx="{x}" cy="{y}" rx="17" ry="11" transform="rotate({turn} {x} {y})" {ink}/>'
            for x, y, turn in ((-14, -14, 45), (14, -14, 135), (14, 14, 45), (-14, 14, 135))
        )
    return _SHAPES[code[0]].format(ink=_ink(code[1]))


def is_special(code: str) -> bool:
    """Whether a card is one of the special ones, which have a decorated edge."""
    return code in ("null", "traitor") or code.startswith("*")


def _face(code: str) -> str:
    return (_SPECIAL_PAPER if is_special(code) else _NORMAL_PAPER) + drawing_of(code)


SYMBOLS: Mapping[str, str] = {
    "defs": "".join(
        f'<pattern id="plic_plac-{colour}" width="16" height="16" patternUnits="userSpaceOnUse">'
        f'<rect width="16" height="16" fill="{INKS[colour]}"/>{_TEXTURES[colour]}</pattern>'
        for colour in COLOUR_LETTERS
    ),
    "back": '<rect x="-42" y="-40" width="88" height="88" rx="10" fill="#000" opacity="0.22"/>'
    '<rect x="-44" y="-44" width="88" height="88" rx="10" fill="#35558a" stroke="#203659" stroke-width="2"/>'
    '<rect x="-36" y="-36" width="72" height="72" rx="6" fill="none" stroke="#9db8e3" stroke-width="3"'
    ' stroke-dasharray="6 5"/><circle r="24" fill="#284470"/>',
    "place": '<rect x="-40" y="-40" width="80" height="80" rx="10" fill="none" stroke="#7d9c72" stroke-width="3"'
    ' stroke-dasharray="7 8"/>',
    "glow": '<rect x="-50" y="-50" width="100" height="100" rx="14" fill="#ffd34d" stroke="#b98a00" stroke-width="3"/>',
    "named": '<rect x="-50" y="-50" width="100" height="100" rx="14" fill="#ff9d5c" stroke="#a80" stroke-width="4"/>',
    "seat": '<circle cy="-12" r="16" fill="#8a7a5c"/><path d="M-28 36 Q-28 4 0 4 Q28 4 28 36 Z" fill="#8a7a5c"/>',
    "seat-out": '<circle cy="-12" r="16" fill="#b9b3a3"/><path d="M-28 36 Q-28 4 0 4 Q28 4 28 36 Z" fill="#b9b3a3"/>'
    '<path d="M-30 -30 L30 34" stroke="#a8281e" stroke-width="8"/>',
    **{symbol_of(code): _face(code) for code in CODES},
}
