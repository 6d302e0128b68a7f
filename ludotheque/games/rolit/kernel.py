"""Rolit's arithmetic: which balls turn, and where a ball may go.

A row holds, after the common words, one board per colour: red, yellow, green, grey (the clockwise order).
Rules: the size of the board, how many seats play, the colour of each seat, and all squares of the board.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import bit, neighbours, signed
from ludotheque.core.boards.lines import HEADER, PLAYING, PLY, SEAT, STATUS, Kernel

COLOURS = 4

SIZE, SEATS, FIRST_COLOUR, ALL_SQUARES = 0, 1, 2, 6
"""`rules`: size, number of seats, colour of each seat (four words), all squares of the board."""

FULL = 2
"""The status of a game whose last ball is placed."""


# A captured run never lies on an edge that it runs towards. So the others are masked once (columns for runs along a
# row, rows along a column, both for diagonals), and plain shifts can neither wrap around the board nor meet the
# sign bit before the last step. Sizes below 8 have spare columns and rows, where nothing stands.
_INNER_COLUMNS = 0x7E7E_7E7E_7E7E_7E7E
_INNER_ROWS = 0x00FF_FFFF_FFFF_FF00


@compiled
def _run(start: int, others: int, by: int) -> int:
    """The balls in an unbroken run of others from the start on, towards later squares: one, two, then two more at once
    where two lie together, up to six, the most that fit between two balls."""
    run = (start << by) & others
    run |= (run << by) & others
    pairs = others & (others << by)
    run |= (run << 2 * by) & pairs
    return run | (run << 2 * by) & pairs


@compiled
def _run_back(start: int, others: int, by: int) -> int:
    """The same towards earlier squares."""
    run = (start >> by) & others
    run |= (run >> by) & others
    pairs = others & (others >> by)
    run |= (run >> 2 * by) & pairs
    return run | (run >> 2 * by) & pairs


@compiled
def capturing(own: int, others: int, empty: int) -> int:
    """The empty squares from which a new ball of `own` colour captures something: those just past a run."""
    along, across = others & _INNER_COLUMNS, others & _INNER_ROWS
    diagonal = along & across
    later = (
        (_run(own, along, 1) << 1)
        | (_run(own, across, 8) << 8)
        | (_run(own, diagonal, 7) << 7)
        | (_run(own, diagonal, 9) << 9)
    )
    earlier = (
        (_run_back(own, along, 1) >> 1)
        | (_run_back(own, across, 8) >> 8)
        | (_run_back(own, diagonal, 7) >> 7)
        | (_run_back(own, diagonal, 9) >> 9)
    )
    return (signed(later) | earlier) & empty


@compiled
def _caught(own: int, others: int, ball: int, by: int) -> int:
    """The runs from a new ball up to one of its own colour, both ways along one line."""
    later, earlier = _run(ball, others, by), _run_back(ball, others, by)
    return (later if (later << by) & own else 0) | (earlier if (earlier >> by) & own else 0)


@compiled
def turned(own: int, others: int, ball: int) -> int:
    """The balls that a new ball captures: straight lines of others up to the nearest ball of its colour."""
    along, across = others & _INNER_COLUMNS, others & _INNER_ROWS
    diagonal = along & across
    return (
        _caught(own, along, ball, 1)
        | _caught(own, across, ball, 8)
        | _caught(own, diagonal, ball, 7)
        | _caught(own, diagonal, ball, 9)
    )


@compiled
def placeable(own: int, others: int, every: int) -> int:
    """Where a ball may be placed: where it captures; if nowhere, beside any ball."""
    empty = every & ~(own | others)
    captures = capturing(own, others, empty)
    return captures if captures != 0 else neighbours(own | others) & empty


@compiled
def balls(line: Line, at: int) -> int:
    """Every ball on the board, of any colour."""
    return int(line[at, HEADER] | line[at, HEADER + 1] | line[at, HEADER + 2] | line[at, HEADER + 3])


@compiled
def _own_and_others(rules: Words, line: Line, at: int) -> tuple[int, int]:
    own = int(line[at, HEADER + rules[FIRST_COLOUR + line[at, SEAT]]])
    return own, balls(line, at) & ~own


@compiled
def moves(rules: Words, line: Line, at: int, sets: Line) -> int:
    own, others = _own_and_others(rules, line, at)
    sets[0, 0] = 0
    sets[0, 1] = placeable(own, others, int(rules[ALL_SQUARES]))
    return 1


@compiled
def play(rules: Words, line: Line, at: int, code: int) -> None:
    own, others = _own_and_others(rules, line, at)
    ball = bit(code)
    captured = turned(own, others, ball)
    for colour in range(HEADER, HEADER + COLOURS):
        line[at + 1, colour] = line[at, colour] & ~captured
    seat = line[at, SEAT]
    line[at + 1, HEADER + rules[FIRST_COLOUR + seat]] = own | captured | ball
    line[at + 1, SEAT] = seat + 1 if seat + 1 < rules[SEATS] else 0
    line[at + 1, PLY] = line[at, PLY] + 1
    line[at + 1, STATUS] = status(rules, own | others | ball)  # as `judge` does, without reading the row again


@compiled
def status(rules: Words, every_ball: int) -> int:
    """How a game stands with these balls on the board."""
    return FULL if every_ball == rules[ALL_SQUARES] else PLAYING


@compiled
def judge(rules: Words, line: Line, at: int) -> None:
    line[at, STATUS] = status(rules, balls(line, at))


@compiled
def scores(rules: Words, line: Line, at: int, out: Words) -> None:
    """One point per ball of the seat's colour."""
    for seat in range(rules[SEATS]):
        out[seat] = count(int(line[at, HEADER + rules[FIRST_COLOUR + seat]]))


KERNEL = Kernel("rolit", HEADER + COLOURS, 1, 64, moves, play, judge, scores)
