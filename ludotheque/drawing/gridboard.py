"""What boards of squares have in common: the wood, the squares, the coordinates, and what is said of the turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ludotheque.core.boards import positions
from ludotheque.core.boards.linestate import PositionView
from ludotheque.core.boards.squares import ROW_LETTERS, WIDTH, name_of, square_at, square_named
from ludotheque.core.text import Text, joined, meant
from ludotheque.drawing.scene import Item, Kind
from ludotheque.drawing.text import Cell, TextBoard

MARGIN = 0.6
"""The wooden frame around the squares."""

_CHARACTERS = {
    f"label-{character}": f'<text y="11" font-size="30" font-weight="600" text-anchor="middle" fill="#f3e3c8">'
    f"{character}</text>"
    for character in ROW_LETTERS + "12345678"
}


def _frame(size: int) -> str:
    """The wooden frame of a board, drawn around its middle."""
    side = (size + 2 * MARGIN) * 100
    half = side / 2
    inner = size * 50 + 4
    return (
        f'<rect x="{-half:g}" y="{-half:g}" width="{side:g}" height="{side:g}" rx="34" fill="#7a4a21"/>'
        f'<rect x="{-half + 9:g}" y="{-half + 9:g}" width="{side - 18:g}" height="{side - 18:g}" rx="27" fill="none"'
        f' stroke="#a06a36" stroke-width="5"/>'
        f'<rect x="{-inner:g}" y="{-inner:g}" width="{2 * inner:g}" height="{2 * inner:g}" fill="#54310f"/>'
    )


SYMBOLS: Mapping[str, str] = {
    "square-light": '<rect x="-50" y="-50" width="100" height="100" fill="#efdcb8"/>'
    '<rect x="-49" y="-49" width="98" height="98" fill="none" stroke="#c9a872" stroke-width="2"/>',
    "square-dark": '<rect x="-50" y="-50" width="100" height="100" fill="#e0c594"/>'
    '<rect x="-49" y="-49" width="98" height="98" fill="none" stroke="#c9a872" stroke-width="2"/>',
    "mark-last": '<rect x="-46" y="-46" width="92" height="92" rx="10" fill="#ffd34d" fill-opacity="0.55"'
    ' stroke="#b98a00" stroke-width="4"/>',
    "mark-from": '<rect x="-46" y="-46" width="92" height="92" rx="10" fill="none" stroke="#b98a00" stroke-width="4"'
    ' stroke-dasharray="10 8"/>',
    "mark-won": '<rect x="-46" y="-46" width="92" height="92" rx="10" fill="#7ed37e" fill-opacity="0.75"'
    ' stroke="#1d7a34" stroke-width="6"/>',
    **_CHARACTERS,
    **{f"frame-{size}": _frame(size) for size in range(4, WIDTH + 1)},
}


_EMPTY = meant("a square of the board", "empty")


def centre_of(square: int) -> tuple[float, float]:
    """Where the middle of a square is, in the scene's lengths."""
    row, column = divmod(square, WIDTH)
    return MARGIN + column + 0.5, MARGIN + row + 0.5


def ground(size: int, contents: Mapping[int, Text]) -> list[Item]:
    """The frame, the coordinates and every square; a square's spoken name tells what stands on it."""
    items = [*wood(size)]
    for row in range(size):
        items += squares_of(row, [contents.get(square_at(row, column)) for column in range(size)])
    return items


def squares_of(row: int, contents: Sequence[Text | None]) -> list[Item]:
    """The squares of one row."""
    return [_square(row, column, _EMPTY if what is None else what) for column, what in enumerate(contents)]


@lru_cache
def wood(size: int) -> tuple[Item, ...]:
    """The frame and the coordinates."""
    middle = MARGIN + size / 2
    items = [Item("board", f"frame-{size}", middle, middle, states=("floor",))]
    far = size + 1.5 * MARGIN
    for i in range(size):
        for symbol, x, y in (
            (f"label-{ROW_LETTERS[i]}", MARGIN / 2, MARGIN + i + 0.5),
            (f"label-{ROW_LETTERS[i]}", far, MARGIN + i + 0.5),
            (f"label-{i + 1}", MARGIN + i + 0.5, MARGIN / 2),
            (f"label-{i + 1}", MARGIN + i + 0.5, far),
        ):
            items.append(Item(f"{symbol}-{'near' if min(x, y) < MARGIN else 'far'}", symbol, x, y, states=("floor",)))
    return tuple(items)


@lru_cache(maxsize=1 << 12)
def _square(row: int, column: int, what: Text) -> Item:
    """A square and what stands on it. From one picture to the next few of them change, so those there were are kept."""
    square = square_at(row, column)
    symbol = "square-dark" if (row + column) % 2 else "square-light"
    name = joined(", ", [name_of(square), what])
    return Item(name_of(square), symbol, *centre_of(square), name, ("floor",))


def marks(symbol: str, squares: Collection[int]) -> list[Item]:
    """A mark under the pieces of some squares."""
    return [_mark(symbol, square) for square in squares]


@lru_cache(maxsize=1 << 10)
def _mark(symbol: str, square: int) -> Item:
    return Item(f"{symbol}-{name_of(square)}", symbol, *centre_of(square), states=("floor",))


def text_board(
    size: int, contents: Mapping[int, Cell], marked: Collection[int], width: int, caption: Sequence[str]
) -> TextBoard:
    """A board for a terminal: what stands on its squares, some of them in brackets, and lines of words."""
    cells = {divmod(square, WIDTH): replace(cell, marked=square in marked) for square, cell in contents.items()}
    for square in marked:
        cells.setdefault(divmod(square, WIDTH), Cell("·", marked=True))
    return TextBoard(cells, size, width, caption)


@lru_cache(maxsize=1 << 12)
def piece(
    id_: str, symbol: str, square: int, what: Text, kind: Kind, states: tuple[str, ...] = (), scale: float = 1.0
) -> Item:
    """A piece on a square; its spoken name tells what it is and where."""
    name = Text("{piece} on {square}", piece=what, square=name_of(square))
    return Item(id_, symbol, *centre_of(square), name, states, scale=scale, kind=kind)


def cells_of(view: PositionView, letters: Sequence[str]) -> dict[int, str]:
    """The grid letter of every square that is not empty; these letters there are."""
    cells: dict[int, str] = {}
    for row, written in enumerate(view["rows"]):
        cells.update(_cells_in(row, written, view["size"], tuple(letters)))
    return cells


@lru_cache(maxsize=1 << 12)
def _cells_in(row: int, written: str, size: int, letters: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """What stands in a row. From one picture to the next few rows change."""
    found = positions.read_row(row, written, size, letters)
    return tuple((square_at(row, column), letter) for column, letter in enumerate(found) if letter != positions.EMPTY)


class Occupant(NamedTuple):
    """What may stand on a square."""

    symbol: str
    name: Text


@dataclass(frozen=True, slots=True)
class SetUp:
    """What somebody needs who sets up a position by hand."""

    view: PositionView
    pieces: Mapping[str, Occupant]
    """By their letters in a position."""
    movers: Mapping[str, Text]
    """Whose turn it may be, by the letters for it."""


def squares_named(names: Sequence[str], size: int) -> list[int]:
    """The squares with these names, as views tell them."""
    return [square for name in names if (square := square_named(name, size)) is not None]


DUEL_STYLES = {"r": "1;38;5;160", "b": "1;38;5;16"}
"""A terminal's colours for red and black."""
