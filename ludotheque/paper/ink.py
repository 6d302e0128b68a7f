"""Draws the markup of our symbols (SVG, as much of it as they use) on a page: lines and areas, not dots.

A symbol is put into the words of PDF once, and these are repeated wherever it stands: `m`, `l`, `c` draw outlines, `f`,
`S`, `B` fill them and draw along them, `q` and `Q` keep and restore how things are drawn. What needs something from the
document as well (letters, colours that fade, what shines through) is done by the library.

A canvas counts upwards from the bottom of a page, pictures downwards from the top: whoever draws turns the canvas over
first (`pages.py`), and letters are turned back here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from math import cos, radians, sin
from typing import Any
from xml.etree.ElementTree import Element, fromstring

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from ludotheque.paper import pathdata
from ludotheque.paper.fonts import of_weight, width_of
from ludotheque.paper.pathdata import Outline

Style = Mapping[str, str]
Step = str | Callable[[Canvas], None]
"""Words of PDF, or what the library does."""
Matrix = tuple[float, ...]
_FIRST: Style = {"fill": "#000", "stroke": "none", "stroke-width": "1", "opacity": "1", "font-weight": "400"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_WORDS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_URL = re.compile(r"url\(#([\w-]+)\)")


def draw(canvas: Canvas, markup: str, defs: str = "") -> None:
    """Draws a symbol around the canvas's origin; `defs` has the gradients and patterns it may be filled with."""
    for step in _steps(markup, defs):
        if isinstance(step, str):
            canvas.addLiteral(step)
        else:
            step(canvas)


