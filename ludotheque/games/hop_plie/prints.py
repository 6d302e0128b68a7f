"""What is printed on the sheets and drawn with a pen, as SVG: cells with symbols and marks, dice, boxes, badges."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.games.hop_plie.sheet import KINDS, SMILEY, TARGET
from ludotheque.games.hop_plie.strokes import BLACK_FACES, WHITE_FACES

_INK = "#3b3630"
_PEN = "#1d4fa3"
_GOLD = "#e0a100"
PAPERS = {"front": "#fffdf6", "back": "#f3e3c3"}
"""The colours of the two sides."""

# A star, a butterfly, a television, a flask: what the five targets look like on each level.
_TARGETS = {
    1: f'<polygon points="0,-38 11,-13 38,-11 17,7 24,34 0,19 -24,34 -17,7 -38,-11 -11,-13" fill="{_GOLD}"'
    ' stroke="#7a5600" stroke-width="4" stroke-linejoin="round"/>',
    2: '<g stroke="#5b2a73" stroke-width="4"><path d="M0 -4 Q-14 -38 -36 -24 Q-40 -2 -6 4 Z M0 -4 Q14 -38 36 -24'
    ' Q40 -2 6 4 Z" fill="#b56bd6"/><path d="M-4 4 Q-34 8 -24 30 Q-8 34 0 8 Q8 34 24 30 Q34 8 4 4 Z" fill="#e0a8f2"/>'
    '</g><path d="M0 -14 V26" stroke="#3c1a4d" stroke-width="8" stroke-linecap="round"/>'
    '<path d="M0 -14 L-9 -32 M0 -14 L9 -32" stroke="#3c1a4d" stroke-width="3.5" stroke-linecap="round"/>',
    3: '<path d="M-14 -36 L0 -20 L14 -36" fill="none" stroke="#26414d" stroke-width="5" stroke-linecap="round"/>'
    '<rect x="-36" y="-22" width="72" height="54" rx="9" fill="#3c6f85" stroke="#26414d" stroke-width="4"/>'
    '<rect x="-27" y="-14" width="42" height="38" rx="7" fill="#c9f1ff"/>'
    '<circle cx="25" cy="-5" r="4.5" fill="#ffd34d"/><circle cx="25" cy="10" r="4.5" fill="#ff8672"/>',
    4: '<path d="M-11 -38 H11 M-7 -38 V-12 L-32 28 Q-34 36 -25 36 H25 Q34 36 32 28 L7 -12 V-38" fill="#fff"'
    ' stroke="#1e5b34" stroke-width="5" stroke-linejoin="round"/><path d="M-17 8 H17 L30 31 Q28 33 25 33 H-25 Q-28 33'
    ' -30 31 Z" fill="#43b56b"/><circle cx="-6" cy="20" r="4" fill="#d6f7df"/>'
    '<circle cx="8" cy="25" r="3" fill="#d6f7df"/>',
}
_FACE = '<circle cx="-12" cy="-6" r="5"/><circle cx="12" cy="-6" r="5"/>'
_SMILE = f'<path d="M-18 10 Q0 28 18 10" fill="none" stroke="{_INK}" stroke-width="5" stroke-linecap="round"/>'
# A smiley, a robot, an astronaut, a professor: what must be crossed before a corner can be folded.
_SMILEYS = {
    1: f'<circle r="35" fill="#ffd94d" stroke="{_INK}" stroke-width="4"/>{_FACE}{_SMILE}',
    2: f'<path d="M0 -28 V-40" stroke="{_INK}" stroke-width="5"/><circle cy="-41" r="5" fill="#e2574c"/>'
    f'<rect x="-34" y="-28" width="68" height="58" rx="12" fill="#a9c3cf" stroke="{_INK}" stroke-width="4"/>{_FACE}'
    f'<path d="M-18 13 H18 M-9 8 V18 M0 8 V18 M9 8 V18" stroke="{_INK}" stroke-width="4"/>',
    3: f'<circle r="37" fill="#eef2f7" stroke="{_INK}" stroke-width="4"/><rect x="-27" y="-20" width="54" height="40"'
    f' rx="19" fill="#f6c9a0" stroke="{_INK}" stroke-width="3.5"/>{_FACE}'
    f'<path d="M-10 8 Q0 17 10 8" fill="none" stroke="{_INK}" stroke-width="4.5" stroke-linecap="round"/>',
    4: '<path d="M-37 4 Q-46 -14 -32 -20 Q-34 -36 -18 -30 Q0 -44 18 -30 Q34 -36 32 -20 Q46 -14 37 4 Z" fill="#cfd4da"'
    f' stroke="{_INK}" stroke-width="3.5"/><circle cy="5" r="30" fill="#f6c9a0" stroke="{_INK}" stroke-width="4"/>'
    f'<g fill="#fff" stroke="{_INK}" stroke-width="4"><circle cx="-13" r="10"/><circle cx="13" r="10"/></g>'
    f'<circle cx="-13" r="4"/><circle cx="13" r="4"/><path d="M-3 0 H3" stroke="{_INK}" stroke-width="4"/>'
    f'<path d="M-12 19 Q0 28 12 19" fill="none" stroke="{_INK}" stroke-width="4.5" stroke-linecap="round"/>',
}
_FLAKES = '<path d="M-30 -16 L-16 -30 M-6 -4 L16 -26 M-30 18 L-8 -4 M-4 26 L28 -6 M16 34 L34 16" stroke="#fff"'
_FLAKES += ' stroke-width="6" stroke-linecap="round"/>'
_CELLS = {
    "nothing": "",
    # The printed circled cross.
    "start": f'<path d="M-22 -22 L22 22 M-22 22 L22 -22" stroke="{_INK}" stroke-width="9" stroke-linecap="round"/>'
    f'<circle r="38" fill="none" stroke="{_INK}" stroke-width="7"/>',
    **{
        f"bonus {n}": f'<circle r="34" fill="#fff" stroke="#c2410c" stroke-width="6"/><text y="17" font-size="50"'
        f' font-weight="800" text-anchor="middle" fill="#c2410c">{n}</text>'
        for n in range(1, 5)
    },
    "ice": f'<rect x="-48" y="-48" width="96" height="96" fill="#bfe6f7"/>{_FLAKES}',
    "hole": '<rect x="-48" y="-48" width="96" height="96" fill="#bfe6f7"/><ellipse rx="38" ry="32" fill="#123a52"/>'
    '<path d="M-30 -8 Q0 -34 30 -8" fill="none" stroke="#5b91ad" stroke-width="6"/>',
    "star": '<polygon points="0,-42 7,-8 42,0 7,8 0,42 -7,8 -42,0 -7,-8" fill="#ff9d2e"'
    ' stroke="#9a4b00" stroke-width="4" stroke-linejoin="round"/>',
    "ray": '<circle r="40" fill="#e9dcff" stroke="#6a35c9" stroke-width="4"/>'
    '<polygon points="8,-40 -22,6 -3,6 -9,40 22,-8 3,-8" fill="#6a35c9"/>',
    "bulb": '<path d="M-14 22 Q-14 12 -22 4 A28 28 0 1 1 22 4 Q14 12 14 22 Z" fill="#ffe45c" stroke="#7a5600"'
    ' stroke-width="4"/><path d="M-12 29 H12 M-9 37 H9" stroke="#7a5600" stroke-width="6" stroke-linecap="round"/>',
}
_MARKS = {
    "": "",
    "x": f'<path d="M-33 -31 L32 33 M-31 33 L33 -32" stroke="{_PEN}" stroke-width="10" stroke-linecap="round"'
    ' opacity="0.85"/>',
    "o": f'<path d="M-25 -25 L26 25 M-25 26 L26 -25" stroke="{_PEN}" stroke-width="10" stroke-linecap="round"'
    f' opacity="0.85"/><circle r="40" fill="none" stroke="{_PEN}" stroke-width="8" opacity="0.85"/>',
}
"""What a pen has drawn: nothing, a cross, a cross in a circle."""


def symbol_of(kind: int, level: int) -> str:
    """The name of what is printed: targets and smileys look different on each level."""
    return f"{KINDS[kind]} {level}" if kind in (TARGET, SMILEY) else KINDS[kind]


def cell_symbol(*, back: bool, kind: int, level: int, mark: str) -> str:
    """The name of a cell's symbol."""
    return f"{'back' if back else 'front'}-{symbol_of(kind, level).replace(' ', '')}{mark and '-' + mark}"


