"""How Hops looks: dice with real faces on a board, and what to click for a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from ludotheque.core.boards.duel import COLOURS, SEATS
from ludotheque.core.boards.positions import EMPTY
from ludotheque.core.boards.squares import name_of, square_named
from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text
from ludotheque.drawing import gridboard
from ludotheque.drawing.board import Board
from ludotheque.drawing.gridboard import Occupant, SetUp
from ludotheque.drawing.scene import Count, Item, Scene, Stop, Token, outcome_text
from ludotheque.drawing.text import Cell, TextBoard
from ludotheque.games.hops_dice import GAME
from ludotheque.games.hops_dice.kernel import DICE, SIZE, TOP
from ludotheque.games.hops_dice.rules import LETTERS, DieMove, HopsDiceState, HopsDiceView

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_EDGES = {"r": "#7d1410", "b": "#08080a"}


def pips(value: int) -> str:
    """The spots of a value."""
    return "".join(f'<circle cx="{19 * x}" cy="{19 * y}" r="7.5"/>' for x, y in _PIPS[value])


def _die(colour: str, value: int) -> str:
    """A die seen from above: shadow, body, a lighter top face, pips."""
    return (
        '<rect x="-34" y="-31" width="74" height="74" rx="16" fill="#000" opacity="0.28"/>'
        f'<rect x="-37" y="-37" width="74" height="74" rx="15" fill="url(#hops_dice-{colour})"'
        f' stroke="{_EDGES[colour]}" stroke-width="3"/>'
        '<rect x="-31" y="-31" width="62" height="62" rx="22" fill="#fff" opacity="0.1"/>'
        f'<g fill="#fffaf0">{pips(value)}</g>'
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
_FACES_APART = 1.2
"""Two fingers' width on a small phone: a touch of a face chooses it, without enlarging the board first."""


_ASKED = Text("Which value shall the die show in the end?")


def _path(view: HopsDiceView) -> list[tuple[int, int]]:
    """The last move's stops: square and value."""
    stops = (stop.split("=") for stop in view["path"])
    return [(square, int(value)) for name, value in stops if (square := square_named(name, SIZE)) is not None]


@cache
def _name(letter: str) -> Text:
    if letter[0] == "r":
        return Text("red die showing {value}", value=letter[1])
    return Text("black die showing {value}", value=letter[1])


def _title(view: HopsDiceView) -> Text:
    return outcome_text(view, [seat.name for seat in SEATS], GAME.reasons)


def scene(view: HopsDiceView) -> Scene:
    """The board, the last move's way with the value at each landing, the dice by their numbers, the faces to choose."""
    cells, path, going_on = gridboard.cells_of(view, LETTERS), _path(view), view["outcome"] is None
    items = gridboard.ground(SIZE, {square: _name(letter) for square, letter in cells.items()})
    items += gridboard.marks("mark-from", [square for square, _ in path[:1]])
    items += gridboard.marks("mark-last", [square for square, _ in path[-1:]])
    won = _won(view, cells)
    items += gridboard.marks("mark-won", won)
    moved = cells[path[-1][0]][0] if path else ""
    items += [
        Item(f"stop-{i}", f"die-{moved}{value}", *gridboard.centre_of(square), states=("ghost",), scale=0.36)
        for i, (square, value) in enumerate(path[:-1])
        if square not in cells
    ]
    for number, square in enumerate(view["places"], 1):
        letter = cells[square]
        states = ("last",) * bool(path and square == path[-1][0]) + ("won",) * (square in won)
        items.append(gridboard.piece(f"die-{number}", f"die-{letter}", square, _name(letter), "die", states))
    side = SIZE + 2 * gridboard.MARGIN
    if going_on:
        items += _faces(view["turn"], side)
    trail = tuple(gridboard.centre_of(square) for square, _ in path)
    height = side + (_PALETTE if going_on else 0)
    return Scene(side, height, _title(view), tuple(items), trail, tells_turn_only=going_on, tokens=_tokens(cells))


