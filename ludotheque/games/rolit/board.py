"""How Rolit looks: balls that tell their colour also by an animal, and what to click for a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from ludotheque.core.boards.positions import EMPTY
from ludotheque.core.boards.squares import WIDTH, name_of, square_at
from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text, counted
from ludotheque.drawing import gridboard, seatmarks
from ludotheque.drawing.board import Board
from ludotheque.drawing.gridboard import Occupant, SetUp
from ludotheque.drawing.scene import Count, Item, Scene, Token, outcome_text
from ludotheque.drawing.seatmarks import seat_mark, won_disc
from ludotheque.drawing.text import Cell, TextBoard
from ludotheque.games.rolit import COLOURS, GAME
from ludotheque.games.rolit.rules import LETTERS, NAMES, Ball, RolitView

SHADES = {
    "r": ("#ff8672", "#b3201a", "#5c0a07"),
    "y": ("#ffe88a", "#e6aa00", "#6e4d00"),
    "g": ("#86e096", "#16803a", "#063a18"),
    "e": ("#d3d8e0", "#7d8592", "#2f3640"),
}
"""Each colour's light, body and ink."""
_NAMES = {
    "r": Text("red ball (monkey)"),
    "y": Text("yellow ball (lion)"),
    "g": Text("green ball (crocodile)"),
    "e": Text("grey ball (elephant)"),
}
_MANE = " ".join(
    f"{radius * cos(i * pi / 12):.1f},{radius * sin(i * pi / 12):.1f}"
    for i in range(24)
    for radius in [27 if i % 2 else 20]
)
_MARKS = {
    # Round ears, two pale rings around the eyes, a wide muzzle.
    "r": '<circle cx="-20" cy="-4" r="8"/><circle cx="20" cy="-4" r="8"/><circle cy="-2" r="20"/>'
    '<g fill="{light}"><ellipse cx="-7" cy="-6" rx="7.5" ry="8"/><ellipse cx="7" cy="-6" rx="7.5" ry="8"/>'
    '<ellipse cy="9" rx="13" ry="8"/></g><circle cx="-6" cy="-5" r="3"/><circle cx="6" cy="-5" r="3"/>'
    '<path d="M-7 9 Q0 14 7 9" fill="none" stroke="{ink}" stroke-width="2.5" stroke-linecap="round"/>',
    # A mane all around, a pale face, a nose.
    "y": f'<polygon points="{_MANE}"/>'
    '<circle r="15" fill="{light}"/><circle cx="-6" cy="-4" r="2.6"/><circle cx="6" cy="-4" r="2.6"/>'
    '<path d="M-4 3 L4 3 L0 8 Z"/><path d="M0 8 Q-4 12 -8 9 M0 8 Q4 12 8 9" fill="none" stroke="{ink}"'
    ' stroke-width="2.2" stroke-linecap="round"/>',
    # A long snout with teeth, an eye on top.
    "g": '<path d="M-28 2 Q-26 -8 -14 -9 Q-12 -18 -4 -17 Q3 -16 4 -9 L25 -4 Q30 0 25 3 Z"/>'
    '<path d="M-28 6 L25 7 Q29 11 22 13 L-16 17 Q-26 15 -28 6 Z"/>'
    '<path d="M-14 3 l4 6 l4 -6 l4 6 l4 -6 l4 6 l4 -6 l4 6 l4 -6" fill="{light}"/>'
    '<circle cx="-4" cy="-12" r="3.4" fill="{light}"/>',
    # Two great ears and a trunk.
    "e": '<ellipse cx="-18" cy="-5" rx="12" ry="15"/><ellipse cx="18" cy="-5" rx="12" ry="15"/>'
    '<ellipse cy="-5" rx="13" ry="15" fill="{light}"/>'
    '<path d="M-5 4 Q-5 22 4 23 Q12 24 12 15" fill="none" stroke="{light}" stroke-width="9" stroke-linecap="round"/>'
    '<circle cx="-6" cy="-7" r="2.8"/><circle cx="6" cy="-7" r="2.8"/>',
}


