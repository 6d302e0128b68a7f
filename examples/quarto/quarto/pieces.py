"""The sixteen pieces, the sixteen squares, and where four of them lie together.

A piece is a number from 0 to 15: one bit for each attribute, in the order of TRAITS. A square is a number too:

        1   2   3   4
    A   0   1   2   3
    B   4   5   6   7
    C   8   9  10  11
    D  12  13  14  15
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludotheque.core.text import Text, joined, meant

SIDE = 4
PIECES = range(16)
SQUARES = range(SIDE * SIDE)
NAMES = tuple(f"{row}{column}" for row in "ABCD" for column in "1234")
"""What the squares are called."""

Places = Sequence[int | None]
"""The piece on each square, or none."""


class Trait(NamedTuple):
    """An attribute: what a piece is without its bit, and with it; in letters, in the label's reasons, in words."""

    letters: str
    ids: tuple[str, str]
    words: tuple[Text, Text]


TRAITS = (
    Trait("LD", ("light", "dark"), (meant("a piece", "light"), meant("a piece", "dark"))),
    Trait("TS", ("tall", "short"), (meant("a piece", "tall"), meant("a piece", "short"))),
    Trait("RQ", ("round", "square"), (meant("a piece", "round"), meant("a piece", "square"))),
    Trait("HS", ("hollow", "solid"), (meant("a piece", "hollow"), meant("a piece", "solid"))),
)
"""Where fewer attributes count, these are the first ones."""
DARK, SHORT, SQUARE, SOLID = (1 << at for at in range(len(TRAITS)))

ROWS = tuple(tuple(range(at, at + SIDE)) for at in range(0, SIDE * SIDE, SIDE))
LINES = (*ROWS, *zip(*ROWS, strict=True), (0, 5, 10, 15), (3, 6, 9, 12))
"""Rows, columns and the two long diagonals."""
BLOCKS = tuple((at, at + 1, at + SIDE, at + SIDE + 1) for at in SQUARES if at % SIDE < SIDE - 1 and at < 12)
"""Four squares that make a small square."""


def code(piece: int) -> str:
    """A piece as one writes it.

    >>> code(0), code(DARK | SQUARE)
    ('LTRH', 'DTQH')
    """
    return "".join(trait.letters[piece >> at & 1] for at, trait in enumerate(TRAITS))


CODES = {code(piece): piece for piece in PIECES}


def described(piece: int) -> Text:
    """A piece in words: “light, tall, round, hollow”."""
    return joined(", ", (trait.words[piece >> at & 1] for at, trait in enumerate(TRAITS)))


def reserve(places: Places, hand: int | None) -> tuple[int, ...]:
    """The pieces that nobody has chosen yet."""
    taken = {*places, hand}
    return tuple(piece for piece in PIECES if piece not in taken)


def shared(pieces: Iterable[int], traits: int) -> tuple[int, int]:
    """What all these pieces have in common among so many attributes: bits none of them has, bits all of them have.

    >>> shared([DARK, DARK | SOLID], 4) == (SHORT | SQUARE, DARK)
    True
    """
    without = having = (1 << traits) - 1
    for piece in pieces:
        without &= ~piece
        having &= piece
    return without, having


def in_common(pieces: Iterable[int], traits: int) -> list[str]:
    """The same, named.

    >>> in_common([DARK, DARK | SOLID], 4)
    ['dark', 'tall', 'round']
    """
    bits = shared(pieces, traits)
    return [trait.ids[which] for at, trait in enumerate(TRAITS) for which in (0, 1) if bits[which] >> at & 1]


def fours(*, squares: bool) -> tuple[tuple[int, ...], ...]:
    """The fours of squares that win when their pieces have something in common."""
    return LINES + BLOCKS if squares else LINES


def quartos(places: Places, traits: int, *, squares: bool) -> list[tuple[int, ...]]:
    """The fours whose pieces have something in common."""
    found = []
    for four in fours(squares=squares):
        pieces = [piece for at in four if (piece := places[at]) is not None]
        if len(pieces) == SIDE and any(shared(pieces, traits)):
            found.append(four)
    return found


def wanted(places: Places, traits: int, *, squares: bool) -> tuple[dict[int, int], dict[int, int]]:
    """Where the next piece would win: by square, the bits it must lack (one of them) or have (one of them)."""
    lacking: dict[int, int] = {}
    having: dict[int, int] = {}
    for four in fours(squares=squares):
        empty = [at for at in four if places[at] is None]
        if len(empty) != 1:
            continue
        square = empty[0]
        without, having_all = shared((piece for at in four if (piece := places[at]) is not None), traits)
        lacking[square] = lacking.get(square, 0) | without
        having[square] = having.get(square, 0) | having_all
    return lacking, having


def winning_squares(places: Places, piece: int, traits: int, *, squares: bool) -> list[int]:
    """Where this piece would win at once."""
    lacking, having = wanted(places, traits, squares=squares)
    return sorted(square for square in lacking if lacking[square] & ~piece or having[square] & piece)


def safe(places: Places, pieces: Iterable[int], traits: int, *, squares: bool) -> list[int]:
    """Those of these pieces that win nowhere."""
    lacking, having = wanted(places, traits, squares=squares)
    without = having_any = 0
    for square in lacking:
        without |= lacking[square]
        having_any |= having[square]
    return [piece for piece in pieces if not (without & ~piece or having_any & piece)]
