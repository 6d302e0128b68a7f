"""What a position promises, learnt from games: parts of the board, looked up in tables.

A *shape* is some squares in order: an edge, a diagonal, a corner. Each of its squares is empty, one's own or another's,
so what lies there is a number in base three, and a table says what it is worth. A shape is looked at in each of its
places on the board (turned and mirrored), all with one table. Which table depends on how full the board is too, and
with several colours on how soon it is one's turn.

The numbers of all places are found together: a row of the board adds to four of them at once, packed into one word.
With `own` balls counted once and those of others twice, a number is twice that of all balls less that of one's own.

The tables are files, `patterns-SIZE-SEATS.bin`, made by `python -m benchmarks.patterns`. Their first lines are text and
say where they come from; after an empty line come the weights, compressed.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ludotheque.core.boards.arrays import Reals, Shorts, Stack, Words, np
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import bit
from ludotheque.core.boards.squares import WIDTH, square_at, squares
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.games.rolit.kernel import capturing

FORMAT = "Ludotheque patterns 1"
MOST_CHOICES = 31
"""More squares to capture from are counted as so many."""
PHASE = {6: 4, 8: 5}
"""By the size of the board: how many moves long one table serves."""
PACKED = 4
"""So many numbers in a word."""
_FIELD = 16
_LARGE = 9
"""Shapes of more squares need all bits of a field: they cannot stand in the highest, which has the sign."""

Shape = tuple[int, ...]


class Tables(NamedTuple):
    """What compiled code is given: what each row adds to the packed numbers, where the table of each begins, the
    weights, where those for so many empty squares begin, and some measures."""

    rows: Stack
    bases: Words
    weights: Shorts
    phases: Words
    measures: Words


CHOICES, SEAT_STEP, CHOOSERS, LEADS, WINNING, RANKING = range(6)
"""The measures: where the weights of choices begin, how many weights there are for one seat, whose choices count (one's
own, those of the next, ...), where the weights of leads begin, or 0 without; and in games of several, in thousandths,
how much of what an end is worth goes to the winners, and how much by rank. The rest goes by points."""
MOST_AHEAD = 16
"""A longer lead counts as one by so many balls; and so does a longer way behind."""
TO_THE_WINNER = (800, 0)
"""These two where a file does not say it."""
AIMS = "thousandths for winning and by rank"
"""The line of a file that does."""


def shapes(size: int, seats: int) -> tuple[Shape, ...]:
    """The squares that are looked at together. Games of several have more tables, so each is smaller."""
    last, half = size - 1, size // 2
    rows = [tuple(square_at(row, column) for column in range(size)) for row in range(half)]
    if seats == 2 or size == 6:
        rows[0] += (square_at(1, 1), square_at(1, last - 1))
    diagonals = [tuple(square_at(i, size - long + i) for i in range(long)) for long in range(4, size + 1)]
    corner = tuple(square_at(row, column) for row in range(3) for column in range(3))
    block = tuple(square_at(row, column) for row in range(2) for column in range(5 if seats == 2 else 4))
    return (*rows, *diagonals, corner, block)


def turned_shape(shape: Shape, way: int, size: int) -> Shape:
    """The squares of a shape seen in one of the eight ways, in the same order."""
    return tuple(squares(seen(bit(square), way, size))[0] for square in shape)


def places(shape: Shape, size: int) -> list[Shape]:
    """All places of a shape: each set of squares once."""
    found = {frozenset(each): each for way in range(WAYS) if (each := turned_shape(shape, way, size))}
    return list(found.values())


def entries(size: int, seats: int) -> int:
    """How many weights there are for one seat and phase: the tables, what choices and leads are worth, and one for all
    positions."""
    shown = sum(int(3 ** len(shape)) for shape in shapes(size, seats))
    return shown + choosers(seats) * (MOST_CHOICES + 1) + leads(seats) + 1


def choosers(seats: int) -> int:
    """Whose choices are counted: one's own and those of the next; of four, everybody's."""
    return 4 if seats == 4 else 2


def leads(seats: int) -> int:
    """How many weights there are for leads: how many balls more one has than the best of the others."""
    return 2 * MOST_AHEAD + 1 if seats == 4 else 0


def phases(size: int) -> int:
    """How many phases a game has."""
    return phase_of(size * size, size) + 1


def phase_of(empty: int, size: int) -> int:
    """The phase of a game with so many empty squares."""
    return max(0, min(empty, size * size - 4) - 1) // PHASE[size]


@cache
def _laid_out(size: int, seats: int) -> tuple[Stack, Words]:
    """What each row of the board adds to the packed numbers, and where the table of each number begins."""
    begins, placed = 0, list[tuple[int, Shape]]()
    for shape in shapes(size, seats):
        placed += [(begins, place) for place in places(shape, size)]
        begins += 3 ** len(shape)
    placed.sort(key=lambda each: len(each[1]))
    words = -(-len(placed) // PACKED)
    placed += [(entries(size, seats) - 1, ())] * (words * PACKED - len(placed))  # spare ones: the weight for all
    assert all(len(place) <= _LARGE for _, place in placed[:words])
    fields = [(number % words, PACKED - 1 - number // words) for number in range(len(placed))]
    bases, rows = np.zeros(words * PACKED, np.int64), np.zeros((WIDTH, 1 << WIDTH, words), np.int64)
    for (word, field), (begin, place) in zip(fields, placed, strict=True):
        bases[PACKED * word + field] = begin
        for power, square in enumerate(reversed(place)):
            row, column = divmod(square, WIDTH)
            for filled in (each for each in range(1 << WIDTH) if each >> column & 1):
                rows[row, filled, word] += 3**power << _FIELD * field
    return rows, bases


def tables_of(size: int, seats: int, weights: Shorts, aims: tuple[int, int] = TO_THE_WINNER) -> Tables:
    """Weights as compiled code looks them up: by seat, phase and entry; and what they were learnt for."""
    each, (rows, bases) = entries(size, seats), _laid_out(size, seats)
    begins = [each * phase_of(empty, size) for empty in range(size * size + 1)]
    led = each - 1 - leads(seats)
    chosen = led - choosers(seats) * (MOST_CHOICES + 1)
    measures = [chosen, each * phases(size), choosers(seats), led if leads(seats) else 0, *aims]
    return Tables(rows, bases, weights, np.array(begins, np.int64), np.array(measures, np.int64))


class Learnt(NamedTuple):
    """A file of weights: where it comes from, and the tables."""

    provenance: Mapping[str, str]
    tables: Tables


@cache
def learnt(size: int, seats: int) -> Learnt | None:
    """What was learnt of games of so many on such a board, if anything was."""
    file = files(__package__).joinpath(f"patterns-{size}-{seats}.bin")
    if not file.is_file():
        return None
    head, _, packed = file.read_bytes().partition(b"\n\n")
    first, *lines = head.decode().splitlines()
    if first != FORMAT:
        raise ValueError(f"no patterns: it begins with {first!r}, not {FORMAT!r}")
    words = array("h", zlib.decompress(packed))
    if sys.byteorder == "big":
        words.byteswap()
    weights = np.frombuffer(words.tobytes(), np.int16)
    provenance = dict(line.split(": ", 1) for line in lines)
    winning, ranking = map(int, provenance[AIMS].split()) if AIMS in provenance else TO_THE_WINNER
    return Learnt(provenance, tables_of(size, seats, weights, (winning, ranking)))


@compiled_apart
def matched(own: int, all_: int, start: int, tables: Tables) -> int:
    """What the tables that begin at `start` say to one whose balls are `own`."""
    rows, bases, weights = tables.rows, tables.bases, tables.weights
    sum_ = 0
    for word in range(rows.shape[2]):
        numbers = 0
        for row in range(WIDTH):
            numbers += 2 * rows[row, (all_ >> WIDTH * row) & 255, word] - rows[row, (own >> WIDTH * row) & 255, word]
        for field in range(PACKED):
            sum_ += weights[start + bases[PACKED * word + field] + ((numbers >> _FIELD * field) & 0xFFFF)]
    return int(sum_)


@compiled
def choices(own: int, all_: int, every: int) -> int:
    """From how many squares a colour captures, as far as that is counted."""
    return min(count(capturing(own, all_ & ~own, every & ~all_)), MOST_CHOICES)


@compiled
def worth(own: int, next_: int, all_: int, every: int, tables: Tables) -> int:
    """What a position of two promises to the colour to move; `next_` moves after it."""
    start = int(tables.phases[count(every & ~all_)])
    begin = int(start + tables.measures[CHOICES])
    mine, then = choices(own, all_, every), choices(next_, all_, every)
    sum_ = tables.weights[begin + mine] + tables.weights[begin + MOST_CHOICES + 1 + then]
    return int(sum_) + matched(own, all_, start, tables)


@compiled
def ahead_by(boards: Words, seat: int, seats: int) -> int:
    """Which of the weights of leads counts for a seat."""
    best = 0
    for other in range(seats):
        if other != seat:
            best = max(best, count(int(boards[other])))
    return max(-MOST_AHEAD, min(MOST_AHEAD, count(int(boards[seat])) - best)) + MOST_AHEAD


@compiled_apart
def worth_by_turn(boards: Words, all_: int, every: int, tables: Tables, out: Reals) -> None:
    """What a position promises to each colour of several, whose balls are given by turn. As `worth` is for one, but
    what all balls add to the numbers is added up once, and so is what each colour can choose."""
    rows, bases, weights, seats = tables.rows, tables.bases, tables.weights, out.shape[0]
    start, step = int(tables.phases[count(every & ~all_)]), int(tables.measures[SEAT_STEP])
    begin, led = start + int(tables.measures[CHOICES]), int(tables.measures[LEADS])
    for seat in range(seats):
        out[seat] = 0.0
    for seat in range(seats):
        many = choices(int(boards[seat]), all_, every)
        for before in range(tables.measures[CHOOSERS]):
            who = (seat + seats - before) % seats
            out[who] += weights[begin + who * step + before * (MOST_CHOICES + 1) + many]
        if led:
            out[seat] += weights[start + led + seat * step + ahead_by(boards, seat, seats)]
    for word in range(rows.shape[2]):
        twice = 0
        for row in range(WIDTH):
            twice += 2 * rows[row, (all_ >> WIDTH * row) & 255, word]
        for seat in range(seats):
            own, numbers, sum_ = int(boards[seat]), twice, 0
            for row in range(WIDTH):
                numbers -= rows[row, (own >> WIDTH * row) & 255, word]
            for field in range(PACKED):
                at = start + seat * step + bases[PACKED * word + field] + ((numbers >> _FIELD * field) & 0xFFFF)
                sum_ += int(weights[at])
            out[seat] += sum_
