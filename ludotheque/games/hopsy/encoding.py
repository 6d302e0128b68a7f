"""How programs see Hopsy and Le Mix: pawns by whose they are; an action is where from and where to."""

from __future__ import annotations

from ludotheque.core.boards.arrays import Bytes, Line, Words
from ludotheque.core.boards.boardcode import (
    BoardEncoding,
    clipped,
    fill,
    put,
    square_number,
    square_numbered,
)
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.lines import PLY, SEAT
from ludotheque.games.hopsy.kernel import BLACK, MARKED, MAX_PLIES, RED, SEEN_TWICE, SIZE

_SQUARES = SIZE * SIZE


@compiled
def write(rules: Words, line: Line, at: int, seat: int, out: Bytes) -> None:
    own, theirs, marked = int(line[at, RED + seat]), int(line[at, BLACK - seat]), int(line[at, MARKED])
    put(out, 0, own & ~marked, SIZE, 1)
    put(out, 1, own & marked, SIZE, 1)
    put(out, 2, theirs & ~marked, SIZE, 1)
    put(out, 3, theirs & marked, SIZE, 1)
    fill(out, 4, SIZE, 1 if line[at, SEAT] == seat else 0)
    fill(out, 5, SIZE, 1 if line[at, SEEN_TWICE] > 0 else 0)
    fill(out, 6, SIZE, clipped(int(line[at, PLY]), int(rules[MAX_PLIES])))


@compiled
def number_of(rules: Words, code: int) -> int:
    return square_number(code >> 6, SIZE) * _SQUARES + square_number(code & 63, SIZE)


@compiled
def code_of(rules: Words, number: int) -> int:
    return square_numbered(number // _SQUARES, SIZE) * 64 + square_numbered(number % _SQUARES, SIZE)


ENCODING = BoardEncoding(
    version=1,
    told=(
        "plain pawns of the seat",
        "marked pawns of the seat",
        "plain pawns of the other",
        "marked pawns of the other",
        "1 all over when it is the seat's turn",
        "1 all over when some position has come about twice, and may not again",
        "moves left until the game is called off, 127 for more or when it never is",
    ),
    write=write,
    number_of=number_of,
    code_of=code_of,
    count=lambda state: _SQUARES * _SQUARES,
)
