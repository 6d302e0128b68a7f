"""The arithmetic of Hops, the dice game: where a die can go, and what it can show when it gets there.

A row holds, after the common words, the red dice, the black dice, the three bits of every die's value as three boards,
and how often the position has come about.
Rules: whether only the next jump may not go back (`back_and_forth="next"`), after how many occurrences a position draws
(0: never), the ply at which the game is a draw (0: never), whether a blocked player loses.

Values travel as masks (bit v: the die may show v by now). Keeping the value is always allowed, so along a chain of
jumps the mask only grows; this is what makes the search for all results finite and short.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import DIRECTIONS, beyond, bit, neighbours, step
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
from ludotheque.core.boards.squares import whole

SIZE = 7
DICE = 6
TOP = 6
RED, BLACK, ONES, TWOS, FOURS, TIMES = HEADER, HEADER + 1, HEADER + 2, HEADER + 3, HEADER + 4, HEADER + 5

NEXT_ONLY, REPETITION, MAX_PLIES, BLOCKED_LOSES = 0, 1, 2, 3

SIXES, REPEATED, TOO_LONG = 2, 3, 4
"""Statuses: all six dice show 6; the position came about too often; the game was called off as too long."""

WINNING = 8
"""In a set's label (square * 16 + value), marks the moves that win in the middle of the chain."""

EVERY = whole(SIZE)
_LAST = 1 << 54
"""The last square, which nobody jumps over slantwise: a jump from there on would shift into the sign."""
_STRIDES = sum(stride + 9 << 5 * direction for direction, stride in enumerate((-8, -7, 1, 9, 8, 7, -1, -9)))
"""How far a step goes in each direction, nine more than that, in five bits each."""

# Scratch paper, in the rows of `sets` below the results (a result per die and value, and one per die that wins).
_FOUND = DICE * (TOP + 1)  # [_FOUND + v, 0]: the squares where the die can land showing v; v = 0: where it wins
_WORK = _FOUND + TOP + 1
# "move" reading, all by square: when it was found and the earliest square seen from below it; where it was found from
# and the next direction to try; the first square of its part and (of that square) the part's board; the values of the
# dice jumped within the part and the values a die can show there. Last, the squares in the order they were found.
_AGE, _FROM, _PART, _SHOWN, _ORDER = _WORK, _WORK + 64, _WORK + 128, _WORK + 192, _WORK + 256
# "next" reading: landings showing v after a jump in direction d, at 8v + d; those to be gone on from, at d.
_REACHED, _PENDING = _WORK, _WORK + DIRECTIONS * (TOP + 1)
_SETS = _ORDER + 64


@compiled
def value_at(ones: int, twos: int, fours: int, square: int) -> int:
    """What the die on a square shows."""
    return ((ones >> square) & 1) | ((twos >> square) & 1) << 1 | ((fours >> square) & 1) << 2


@compiled
def shown_after(mask: int, over: int) -> int:
    """What a die can show after a jump over a die that shows `over`: as before; over an equal die one more or one
    less; over a die that differs by one, its value."""
    neighbour = 1 << over
    after = mask
    if mask & neighbour:
        after |= (neighbour << 1) | (neighbour >> 1)
    if mask & ((neighbour << 1) | (neighbour >> 1)):
        after |= neighbour
    return after & 0b1111110


@compiled
def landing(square: int, direction: int, others: int) -> int:
    """Where a jump in a direction lands, as a board; empty when there is no die to jump or no room beyond. (Squares
    beyond an edge are in the spare column or row, where no die is, or below 0.)"""
    over = square + ((_STRIDES >> 5 * direction) & 31) - 9
    land = 2 * over - square
    if over < 0 or land < 0 or (others >> over) & 1 == 0 or (EVERY & ~others) >> land & 1 == 0:
        return 0
    return 1 << land


@compiled
def one_jump(die: int, others: int) -> int:
    """Where one jump can land, in any direction."""
    straight = beyond(die, others, 1) | beyond(die, others, 8)
    slanting = beyond(die, others, 7) | beyond(die, others & ~_LAST, 9)
    return (straight | slanting) & EVERY & ~others