def placed(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """The words that move what follows there, turn it and make it larger, until the next `Q`."""
    c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
    return f"q {_moved((c, s, -s, c, x, y))}"


@lru_cache(maxsize=4096)
def _steps(markup: str, defs: str) -> tuple[Step, ...]:
    paints = {each.get("id", ""): each for each in fromstring(f"<g>{defs}</g>")}
    ink = _Ink(paints)
    ink.each(fromstring(f"<g>{markup}</g>"), _FIRST)
    return tuple(ink.steps)


class _Ink:
    """Puts elements into words, one after the other."""

    def __init__(self, paints: Mapping[str, Element]) -> None:
        self._paints = paints
        self.steps: list[Step] = []

    def _add(self, *steps: Step) -> None:
        for step in steps:
            if isinstance(step, str) and self.steps and isinstance(self.steps[-1], str):
                self.steps[-1] += f" {step}"
            else:
                self.steps.append(step)

    def each(self, parent: Element, style: Style) -> None:
        """All that is inside an element."""
        for element in parent:
            own = {**style, **element.attrib}
            own["opacity"] = str(float(style["opacity"]) * float(element.get("opacity", "1")))
            moved = _matrices(element.get("transform", ""))
            if moved:
                self._add("q", *map(_moved, moved))
            if element.tag == "g":
                self.each(element, own)
            elif element.tag == "text":
                self._text(element, own)
            else:
                self._shape(_outline(element), own)
            if moved:
                self._add("Q")

    def _shape(self, drawn: Outline, style: Style) -> None:
        fill, stroke, opacity = style["fill"], style["stroke"], float(style["opacity"])
        painted = _URL.fullmatch(fill)
        if painted:
            self._paint(self._paints[painted[1]], drawn, style)
        filled = fill != "none" and not painted
        if not filled and stroke == "none":
            return
        through = opacity * float(style.get("fill-opacity", "1")), opacity
        shines = min(through) < 1
        self._add(Canvas.saveState if shines else "q")
        if shines:
            self._add(partial(_shine, fill=through[0], stroke=through[1]))
        if filled:
            self._add(f"{_rgb(fill)} rg")
        if stroke != "none":
            self._add(_pen(style))
        self._add(_words(drawn), "B" if filled and stroke != "none" else "f" if filled else "S")
        self._add(Canvas.restoreState if shines else "Q")

    def _paint(self, paint: Element, drawn: Outline, style: Style) -> None:
        """Fills a shape with a gradient or a pattern: what lies outside it is cut off."""
        self._add("q", _words(drawn), "W n")
        if paint.tag == "pattern":
            self._tiles(paint, pathdata.bounds(drawn), style)
        else:
            left, top, width, height = pathdata.bounds(drawn)
            self._add(_moved((width, 0, 0, height, left, top)), partial(_fade, paint=paint))
        self._add("Q")

    def _tiles(self, pattern: Element, bounds: tuple[float, float, float, float], style: Style) -> None:
        """A pattern, tile by tile, over all of a shape."""
        left, top, width, height = bounds
        wide, high = float(pattern.attrib["width"]), float(pattern.attrib["height"])
        turned = _matrices(pattern.get("patternTransform", ""))
        self._add(*map(_moved, turned))
        reach = max(width, height) if turned else 0.0  # turned, a shape needs tiles further out
        for down in range(int((top - reach) // high), int((top + height + reach) // high) + 1):
            for across in range(int((left - reach) // wide), int((left + width + reach) // wide) + 1):
                self._add("q", _moved((1, 0, 0, 1, across * wide, down * high)), f"0 0 {wide:g} {high:g} re W n")
                self.each(pattern, {**_FIRST, "opacity": style["opacity"]})
                self._add("Q")

    def _text(self, element: Element, style: Style) -> None:
        words, size = element.text or "", float(style["font-size"])
        font = of_weight(style["font-weight"])
        shift = {"middle": 0.5, "end": 1.0}.get(style.get("text-anchor", ""), 0.0) * width_of(words, font, size)
        place = float(element.get("x", "0")), float(element.get("y", "0"))
        self._add("q", _moved((1, 0, 0, -1, *place)))
        if style["stroke"] != "none":  # a pale rim behind the letters
            self._add("q", _pen({**style, "stroke-linejoin": "round"}))
            self._add(partial(_write, words=words, font=font, size=size, left=-shift, mode=1), "Q")
        self._add(f"{_rgb(style['fill'])} rg", partial(_write, words=words, font=font, size=size, left=-shift, mode=0))
        self._add("Q")


def _shine(canvas: Canvas, fill: float, stroke: float) -> None:
    canvas.setFillAlpha(fill)
    canvas.setStrokeAlpha(stroke)


def _fade(canvas: Canvas, paint: Element) -> None:
    """Colours that go over into one another, over the whole of a square of one by one."""
    stops = [colour(stop.attrib["stop-color"]) for stop in paint]
    places = [float(stop.attrib["offset"]) for stop in paint]
    if paint.tag == "radialGradient":
        cx, cy, r = (float(paint.get(name, "0.5")) for name in ("cx", "cy", "r"))
        canvas.radialGradient(cx, cy, r, stops, places)
    else:
        x1, y1, x2, y2 = (float(paint.get(name, end)) for name, end in _ENDS.items())
        canvas.linearGradient(x1, y1, x2, y2, stops, places)


def _write(canvas: Canvas, words: str, font: str, size: float, left: float, mode: int) -> None:
    line = canvas.beginText(left, 0)
    line.setFont(font, size)
    line.setTextRenderMode(mode)
    line.textOut(words)
    line.setTextRenderMode(0)
    canvas.drawText(line)


def _moved(matrix: Matrix) -> str:
    return " ".join(f"{each:.5f}" for each in matrix) + " cm"


def _words(drawn: Outline) -> str:
    return " ".join(" ".join([*(f"{each:.3f}" for each in given), _WORDS[kind]]) for kind, given in drawn)


def _pen(style: Style) -> str:
    dashes = " ".join(each for each in re.split(r"[ ,]+", style.get("stroke-dasharray", "")) if each)
    cap, join = _CAPS[style.get("stroke-linecap", "butt")], _JOINS[style.get("stroke-linejoin", "miter")]
    dashed = f" [{dashes}] 0 d" if dashes else ""
    return f"{_rgb(style['stroke'])} RG {style['stroke-width']} w {cap} J {join} j{dashed}"


def _rgb(written: str) -> str:
    found = colour(written)
    return f"{found.red:.4g} {found.green:.4g} {found.blue:.4g}"


_ENDS = {"x1": "0", "y1": "0", "x2": "1", "y2": "0"}


def colour(written: str) -> Any:
    """A colour as pictures write it."""
    return HexColor("#" + "".join(2 * digit for digit in written[1:]) if len(written) == 4 else written)


def _outline(element: Element) -> Outline:
    def number(name: str, otherwise: str = "0") -> float:
        return float(element.get(name, otherwise))

    match element.tag:
        case "path":
            return pathdata.outline(element.attrib["d"])
        case "rect":
            return pathdata.rectangle(
                number("x"), number("y"), number("width"), number("height"), number("rx", element.get("ry", "0"))
            )
        case "circle":
            return pathdata.ellipse(number("cx"), number("cy"), number("r"), number("r"))
        case "ellipse":
            return pathdata.ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
        case "polygon" | "polyline":
            return pathdata.polygon(element.attrib["points"], closed=element.tag == "polygon")
    raise ValueError(f"nobody has drawn <{element.tag}> on paper yet: see paper/ink.py")


def _matrices(given: str) -> list[Matrix]:
    """What a transform does, step by step."""
    found: list[Matrix] = []
    for name, inside in _CALL.findall(given):
        numbers = [float(each) for each in re.split(r"[ ,]+", inside.strip())]
        match name, numbers:
            case "translate", [x, *rest]:
                found.append((1, 0, 0, 1, x, rest[0] if rest else 0))
            case "scale", [x, *rest]:
                found.append((x, 0, 0, rest[0] if rest else x, 0, 0))
            case "rotate", [turn, *about]:
                x, y = about or (0.0, 0.0)
                c, s = cos(radians(turn)), sin(radians(turn))
                found.append((c, s, -s, c, x - c * x + s * y, y - s * x - c * y))
            case _:
                raise ValueError(f"nobody has drawn {name} on paper yet: see paper/ink.py")
    return found
