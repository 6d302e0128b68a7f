"""How Hops looks: dice with real faces on a board, and what to click for a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from ludotheque.core import positions
from ludotheque.core.contract import Move, View
from ludotheque.core.duel import COLOURS, SEATS
from ludotheque.core.squares import name_of, square_named
from ludotheque.core.text import Language, Text
from ludotheque.drawing import gridboard
from ludotheque.drawing.scene import Item, Scene
from ludotheque.drawing.terminal import Cell, TextBoard
from ludotheque.games.hops_dice import GAME
from ludotheque.games.hops_dice.kernel import SIZE, TOP
from ludotheque.games.hops_dice.rules import LETTERS, DieMove

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_EDGES = {"r": "#7d1410", "b": "#08080a"}


def _die(colour: str, value: int) -> str:
    """A die seen from above: shadow, body, a lighter top face, pips."""
    pips = "".join(f'<circle cx="{19 * x}" cy="{19 * y}" r="7.5"/>' for x, y in _PIPS[value])
    return (
        '<rect x="-34" y="-31" width="74" height="74" rx="16" fill="#000" opacity="0.28"/>'
        f'<rect x="-37" y="-37" width="74" height="74" rx="15" fill="url(#hops_dice-{colour})"'
        f' stroke="{_EDGES[colour]}" stroke-width="3"/>'
        '<rect x="-31" y="-31" width="62" height="62" rx="22" fill="#fff" opacity="0.1"/>'
        f'<g fill="#fffaf0">{pips}</g>'
    )


SYMBOLS: Mapping[str, str] = {
    "defs": '<linearGradient id="hops_dice-r" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ea4f3d"/>'
    '<stop offset="1" stop-color="#a81d16"/></linearGradient>'
    '<linearGradient id="hops_dice-b" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#50535d"/>'
    '<stop offset="1" stop-color="#17181c"/></linearGradient>',
    **gridboard.SYMBOLS,
    **{f"die-{colour}{value}": _die(colour, value) for colour in COLOURS for value in _PIPS},
}

_PALETTE = 1.0
"""The height of the row of faces below the board, from which a value is chosen."""


def _cells(view: View) -> dict[int, str]:
    text = positions.write(cast(list[str], view["rows"]), str(view["turn"]))
    return positions.read(text, SIZE, LETTERS, COLOURS)[0]


def _path(view: View) -> list[tuple[int, int]]:
    """The last move's stops: square and value."""
    stops = (stop.split("=") for stop in cast(list[str], view["path"]))
    return [(cast(int, square_named(name, SIZE)), int(value)) for name, value in stops]


def _name(letter: str) -> Text:
    seat = SEATS[COLOURS.index(letter[0])].name
    return Text(f"dé {seat.fr} qui montre {letter[1]}", f"{seat.en} die showing {letter[1]}")


def scene(view: View) -> Scene:
    """The board, the last move's way with the value at each landing, the dice by their numbers, the faces to choose."""
    cells, path = _cells(view), _path(view)
    items = gridboard.ground(SIZE, {square: _name(letter) for square, letter in cells.items()})
    items += gridboard.marks("mark-from", [square for square, _ in path[:1]])
    items += gridboard.marks("mark-last", [square for square, _ in path[-1:]])
    moved = cells[path[-1][0]][0] if path else ""
    items += [
        Item(f"stop-{i}", f"die-{moved}{value}", *gridboard.centre_of(square), Text("", ""), ("ghost",), scale=0.36)
        for i, (square, value) in enumerate(path[:-1])
        if square not in cells
    ]
    for number, square in enumerate(cast(list[int], view["places"])):
        letter = cells[square]
        states = ("last",) if path and square == path[-1][0] else ()
        items.append(gridboard.piece(f"die-{number + 1}", f"die-{letter}", square, _name(letter), states))
    side = SIZE + 2 * gridboard.MARGIN
    if view["outcome"] is None:
        items += _faces(str(view["turn"]), side)
    title = gridboard.turn_text(view, [seat.name for seat in SEATS], GAME.reasons)
    trail = tuple(gridboard.centre_of(square) for square, _ in path)
    return Scene(side, side + (_PALETTE if view["outcome"] is None else 0), title, tuple(items), trail)


def _faces(colour: str, side: float) -> list[Item]:
    """The six faces below the board: clicked when a die can end on a square with several values."""
    return [
        Item(
            f"value-{value}",
            f"die-{colour}{value}",
            side / 2 + (value - (TOP + 1) / 2) * 0.9,
            side + _PALETTE / 2,
            Text(f"finir avec {value}", f"end with {value}"),
            ("choice",),
            scale=0.8,
        )
        for value in _PIPS
    ]


def paths(view: View, moves: Sequence[Move]) -> dict[str, tuple[str, ...]]:
    """A die, its destination, and the value it ends with where there is a choice."""
    die_on = {square: f"die-{number + 1}" for number, square in enumerate(cast(list[int], view["places"]))}
    dice_moves = cast(Sequence[DieMove], moves)
    results = Counter((move.origin, move.target) for move in dice_moves)
    return {
        str(move): (die_on[move.origin], name_of(move.target))
        + ((f"value-{move.value}",) if results[move.origin, move.target] > 1 else ())
        for move in dice_moves
    }


def text(view: View, language: Language) -> TextBoard:
    """The board for a terminal: a letter for the colour and the value, the last move in brackets."""
    path = _path(view)
    dice = {square: Cell(letter, gridboard.DUEL_STYLES[letter[0]]) for square, letter in _cells(view).items()}
    ends = {square for square, _ in (*path[:1], *path[-1:])}
    title = gridboard.turn_text(view, [seat.name for seat in SEATS], GAME.reasons)
    return gridboard.text_board(SIZE, dice, ends, 2, (title.to(language),))
