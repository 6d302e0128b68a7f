"""How Hopsy looks: pawns on a board, plain or marked with a ring, and what to click for a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.core.boards.duel import COLOURS, SEATS
from ludotheque.core.boards.squares import name_of
from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text
from ludotheque.drawing import gridboard
from ludotheque.drawing.board import Board
from ludotheque.drawing.gridboard import Occupant, SetUp
from ludotheque.drawing.scene import Scene, Stop, Token, outcome_text
from ludotheque.drawing.text import Cell, TextBoard
from ludotheque.games.hopsy import MIX, VARIANT, reasons
from ludotheque.games.hopsy.kernel import SIZE
from ludotheque.games.hopsy.rules import Hop, HopsyState, HopsyView


def _pawn(colour: str, rim: str, shine: str) -> str:
    """A wooden pawn seen from above: shadow, body, bevel and a shine."""
    return (
        '<ellipse cx="3" cy="6" rx="38" ry="37" fill="#000" opacity="0.28"/>'
        f'<circle r="37" fill="url(#hopsy-{colour})" stroke="{rim}" stroke-width="3"/>'
        f'<circle r="26" fill="none" stroke="{rim}" stroke-width="2.5" opacity="0.8"/>'
        f'<path d="M-24 -18 A30 30 0 0 1 10 -28" fill="none" stroke="{shine}" stroke-width="5" stroke-linecap="round"'
        ' opacity="0.75"/>'
    )


_RED, _BLACK = _pawn("red", "#7d1410", "#ffd9d2"), _pawn("black", "#0b0b0d", "#c9ccd6")
_RING = '<circle r="15" fill="none" stroke="#fff6dc" stroke-width="9"/>'

SYMBOLS: Mapping[str, str] = {
    "defs": '<radialGradient id="hopsy-red" cx="0.38" cy="0.32" r="0.8"><stop offset="0" stop-color="#f2624f"/>'
    '<stop offset="1" stop-color="#a81d16"/></radialGradient>'
    '<radialGradient id="hopsy-black" cx="0.38" cy="0.32" r="0.8"><stop offset="0" stop-color="#5b5e68"/>'
    '<stop offset="1" stop-color="#17181c"/></radialGradient>',
    **gridboard.SYMBOLS,
    "pawn-r": _RED,
    "pawn-b": _BLACK,
    "pawn-R": _RED + _RING,
    "pawn-B": _BLACK + _RING,
}

_NAMES = {
    "r": Text("red pawn"),
    "b": Text("black pawn"),
    "R": Text("marked red pawn"),
    "B": Text("marked black pawn"),
}
_LETTERS = (".", *_NAMES)
_SIGNS = {"r": "r", "b": "b", "R": "R°", "B": "B°"}


def _title(view: HopsyView) -> Text:
    ended = {} if view["outcome"] is None else reasons(mix=view["options"].get(VARIANT.name) == MIX)
    return outcome_text(view, [seat.name for seat in SEATS], ended)


def scene(view: HopsyView) -> Scene:
    """The board, the last move's way, the winning line, and the pawns by their numbers."""
    cells, path = gridboard.cells_of(view, _LETTERS), gridboard.squares_named(view["path"], SIZE)
    items = gridboard.ground(SIZE, {square: _NAMES[letter] for square, letter in cells.items()})
    items += gridboard.marks("mark-from", path[:1]) + gridboard.marks("mark-last", path[-1:])
    items += gridboard.marks("mark-won", gridboard.squares_named(view["won"], SIZE))
    won = gridboard.squares_named(view["won"], SIZE)
    for number, square in enumerate(view["places"], 1):
        letter = cells[square]
        states = ("last",) * (path[-1:] == [square]) + ("won",) * (square in won)
        items.append(gridboard.piece(f"pawn-{number}", f"pawn-{letter}", square, _NAMES[letter], "pawn", states))
    side = SIZE + 2 * gridboard.MARGIN
    trail = tuple(gridboard.centre_of(square) for square in path)
    tokens = tuple(Token(f"pawn-{colour}") for colour in COLOURS)
    return Scene(side, side, _title(view), tuple(items), trail, tells_turn_only=view["outcome"] is None, tokens=tokens)


def paths(view: HopsyView, moves: Sequence[Hop]) -> dict[str, tuple[str, ...]]:
    """A pawn, then its destination."""
    pawn_on = {square: f"pawn-{number}" for number, square in enumerate(view["places"], 1)}
    return {str(move): (pawn_on[move.origin], name_of(move.target)) for move in moves}


def ways(view: HopsyView, moves: Sequence[Hop]) -> dict[str, tuple[Stop, ...]]:
    """The squares a pawn touches."""
    cells, state = gridboard.cells_of(view, _LETTERS), HopsyState.restore(view)
    found = {}
    for move in moves:
        pawn = f"pawn-{cells[move.origin]}"
        found[str(move)] = tuple(Stop(*gridboard.centre_of(square), pawn) for square in state.path(move))
    return found


def text(view: HopsyView, language: Language) -> TextBoard:
    """The board for a terminal: letters as in the rules, a ring after marked pawns, the last move in brackets."""
    path = gridboard.squares_named(view["path"], SIZE)
    pawns = {
        square: Cell(_SIGNS[letter], gridboard.DUEL_STYLES[letter.lower()])
        for square, letter in gridboard.cells_of(view, _LETTERS).items()
    }
    return gridboard.text_board(SIZE, pawns, {*path[:1], *path[-1:]}, 2, (_title(view).to(language),))


def setup(view: HopsyView) -> SetUp:
    """Plain pawns, or in Le Mix marked ones too."""
    letters = _NAMES if view["options"].get(VARIANT.name) == MIX else COLOURS
    pieces = {letter: Occupant(f"pawn-{letter}", _NAMES[letter]) for letter in letters}
    return SetUp(view, pieces, {colour: seat.name for colour, seat in zip(COLOURS, SEATS, strict=True)})


BOARD = Board(SYMBOLS, scene, paths, text, ways=ways, setup=setup, alike=True)
