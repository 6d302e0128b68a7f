"""A rulebook as a booklet: small pages, two on each side of a sheet, in the order in which they lie when it is folded.

The sheets are upright like all our pages, so that one way of printing both sides (turned on the long edge) does for
everything: on a front the small pages are turned to the left, on a back to the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from ludotheque.paper.fonts import REGULAR, width_of
from ludotheque.paper.ink import colour
from ludotheque.paper.sizes import Paper

_TOP, _FOOT, _SIDE = 13.0, 15.0, 14.0
"""The white around a small page, in millimetres."""
Block = list[Any]
"""What must stay together on a page; one thing alone may be split. Nothing at all: a new page begins."""
Placed = list[tuple[Flowable, float]]
"""Things on a page, each with how far down its lower edge is."""


def add_booklet(canvas: Canvas, paper: Paper, blocks: list[Block]) -> int:
    """Adds a booklet's sheets to a document; how many small pages it has."""
    width, height = paper.height / 2 * mm, paper.width * mm
    pages = list(_paged(blocks, width - 2 * _SIDE * mm, height - (_TOP + _FOOT) * mm, canvas))
    for side, numbers in enumerate(imposed(len(pages))):
        _begin(canvas, paper, back=bool(side % 2))
        for at, number in enumerate(numbers):
            if number <= len(pages):
                canvas.saveState()
                canvas.translate(at * width, 0)
                _small_page(canvas, number, pages[number - 1], width, height)
                canvas.restoreState()
        canvas.showPage()
    return len(pages)


def _small_page(canvas: Canvas, number: int, placed: Placed, width: float, height: float) -> None:
    for thing, down in placed:
        thing.drawOn(canvas, _SIDE * mm, height - _TOP * mm - down)
    if number > 1:
        canvas.setFont(REGULAR, 8)
        canvas.setFillColor(colour("#6b6258"))
        canvas.drawString((width - width_of(str(number), REGULAR, 8)) / 2, 8 * mm, str(number))


def imposed(pages: int) -> Iterator[tuple[int, int]]:
    """The small pages on the left and on the right of each side of each sheet; those after the last one are empty.

    >>> list(imposed(6))
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    whole = -(-pages // 4) * 4
    for first in range(1, whole // 2, 2):
        yield whole + 1 - first, first
        yield first + 1, whole - first


def _begin(canvas: Canvas, paper: Paper, *, back: bool) -> None:
    """One side of a sheet: two small marks where it is folded, and the canvas turned for the small pages."""
    wide, high = paper.width * mm, paper.height * mm
    canvas.setPageSize((wide, high))
    canvas.setStrokeColor(colour("#8a8177"))
    canvas.setLineWidth(0.15 * mm)
    for x in (0.0, wide - 6 * mm):
        canvas.line(x, high / 2, x + 6 * mm, high / 2)
    canvas.translate(0 if back else wide, high if back else 0)
    canvas.rotate(-90 if back else 90)


def _paged(blocks: list[Block], wide: float, high: float, canvas: Canvas) -> Iterator[Placed]:
    """The small pages."""
    waiting, page, at = list(blocks), Placed(), 0.0
    while waiting:
        block = waiting.pop(0)
        if not block:
            yield page
            page, at = [], 0.0
            continue
        heights = [thing.wrapOn(canvas, wide, high)[1] for thing in block]
        gaps = [thing.getSpaceBefore() if page or number else 0.0 for number, thing in enumerate(block)]
        if at + sum(heights) + sum(gaps) <= high:
            for thing, height, gap in zip(block, heights, gaps, strict=True):
                at += gap + height
                page.append((thing, at))
                at += thing.getSpaceAfter()
            continue
        pieces = block[0].splitOn(canvas, wide, high - at - gaps[0]) if len(block) == 1 else []
        if len(pieces) > 1:
            waiting[:0] = [[piece] for piece in pieces]
            continue
        if page:
            waiting.insert(0, block)
            yield page
            page, at = [], 0.0
        elif len(block) > 1:  # more than a page that wanted to stay together
            waiting[:0] = [[thing] for thing in block]
        else:
            raise ValueError("something in the rulebook is larger than a page")
    if page:
        yield page
