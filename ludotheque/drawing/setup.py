"""Positions that people set up by hand: what may stand on the squares of a board, whose turn it may be, how it looks.

Whether such a position is possible is for the rules to say, when a game begins from it: while somebody moves pieces
about there may be too many of them, or too few.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.core.boards import positions
from ludotheque.core.boards.squares import name_of, square_named
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game, Plain
from ludotheque.core.text import Text, capital, verbatim
from ludotheque.drawing import gridboard
from ludotheque.drawing.board import board_of
from ludotheque.drawing.drawn import Drawn
from ludotheque.drawing.scene import Scene


class Choice(NamedTuple):
    """A piece that can be put on a square, or a colour whose turn it can be."""

    letter: str
    name: str
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class SetUpTold:
    """A board that is being set up."""

    scene: dict[str, Plain]
    cells: dict[str, str]
    """The letter of what stands on each square that is not empty."""
    mover: str
    position: str
    """All of it, as `position=` reads it."""
    pieces: list[Choice]
    movers: list[Choice]


def can_be_set_up(game: Game) -> bool:
    """Whether a position of this game can be set up by hand."""
    board = board_of(game)
    return board is not None and board.setup is not None


def set_up(
    state: Drawn, language: Language, cells: Mapping[str, str] | None = None, mover: str = ""
) -> SetUpTold | None:
    """A board with these pieces on it, else with those of the state; nothing where a game has no squares to set up.
    What is none of the game's letters or squares is left out."""
    board, view = board_of(state.game), state.view(None)
    if board is None or board.setup is None:
        return None
    setup = board.setup(view)
    if cells is None:
        found = gridboard.cells_of(setup.view, (positions.EMPTY, *setup.pieces))
        mover = setup.view["turn"]
    else:
        named = {square_named(name, setup.view["size"]): letter for name, letter in cells.items()}
        found = {at: letter for at, letter in named.items() if at is not None and letter in setup.pieces}
    mover = mover if mover in setup.movers else next(iter(setup.movers))
    return SetUpTold(
        dict(_scene(setup, found).plain(language)),
        {name_of(square): letter for square, letter in sorted(found.items())},
        mover,
        positions.write(positions.rows_of(found, setup.view["size"]), mover),
        [Choice(letter, _said(each.name, language), each.symbol) for letter, each in setup.pieces.items()],
        [Choice(letter, _said(name, language)) for letter, name in setup.movers.items()],
    )


def _said(name: Text, language: Language) -> str:
    return capital(name).to(language)


def _scene(setup: gridboard.SetUp, cells: Mapping[int, str]) -> Scene:
    size = setup.view["size"]
    items = gridboard.ground(size, {square: setup.pieces[letter].name for square, letter in cells.items()})
    for square, letter in cells.items():
        standing = setup.pieces[letter]
        items.append(gridboard.piece(f"on-{name_of(square)}", standing.symbol, square, standing.name, ""))
    side = size + 2 * gridboard.MARGIN
    return Scene(side, side, verbatim(""), tuple(items))