def animal(letter: str) -> str:
    """The animal of a colour."""
    light, _, ink = SHADES[letter]
    return f'<g fill="{ink}" transform="translate(0 2)">{_MARKS[letter].format(light=light, ink=ink)}</g>'


def _ball(letter: str) -> str:
    """A ball seen from above, its colour up: shadow, sphere, animal, shine."""
    _, _, ink = SHADES[letter]
    return (
        '<ellipse cx="3" cy="7" rx="42" ry="40" fill="#000" opacity="0.28"/>'
        f'<circle r="42" fill="url(#rolit-{letter})" stroke="{ink}" stroke-width="2.5"/>'
        f"{animal(letter)}"
        '<ellipse cx="-15" cy="-29" rx="13" ry="6" fill="#fff" opacity="0.6" transform="rotate(-24 -15 -29)"/>'
    )


SYMBOLS: Mapping[str, str] = {
    "defs": "".join(
        f'<radialGradient id="rolit-{letter}" cx="0.36" cy="0.3" r="0.85"><stop offset="0" stop-color="{light}"/>'
        f'<stop offset="0.85" stop-color="{body}"/></radialGradient>'
        for letter, (light, body, _) in SHADES.items()
    ),
    **gridboard.SYMBOLS,
    "mark-turned": '<rect x="-46" y="-46" width="92" height="92" rx="10" fill="#ffd34d" fill-opacity="0.25"'
    ' stroke="#b98a00" stroke-width="4" stroke-dasharray="3 9" stroke-linecap="round"/>',
    **seatmarks.SYMBOLS,
    "nothing": "",
    **{f"ball-{letter}": _ball(letter) for letter in LETTERS},
}

_SCORES = 1.0
"""The height of the row of counts below the board."""
_ROOM = 1.6
"""The width of a count in it, where the board is wide enough for all of them."""
_STYLES = {"r": "1;38;5;160", "y": "1;38;5;136", "g": "1;38;5;28", "e": "1;38;5;240"}


_LETTERS = (".", *LETTERS)


def _in_play(view: RolitView) -> list[str]:
    """The letters of the colours in play, by seat."""
    return [LETTERS[NAMES.index(seat)] for seat in view["seats"]]


def _title(view: RolitView) -> Text:
    return outcome_text(view, [COLOURS[seat] for seat in view["seats"]], GAME.reasons)


def scene(view: RolitView) -> Scene:
    """The board, the new ball and the balls it turned, and how many balls each colour in play has."""
    rows, size, in_play = view["rows"], view["size"], tuple(_in_play(view))
    turned, last = gridboard.squares_named(view["turned"], size), gridboard.squares_named([view["last"] or ""], size)
    going_on = view["outcome"] is None
    ghost = f"ball-{view['turn']}" if going_on else ""
    items = [*gridboard.wood(size)]
    for row, written in enumerate(rows):
        items += _squares(row, written)
    items += gridboard.marks("mark-turned", turned) + gridboard.marks("mark-last", last)
    last_in, turned_in = _by_row(last), _by_row(turned)
    for row, written in enumerate(rows):
        items += _balls_of(row, written, in_play, last_in.get(row, ()), turned_in.get(row, ()))
    side, balls = size + 2 * gridboard.MARGIN, "".join(rows)
    numbers = tuple([balls.count(letter) for letter in in_play])
    items += _counts(view, in_play, numbers, side)
    tokens = _tokens(in_play, numbers)
    return Scene(side, side + _SCORES, _title(view), tuple(items), tells_turn_only=going_on, ghost=ghost, tokens=tokens)