@compiled
def between(square: int, land: int) -> int:
    """The square a jump went over, from where it began and the board of where it landed."""
    return (square + first(land)) // 2


@compiled
def _note(sets: Line, land: int, mask: int) -> None:
    for value in range(1, TOP + 1):
        if mask & (1 << value):
            sets[_FOUND + value, 0] |= land


@compiled
def _jump(sets: Line, over: int, land: int, mask: int, dice: tuple[int, int, int], last: bool) -> int:
    """The mask after a jump. Where a six wins it is noted as a win, and the chain goes on only without it."""
    after = shown_after(mask, value_at(dice[0], dice[1], dice[2], over))
    if last and after & (1 << TOP):
        sets[_FOUND, 0] |= land
        after &= ~(1 << TOP)
    return after


@compiled
def _explore(sets: Line, origin: int, others: int) -> int:
    """Finds the squares that chains from the origin can touch, depth first, and the bridges between them: a jump is
    a bridge when there is no way round it. Returns how many squares there are; `_PART` then tells their parts."""
    sets[_AGE + origin, 0] = sets[_AGE + origin, 1] = 0
    sets[_FROM + origin, 0] = origin
    sets[_FROM + origin, 1] = 0
    sets[_ORDER, 0] = origin
    visited = bit(origin)
    found = 1
    square = origin
    while True:
        direction = int(sets[_FROM + square, 1])
        if direction < DIRECTIONS:
            sets[_FROM + square, 1] = direction + 1
            land = landing(square, direction, others)
            if land == 0:
                continue
            target = first(land)
            if not visited & land:
                visited |= land
                sets[_AGE + target, 0] = sets[_AGE + target, 1] = found
                sets[_FROM + target, 0] = square
                sets[_FROM + target, 1] = 0
                sets[_ORDER + found, 0] = target
                found += 1
                square = target
            elif target != sets[_FROM + square, 0] and sets[_AGE + target, 0] < sets[_AGE + square, 1]:
                sets[_AGE + square, 1] = sets[_AGE + target, 0]
            continue
        if square == origin:
            return found
        back = int(sets[_FROM + square, 0])
        if sets[_AGE + square, 1] < sets[_AGE + back, 1]:
            sets[_AGE + back, 1] = sets[_AGE + square, 1]
        square = back


