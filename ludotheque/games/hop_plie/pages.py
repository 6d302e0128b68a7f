"""A sheet in a picture: its cells, fold lines and flaps as items; or small, as one symbol."""

from __future__ import annotations

from functools import cache, lru_cache
from math import sqrt
from typing import overload

from ludotheque.core.text import Text, joined, meant
from ludotheque.drawing.scene import Group, Item
from ludotheque.games.hop_plie.counts import smileys_of, winning_places
from ludotheque.games.hop_plie.paper import CORNERS, EDGES, OVER, ROWS, SIZE, SIZES, Place, name_of, number_of
from ludotheque.games.hop_plie.prints import PAPERS, cell_symbol
from ludotheque.games.hop_plie.sheet import BONUS, BULB, HOLE, ICE, NOTHING, RAY, SMILEY, STAR, START, TARGET, Sheet
from ludotheque.games.hop_plie.shown import MARK_WORDS, Marks, ShownSheet, Spot, seen_on

_TURNS = {(-1, -1): 0, (-1, 1): 90, (1, 1): 180, (1, -1): 270}
"""How far half a cell is turned, by the corner that is folded away."""
_EDGE = 3
_HALF_NAMED, _HALF_HIGH = 1.36, 0.2
"""Half the length of a fold's name and counts in the longest language, and half their height."""
_SYMBOL = 0.4
"""The radius of a symbol."""
_CROSS = 0.47
"""How far a cross reaches along a fold's line: one of its strokes lies on it."""
_MARGIN = 0.45
"""Where a count stands that has no room on the paper: so far from its edge."""
_NAMED, _COUNTED, _LONG = 0.88, 0.95, 4
"""How large a name with its count is written, and a count alone; with more signs than this it is smaller."""
_UNMARKED: Marks = (0,) * MARK_WORDS
"""Nothing is drawn on the sheet."""
FOLD_NAMES = {"small": meant("a fold", "small"), "large": meant("a fold", "large")}
GAINS = {
    "A1": Text("bonus: white die"),
    "A15": Text("bonus: white die +1"),
    "O1": Text("bonus: black die +1"),
    "O15": Text("bonus: black die"),
}


def sheet_items(shown: ShownSheet, left: float, top: float, prefix: str = "", scale: float = 1) -> list[Item]:
    """The items of a whole sheet whose first cell begins at (left, top). Flaps come last, each in its group."""
    won = _won(shown, left, top, prefix, scale)
    return [*_sheet_items(*shown.known, left, top, prefix, scale), *won]


@lru_cache(maxsize=512)
def _sheet_items(
    sheet: Sheet,
    folds: tuple[str, ...],
    crossed: Marks,
    circled: Marks,
    left: float,
    top: float,
    prefix: str,
    scale: float,
) -> tuple[Item, ...]:
    """While others draw on theirs a sheet stays as it is, so what was drawn is kept."""
    flat: list[Item] = []
    flaps: dict[str, list[Item]] = {}
    for spot in seen_on(sheet, folds, crossed, circled):
        item = _cell(spot, sheet.level, left, top, prefix, scale)
        if spot.under:
            id_ = f"{prefix}under-{spot.name}"
            flat.append(Item(id_, f"{spot.under}-nothing", item.x, item.y, states=("floor",), scale=scale))
        if item.group:
            flaps.setdefault(item.group, []).append(item)
        else:
            flat.append(item)
    items = [*flat, *_creases(folds, left, top, prefix, scale), *_gains(folds, left, top, prefix, scale)]
    items += [item for group in flaps.values() for item in group]
    return tuple(items)


def _won(shown: ShownSheet, left: float, top: float, prefix: str, scale: float) -> list[Item]:
    """What connects the targets of a winner."""
    items = []
    for row, column in winning_places(shown):
        place = left + (column + 0.5) * scale, top + (row + 0.5) * scale
        items.append(Item(f"{prefix}won-{name_of((row, column))}", "cell-won", *place, states=("won",), scale=scale))
    return items


def fold_names(shown: ShownSheet, left: float, top: float) -> list[Item]:
    """How many smileys of each corner's square are crossed, and what the fold is called: on its dotted line, where
    nothing is printed or drawn; else the count alone, outside the paper at the end of the line."""
    sheet, folds, crossed, _ = shown.known
    return _fold_names(sheet, folds, crossed, left, top)


