"""How Bachet looks, and what to click."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text, counted
from ludotheque.drawing.board import Board
from ludotheque.drawing.scene import Item, Scene, outcome_text
from ludotheque.drawing.text import Canvas, Shown, Span

from ludotheque.cli.skeleton.bachet import GAME
from ludotheque.cli.skeleton.bachet.rules import SEATS, BachetView, Take

WIDTH, HEIGHT, IN_A_ROW = 9.0, 6.0, 8
SYMBOLS = {
    "sand": '<rect x="-50" y="-34" width="100" height="68" rx="4" fill="#e6d5ae"/>',
    "pebble": '<ellipse rx="40" ry="33" fill="#6f7a80"/><ellipse cx="-10" cy="-10" rx="16" ry="9" fill="#aeb8bd"/>',
}


def _title(view: BachetView) -> Text:
    return outcome_text(view, [seat.name for seat in SEATS], GAME.reasons)


def scene(view: BachetView) -> Scene:
    """The pebbles that are left, in rows; the last one lies at the end."""
    items = [Item("sand", "sand", WIDTH / 2, HEIGHT / 2, states=("floor",), scale=WIDTH)]
    for at in range(view["pebbles"]):
        row, column = divmod(at, IN_A_ROW)
        items.append(Item(f"pebble-{at}", "pebble", column + 1, row + 1, Text("pebble {number}", number=at + 1)))
    return Scene(WIDTH, HEIGHT, _title(view), tuple(items))


def paths(view: BachetView, moves: Sequence[Take]) -> dict[str, tuple[str, ...]]:
    """One takes a pebble and all that lie after it."""
    return {str(move): (f"pebble-{view['pebbles'] - move.number}",) for move in moves}


def text(view: BachetView, language: Language) -> Shown:
    """The same for a terminal."""
    left = counted("{n} pebble", "{n} pebbles", n=view["pebbles"])
    return Canvas(
        {(0, 0): Span("● " * view["pebbles"])}, [[Span(left.to(language))], [Span(_title(view).to(language))]]
    )


BOARD = Board(SYMBOLS, scene, paths, text)
