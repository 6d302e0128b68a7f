"""What is printed on a sheet, as plain text: a name, a level, a legend, and a grid of signs for each side.

    name: Stars
    level: 1

    legend
    .  nothing
    S  start
    …

    front
    S . . . . . . . . . . . . . S
    …

    back
    …

Both grids have 15 lines of 15 signs, rows A to O and columns 1 to 15 as seen from the front: the sign of C4 in the
second grid is printed on the back of the paper cell C4. Lines that begin with `#` mean nothing. The same text can be
written on one line, with `|` between its lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from ludotheque.core.documents import lines_of
from ludotheque.core.text import Refusal, Text, meant, verbatim
from ludotheque.games.hop_plie.paper import ALL, CELLS, ROWS, SIZE, WIDTH, name_of

SYMBOLS = {
    "nothing": meant("printed on a sheet", "nothing"),
    "start": meant("printed on a sheet", "start point"),
    "target": meant("printed on a sheet", "target"),
    "smiley": meant("printed on a sheet", "smiley"),
    "bonus 1": meant("printed on a sheet", "bonus 1"),
    "bonus 2": meant("printed on a sheet", "bonus 2"),
    "bonus 3": meant("printed on a sheet", "bonus 3"),
    "bonus 4": meant("printed on a sheet", "bonus 4"),
    "ice": meant("printed on a sheet", "ice"),
    "hole": meant("printed on a sheet", "hole"),
    "star": meant("printed on a sheet", "star"),
    "ray": meant("printed on a sheet", "ray"),
    "bulb": meant("printed on a sheet", "bulb"),
}
"""Everything that can be printed on a cell."""
KINDS = tuple(SYMBOLS)
"""The symbols by number."""
_SMILEYS = {
    1: SYMBOLS["smiley"],
    2: meant("printed on a sheet", "robot"),
    3: meant("printed on a sheet", "astronaut"),
    4: meant("printed on a sheet", "professor"),
}
"""What is crossed before a corner can be folded has another face on each level."""


def called(kind: int, level: int) -> Text:
    """What people call a symbol on the sheets of a level."""
    return _SMILEYS[level] if kind == SMILEY else SYMBOLS[KINDS[kind]]


NOTHING, START, TARGET, SMILEY = (KINDS.index(name) for name in ("nothing", "start", "target", "smiley"))
BONUS = KINDS.index("bonus 1") - 1
"""Bonus n is number BONUS + n."""
ICE, HOLE, STAR, RAY, BULB = (KINDS.index(name) for name in ("ice", "hole", "star", "ray", "bulb"))
LEVELS = (1, 2, 3, 4)
SIDES = (meant("a side of the sheet", "front"), meant("a side of the sheet", "back"))
_SIGNS = dict(zip(KINDS, ".STU1234~O*%!", strict=True))
"""The signs we write ourselves; a sheet may use others."""


class SheetError(Refusal):
    """A sheet that cannot be played on. Says what is wrong, and where."""


def wrong(problem: Text) -> SheetError:
    return SheetError(
        Text("sheet: {problem}", problem=problem), Text("Your own sheet cannot be read: {problem}.", problem=problem)
    )


_TITLES = {
    "Stars": Text("Stars"),
    "The frozen lake": Text("The frozen lake"),
    "The rays": Text("The rays"),
    "The laboratory": Text("The laboratory"),
}
"""What the sheets in the box are called."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet: its level, and the symbols on the two sides of its cells.

    A side of a cell is a number: that of the cell for its front, and so much more (CELLS) for its back.
    """

    name: str
    level: int
    front: tuple[tuple[int, ...], ...]
    """Fifteen rows of fifteen symbols, by their numbers."""
    back: tuple[tuple[int, ...], ...]
    _hash: int = field(init=False, repr=False, compare=False)
    """Found out once, for pictures are looked up by their sheets; of numbers alone, so the same in every process."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.level, self.front, self.back)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def title(self) -> Text:
        """Its name; those of the sheets in the box have words in every language."""
        return _TITLES.get(self.name, verbatim(self.name))

    @property
    def prints(self) -> dict[int, int]:
        """The symbol on each side of each cell."""
        grids = (self.front, self.back)
        return {cell + CELLS * at: grid[cell // WIDTH][cell % WIDTH] for at, grid in enumerate(grids) for cell in ALL}

    def find(self, *symbols: int) -> list[int]:
        """The sides these symbols are printed on."""
        return [side for side, printed in self.prints.items() if printed in symbols]

    def lines(self) -> list[str]:
        """The sheet as text; `read` gives it back."""
        head = [f"name: {self.name}", f"level: {self.level}", "legend"]
        legend = [f"{_SIGNS[KINDS[each]]} {KINDS[each]}" for each in sorted(set(self.prints.values()))]
        front, back = (
            [" ".join(_SIGNS[KINDS[each]] for each in row) for row in grid] for grid in (self.front, self.back)
        )
        return [*head, *legend, "front", *front, "back", *back]


def name_of_side(side: int) -> Text:
    """A side of a cell in words: `front C4`."""
    back, cell = divmod(side, CELLS)
    place = name_of(divmod(cell, WIDTH))
    return Text("back {place}", place=place) if back else Text("front {place}", place=place)


def read(text: str) -> Sheet:
    """The sheet a text describes; `SheetError` when it is no such text. (Whether one can play on it: see `checks`.)"""
    lines = lines_of(text)
    heads: dict[str, str] = {}
    legend: dict[str, int] = {}
    grids: dict[str, list[list[str]]] = {"front": [], "back": []}
    part = "head"
    for line in lines:
        if line in ("legend", "front", "back"):
            part = line
        elif part == "head":
            key, _, value = line.partition(":")
            heads[key.strip()] = value.strip()
        elif part == "legend":
            _explain(line, legend)
        else:
            grids[part].append(line.split())
    front, back = (_printed(grids[side], legend, side) for side in ("front", "back"))
    return Sheet(_name(heads), _level(heads), front, back)


def _name(heads: dict[str, str]) -> str:
    unknown = sorted(set(heads) - {"name", "level"})
    if unknown:
        raise wrong(Text("no such line: {line}", line=repr(unknown[0])))
    if not heads.get("name"):
        raise wrong(Text("the line name: is missing"))
    return heads["name"]


def _level(heads: dict[str, str]) -> int:
    given = heads.get("level", "")
    if not given:
        raise wrong(Text("the line level: is missing; levels are 1 to 4"))
    if given not in map(str, LEVELS):
        raise wrong(Text("level: {given}; levels are 1 to 4", given=given))
    return int(given)


def _explain(line: str, legend: dict[str, int]) -> None:
    """One line of the legend: a sign and what it stands for."""
    sign, _, name = line.partition(" ")
    if name not in KINDS:
        raise wrong(Text("legend {line}: a sign and one of {names}", line=repr(line), names=", ".join(KINDS)))
    if sign in legend and legend[sign] != KINDS.index(name):
        raise wrong(Text("legend: the sign {sign} means two things", sign=sign))
    legend[sign] = KINDS.index(name)


def _printed(grid: list[list[str]], legend: dict[str, int], side: str) -> tuple[tuple[int, ...], ...]:
    called = SIDES[("front", "back").index(side)]
    if len(grid) != SIZE:
        raise wrong(Text("{side}: {given} lines instead of {due}", side=called, given=len(grid), due=SIZE))
    for letter, signs in zip(ROWS, grid, strict=True):
        if len(signs) != SIZE:
            raise wrong(
                Text(
                    "{side}, row {row}: {given} signs instead of {due}",
                    side=called,
                    row=letter,
                    given=len(signs),
                    due=SIZE,
                )
            )
        for number, sign in enumerate(signs, 1):
            if sign not in legend:
                cell = f"{letter}{number}"
                raise wrong(
                    Text("{side} {cell}: the sign {sign} is not in the legend", side=called, cell=cell, sign=sign)
                )
    return tuple(tuple(legend[sign] for sign in signs) for signs in grid)


@cache
def of_level(level: int) -> Sheet:
    """The sheet of the box for a level."""
    return read((files(__package__) / "sheets" / f"level{level}.txt").read_text(encoding="utf-8"))


@cache
def solo_columns() -> tuple[str, ...]:
    """The six columns for playing alone: 30 boxes each, `w`hite, `b`lack or `h`alf and half."""
    text = (files(__package__) / "sheets" / "solo.txt").read_text(encoding="utf-8")
    return tuple("".join(line.split()) for line in text.splitlines() if line.strip() and not line.startswith("#"))