@compiled
def _divide(sets: Line, found: int, others: int, dice: tuple[int, int, int]) -> None:
    """Groups the squares into parts that bridges separate, with the dice that can be jumped within each."""
    for i in range(found):
        square = int(sets[_ORDER + i, 0])
        bridged = sets[_AGE + square, 0] == sets[_AGE + square, 1]  # nothing below reaches above: also the origin
        part = square if bridged else int(sets[_PART + sets[_FROM + square, 0], 0])
        sets[_PART + square, 0] = part
        if bridged:
            sets[_PART + part, 1] = 0
            sets[_SHOWN + part, 0] = 0
        sets[_PART + part, 1] |= bit(square)
    for i in range(found):
        square = int(sets[_ORDER + i, 0])
        part = int(sets[_PART + square, 0])
        for direction in range(DIRECTIONS // 2):  # each jump and its way back are one: half the directions see all
            land = landing(square, direction, others)
            if land & sets[_PART + part, 1]:
                over = between(square, land)
                sets[_SHOWN + part, 0] |= 1 << value_at(dice[0], dice[1], dice[2], over)


@compiled
def _shown_within(mask: int, values: int) -> int:
    """What a die can show after jumping as often as it likes over dice of these values."""
    grown = mask
    while True:
        for value in range(1, TOP + 1):
            if values & (1 << value):
                grown = shown_after(grown, value)
        if grown == mask:
            return grown
        mask = grown


@compiled
def _note_wins(sets: Line, board: int, others: int, dice: tuple[int, int, int]) -> None:
    """Notes where a die that can show five, within a part, becomes a six: past any five or six, either way."""
    top = dice[2] & (dice[0] ^ dice[1])  # five is 101, six is 110
    for direction in range(DIRECTIONS):
        sets[_FOUND, 0] |= step(step(board, direction) & others & top, direction) & board


@compiled
def _follow(sets: Line, origin: int, mask: int, others: int, dice: tuple[int, int, int], last: bool) -> None:
    """Finds every landing when no die may be jumped back over in the whole move.

    Landing squares and the jumps between them form a graph, in which a chain may use each edge in one direction only.
    A bridge, once crossed, is never crossed again. But the edges of a part without bridges can be directed so that
    every square leads to every other (Robbins' theorem), and then the chain can go round and round in it until the
    die can show all that the part's dice allow. So what can be shown depends on the part alone, and on the way in.
    """
    found = _explore(sets, origin, others)
    _divide(sets, found, others, dice)
    no_six = ~(1 << TOP) if last else -1
    for i in range(found):
        square = int(sets[_ORDER + i, 0])
        if sets[_PART + square, 0] != square:
            continue
        board, values = int(sets[_PART + square, 1]), int(sets[_SHOWN + square, 0])
        shown = mask
        if square != origin:
            back = int(sets[_FROM + square, 0])
            into = int(sets[_SHOWN + sets[_PART + back, 0], 1])
            shown = _jump(sets, (square + back) // 2, bit(square), into, dice, last)
        shown = _shown_within(shown, values) & no_six  # (a six allows only a five, which it came from)
        sets[_SHOWN + square, 1] = shown
        _note(sets, board, shown)
        if last and shown & (1 << (TOP - 1)) and values & 0b1100000:
            _note_wins(sets, board, others, dice)


@compiled
def _branch(sets: Line, origin: int, mask: int, others: int, dice: tuple[int, int, int], last: bool) -> bool:
    """The same where no two ways lead to one square, which is nearly always: each square is reached from one other, and
    the masks go outwards from the origin. Whether it was so: else `_FOUND` is of no use, and `_follow` must do it."""
    seen = edge = bit(origin)
    square, shown = origin, mask
    ends = 0
    while edge != 0:
        lands = one_jump(bit(square), others)
        ends += count(lands)
        lands &= ~seen
        seen |= lands
        edge = (edge | lands) & ~bit(square)
        while lands != 0:
            land = lands & -lands
            lands &= lands - 1
            _note(sets, land, _jump(sets, between(square, land), land, shown, dice, last))
        if edge != 0:
            square = first(edge)
            shown = 0
            for value in range(1, TOP + 1):
                shown |= ((int(sets[_FOUND + value, 0]) >> square) & 1) << value
    return ends == 2 * (count(seen) - 1)  # a tree: each jump, seen from both of its ends


@compiled
def _go_on(sets: Line, square: int, came: int, mask: int, others: int, dice: tuple[int, int, int], last: bool) -> None:
    """One more jump from a landing in every direction but back (`came` < 0: from the start, in all)."""
    for direction in range(DIRECTIONS):
        land = landing(square, direction, others)
        if land == 0 or (came >= 0 and direction == came ^ 4):
            continue
        after = _jump(sets, between(square, land), land, mask, dice, last)
        for value in range(1, TOP + 1):
            row = _REACHED + DIRECTIONS * value + direction
            if after & (1 << value) and not sets[row, 0] & land:
                sets[row, 0] |= land
                sets[_PENDING + direction, 0] |= land
        _note(sets, land, after)


@compiled
def _spread(sets: Line, origin: int, mask: int, others: int, dice: tuple[int, int, int], last: bool) -> None:
    """Finds every landing when only the very next jump may not go back: what can follow depends on the square and the
    last direction alone, so the masks spread until nothing grows."""
    for row in range(_REACHED, _PENDING + DIRECTIONS):
        sets[row, 0] = 0
    _go_on(sets, origin, -1, mask, others, dice, last)
    came = 0
    idle = 0
    while idle < DIRECTIONS:
        pending = int(sets[_PENDING + came, 0])
        if pending == 0:
            came = (came + 1) % DIRECTIONS
            idle += 1
            continue
        idle = 0
        square = first(pending)
        sets[_PENDING + came, 0] = pending & (pending - 1)
        shown = 0
        for value in range(1, TOP + 1):
            shown |= ((int(sets[_REACHED + DIRECTIONS * value + came, 0]) >> square) & 1) << value
        _go_on(sets, square, came, shown, others, dice, last)


@compiled
def all_six(dice: int, sixes: int) -> bool:
    """Whether every one of these dice shows six."""
    return dice & ~sixes == 0


@compiled
def six_wins(own: int, sixes: int, square: int) -> bool:
    """Whether the game is won as soon as the die on a square shows six: all others of its colour do."""
    return all_six(own & ~bit(square), sixes)


@compiled
def moves(rules: Words, line: Line, at: int, sets: Line) -> int:
    """A set per die and value it can end with, and one per die for the squares where it wins."""
    seat = line[at, SEAT]
    own = int(line[at, RED + seat])
    occupied = int(line[at, RED] | line[at, BLACK])
    dice = (int(line[at, ONES]), int(line[at, TWOS]), int(line[at, FOURS]))
    sixes = dice[1] & dice[2]
    number = 0
    to_do = own
    while to_do != 0:
        square = first(to_do)
        to_do &= to_do - 1
        others = occupied & ~bit(square)
        free = EVERY & ~others
        value = value_at(dice[0], dice[1], dice[2], square)
        for each in range(TOP + 1):
            sets[_FOUND + each, 0] = 0
        if one_jump(bit(square), others) != 0:
            last = six_wins(own, sixes, square)
            if rules[NEXT_ONLY]:
                _spread(sets, square, 1 << value, others, dice, last)
            elif not _branch(sets, square, 1 << value, others, dice, last):
                for each in range(TOP + 1):
                    sets[_FOUND + each, 0] = 0
                _follow(sets, square, 1 << value, others, dice, last)
        sets[_FOUND + value, 0] |= bit(square)
        for each in range(1, TOP + 1):
            landings = int(sets[_FOUND + each, 0])
            targets = neighbours(landings) & free
            if targets != 0:
                sets[number, 0] = square * 16 + each
                sets[number, 1] = targets
                number += 1
        if sets[_FOUND, 0] != 0:
            sets[number, 0] = square * 16 + TOP + WINNING
            sets[number, 1] = sets[_FOUND, 0]
            number += 1
    return number


@compiled
def play(rules: Words, line: Line, at: int, code: int) -> None:
    seat = line[at, SEAT]
    origin, target = bit(code >> 10), bit(code & 63)
    value = (code >> 6) & 7
    line[at + 1, RED + seat] = (int(line[at, RED + seat]) & ~origin) | target
    line[at + 1, BLACK - seat] = line[at, BLACK - seat]
    for plane in range(3):
        board = int(line[at, ONES + plane]) & ~origin
        line[at + 1, ONES + plane] = board | target if value & (1 << plane) else board
    line[at + 1, SEAT] = 1 - seat
    line[at + 1, PLY] = line[at, PLY] + 1
    judge(rules, line, at + 1)


@compiled
def judge(rules: Words, line: Line, at: int) -> None:
    line[at, TIMES] = occurrences(line, at, TIMES)
    if all_six(int(line[at, BLACK - line[at, SEAT]]), int(line[at, TWOS] & line[at, FOURS])):
        line[at, STATUS] = SIXES
    elif line[at, TIMES] == rules[REPETITION]:
        line[at, STATUS] = REPEATED
    elif line[at, PLY] == rules[MAX_PLIES] and rules[MAX_PLIES] > 0:
        line[at, STATUS] = TOO_LONG
    else:
        line[at, STATUS] = PLAYING


@compiled
def scores(rules: Words, line: Line, at: int, out: Words) -> None:
    status = line[at, STATUS]
    win_or_draw(out, line[at, SEAT], status == SIXES or (status == BLOCKED and rules[BLOCKED_LOSES] != 0))


KERNEL = Kernel("hops_dice", HEADER + 6, _SETS, 64 * 16 * 64, moves, play, judge, scores)
