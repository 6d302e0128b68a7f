"""The letters on paper: Source Sans, embedded, so that every machine prints the same."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from reportlab.lib.fonts import addMapping
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD, ITALIC = "Sans", "Sans-Bold", "Sans-Italic"
_FILES = {REGULAR: "Regular", BOLD: "Bold", ITALIC: "It"}
_HEAVY = 600
"""From this weight on letters are bold."""


@cache
def load_fonts() -> None:
    """Makes the fonts known to the library; once is enough."""
    folder = files("font_source_sans_pro") / "files"
    for name, file in _FILES.items():
        with as_file(folder / f"SourceSansPro-{file}.ttf") as path:
            pdfmetrics.registerFont(TTFont(name, path))
    for bold, italic, name in ((0, 0, REGULAR), (1, 0, BOLD), (0, 1, ITALIC), (1, 1, BOLD)):
        addMapping(REGULAR, bold, italic, name)


def of_weight(weight: str) -> str:
    """The font for a weight as pictures give it."""
    return BOLD if weight.isdigit() and int(weight) >= _HEAVY else REGULAR


def width_of(text: str, font: str, size: float) -> float:
    """How wide a line is, in the units of its size."""
    return float(pdfmetrics.stringWidth(text, font, size))
