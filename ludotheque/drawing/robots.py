"""The faces of bots: robots that differ by the form of the head, the colour, the eyes and what they wear on top."""

from __future__ import annotations

RANKS, LOOKS = 6, 8
"""How many kinds there are, and how many of each."""
_COLOURS = ("#e08a3c", "#3f7fc1", "#8a5bb5", "#d9669b", "#2f9c9c", "#8a6a45", "#6db3dc", "#5a5fb8")
"""None that pieces have: a red robot that plays green would be taken for red."""
_INK = "#2f2a25"
_LINE = f'stroke="{_INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"'
_HEADS = (
    '<rect x="-32" y="-24" width="64" height="60" rx="8"',
    '<circle cy="6" r="33"',
    '<rect x="-34" y="-22" width="68" height="56" rx="26"',
    '<path d="M-34 -12 Q-34 -26 -20 -26 H20 Q34 -26 34 -12 L28 36 H-28 Z"',
    '<path d="M0 -30 L34 -10 V24 L16 38 H-16 L-34 24 V-10 Z"',
    '<path d="M-30 -26 H30 L38 8 L22 38 H-22 L-38 8 Z"',
)
"""By rank."""
_TOPS = (
    f'<path d="M0 -26 V-38" {_LINE}/><circle cy="-42" r="5" fill="#ffd34d" {_LINE}/>',
    f'<path d="M-14 -24 L-20 -40 M14 -24 L20 -40" {_LINE}/>',
    f'<path d="M-16 -26 Q0 -48 16 -26 Z" fill="#ffd34d" {_LINE}/>',
    f'<path d="M-8 -28 V-42 H8 V-28 Z" fill="#fff8e8" {_LINE}/>',
    f'<path d="M-24 -26 H24 V-32 H12 V-46 H-12 V-32 H-24 Z" fill="{_INK}" {_LINE}/>',
    f'<path d="M-24 -24 L-26 -46 L-12 -34 L0 -48 L12 -34 L26 -46 L24 -24 Z" fill="#ffd34d" {_LINE}/>',
)
"""By rank: an antenna, two, a cap, a pipe, a hat, a crown."""
_EYES = (
    '<circle cx="-12" r="6"/><circle cx="12" r="6"/>',
    '<rect x="-19" y="-6" width="13" height="11" rx="2"/><rect x="6" y="-6" width="13" height="11" rx="2"/>',
    f'<path d="M-19 2 Q-12 -9 -5 2 M5 2 Q12 -9 19 2" fill="none" {_LINE}/>',
    '<ellipse cx="-12" rx="5" ry="8"/><ellipse cx="12" rx="5" ry="8"/>',
)
_MOUTHS = (
    f'<path d="M-13 17 Q0 28 13 17" fill="none" {_LINE}/>',
    f'<path d="M-14 19 H14 M-6 15 V23 M6 15 V23" fill="none" {_LINE}/>',
)


def robot(rank: int, look: int) -> str:
    """A face as one SVG text."""
    head, top = _HEADS[rank % RANKS], _TOPS[rank % RANKS]
    eyes, mouth = _EYES[look % len(_EYES)], _MOUTHS[look // len(_EYES) % len(_MOUTHS)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" width="100" height="100">'
        f'{top}{head} fill="{_COLOURS[look % LOOKS]}" {_LINE}/>'
        f'<rect x="-26" y="-13" width="52" height="24" rx="11" fill="#fff8e8" {_LINE}/>'
        f'<g fill="{_INK}">{eyes}</g>{mouth}</svg>\n'
    )