def _printed() -> dict[str, str]:
    targets = {f"target {level}": drawn for level, drawn in _TARGETS.items()}
    smileys = {f"smiley {level}": drawn for level, drawn in _SMILEYS.items()}
    return {**_CELLS, **targets, **smileys}


def _cells() -> dict[str, str]:
    """Every cell: a side of the paper, what is printed there, and what the pen has drawn."""
    return {
        f"{side}-{name.replace(' ', '')}{mark and '-' + mark}": (
            f'<rect x="-50" y="-50" width="100" height="100" fill="{paper}" stroke="#b9a98c" stroke-width="2.5"/>'
            f"{drawn}{pen}"
        )
        for side, paper in PAPERS.items()
        for name, drawn in _printed().items()
        for mark, pen in _MARKS.items()
    }


def _die(face: str, ground: str, ink: str) -> str:
    numbers = face.split("+")
    places = {1: (0,), 2: (-21, 21)}[len(numbers)]
    written = "".join(
        f'<text x="{x}" y="20" font-size="{58 if len(numbers) == 1 else 46}" font-weight="800" text-anchor="middle"'
        f' fill="{ink}">{number}</text>'
        for x, number in zip(places, numbers, strict=True)
    )
    between = f'<path d="M0 -26 V26" stroke="{ink}" stroke-width="3" opacity="0.5"/>' if len(numbers) == 2 else ""
    return (
        f'<rect x="-44" y="-44" width="88" height="88" rx="16" fill="{ground}" stroke="#1c1a18" stroke-width="4"/>'
        f"{written}{between}"
    )


