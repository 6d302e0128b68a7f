"""How programs see Hops: dice by whose they are and what they show; an action is where from, where to, and what the
die shows then (or that it wins on its way)."""

from __future__ import annotations

from ludotheque.core.boards.arrays import Bytes, Line, Words
from ludotheque.core.boards.boardcode import (
    MOST,
    BoardEncoding,
    clipped,
    fill,
    put,
    square_number,
    square_numbered,
)
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.lines import PLY, SEAT
from ludotheque.games.hops_dice.kernel import (
    BLACK,
    MAX_PLIES,
    ONES,
    RED,
    SIZE,
    TIMES,
    TOP,
    WINNING,
)

_SQUARES = SIZE * SIZE
_ENDS = TOP + 1
"""How a move can end: showing 1 to 6, or won on its way."""


@compiled
def write(rules: Words, line: Line, at: int, seat: int, out: Bytes) -> None:
    for side in range(2):
        dice = int(line[at, RED + seat]) if side == 0 else int(line[at, BLACK - seat])
        for value in range(1, TOP + 1):
            board = dice
            for plane in range(3):
                bits = int(line[at, ONES + plane])
                board &= bits if (value >> plane) & 1 else ~bits
            put(out, side * TOP + value - 1, board, SIZE, 1)
    fill(out, 2 * TOP, SIZE, 1 if line[at, SEAT] == seat else 0)
    fill(out, 2 * TOP + 1, SIZE, min(int(line[at, TIMES]), MOST))
    fill(out, 2 * TOP + 2, SIZE, clipped(int(line[at, PLY]), int(rules[MAX_PLIES])))


@compiled
def number_of(rules: Words, code: int) -> int:
    label = code >> 6
    end = TOP if label & WINNING else (label & 7) - 1
    return (square_number(label >> 4, SIZE) * _SQUARES + square_number(code & 63, SIZE)) * _ENDS + end


@compiled
def code_of(rules: Words, number: int) -> int:
    end, squares = number % _ENDS, number // _ENDS
    shown = TOP + WINNING if end == TOP else end + 1
    label = square_numbered(squares // _SQUARES, SIZE) * 16 + shown
    return label * 64 + square_numbered(squares % _SQUARES, SIZE)


ENCODING = BoardEncoding(
    version=1,
    told=(
        *(f"dice of the seat that show {value}" for value in range(1, TOP + 1)),
        *(f"dice of the other that show {value}" for value in range(1, TOP + 1)),
        "1 all over when it is the seat's turn",
        "how often the position has come about",
        "moves left until the game is called off, 127 for more or when it never is",
    ),
    write=write,
    number_of=number_of,
    code_of=code_of,
    count=lambda state: _SQUARES * _SQUARES * _ENDS,
)
