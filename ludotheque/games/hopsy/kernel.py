"""Hopsy's arithmetic: where a pawn can go, and which lines win.

A row holds, after the common words, the red pawns, the black pawns, the marked pawns of either colour (Le Mix only),
and how many positions of the game so far have occurred twice (none of them may come about again).
Rules: whether Le Mix is played, the ply at which the game is a draw (0: never), whether a blocked player loses.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import beyond, bit
from ludotheque.core.boards.lines import (
    BLOCKED,
    HEADER,
    PLAYING,
    PLY,
    SEAT,
    STATUS,
    Kernel,
    occurrences,
    win_or_draw,
)
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import whole

SIZE = 6
PAWNS = 6
RED, BLACK, MARKED, SEEN_TWICE = HEADER, HEADER + 1, HEADER + 2, HEADER + 3
_WORDS = HEADER + 4

MIX, MAX_PLIES, BLOCKED_LOSES = 0, 1, 2

LINE, TOO_LONG = 2, 3
"""Statuses: four in line; the game was called off as too long."""

EVERY = whole(SIZE)


@compiled
def jumps(pawn: int, occupied: int) -> int:
    """The squares one jump away, from any of the given squares: over one pawn to the free square just beyond."""
    straight = beyond(pawn, occupied, 1) | beyond(pawn, occupied, 8)
    slanting = beyond(pawn, occupied, 7) | beyond(pawn, occupied, 9)
    return (straight | slanting) & EVERY & ~occupied


@compiled
def reach(pawn: int, occupied: int) -> int:
    """Every square a pawn can move to: a step, or any number of jumps. The square it leaves counts as empty."""
    others = occupied & ~pawn
    landings = jumps(pawn, others)
    new = landings
    while new != 0:
        new = jumps(new, others) & ~landings
        landings |= new
    row = pawn | pawn << 1 | pawn >> 1
    beside = row | row << 8 | row >> 8
    return (landings | (beside & EVERY & ~others)) & ~pawn


@compiled
def _four(a: int, b: int, by: int) -> int:
    """Whether four squares in a row lie on the boards a, b, a, b in turn."""
    return a & (b >> by) & (a >> 2 * by) & (b >> 3 * by)


@compiled
def aligned(a: int, b: int) -> bool:
    """Whether four squares in line, in any direction, belong to the boards a and b in turn (a = b: four alike)."""
    return (
        _four(a, b, 1) | _four(a, b, 7) | _four(a, b, 8) | _four(a, b, 9)
        | _four(b, a, 1) | _four(b, a, 7) | _four(b, a, 8) | _four(b, a, 9)
    ) != 0  # fmt: skip


@compiled
def wins(rules: Words, pawns: int, marked: int) -> bool:
    """Whether these pawns of one colour hold a winning line."""
    if rules[MIX]:
        return aligned(pawns & ~marked, pawns & marked)
    return aligned(pawns, pawns)


@compiled
def _forbid_third_time(line: Line, at: int, sets: Line, number: int) -> None:
    """Takes out the moves to a position that has come about twice: those rows one pawn's move away from here."""
    seat = line[at, SEAT]
    own, theirs = RED + seat, BLACK - seat
    for row in range(at & 1 ^ 1, at, 2):  # the other's turn: seats take turns
        if line[row, theirs] != line[at, theirs]:
            continue
        before, after = int(line[at, own]), int(line[row, own])
        left, entered = before & ~after, after & ~before
        if left == 0 or (left & (left - 1)) != 0:
            continue
        marked_then = int(line[at, MARKED])
        if marked_then & left:
            marked_then = (marked_then & ~left) | entered
        if marked_then != line[row, MARKED] or occurrences(line, row, SEEN_TWICE) < 2:
            continue
        for i in range(number):
            if sets[i, 0] == first(left):
                sets[i, 1] &= ~entered


@compiled
def moves(rules: Words, line: Line, at: int, sets: Line) -> int:
    """One set per pawn that can move; its label is the pawn's square."""
    occupied = int(line[at, RED] | line[at, BLACK])
    pawns = int(line[at, RED + line[at, SEAT]])
    number = 0
    while pawns != 0:
        square = first(pawns)
        pawns &= pawns - 1
        sets[number, 0] = square
        sets[number, 1] = reach(bit(square), occupied)
        number += 1
    if line[at, SEEN_TWICE] > 0:
        _forbid_third_time(line, at, sets, number)
    kept = 0
    for i in range(number):
        if sets[i, 1] != 0:
            sets[kept, 0] = sets[i, 0]
            sets[kept, 1] = sets[i, 1]
            kept += 1
    return kept


@compiled
def play(rules: Words, line: Line, at: int, code: int) -> None:
    seat = line[at, SEAT]
    origin, target = bit(code >> 6), bit(code & 63)
    line[at + 1, RED + seat] = (int(line[at, RED + seat]) & ~origin) | target
    line[at + 1, BLACK - seat] = line[at, BLACK - seat]
    marked = int(line[at, MARKED])
    line[at + 1, MARKED] = (marked & ~origin) | target if marked & origin else marked
    line[at + 1, SEAT] = 1 - seat
    line[at + 1, PLY] = line[at, PLY] + 1
    judge(rules, line, at + 1)


@compiled
def judge(rules: Words, line: Line, at: int) -> None:
    before = line[at - 1, SEEN_TWICE] if at > 0 else 0
    line[at, SEEN_TWICE] = before + (1 if occurrences(line, at, SEEN_TWICE) == 2 else 0)
    if wins(rules, int(line[at, BLACK - line[at, SEAT]]), int(line[at, MARKED])):
        line[at, STATUS] = LINE
    elif line[at, PLY] == rules[MAX_PLIES] and rules[MAX_PLIES] > 0:
        line[at, STATUS] = TOO_LONG
    else:
        line[at, STATUS] = PLAYING


@compiled
def scores(rules: Words, line: Line, at: int, out: Words) -> None:
    status = line[at, STATUS]
    win_or_draw(out, line[at, SEAT], status == LINE or (status == BLOCKED and rules[BLOCKED_LOSES] != 0))


KERNEL = Kernel("hopsy", _WORDS, PAWNS, 64 * 64, moves, play, judge, scores)
PLACEMENT = Placement("hopsy", SIZE, PAWNS, reach, aligned)
"""Hopsy without its past, and without Le Mix: what a table of all positions is made of."""