_ARROW = (
    '<path d="M-10 -9 A13 13 0 1 1 -13 4" fill="none" stroke="{ink}" stroke-width="5" stroke-linecap="round"/>'
    '<path d="M-19 -13 H-3 L-11 1 Z" fill="{ink}"/>'
)
"""A turn backwards: the die is drawn with once more."""


def _badge(ground: str, ink: str, text: str) -> str:
    """A corner bonus: a small die, and +1 or an arrow."""
    written = f'<text y="12" font-size="34" font-weight="800" text-anchor="middle" fill="{ink}">{text}</text>'
    return (
        '<circle r="46" fill="#ffe9a8" stroke="#b98a00" stroke-width="5"/>'
        f'<rect x="-27" y="-27" width="54" height="54" rx="11" fill="{ground}" stroke="#1c1a18" stroke-width="4"/>'
        + (written if text else _ARROW.format(ink=ink))
    )


_BLACK, _WHITE = ("#26231f", "#fffdf6"), ("#fffdf6", "#26231f")
_OTHERS = {
    "defs": '<pattern id="hop_plie-hatch" width="12" height="12" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)">'
    '<rect width="12" height="12" fill="#e6d6b4"/><path d="M0 0 V12" stroke="#a3906a" stroke-width="5"/></pattern>',
    **_cells(),
    # The part up and to the left is folded away.
    "half": '<path d="M50 -50 V50 H-50 Z" fill="url(#hop_plie-hatch)" stroke="#8a7a5c" stroke-width="2.5"/>',
    "zone-small": '<rect x="-50" y="-50" width="100" height="100" fill="#c58f3d" opacity="0.13"/>',
    "zone-large": '<rect x="-50" y="-50" width="100" height="100" fill="#c58f3d" opacity="0.12"/>',
    "crease": '<path d="M50 -50 L-50 50" fill="none" stroke="#8a5a2b" stroke-width="1.1" stroke-dasharray="0.2 2.4"'
    ' stroke-linecap="round"/>',
    "crease-straight": '<path d="M-50 0 H50" fill="none" stroke="#8a5a2b" stroke-width="0.4" stroke-dasharray="0.1 0.9"'
    ' stroke-linecap="round"/>',
    "fold": '<circle r="44" fill="#2f7d4f" stroke="#fff" stroke-width="6"/><path fill="none"'
    ' d="M-20 18 L18 -20 M18 -20 V8 M18 -20 H-10" stroke="#fff" stroke-width="9" stroke-linecap="round"'
    ' stroke-linejoin="round"/>',
    "ground": '<rect x="-50" y="-50" width="100" height="100" fill="#d3e4d7"/>',
    "nothing": "",
    **{f"icon-target{level}": drawn for level, drawn in _TARGETS.items()},
    **{f"icon-smiley{level}": drawn for level, drawn in _SMILEYS.items()},
    "icon-bulb": _CELLS["bulb"],
    "icon-fold": f'<path d="M-34 -36 H12 L34 -14 V38 H-34 Z" fill="{PAPERS["front"]}" stroke="{_INK}" stroke-width="5"'
    f' stroke-linejoin="round"/><path d="M12 -36 V-14 H34 Z" fill="{PAPERS["back"]}" stroke="{_INK}" stroke-width="5"'
    ' stroke-linejoin="round"/>',
    "sheet": f'<path d="M-42 -44 H18 L42 -20 V46 H-42 Z" fill="{PAPERS["front"]}" stroke="{_INK}" stroke-width="5"'
    f' stroke-linejoin="round"/><path d="M18 -44 V-20 H42 Z" fill="{PAPERS["back"]}" stroke="{_INK}" stroke-width="5"'
    ' stroke-linejoin="round"/><path d="M-42 -20 H18 M-42 2 H42 M-42 24 H42 M-14 -44 V46 M14 -44 V46" fill="none"'
    ' stroke="#b9a98c" stroke-width="3"/>',
    "cell-won": '<rect x="-47" y="-47" width="94" height="94" rx="14" fill="#ffd34d" fill-opacity="0.3"'
    ' stroke="#7a5600" stroke-width="7"/>',
    "ghost-cross": _MARKS["x"],
    # A pencil whose point is where a row begins.
    "ghost-pen": '<g stroke="#1c1a18" stroke-width="4" stroke-linejoin="round"><path d="M2 -2 L10 -24 L40 -54 L54 -40'
    ' L24 -10 Z" fill="#ffd34d"/><path d="M2 -2 L10 -24 L24 -10 Z" fill="#fff3d6"/></g>'
    f'<path d="M2 -2 L5 -11 L11 -5 Z" fill="{_PEN}"/>',
    **{f"die-black-{face}": _die(face, *_BLACK) for face in BLACK_FACES},
    **{f"die-white-{face}": _die(face, *_WHITE) for face in WHITE_FACES},
    "die-black-": _die("?", *_BLACK),
    "die-white-": _die("?", *_WHITE),
    "taken": '<circle r="62" fill="none" stroke="#ffd34d" stroke-width="9"/>',
    "number": '<circle r="42" fill="#fffdf6" stroke="#26231f" stroke-width="5"/>',
    "number-bonus": '<circle r="42" fill="#fff" stroke="#c2410c" stroke-width="7"/>',
    "gain-A1": _badge(*_WHITE, ""),
    "gain-O15": _badge(*_BLACK, ""),
    "gain-A15": _badge(*_WHITE, "+1"),
    "gain-O1": _badge(*_BLACK, "+1"),
    "seat": '<circle r="46" fill="#fffdf6" stroke="#26231f" stroke-width="5"/>',
    "seat-active": '<circle r="46" fill="#ffd34d" stroke="#26231f" stroke-width="5"/>',
}


def _box(kind: str, *, used: bool) -> str:
    left = "#26231f" if kind in "bh" else "#fffdf6"
    right = "#26231f" if kind == "b" else "#fffdf6"
    cross = '<path d="M-30 -30 L30 30 M-30 30 L30 -30" stroke="#c2410c" stroke-width="11" stroke-linecap="round"/>'
    return (
        f'<path d="M-44 -44 H44 L-44 44 Z" fill="{left}"/><path d="M44 -44 V44 H-44 Z" fill="{right}"/>'
        '<rect x="-44" y="-44" width="88" height="88" fill="none" stroke="#26231f" stroke-width="6"/>' + cross * used
    )


_BOXES = {
    **{f"box-{kind}{'-used' * used}": _box(kind, used=used) for kind in "wbh" for used in (False, True)},
    "box-lost": '<circle r="42" fill="#f3e3c3" stroke="#26231f" stroke-width="6"/>'
    '<circle cx="-14" cy="-10" r="6"/><circle cx="14" cy="-10" r="6"/>'
    '<path d="M-18 22 Q0 4 18 22" fill="none" stroke="#26231f" stroke-width="6" stroke-linecap="round"/>',
}
SYMBOLS: Mapping[str, str] = {**_OTHERS, **_BOXES}