@lru_cache(maxsize=512)
def _fold_names(sheet: Sheet, folds: tuple[str, ...], crossed: Marks, left: float, top: float) -> list[Item]:
    folded = {step.split()[0] for step in folds}
    items = []
    for name, size in SIZES.items():
        for corner in () if OVER in folds else CORNERS:
            if corner in folded:
                continue
            done, needed = smileys_of(sheet, crossed, corner, name)
            spot = _free_spot(sheet, corner, size, _crosses(crossed, corner, size))
            row, column = _beside(corner, size) if spot is None else _on_line(corner, size, spot)
            place = left + column + 0.5, top + row + 0.5
            items.append(_fold_name(corner, name, place, f"{done}/{needed}", named=spot is not None))
    return items


@lru_cache(maxsize=1 << 10)
def _fold_name(corner: str, name: str, place: tuple[float, float], counts: str, *, named: bool) -> Item:
    id_, states = f"named-{corner}-{name}", ("floor", "written")
    if not named:
        return Item(id_, "nothing", *place, states=states, scale=_COUNTED * min(1, _LONG / len(counts)), label=counts)
    turn = -45 if corner.startswith("O") == corner.endswith("15") else 45
    label = joined(" ", [FOLD_NAMES[name], counts])
    return Item(id_, "nothing", *place, states=states, turn=turn, scale=_NAMED, label=label)


def _on_line(corner: str, size: int, spot: float) -> tuple[float, float]:
    """The place so many rows from the corner's own edge on the dotted line of a fold."""
    return _from_corner(corner, spot, size - 1 - spot)


def _beside(corner: str, size: int) -> tuple[float, float]:
    """Where that line ends outside the paper."""
    return _from_corner(corner, size - 0.5, -0.5 - _MARGIN)


