"""Rolit's arithmetic: which balls turn, and where a ball may go.

A row holds, after the common words, one board per colour: red, yellow, green, grey (the clockwise order).
Rules: the size of the board, how many seats play, and the colour of each seat.
"""

from __future__ import annotations

from ludotheque.core.compiled import Line, Words, compiled
from ludotheque.core.grid import bit, count, neighbours, step
from ludotheque.core.lines import HEADER, PLAYING, PLY, SEAT, STATUS

COLOURS = 4
WORDS = HEADER + COLOURS
SETS = 1

SIZE, SEATS, FIRST_COLOUR, ALL_SQUARES = 0, 1, 2, 6
"""`rules`: size, number of seats, colour of each seat (four words), all squares of the board."""

FULL = 2
"""The status of a game whose last ball is placed."""


@compiled
def _beyond_run(own: int, others: int, direction: int, size: int) -> int:
    """The squares just past a run of other balls that starts next to `own`, in one direction."""
    run = step(own, direction) & others
    for _ in range(size - 3):
        run |= step(run, direction) & others
    return step(run, direction)


@compiled
def capturing(own: int, others: int, empty: int, size: int) -> int:
    """The empty squares from which a new ball of `own` colour captures something."""
    # Spelled out, not looped: with the direction a constant, each becomes straight-line code.
    return empty & (
        _beyond_run(own, others, 0, size)
        | _beyond_run(own, others, 1, size)
        | _beyond_run(own, others, 2, size)
        | _beyond_run(own, others, 3, size)
        | _beyond_run(own, others, 4, size)
        | _beyond_run(own, others, 5, size)
        | _beyond_run(own, others, 6, size)
        | _beyond_run(own, others, 7, size)
    )


@compiled
def _captured_run(own: int, others: int, ball: int, direction: int, size: int) -> int:
    """The run of other balls from a new ball up to one of its own colour, in one direction."""
    run = step(ball, direction) & others
    for _ in range(size - 3):
        run |= step(run, direction) & others
    return run if step(run, direction) & own else 0


@compiled
def turned(own: int, others: int, ball: int, size: int) -> int:
    """The balls that a new ball captures: straight lines of others up to the nearest ball of its colour."""
    return (
        _captured_run(own, others, ball, 0, size)
        | _captured_run(own, others, ball, 1, size)
        | _captured_run(own, others, ball, 2, size)
        | _captured_run(own, others, ball, 3, size)
        | _captured_run(own, others, ball, 4, size)
        | _captured_run(own, others, ball, 5, size)
        | _captured_run(own, others, ball, 6, size)
        | _captured_run(own, others, ball, 7, size)
    )


@compiled
def placeable(own: int, others: int, every: int, size: int) -> int:
    """Where a ball may be placed: where it captures; if nowhere, beside any ball."""
    empty = every & ~(own | others)
    captures = capturing(own, others, empty, size)
    return captures if captures != 0 else neighbours(own | others) & empty


@compiled
def _own_and_others(rules: Words, line: Line, at: int) -> tuple[int, int]:
    colour = HEADER + rules[FIRST_COLOUR + line[at, SEAT]]
    own = int(line[at, colour])
    return own, int(line[at, 3] | line[at, 4] | line[at, 5] | line[at, 6]) & ~own


@compiled
def moves(rules: Words, line: Line, at: int, sets: Line) -> int:
    own, others = _own_and_others(rules, line, at)
    sets[0, 0] = 0
    sets[0, 1] = placeable(own, others, int(rules[ALL_SQUARES]), int(rules[SIZE]))
    return 1


@compiled
def play(rules: Words, line: Line, at: int, code: int) -> None:
    own, others = _own_and_others(rules, line, at)
    ball = bit(code)
    captured = turned(own, others, ball, int(rules[SIZE]))
    for colour in range(HEADER, HEADER + COLOURS):
        line[at + 1, colour] = line[at, colour] & ~captured
    seat = line[at, SEAT]
    line[at + 1, HEADER + rules[FIRST_COLOUR + seat]] = own | captured | ball
    line[at + 1, SEAT] = seat + 1 if seat + 1 < rules[SEATS] else 0
    line[at + 1, PLY] = line[at, PLY] + 1
    judge(rules, line, at + 1)


@compiled
def judge(rules: Words, line: Line, at: int) -> None:
    balls = line[at, 3] | line[at, 4] | line[at, 5] | line[at, 6]
    line[at, STATUS] = FULL if balls == rules[ALL_SQUARES] else PLAYING


@compiled
def scores(rules: Words, line: Line, at: int, out: Words) -> None:
    """One point per ball of the seat's colour."""
    for seat in range(rules[SEATS]):
        out[seat] = count(int(line[at, HEADER + rules[FIRST_COLOUR + seat]]))
