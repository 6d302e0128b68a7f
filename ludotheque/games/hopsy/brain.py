"""What bots know of Hopsy: how good a position looks."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import neighbours
from ludotheque.core.boards.lines import SEAT
from ludotheque.core.boards.linestate import as_words
from ludotheque.core.boards.squares import square_at
from ludotheque.core.boards.symmetry import key_of
from ludotheque.core.brain import Brain, Memory, Search, one_ply
from ludotheque.games.hopsy import kernel
from ludotheque.games.hopsy.book import known
from ludotheque.games.hopsy.rules import Hop, HopsyState, HopsyView

_THREAT = 10_000
"""What it costs to let the opponent win at once."""

WEIGHTS = {
    "one": 15,
    "two": 83,
    "three": 244,
    "centre": 85,
    "to_move": 173,
    "mix_one": 8,
    "mix_two": 54,
    "mix_three": 186,
    "mix_centre": 56,
    "mix_to_move": 93,
}
"""What a line of four squares is worth with so many fitting pawns, a pawn near the middle, and being to move; and the
same in Le Mix. Found by `python -m benchmarks.tuning hopsy`."""
_ONE, _TWO, _THREE, _CENTRE, _TO_MOVE, _MIX = range(6)
"""Where they are among the words a search is given; Le Mix has its own from `_MIX` on."""
_SCALE = 200
"""How far ahead one is at this much: about three chances in four."""

_BY = (1, 7, 8, 9)
_STARTS = tuple(
    sum(
        1 << square_at(row, column)
        for row in range(kernel.SIZE - 3 * down)
        for column in range(kernel.SIZE)
        if 0 <= column + 3 * right < kernel.SIZE
    )
    for down, right in ((0, 1), (1, -1), (1, 0), (1, 1))
)
"""Where the lines of each direction begin."""
_MIDDLE = sum(1 << square_at(row, column) for row in range(1, 5) for column in range(1, 5))


def determinise(view: HopsyView, memory: Memory, rng: random.Random) -> HopsyState:
    """The state a seat sees: nothing is hidden."""
    return HopsyState.restore(view)


def worths(view: HopsyView, memory: Memory, moves: Sequence[Hop], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this, looking one move ahead."""
    assert view["seat"] is not None
    return one_ply(HopsyState.restore(view), view["seat"], moves, value)


def value(state: HopsyState, seat: int) -> float:
    """How good a position looks to a seat: lines in the making, less the other's, and no win left open to them."""
    row, rules, weights = state.row, state.setting.rules, as_words(WEIGHTS)
    own, theirs, marked = row[kernel.RED + seat], row[kernel.BLACK - seat], row[kernel.MARKED]
    worth, seat_to_move = evaluate(rules, weights, state.line, len(state.line) - 1, seat), state.acting[0]
    open_win = wins_next(rules, theirs if seat_to_move != seat else own, own | theirs, marked)
    return worth + (_THREAT if seat_to_move == seat else -_THREAT) * open_win


@compiled
def _exactly(a: int, b: int, c: int, d: int) -> tuple[int, int, int]:
    """Where just one, two or three of four boards have a bit."""
    once, twice = a ^ b, a & b
    again, more = c ^ d, c & d
    ones, twos = once ^ again, twice ^ more ^ (once & again)
    return ones & ~twos, twos & ~ones, ones & twos


@compiled
def _lines(weights: Words, base: int, first: int, second: int, theirs: int, by: int, starts: int) -> int:
    """What the lines of one direction promise whose squares are wanted by the two boards in turn."""
    free = starts & ~(theirs | theirs >> by | theirs >> 2 * by | theirs >> 3 * by)
    one, two, three = _exactly(first, second >> by, first >> 2 * by, second >> 3 * by)
    worth = weights[base + _ONE] * count(one & free) + weights[base + _TWO] * count(two & free)
    return int(worth + weights[base + _THREE] * count(three & free))


