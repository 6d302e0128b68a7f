"""What a game's `board.py` declares: how it looks, and what to click. A game without one is shown as words and buttons.

Views and moves are the game's own kinds, so functions of them are declared with the types the game gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game, Move, Seat, View
from ludotheque.core.parts import has_part, part
from ludotheque.core.text import Text, capital, verbatim
from ludotheque.drawing.scene import Button, Item, Scene, Stop, Symbols, outcome_text
from ludotheque.drawing.text import Canvas, Shown, Span

if TYPE_CHECKING:  # boards of squares need more than other games do
    from ludotheque.drawing.gridboard import SetUp


@dataclass(frozen=True)
class Board:
    """How a game looks."""

    symbols: Symbols
    scene: Callable[[Any], Scene]
    """(view): what a seat sees, as items on a table."""
    paths: Callable[[Any, Sequence[Any]], Mapping[str, tuple[str, ...]]]
    """(view, legal moves): for each move's text the ids to click, in order; no path begins another."""
    text: Callable[[Any, Language], Shown]
    """(view, language): what a seat sees, for a terminal."""
    ghosts: Callable[[Any, Sequence[Any]], Mapping[str, str]] | None = None
    """(view, legal moves): for each move's text the symbol of what would stand where it ends. Only for pieces that look
    different there: else an item's own `ghost` tells it, or the piece that is moved."""
    ways: Callable[[Any, Sequence[Any]], Mapping[str, tuple[Stop, ...]]] | None = None
    """(view, some legal moves): the way of each, from the first place to the last. It is asked for one piece at a time,
    when somebody is about to move it."""
    setup: Callable[[Any], SetUp] | None = None
    """(view): which pieces a position may have, where one can be set up by hand."""
    alike: bool = False
    """Whether the picture is the same for all seats and for spectators: then it is made once for all of them."""


@cache
def board_of(game: Game) -> Board | None:
    """The board a game declares, if it has a file for it."""
    return part(game.package, "board", "BOARD", Board) if has_part(game.package, "board") else None


PLAIN_SYMBOLS: Symbols = {
    "cloth": '<rect x="-50" y="-50" width="100" height="100" rx="3" fill="#e7e2d6"/>',
    "nothing": "",
}
_WIDTH, _LINE, _LONGEST = 10.0, 0.55, 44


def plain_scene(
    game: Game, view: View, seats: Sequence[Seat], moves: Sequence[Move], words: Callable[[Move], Text]
) -> Scene:
    """A game without a board: what the view says, line by line, and a button for each move."""
    lines = _lines(view)
    height = max(3.0, _LINE * (len(lines) + 2))
    items = [Item("cloth", "cloth", _WIDTH / 2, height / 2, states=("floor",), scale=2 * max(_WIDTH, height))]
    for at, line in enumerate(lines):
        place = _WIDTH / 2, _LINE * (at + 1.5)
        items.append(Item(f"line-{at}", "nothing", *place, verbatim(line), ("floor",), label=line, scale=0.7))
    buttons = tuple(Button(f"move-{move}", capital(words(move))) for move in moves)
    return Scene(_WIDTH, height, _title(game, view, seats), tuple(items), buttons=buttons)


def plain_paths(moves: Sequence[Move]) -> dict[str, tuple[str, ...]]:
    """A button for each move."""
    return {str(move): (f"move-{move}",) for move in moves}


def plain_text(game: Game, view: View, seats: Sequence[Seat], language: Language) -> Shown:
    """What the view says, line by line."""
    lines = {(at, 0): Span(line) for at, line in enumerate(_lines(view))}
    return Canvas(lines, [[Span(_title(game, view, seats).to(language))]])


def text_of(game: Game, view: View, seats: Sequence[Seat], language: Language) -> Shown:
    """What a view shows, as text: as the game's board writes it, or plainly."""
    drawing = board_of(game)
    return plain_text(game, view, seats, language) if drawing is None else drawing.text(view, language)


def _lines(view: View) -> list[str]:
    """What a game adds to its view, each thing on a line of its own, or on several."""
    own = {name: value for name, value in view.items() if name not in View.__annotations__}
    return [line for name, value in own.items() for line in wrap(f"{name}: {value}", _LONGEST)]


def _title(game: Game, view: View, seats: Sequence[Seat]) -> Text:
    return outcome_text(view, [seat.name for seat in seats], game.reasons)