def _by_row(squares: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Squares by the rows they are in."""
    rows: dict[int, tuple[int, ...]] = {}
    for square in squares:
        row = square // WIDTH
        rows[row] = (*rows.get(row, ()), square)
    return rows


@lru_cache(maxsize=1 << 12)
def _squares(row: int, written: str) -> list[Item]:
    """The squares of a row. From one picture to the next few rows change, so those there were are kept."""
    return gridboard.squares_of(row, [_NAMES.get(letter) for letter in written])


@lru_cache(maxsize=1 << 12)
def _balls_of(
    row: int, written: str, in_play: tuple[str, ...], last: tuple[int, ...], turned: tuple[int, ...]
) -> list[Item]:
    """The balls of a row, and which of them are new or turned."""
    items = []
    for column, letter in enumerate(written):
        if letter != EMPTY:
            square = square_at(row, column)
            states = (
                ("last",) * (square in last) + ("turned",) * (square in turned) + ("neutral",) * (letter not in in_play)
            )
            ball = f"ball-{name_of(square)}"
            items.append(gridboard.piece(ball, f"ball-{letter}", square, _NAMES[letter], "ball", states, scale=0.95))
    return items


@lru_cache(maxsize=1 << 10)
def _tokens(in_play: tuple[str, ...], numbers: tuple[int, ...]) -> tuple[Token, ...]:
    """Each seat's ball, and how many of its colour lie on the board."""
    return tuple(
        Token(f"ball-{letter}", counts=(Count("", "", _balls(number)),), tells_score=True)
        for letter, number in zip(in_play, numbers, strict=True)
    )


def _balls(number: int) -> Text:
    return counted("{n} ball", "{n} balls", n=number)


def _counts(view: RolitView, in_play: tuple[str, ...], numbers: tuple[int, ...], side: float) -> list[Item]:
    """A small ball and a number for each seat; the one to move stands on a bright disc."""
    items = []
    room = min(_ROOM, side / len(in_play))
    size, ball, number = room / _ROOM * 0.74, -0.21 * room, 0.26 * room
    for seat, letter in enumerate(in_play):
        x, y = side / 2 + (seat - (len(in_play) - 1) / 2) * room, side + _SCORES / 2
        items += won_disc(view, seat, (x + ball, y), size)
        items += _count(seat, letter, numbers[seat], (x + ball, x + number, y), size, turning=seat in view["acting"])
    return items


@lru_cache(maxsize=1 << 10)
def _count(
    seat: int, letter: str, balls: int, place: tuple[float, float, float], size: float, *, turning: bool
) -> list[Item]:
    """A seat's ball and its number: how far right each of them stands, and how far down."""
    name = Text("{name}: {score}", name=COLOURS[NAMES[LETTERS.index(letter)]], score=balls)
    ball, number, y = place
    mark = seat_mark(seat, f"ball-{letter}", (ball, y), name, turning=turning, scale=size, kind="ball")
    return [*mark, Item(f"count-{seat}", "nothing", number, y, scale=size, label=str(balls))]


def paths(view: RolitView, moves: Sequence[Ball]) -> dict[str, tuple[str, ...]]:
    """The square."""
    return {str(move): (str(move),) for move in moves}


def text(view: RolitView, language: Language) -> TextBoard:
    """The board for a terminal: the letter of each colour, the new ball in brackets, the counts below."""
    cells, size = gridboard.cells_of(view, _LETTERS), view["size"]
    counts = Counter(cells.values())
    score = "   ".join(
        f"{COLOURS[seat].to(language)} {counts[letter]}"
        for seat, letter in zip(view["seats"], _in_play(view), strict=True)
    )
    balls = {square: Cell(letter, _STYLES[letter]) for square, letter in cells.items()}
    last = gridboard.squares_named([view["last"] or ""], size)
    return gridboard.text_board(size, balls, last, 1, (score, _title(view).to(language)))


def setup(view: RolitView) -> SetUp:
    """Balls of every colour; the colours in play move."""
    pieces = {letter: Occupant(f"ball-{letter}", _NAMES[letter]) for letter in LETTERS}
    return SetUp(view, pieces, {LETTERS[NAMES.index(seat)]: COLOURS[seat] for seat in view["seats"]})


BOARD = Board(SYMBOLS, scene, paths, text, setup=setup, alike=True)