@compiled
def promise(rules: Words, weights: Words, own: int, theirs: int, marked: int) -> int:
    """How much the lines of four squares promise that have no pawns of the other colour: more for each fitting pawn."""
    total = 0
    for i in range(4):
        by, starts = _BY[i], _STARTS[i]
        if rules[kernel.MIX]:
            plain, ringed = own & ~marked, own & marked
            total += _lines(weights, _MIX, plain, ringed, theirs, by, starts)
            total += _lines(weights, _MIX, ringed, plain, theirs, by, starts)
        else:
            total += _lines(weights, 0, own, own, theirs, by, starts)
    return total


@compiled
def _completed(same: int, other: int, by: int) -> int:
    """The squares that would complete a line of one direction: pawns of the same kind two squares away, of the other
    kind one and three squares away."""
    one, two, three = other >> by, same >> 2 * by, other >> 3 * by
    back, back_two, back_three = other << by, same << 2 * by, other << 3 * by
    return (one & two & three) | (back & one & two) | (back_two & back & one) | (back_three & back_two & back)


@compiled
def wins_next(rules: Words, pawns: int, occupied: int, marked: int) -> bool:
    """Whether the player of these pawns, to move, can line up four."""
    to_do = pawns
    while to_do != 0:
        pawn = to_do & -to_do
        to_do &= to_do - 1
        same = other = pawns & ~pawn
        if rules[kernel.MIX]:
            other = pawns & ~marked if marked & pawn else pawns & marked
            same &= ~other
        wanted = 0
        for i in range(4):
            wanted |= _completed(same, other, _BY[i])
        wanted &= kernel.EVERY & ~occupied
        if wanted != 0 and kernel.reach(pawn, occupied) & wanted:
            return True
    return False


# What a search asks: see core/brain.py


@compiled
def evaluate(rules: Words, weights: Words, line: Line, at: int, seat: int) -> int:
    """How good a position looks to a seat: lines in the making, and pawns near the middle."""
    own, theirs, marked = int(line[at, kernel.RED + seat]), int(line[at, kernel.BLACK - seat]), line[at, kernel.MARKED]
    lines = promise(rules, weights, own, theirs, marked) - promise(rules, weights, theirs, own, marked)
    base = _MIX if rules[kernel.MIX] else 0
    centre = count(own & _MIDDLE) - count(theirs & _MIDDLE)
    to_move = weights[base + _TO_MOVE] if line[at, SEAT] == seat else -weights[base + _TO_MOVE]
    return int(lines + weights[base + _CENTRE] * centre + to_move)


@compiled
def threat(rules: Words, line: Line, at: int, sets: Line) -> int:
    """2: the seat to move wins at once; 1: the other would, so that more must be looked at; 0: neither."""
    seat = line[at, SEAT]
    own, theirs, marked = int(line[at, kernel.RED + seat]), int(line[at, kernel.BLACK - seat]), line[at, kernel.MARKED]
    if wins_next(rules, own, own | theirs, marked):
        return 2
    return 1 if wins_next(rules, theirs, own | theirs, marked) else 0


@compiled
def ordering(rules: Words, line: Line, at: int, code: int) -> int:
    """How soon to look at a move: towards one's own pawns and the middle, and in the way of the other's."""
    seat = line[at, SEAT]
    own, theirs = int(line[at, kernel.RED + seat]), int(line[at, kernel.BLACK - seat])
    origin, target = 1 << (code >> 6), 1 << (code & 63)
    own &= ~origin
    near, left = neighbours(target), neighbours(origin)
    gain = 2 * count(near & own) - 2 * count(left & own) + count(near & theirs) - count(left & theirs)
    return gain + (2 if target & _MIDDLE else 0) - (2 if origin & _MIDDLE else 0)


@compiled
def key(rules: Words, line: Line, at: int) -> int:
    """Equal for positions that are alike, turned, mirrored or with the colours exchanged."""
    seat = line[at, SEAT]
    boards = (int(line[at, kernel.RED + seat]), int(line[at, kernel.BLACK - seat]), int(line[at, kernel.MARKED]), 0, 0)
    return key_of(boards, line[at, kernel.SEEN_TWICE], kernel.SIZE)


BRAIN = Brain(
    worths,
    determinise,
    search=Search(kernel.KERNEL, WEIGHTS, _SCALE, evaluate, threat, ordering, key),
    book=known,
)
