"""Scenes on a page, at any size."""

from __future__ import annotations

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from ludotheque.core.catalogues import Language
from ludotheque.drawing.scene import Item, Scene, Symbols, worded
from ludotheque.drawing.svg import UNIT, label_markup, trail_markup
from ludotheque.paper.ink import draw, placed


class Artist:
    """Draws scenes of one game into one document. Without a language, what is written in them is left out."""

    def __init__(self, canvas: Canvas, symbols: Symbols, language: Language | None) -> None:
        self.canvas, self._symbols, self._language = canvas, symbols, language

    def draw(self, scene: Scene, left: float, top: float, unit: float, *, clipped: bool = False) -> None:
        """Draws a scene whose upper left corner is there (millimetres from that of the page), so large."""
        symbols = {**self._symbols, **scene.symbols}
        canvas, defs = self.canvas, symbols.get("defs", "")
        canvas.saveState()
        canvas.translate(left * mm, top * mm)
        canvas.scale(unit * mm / UNIT, unit * mm / UNIT)
        if clipped:
            around = canvas.beginPath()
            around.rect(0, 0, scene.width * UNIT, scene.height * UNIT)
            canvas.clipPath(around, stroke=0, fill=0)
        for item in scene.items:
            if "floor" in item.states:
                self._item(item, symbols, defs)
        if len(scene.trail) > 1:
            draw(canvas, trail_markup(scene.trail))
        for item in scene.items:
            if "floor" not in item.states:
                self._item(item, symbols, defs)
        canvas.restoreState()

    def _item(self, item: Item, symbols: Symbols, defs: str) -> None:
        self.canvas.addLiteral(placed(item.x * UNIT, item.y * UNIT, item.turn, item.scale))
        draw(self.canvas, symbols[item.symbol], defs)
        label = worded(item.label, self._language)
        if label:
            draw(self.canvas, label_markup(label))
        self.canvas.addLiteral("Q")
