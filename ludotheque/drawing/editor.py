"""Documents that people draw: what a game's `editor.py` declares, if one of its options is a document of cells.

A draft is a name, a kind (which of several games it is for), and a letter for each cell of each surface. It may be good
to play on or not: the editor tells what is wrong with it, and what it looks like in each pose. A page for drawing, a
link to share, a public collection: all of these know drafts and no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from ludotheque.core.contract import Game
from ludotheque.core.parts import has_part, part
from ludotheque.core.text import Refusal, Text
from ludotheque.drawing.scene import Scene

EMPTY = "."
LONGEST_NAME = 40
_RUN = re.compile(r"(\d*)([a-zA-Z]?)")
_NO_NAMES = re.compile(r"://|www\.|@|\.(com|org|net|io|ru|info)\b", re.IGNORECASE)
"""What a name shown to everybody must not hold: ways to somewhere else."""


@dataclass(frozen=True, slots=True)
class Brush:
    """Something that can be put on a cell: its letter, and its name."""

    letter: str
    name: Text


@dataclass(frozen=True, slots=True)
class Surface:
    """A grid of cells."""

    id: str
    name: Text
    rows: Sequence[str]
    """The names of its rows, from the top."""
    columns: Sequence[str]


@dataclass(frozen=True, slots=True)
class Draft:
    """A document as it is drawn.

    >>> draft = Draft("1", "Mine", ("..s.....t", "........."))
    >>> draft.code
    '1-2s5t-0'
    >>> Draft.of(draft.code, "Mine", (9, 9)) == draft
    True
    """

    kind: str
    name: str
    cells: tuple[str, ...]
    """For each surface a letter for each cell, in reading order."""

    @property
    def code(self) -> str:
        """The draft in few characters that can stand in an address: numbers are cells with nothing in them. What comes
        after the last letter is empty."""
        return "-".join([self.kind, *map(_packed, self.cells)])

    @staticmethod
    def of(code: str, name: str, sizes: Sequence[int]) -> Draft:
        """The draft that a code stands for; surfaces have so many cells."""
        kind, *packed = code.split("-")
        if len(packed) != len(sizes):
            raise unreadable()
        return Draft(kind, name, tuple(_unpacked(each, size) for each, size in zip(packed, sizes, strict=True)))


def unreadable() -> Refusal:
    return Refusal(Text("This drawing cannot be read."))


def _packed(cells: str) -> str:
    runs = re.findall(r"(\.*)([^.])", cells)
    return "".join(f"{len(gap) or ''}{letter}" for gap, letter in runs) or "0"


def _unpacked(packed: str, size: int) -> str:
    if len(packed) > 4 * size or "".join(map("".join, _RUN.findall(packed))) != packed:
        raise unreadable()
    cells = "".join(EMPTY * min(int(gap or 0), size) + letter for gap, letter in _RUN.findall(packed))
    if len(cells.rstrip(EMPTY)) > size:
        raise unreadable()
    return cells[:size].ljust(size, EMPTY)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a draft, and the cells it is about: `front-C4`."""

    message: Text
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pose:
    """One of the ways a document can lie: for each place what is seen there. A cell is a surface's number times the
    cells of one surface, plus the cell's number; -1 is nothing, -2 half a cell."""

    name: Text
    seen: tuple[int, ...]


@dataclass(frozen=True)
class Editor:
    """How a game's documents are drawn."""

    option: str
    """The option that such a document is for."""
    title: Text
    intro: Text
    kinds: Mapping[str, Text]
    """What it can be for, by id."""
    surfaces: tuple[Surface, ...]
    brushes: Callable[[str], Sequence[Brush]]
    """(kind): what can be put on cells."""
    symbols: Callable[[str], Mapping[str, str]]
    """(kind): by surface and letter (`front-s`, `back-.`) the markup of a cell, a box of 100 by 100 around (0, 0)."""
    colours: Callable[[str], Mapping[str, str]]
    """(kind): the same for small pictures, as one colour; of an empty cell that of the paper."""
    samples: Callable[[], Sequence[Draft]]
    """Drafts to begin with, one of each kind at least."""
    document: Callable[[Draft], str]
    """What the option is given."""
    mistakes: Callable[[Draft], Sequence[Mistake]]
    """What is wrong with it, what is to be mended first coming first."""
    poses: Callable[[str], Sequence[Pose]]
    """(kind): all ways it can lie, the plain one first."""
    scene: Callable[[Draft, int], Scene]
    """(draft, number of a pose): what it looks like."""
    guides: Callable[[str], Mapping[str, int]] = lambda kind: {}
    """(kind): cells that are shaded, lightly (1) or more (2), to show what belongs together."""
    trial: Mapping[str, object] = field(default_factory=dict)
    """The options with which bots try how hard it is, alone."""

    @property
    def sizes(self) -> list[int]:
        """How many cells each surface has."""
        return [len(surface.rows) * len(surface.columns) for surface in self.surfaces]

    def draft(self, code: str, name: str) -> Draft:
        """The draft with this code and name; refuses one with something that is not there."""
        made = Draft.of(code, tidy_name(name), self.sizes)
        if made.kind not in self.kinds:
            raise unreadable()
        known = {brush.letter for brush in self.brushes(made.kind)} | {EMPTY}
        if set("".join(made.cells)) - known:
            raise unreadable()
        return made


def tidy_name(given: str) -> str:
    """A name as it is kept: one line, printable, without what separates lines of documents, not too long.

    >>> tidy_name("  My | sheet ")
    'My sheet'
    """
    kept = "".join(letter if letter.isprintable() and letter not in "|#" else " " for letter in given)
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def check_public_name(name: str) -> None:
    """Refuses a name that everybody should not read: nothing in it, or a way to somewhere else."""
    if not any(letter.isalpha() for letter in name) or _NO_NAMES.search(name):
        raise Refusal(Text("Give it a name of words, without addresses."))


@cache
def editor_of(game: Game) -> Editor | None:
    """The editor a game declares, if it has a file for it."""
    return part(game.package, "editor", "EDITOR", Editor) if has_part(game.package, "editor") else None
