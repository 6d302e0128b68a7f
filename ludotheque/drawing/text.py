"""Boards as text, plain or with a terminal's colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Protocol

from ludotheque.core.boards.squares import ROW_LETTERS

_RESET = "\x1b[0m"


class Shown(Protocol):
    """What can be shown in a terminal."""

    def plain(self) -> str: ...

    def coloured(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Span:
    """A few characters and their colours (SGR numbers; empty: the terminal's own)."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Words placed anywhere, and lines of words below them."""

    spans: Mapping[tuple[int, int], Span]
    """By line and column of their first character; they must not overlap."""
    caption: Sequence[Sequence[Span]] = ()

    def plain(self) -> str:
        return self._drawn(colour=False)

    def coloured(self) -> str:
        return self._drawn(colour=True)

    def _drawn(self, *, colour: bool) -> str:
        lines = []
        for line in range(max((line for line, _ in self.spans), default=-1) + 1):
            written, at = "", 0
            for column, span in sorted(
                ((column, span) for (row, column), span in self.spans.items() if row == line), key=itemgetter(0)
            ):
                written += " " * (column - at) + _styled(span, colour=colour)
                at = column + len(span.text)
            lines.append(written)
        below = ["".join(_styled(span, colour=colour) for span in line) for line in self.caption]
        return "\n".join(lines + below)


def _styled(span: Span, *, colour: bool) -> str:
    return f"\x1b[{span.style}m{span.text}{_RESET}" if colour and span.style else span.text


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
