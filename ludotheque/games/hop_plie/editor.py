"""Drawing a sheet of one's own: symbols on front and back, and what it looks like in every way of folding."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ludotheque.core.text import Text, capital, joined
from ludotheque.drawing.box import flat
from ludotheque.drawing.editor import Brush, Draft, Editor, Mistake, Pose, Surface
from ludotheque.drawing.scene import Scene
from ludotheque.games.hop_plie import PLAYERS, SHEET
from ludotheque.games.hop_plie.checks import ALLOWED, PARTS, flap_of, flaws
from ludotheque.games.hop_plie.design import Folded, atlas, square_of
from ludotheque.games.hop_plie.pages import DOTS, FOLD_NAMES, flap_groups, sheet_items
from ludotheque.games.hop_plie.paper import (
    ALL,
    CELLS,
    CORNERS,
    OVER,
    ROWS,
    SIZE,
    SIZES,
    WIDTH,
    Layer,
    Paper,
    done_to,
    name_of,
    top,
)
from ludotheque.games.hop_plie.paper import flat as flat_paper
from ludotheque.games.hop_plie.prints import PAPERS, SYMBOLS, cell_symbol
from ludotheque.games.hop_plie.sheet import KINDS, LEVELS, NOTHING, Sheet, called, of_level
from ludotheque.games.hop_plie.shown import unmarked

LETTERS = dict(zip(KINDS, ".stuabcdiorlz", strict=True))
"""A letter for each symbol: start, target, smiley, bonuses a to d, ice, hole (o), star (r), ray (l), bulb (z)."""
_KIND_OF = {letter: KINDS.index(name) for name, letter in LETTERS.items()}
_SURFACES = ("front", "back")
_UNNAMED = "?"
"""A sheet must have a name: that of one nobody has named yet."""
_MOST_MISTAKES = 30
HALF, NO_PAPER = -2, -1


def sheet_of(draft: Draft) -> Sheet:
    """The sheet that was drawn, good or not."""
    front, back = (
        tuple(tuple(_KIND_OF[letter] for letter in cells[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))
        for cells in draft.cells
    )
    return Sheet(draft.name or _UNNAMED, int(draft.kind), front, back)


def draft_of(sheet: Sheet, name: str) -> Draft:
    """A sheet as a draft."""
    cells = tuple("".join(LETTERS[KINDS[kind]] for row in grid for kind in row) for grid in (sheet.front, sheet.back))
    return Draft(str(sheet.level), name, cells)


def _brushes(kind: str) -> list[Brush]:
    return [
        Brush(LETTERS[KINDS[each]], capital(called(each, int(kind)))) for each in sorted(ALLOWED[int(kind)]) if each
    ]


def _symbols(kind: str) -> dict[str, str]:
    return {
        f"{side}-{LETTERS[KINDS[each]]}": SYMBOLS[cell_symbol(back=side == "back", kind=each, level=int(kind), mark="")]
        for side in _SURFACES
        for each in sorted(ALLOWED[int(kind)])
    }


def _colours(kind: str) -> dict[str, str]:
    return {
        f"{side}-{LETTERS[KINDS[each]]}": DOTS[each][0] if each != NOTHING else PAPERS[side]
        for side in _SURFACES
        for each in sorted(ALLOWED[int(kind)])
    }


def _mistakes(draft: Draft) -> list[Mistake]:
    found = []
    for flaw in flaws(sheet_of(draft)):
        found.append(Mistake(capital(flaw.message), tuple(map(_cell, flaw.sides))))
        if len(found) == _MOST_MISTAKES:
            break
    return found


def _guides(kind: str) -> dict[str, int]:
    """On the front the squares of the corners, on the back what comes up when they are folded; small ones darker."""
    shades: dict[int, int] = {}
    for size, shade in ((SIZES["large"], 1), (SIZES["small"], 2)):
        for corner in CORNERS:
            shades |= dict.fromkeys([*square_of(corner, size), *flap_of(corner, size)], shade)
    return {_cell(side): shade for side, shade in shades.items()}


def _cell(side: int) -> str:
    return f"{_SURFACES[side // CELLS]}-{name_of(divmod(side % CELLS, WIDTH))}"


@cache
def _ways(level: int) -> dict[tuple[int, ...], Folded]:
    """The ways of folding by what is seen on each place; of those that look alike, the first."""
    looks: dict[tuple[int, ...], Folded] = {}
    papers: dict[tuple[str, ...], Paper] = {(): flat_paper()}
    for way in atlas(over=level == 4).ways:
        steps = way.steps
        if steps:
            papers[steps] = done_to(papers[steps[:-1]], steps[-1])
        looks.setdefault(tuple(_seen(top(papers[steps], divmod(place, WIDTH))) for place in ALL), way)
    return looks


def _seen(layer: Layer | None) -> int:
    if layer is None or layer.half:
        return NO_PAPER if layer is None else HALF
    return SIZE * SIZE * layer.back + SIZE * layer.cell[0] + layer.cell[1]


@cache
def _poses(kind: str) -> tuple[Pose, ...]:
    return tuple(Pose(_name(way), seen) for seen, way in _ways(int(kind)).items())


def _name(way: Folded) -> Text:
    """A way of folding in words."""
    done: list[str | Text] = []
    for step in way.steps:
        part, _, size = step.partition(" ")
        if step == OVER:
            done.append(Text("turned over"))
        else:
            done.append(PARTS[part] if part in PARTS else joined(" ", [part, FOLD_NAMES[size]]))
    return joined(", ", done) if done else Text("not folded")


def _scene(draft: Draft, pose: int) -> Scene:
    way = list(_ways(int(draft.kind)).values())[pose]
    shown = unmarked(sheet_of(draft), way.steps)
    return replace(flat(SIZE, SIZE, sheet_items(shown, 0, 0)), groups=flap_groups(shown, 0, 0))


EDITOR = Editor(
    option=SHEET.name,
    title=Text("A sheet of your own"),
    intro=Text(
        "Choose a symbol and put it on cells of the front and of the back. What is wrong is marked. Below you see what"
        " the sheet looks like when it is folded."
    ),
    kinds={str(level): Text("Level {number}", number=level) for level in LEVELS},
    surfaces=tuple(
        Surface(id_, name, tuple(ROWS), tuple(str(column + 1) for column in range(SIZE)))
        for id_, name in zip(_SURFACES, (Text("Front"), Text("Back, seen through the paper")), strict=True)
    ),
    brushes=_brushes,
    symbols=_symbols,
    colours=_colours,
    samples=lambda: [draft_of(of_level(level), "") for level in LEVELS],
    document=lambda draft: " | ".join(sheet_of(draft).lines()),
    mistakes=_mistakes,
    poses=_poses,
    scene=_scene,
    guides=_guides,
    trial={PLAYERS.name: 1},
)
