"""Renders a board of squares as text, plain or with a terminal's colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludotheque.core.squares import ROW_LETTERS

_RESET = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a square shows: a few characters, their colours (SGR numbers), and whether it is marked."""

    text: str
    style: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class TextBoard:
    """A board of cells with a line of words below it."""

    cells: Mapping[tuple[int, int], Cell]
    size: int
    width: int
    """Characters per cell."""
    caption: Sequence[str] = ()

    def plain(self) -> str:
        return self._drawn(colour=False)

    def coloured(self) -> str:
        return self._drawn(colour=True)

    def _drawn(self, *, colour: bool) -> str:
        pitch = self.width + 2
        header = "  " + "".join(f"{column + 1:^{pitch}}" for column in range(self.size)).rstrip()
        lines = [header]
        for row in range(self.size):
            cells = "".join(self._cell(row, column, colour=colour) for column in range(self.size))
            lines.append(f"{ROW_LETTERS[row]} {cells} {ROW_LETTERS[row]}")
        return "\n".join([*lines, header, *self.caption])

    def _cell(self, row: int, column: int, *, colour: bool) -> str:
        cell = self.cells.get((row, column), Cell("·"))
        left, right = ("[", "]") if cell.marked else (" ", " ")
        text = f"{left}{cell.text:^{self.width}}{right}"
        if not colour:
            return text
        ground = "48;5;222" if cell.marked else "48;5;187" if (row + column) % 2 else "48;5;223"
        ink = cell.style or "38;5;137"
        return f"\x1b[{ground};{ink}m{text}{_RESET}"
