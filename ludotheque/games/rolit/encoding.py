"""How programs see Rolit: balls by whose they are, clockwise from the seat; an action is a square."""

from __future__ import annotations

from ludotheque.core.boards.arrays import Bytes, Line, Words
from ludotheque.core.boards.boardcode import BoardEncoding, fill, put, square_number, square_numbered
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.lines import HEADER, SEAT
from ludotheque.games.rolit.kernel import COLOURS, FIRST_COLOUR, SEATS, SIZE, balls

_NOBODYS, _TURN = COLOURS, COLOURS + 1


@compiled
def write(rules: Words, line: Line, at: int, seat: int, out: Bytes) -> None:
    size, seats = int(rules[SIZE]), int(rules[SEATS])
    left = balls(line, at)
    for i in range(COLOURS):
        board = 0
        if i < seats:
            board = int(line[at, HEADER + rules[FIRST_COLOUR + (seat + i) % seats]])
            left &= ~board
        put(out, i, board, size, 1)
    put(out, _NOBODYS, left, size, 1)
    fill(out, _TURN, size, 1 if line[at, SEAT] == seat else 0)


@compiled
def number_of(rules: Words, code: int) -> int:
    return square_number(code, int(rules[SIZE]))


@compiled
def code_of(rules: Words, number: int) -> int:
    return square_numbered(number, int(rules[SIZE]))


ENCODING = BoardEncoding(
    version=1,
    told=(
        "balls of the seat",
        "balls of the next seat clockwise",
        "balls of the second seat clockwise",
        "balls of the third seat clockwise",
        "balls of colours nobody plays",
        "1 all over when it is the seat's turn",
    ),
    write=write,
    number_of=number_of,
    code_of=code_of,
    count=lambda state: state.size**2,
)