def _crosses(crossed: Marks, corner: str, size: int) -> tuple[int, ...]:
    """The crosses on such a line, by how many rows they are from the corner."""
    places = ((spot, number_of(_from_corner(corner, spot, size - 1 - spot))) for spot in range(size))
    return tuple(spot for spot, place in places if crossed[place // 16] >> place % 16 & 1)


@overload
def _from_corner(corner: str, down: int, across: int) -> Place: ...
@overload
def _from_corner(corner: str, down: float, across: float) -> tuple[float, float]: ...
def _from_corner(corner: str, down: float, across: float) -> tuple[float, float]:
    """A place by how far it is from a corner's cell."""
    low, right = corner.startswith("O"), corner.endswith("15")
    return (SIZE - 1 - down if low else down), (SIZE - 1 - across if right else across)


@lru_cache(maxsize=1 << 12)
def _free_spot(sheet: Sheet, corner: str, size: int, crosses: tuple[int, ...]) -> float | None:
    """Where a fold's name covers neither what is printed nor a cross, as near to the middle of its line as can be."""
    printed = [
        (down, across)
        for down in range(size + 1)
        for across in range(size + 1)
        if _printed(sheet, *_from_corner(corner, down, across))
    ]

    def free(spot: float) -> bool:
        """Whether it reaches into nothing, along the line and to both sides of it."""
        return all(
            abs(down - across - 2 * spot + size - 1) / sqrt(2) >= _HALF_NAMED + _SYMBOL
            or abs(down + across - size + 1) / sqrt(2) >= _HALF_HIGH + _SYMBOL
            for down, across in printed
        ) and all(abs(cross - spot) * sqrt(2) >= _HALF_NAMED + _CROSS for cross in crosses)

    inside = [
        step / 2 for step in range(2 * size - 1) if _HALF_NAMED / sqrt(2) <= min(step, 2 * size - 2 - step) / 2 + 0.5
    ]
    return min(filter(free, inside), key=lambda each: abs(2 * each + 1 - size), default=None)


def _printed(sheet: Sheet, row: int, column: int) -> bool:
    return sheet.front[row][column] != NOTHING


@lru_cache(maxsize=1 << 14)
def _cell(spot: Spot, level: int, left: float, top: float, prefix: str, scale: float) -> Item:
    """A place of a sheet. From one picture to the next few of them change, so those there were are kept."""
    x, y = left + (spot.place[1] + 0.5) * scale, top + (spot.place[0] + 0.5) * scale
    if spot.missing:
        turn = _TURNS[spot.missing]
        return Item(f"{prefix}half-{spot.name}", "half", x, y, states=("floor",), turn=turn, scale=scale)
    symbol = cell_symbol(back=spot.back, kind=spot.kind, level=level, mark=spot.mark)
    group = f"{prefix}flap-{spot.flap}" if spot.flap else ""
    states = ("floor", *(("flap",) if group else ()), *(("crossed",) if spot.mark else ()))
    ghost = "ghost-pen" if spot.mark == "o" or spot.kind == START else "ghost-cross"
    return Item(
        f"{prefix}cell-{spot.name}", symbol, x, y, spot.spoken(level), states, 0, scale, group=group, ghost=ghost
    )


def flap_groups(shown: ShownSheet, left: float, top: float, prefix: str = "", scale: float = 1) -> tuple[Group, ...]:
    """The flaps one sees, each with the line it was folded along."""
    return _flap_groups(shown.sheet, shown.folds, left, top, prefix, scale)


@lru_cache(maxsize=512)
def _flap_groups(
    sheet: Sheet, folds: tuple[str, ...], left: float, top: float, prefix: str, scale: float
) -> tuple[Group, ...]:
    """They are the same whatever is drawn on the sheet."""
    spots = seen_on(sheet, folds, _UNMARKED, _UNMARKED)
    flaps = dict.fromkeys(spot.flap for spot in spots if spot.flap and not spot.missing)
    groups = []
    for flap in flaps:
        (y1, x1), (y2, x2) = hinge(flap, folds)
        line = left + x1 * scale, top + y1 * scale, left + x2 * scale, top + y2 * scale
        groups.append(Group(f"{prefix}flap-{flap}", line))
    return tuple(groups)


def hinge(flap: str, folds: tuple[str, ...]) -> tuple[Place, Place]:
    """The ends of a fold line, as corners of places counted from the top left."""
    if flap in EDGES:
        line = SIZE - _EDGE if flap in ("bottom", "right") else _EDGE
        return ((line, 0), (line, SIZE)) if flap in ("top", "bottom") else ((0, line), (SIZE, line))
    size = next(SIZES[step.split()[1]] for step in folds if step.startswith(f"{flap} "))
    return _diagonal(flap, size)


def _diagonal(corner: str, size: int) -> tuple[Place, Place]:
    row, column = SIZE * corner.startswith("O"), SIZE * corner.endswith("15")
    down, right = (-size if row else size), (-size if column else size)
    return (row + down, column), (row, column + right)


@lru_cache(maxsize=512)
def _creases(folds: tuple[str, ...], left: float, top: float, prefix: str, scale: float) -> tuple[Item, ...]:
    """The dotted lines of what can still be folded, and the ground they would cover."""
    if OVER in folds:
        return tuple(_straight(edge, left, top, prefix, scale) for edge in EDGES if edge not in folds)
    items = []
    folded = {step.split()[0] for step in folds}
    for corner in CORNERS:
        for name, size in reversed(SIZES.items()):
            if corner not in folded:
                row, column = corner.startswith("O"), corner.endswith("15")
                x = left + (SIZE - size / 2 if column else size / 2) * scale
                y = top + (SIZE - size / 2 if row else size / 2) * scale
                turn = {(False, False): 0, (False, True): 90, (True, True): 180, (True, False): 270}[row, column]
                for symbol in (f"zone-{name}", "crease"):
                    id_ = f"{prefix}{symbol}-{corner}-{name}"
                    items.append(Item(id_, symbol, x, y, states=("floor",), turn=turn, scale=size * scale))
    return tuple(items)


def _straight(edge: str, left: float, top: float, prefix: str, scale: float) -> Item:
    far, upright = edge in ("bottom", "right"), edge in ("left", "right")
    line = SIZE - _EDGE if far else _EDGE
    x, y = (line, SIZE / 2) if upright else (SIZE / 2, line)
    place = left + x * scale, top + y * scale
    turn = 90 if upright else 0
    return Item(f"{prefix}crease-{edge}", "crease-straight", *place, states=("floor",), turn=turn, scale=SIZE * scale)


@lru_cache(maxsize=512)
def _gains(folds: tuple[str, ...], left: float, top: float, prefix: str, scale: float) -> tuple[Item, ...]:
    """The bonus of each corner folded large, in the corner that is gone."""
    items = []
    for step in folds:
        corner, _, size = step.partition(" ")
        if size == "large":
            right = corner.endswith("15") != (OVER in folds)
            x, y = (SIZE - 1.3 if right else 1.3), (SIZE - 1.3 if corner.startswith("O") else 1.3)
            place = left + x * scale, top + y * scale
            items.append(
                Item(f"{prefix}gain-{corner}", f"gain-{corner}", *place, GAINS[corner], ("floor",), 0, 1.5 * scale)
            )
    return tuple(items)


@lru_cache
def coordinates(left: float, top: float) -> tuple[Item, ...]:
    """The letters of the rows and the numbers of the columns."""
    items = []
    for at in range(SIZE):
        beside, above = (left - 0.35, top + at + 0.5), (left + at + 0.5, top - 0.35)
        items.append(Item(f"row-{ROWS[at]}", "nothing", *beside, states=("floor",), scale=0.62, label=ROWS[at]))
        items.append(Item(f"column-{at + 1}", "nothing", *above, states=("floor",), scale=0.62, label=str(at + 1)))
    return tuple(items)


DOTS = {
    START: ("#3b3630", 2.2),
    TARGET: ("#e0a100", 2.9),
    SMILEY: ("#ffcf33", 2.4),
    ICE: ("#bfe6f7", 3.3),
    HOLE: ("#123a52", 2.9),
    STAR: ("#ff9d2e", 2.2),
    RAY: ("#6a35c9", 2.4),
    BULB: ("#ffe45c", 2.6),
    **{BONUS + n: ("#c2410c", 1.6) for n in range(1, 5)},
}
"""In a small picture symbols are dots: their colour and radius."""
_UNIT = 100 / SIZE


@lru_cache(maxsize=512)
def miniature(sheet: Sheet, folds: tuple[str, ...], crossed: Marks, circled: Marks) -> str:
    """A whole sheet as one small symbol: paper, symbols as dots, crosses and circles."""
    crosses = circles = ""
    for spot in seen_on(sheet, folds, crossed, circled):
        if spot.mark:
            cross, circle = _small_marks(spot.place)
            crosses += cross
            if spot.mark == "o":
                circles += circle
    pen = 'fill="none" stroke="#1d4fa3" stroke-linecap="round"'
    return (
        f"{_blank(sheet, folds)}"
        f'<path d="{crosses}" {pen} stroke-width="0.9"/><path d="{circles}" {pen} stroke-width="0.7"/>'
    )


@cache
def _small_marks(place: Place) -> tuple[str, str]:
    """A cross and a circle on a place of a small sheet."""
    x, y = -50 + (place[1] + 0.5) * _UNIT, -50 + (place[0] + 0.5) * _UNIT
    return (
        f"M{x - 2:.4g} {y - 2:.4g}l4 4m-4 0l4 -4",
        f"M{x - 2.8:.4g} {y:.4g}a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0",
    )


@lru_cache(maxsize=256)
def _blank(sheet: Sheet, folds: tuple[str, ...]) -> str:
    """A small sheet before anything is drawn on it."""
    paper: dict[str, str] = {"front": "", "back": ""}
    dots = halves = ""
    for spot in seen_on(sheet, folds, _UNMARKED, _UNMARKED):
        x, y = -50 + spot.place[1] * _UNIT, -50 + spot.place[0] * _UNIT
        if spot.missing:
            halves += _half(spot.missing, x, y)
            continue
        paper["back" if spot.back else "front"] += f"M{x:.4g} {y:.4g}h6.67v6.67h-6.67z"
        mx, my = x + _UNIT / 2, y + _UNIT / 2
        if spot.kind in DOTS:
            colour, radius = DOTS[spot.kind]
            dots += f'<circle cx="{mx:.4g}" cy="{my:.4g}" r="{radius}" fill="{colour}"/>'
    sides = "".join(
        f'<path d="{paper[side]}" fill="{PAPERS[side]}" stroke="#cdbf9f" stroke-width="0.3"/>' for side in paper
    )
    return f'{sides}<path d="{halves}" fill="#cbb88f"/>{dots}'


def _half(missing: Place, x: float, y: float) -> str:
    """Half a cell: the three corners that are left."""
    corners = [(down, right) for down in (-1, 1) for right in (-1, 1) if (down, right) != missing]
    points = [f"{x + _UNIT * (right > 0):.4g} {y + _UNIT * (down > 0):.4g}" for down, right in corners]
    return f"M{points[0]}L{points[1]}L{points[2]}z"
