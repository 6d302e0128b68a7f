"""What lies in a box, laid out on pages: at true size, with backs that match when both sides are printed.

A page of backs follows its page of fronts, mirrored: turned over about its long edge, each back lies behind its front.

    ┌──────────────┐
    │ game · part  │   what it is, and what to do with it
    │ + ┌──┬──┬──┐+│   crosses: they meet when front and back are aligned
    │   │  │  │  │ │
    │ + └──┴──┴──┘+│
    │ ├┼┼┼┼┼┼┼┼┤   │   a ruler to check the size
    └──────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text
from ludotheque.drawing.box import Part, Piece
from ludotheque.paper.fonts import BOLD, REGULAR, width_of
from ludotheque.paper.ink import colour
from ludotheque.paper.scenes import Artist
from ludotheque.paper.sizes import Paper

MARGIN = 10.0
"""Printers leave the edge of a page white; all of this is in millimetres."""
TOP, FOOT = 30.0, 20.0
"""The room of what is said above, and of the ruler below."""
RULER = 100.0
HAIR = 0.15
"""The width of the line that scissors follow."""
_CROSS = 2.5
_GREY, _INK = "#8a8177", "#2f2a25"
HEADING, NOTE, _SMALL = 12.0, 8.5, 7.5
"""Sizes of letters, in points."""
_POINT = 25.4 / 72


class Pages:
    """The pages of a document, one after the other."""

    def __init__(self, canvas: Canvas, artist: Artist, paper: Paper, title: Text, language: Language) -> None:
        self._canvas, self._artist, self._paper, self._title, self._language = canvas, artist, paper, title, language

    def add(self, part: Part) -> None:
        """The pages of one part of a box."""
        for laid in _laid(part, self._paper):
            self._begin()
            self._heading(part, back=False)
            for piece, left, top in laid:
                self._piece(piece, left, top)
            self._ruler()
            if any(piece.back is not None for piece, _, _ in laid):
                self._crosses(laid)
                self._canvas.showPage()
                self._backs(part, laid)
            self._canvas.showPage()

    def _begin(self) -> None:
        """A page is counted from its upper left corner, downwards."""
        self._canvas.setPageSize((self._paper.width * mm, self._paper.height * mm))
        self._canvas.translate(0, self._paper.height * mm)
        self._canvas.scale(1, -1)

    def _piece(self, piece: Piece, left: float, top: float) -> None:
        self._artist.draw(piece.front, left, top, piece.unit)
        width, height = piece.size
        if piece.outline == "square":
            self._lines(HAIR, _GREY)
            self._canvas.rect(left * mm, top * mm, width * mm, height * mm)
        elif piece.outline == "round":
            self._lines(HAIR, _GREY)
            self._canvas.circle((left + width / 2) * mm, (top + height / 2) * mm, width / 2 * mm)

    def _backs(self, part: Part, laid: list[tuple[Piece, float, float]]) -> None:
        """The page behind: what was on the left is on the right."""
        self._begin()
        self._heading(part, back=True)
        self._crosses(laid)
        for piece, left, top in laid:
            if piece.back is not None:
                self._artist.draw(piece.back, self._paper.width - left - piece.size[0], top, piece.unit)

    def _heading(self, part: Part, *, back: bool) -> None:
        title, name = self._title.to(self._language), part.name.to(self._language)
        if back:
            self._write(Text("{name}, back", name=part.name).to(self._language), MARGIN, 12.0, _SMALL, REGULAR)
            return
        self._write(title, MARGIN, 13.0, HEADING, BOLD)
        after = MARGIN + width_of(title, BOLD, HEADING) * _POINT + 3
        self._write(name, after, 13.0, HEADING, REGULAR)
        wide = (self._paper.width - 2 * MARGIN) * mm
        for at, line in enumerate(simpleSplit(part.note.to(self._language), REGULAR, NOTE, wide)[:2]):
            self._write(line, MARGIN, 18.0 + 3.8 * at, NOTE, REGULAR)

    def _ruler(self) -> None:
        """Ten centimetres, and where people measure so, four inches."""
        left, y = (self._paper.width - RULER) / 2, self._paper.height - 10.0
        self._lines(0.2, _INK)
        self._line(left, y, left + RULER, y)
        for millimetre in range(int(RULER) + 1):
            tall = 3.0 if millimetre % 10 == 0 else 2.0 if millimetre % 5 == 0 else 1.2
            self._line(left + millimetre, y, left + millimetre, y - tall)
        if self._paper.inches:
            for quarter in range(16):
                self._line(left + quarter * 6.35, y, left + quarter * 6.35, y + (2.4 if quarter % 4 == 0 else 1.2))
        said = Text(
            "Print at 100 %, both sides, turned on the long edge. This ruler measures 10 cm: check it before you cut."
        ).to(self._language)
        wide = width_of(said, REGULAR, _SMALL) * _POINT
        self._write(said, (self._paper.width - wide) / 2, y - 4.2, _SMALL, REGULAR)

    def _crosses(self, laid: list[tuple[Piece, float, float]]) -> None:
        """Marks at the four corners of what is printed, behind one another on both sides."""
        left = min(left for _, left, _ in laid)
        top = min(top for _, _, top in laid)
        low = max(top + piece.size[1] for piece, _, top in laid)
        self._lines(0.2, _INK)
        for x in (left - 4.0, self._paper.width - left + 4.0):
            for y in (top, low):
                self._line(x - _CROSS, y, x + _CROSS, y)
                self._line(x, y - _CROSS, x, y + _CROSS)

    def _lines(self, width: float, ink: str) -> None:
        self._canvas.setLineWidth(width * mm)
        self._canvas.setStrokeColor(colour(ink), 1)

    def _line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._canvas.line(x1 * mm, y1 * mm, x2 * mm, y2 * mm)

    def _write(self, words: str, x: float, y: float, size: float, font: str) -> None:
        self._canvas.saveState()
        self._canvas.translate(x * mm, y * mm)
        self._canvas.scale(1, -1)
        self._canvas.setFont(font, size)
        self._canvas.setFillColor(colour(_INK), 1)
        self._canvas.drawString(0, 0, words)
        self._canvas.restoreState()


def _laid(part: Part, paper: Paper) -> Iterator[list[tuple[Piece, float, float]]]:
    """Pages of pieces, each with the place of its upper left corner: rows and columns, in the middle of the page. Where
    there are many of a kind, the next kind begins a row."""
    gap = max(piece.gap for piece in part.pieces)
    wide, high = (max(sizes) + gap for sizes in zip(*(piece.size for piece in part.pieces), strict=True))
    columns = int((paper.width - 2 * MARGIN + gap + 1e-6) // wide)
    rows = int((paper.height - TOP - FOOT + gap + 1e-6) // high)
    if not columns or not rows:
        raise ValueError(f"{part.name}: {wide:g} × {high:g} mm do not fit on {paper.name}")
    lines = list(_lines(part.pieces, columns))
    left = (paper.width - max(map(len, lines)) * wide + gap) / 2
    for first in range(0, len(lines), rows):
        yield [
            (piece, left + across * wide, TOP + down * high)
            for down, line in enumerate(lines[first : first + rows])
            for across, piece in enumerate(line)
        ]


def _lines(pieces: Sequence[Piece], columns: int) -> Iterator[list[Piece]]:
    """Pieces in lines of at most so many."""
    line: list[Piece] = []
    for piece in pieces:
        if line and piece.copies > 1:
            yield line
            line = []
        for _ in range(piece.copies):
            if len(line) == columns:
                yield line
                line = []
            line.append(piece)
    if line:
        yield line