def _won(view: HopsDiceView, cells: Mapping[int, str]) -> list[int]:
    """Where the six sixes of the winner stand."""
    outcome = view["outcome"]
    if outcome is None or outcome["reason"] != "six sixes":
        return []
    won = {f"{COLOURS[seat]}{TOP}" for seat in outcome["winners"]}
    return [square for square, letter in cells.items() if letter in won]


def _tokens(cells: Mapping[int, str]) -> tuple[Token, ...]:
    """Each seat's die, and how many of its dice show a six."""
    letters = list(cells.values())
    return tuple(_token(colour, letters.count(f"{colour}{TOP}")) for colour in COLOURS)


@cache
def _token(colour: str, sixes: int) -> Token:
    return Token(f"die-{colour}{TOP}", counts=(Count("", "", Text("{n} of {all} sixes", n=sixes, all=DICE)),))


@cache
def _faces(colour: str, side: float) -> tuple[Item, ...]:
    """The six faces below the board: clicked when a die can end on a square with several values.

    They are no dice: when the other colour moves they change without rolling."""
    return tuple(
        Item(
            f"value-{value}",
            f"die-{colour}{value}",
            side / 2 + (value - (TOP + 1) / 2) * _FACES_APART,
            side + _PALETTE / 2,
            Text("end with {value}", value=value),
            ("choice",),
            scale=0.8,
            asks=_ASKED,
        )
        for value in _PIPS
    )


def paths(view: HopsDiceView, moves: Sequence[DieMove]) -> dict[str, tuple[str, ...]]:
    """A die, its destination, and the value it ends with where there is a choice."""
    die_on = {square: f"die-{number}" for number, square in enumerate(view["places"], 1)}
    results = Counter((move.origin, move.target) for move in moves)
    return {
        str(move): _clicks(
            die_on[move.origin], move.target, move.value if results[move.origin, move.target] > 1 else None
        )
        for move in moves
    }


@cache
def _clicks(die: str, target: int, value: int | None) -> tuple[str, ...]:
    """The same for all tables at which they come again; so are the two below."""
    return (die, name_of(target)) if value is None else (die, name_of(target), f"value-{value}")


@cache
def _symbol(colour: str, value: int) -> str:
    return f"die-{colour}{value}"


@cache
def _stop(square: int, colour: str, value: int) -> Stop:
    return Stop(*gridboard.centre_of(square), _symbol(colour, value))


def ghosts(view: HopsDiceView, moves: Sequence[DieMove]) -> dict[str, str]:
    """A die with the value it will have."""
    return {str(move): _symbol(view["turn"], move.value) for move in moves}


def ways(view: HopsDiceView, moves: Sequence[DieMove]) -> dict[str, tuple[Stop, ...]]:
    """Where a die lands, and what it shows there."""
    state = HopsDiceState.restore(view)
    return {
        str(move): tuple(_stop(stop.square, view["turn"], stop.value) for stop in state.path(move)) for move in moves
    }


def text(view: HopsDiceView, language: Language) -> TextBoard:
    """The board for a terminal: a letter for the colour and the value, the last move in brackets."""
    path, cells = _path(view), gridboard.cells_of(view, LETTERS)
    dice = {square: Cell(letter, gridboard.DUEL_STYLES[letter[0]]) for square, letter in cells.items()}
    ends = {square for square, _ in (*path[:1], *path[-1:])}
    return gridboard.text_board(SIZE, dice, ends, 2, (_title(view).to(language),))


def setup(view: HopsDiceView) -> SetUp:
    """Dice of both colours, with every number up."""
    pieces = {letter: Occupant(f"die-{letter}", _name(letter)) for letter in LETTERS if letter != EMPTY}
    return SetUp(view, pieces, {colour: seat.name for colour, seat in zip(COLOURS, SEATS, strict=True)})


BOARD = Board(SYMBOLS, scene, paths, text, ghosts, ways, setup, alike=True)
