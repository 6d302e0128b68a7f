"""Quarto in a terminal: pieces of three lines, and their letters to type.

A round piece has round brackets and a square one square ones; a tall one has three lines, a short one two; a dark one
is filled; a hollow one has an `o` in its top.

    (o)         [-]
    ( )   (-)   [#]   [o]
    (_)   (_)   [#]   [#]
"""

from __future__ import annotations

from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text
from ludotheque.drawing.text import Canvas, Span

from quarto import pieces
from quarto.rules import QuartoState

LIGHT_STYLE, DARK_STYLE, MARK_STYLE, FAINT = "33;1", "35;1", "32;1", "2"
CELL, LINES = 7, 4
"""How wide and high a square is."""
BESIDE = 35
"""The column where the board has ended."""


def glyph(piece: int) -> tuple[str, str, str]:
    """A piece, line by line.

    >>> glyph(pieces.CODES["LTRH"]), glyph(pieces.CODES["DSQS"])
    (('(o)', '( )', '(_)'), ('   ', '[-]', '[#]'))
    """
    left, right = "[]" if piece & pieces.SQUARE else "()"
    side, foot = ("#", "#") if piece & pieces.DARK else (" ", "_")
    top = "-" if piece & pieces.SOLID else "o"
    rows = [f"{left}{each}{right}" for each in (top, side, foot)]
    if piece & pieces.SHORT:
        rows = ["   ", rows[0], rows[2]]
    return rows[0], rows[1], rows[2]


def _stand(spans: dict[tuple[int, int], Span], piece: int, line: int, column: int) -> None:
    """Puts a piece somewhere."""
    style = DARK_STYLE if piece & pieces.DARK else LIGHT_STYLE
    for down, row in enumerate(glyph(piece)):
        spans[line + down, column] = Span(row, style)


def drawn(state: QuartoState, title: Text, language: Language) -> Canvas:
    """The board; beside it the piece to place, and the pieces in the tray with their letters."""
    spans: dict[tuple[int, int], Span] = {}
    won = {square for four in state.quartos for square in four}
    for at, (letter, number) in enumerate(zip("ABCD", "1234", strict=True)):
        spans[0, 3 + at * CELL + 3] = Span(number, FAINT)
        spans[2 + at * LINES + 1, 0] = Span(letter, FAINT)
    for square, piece in enumerate(state.board):
        row, column = divmod(square, pieces.SIDE)
        line, left = 2 + row * LINES, 3 + column * CELL
        if piece is None:
            spans[line + 1, left + 3] = Span("·", FAINT)
            continue
        _stand(spans, piece, line, left + 2)
        if square in won or (not won and square == state.last):
            spans[line + 1, left] = Span(">", MARK_STYLE)
            spans[line + 1, left + 6] = Span("<", MARK_STYLE)
    below = 2 + pieces.SIDE * LINES
    for piece in state.reserve:
        line, left = below + (5 if piece & pieces.DARK else 0), (piece >> 1) * 6
        _stand(spans, piece, line, left)
        spans[line + 3, left] = Span(pieces.code(piece))
    if state.hand is not None:
        spans[2, BESIDE] = Span(Text("To be placed:").to(language), FAINT)
        _stand(spans, state.hand, 4, BESIDE)
        spans[7, BESIDE] = Span(pieces.code(state.hand))
    return Canvas(spans, [[Span(title.to(language))]])
