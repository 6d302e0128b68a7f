"""How many moves the dice of a colour are from showing six, if each could jump over any other whenever it wants.

A die goes from a value to the next one, or back, when some other die shows one of the two. So what can be done depends
on what one's own dice show, and on which values the other's dice show: `MOVES` has every case.
"""

from __future__ import annotations

from math import comb

import numpy as np

from ludotheque.core.bits import count
from ludotheque.core.compiled import Words, compiled

DICE = TOP = 6
_CASES = comb(DICE + TOP - 1, DICE)
_OTHERS = 1 << TOP
_FAR = 99
_WAYS = np.array([[comb(n, k) for k in range(TOP + 1)] for n in range(DICE + TOP)], np.int64)

Dice = tuple[int, int, int]
"""The three bits of every die's value, as three boards."""


@compiled
def showing(value: int, dice: Dice) -> int:
    """The dice that show a value."""
    ones = dice[0] if value & 1 else ~dice[0]
    twos = dice[1] if value & 2 else ~dice[1]
    return ones & twos & (dice[2] if value & 4 else ~dice[2])


@compiled
def case_of(shown: Words) -> int:
    """The number of a case: how many dice show each value, from `shown[1]` to `shown[5]`."""
    case = up_to = 0
    for value in range(1, TOP):
        up_to += shown[value]
        case += _WAYS[up_to + value - 1, value]
    return int(case)


@compiled
def _climbs(shown: Words, others: int, value: int) -> int:
    """Whether a die can go between this value and the next while the others show these and those."""
    return shown[value] > 0 or shown[value + 1] > 0 or (others >> (value - 1)) & 3 != 0


@compiled
def _spread(shown: Words, others: int, moves: Words, left: Words, number: int, base: int) -> int:
    """Every case one move from this one that is not known yet takes one move more; how many cases are known then."""
    steps = moves[base + case_of(shown)] + 1
    for origin in range(1, TOP + 1):
        if shown[origin] == 0:
            continue
        shown[origin] -= 1
        for way in (-1, 1):
            target = origin
            while 1 <= target + way <= TOP and _climbs(shown, others, min(target, target + way)):
                target += way
                shown[target] += 1
                case = case_of(shown)
                if moves[base + case] == _FAR:
                    moves[base + case] = steps
                    for value in range(1, TOP + 1):
                        left[number * (TOP + 1) + value] = shown[value]
                    number += 1
                shown[target] -= 1
        shown[origin] += 1
    return number


@compiled
def _all_moves(moves: Words, left: Words, shown: Words) -> None:
    """From six sixes backwards, since every move can be taken back: the moves each case takes, for all the others'."""
    for others in range(_OTHERS):
        for value in range(TOP):
            left[value] = 0
        left[TOP] = DICE
        base, number, done = others * _CASES, 1, 0
        moves[base] = 0
        while done < number:
            for value in range(TOP + 1):
                shown[value] = left[done * (TOP + 1) + value]
            number = _spread(shown, others, moves, left, number, base)
            done += 1


MOVES = np.full(_CASES * _OTHERS, _FAR, np.int64)
"""By the values the others show (bit v - 1: some die shows v), and then by the case."""
_all_moves(MOVES, np.zeros(_CASES * (TOP + 1), np.int64), np.zeros(TOP + 1, np.int64))


@compiled
def values_shown(board: int, dice: Dice) -> int:
    """Which values some die on a board shows: bit v - 1 for v."""
    values = 0
    for value in range(1, TOP + 1):
        if board & showing(value, dice):
            values |= 1 << (value - 1)
    return values


@compiled
def case_on(board: int, dice: Dice) -> int:
    """The case of the dice on a board."""
    case = up_to = 0
    for value in range(1, TOP):
        up_to += count(board & showing(value, dice))
        case += _WAYS[up_to + value - 1, value]
    return int(case)


@compiled
def moves_needed(own: int, theirs: int, dice: Dice) -> int:
    """How many moves the dice on a board are from six sixes, with the help of theirs (an empty board: without)."""
    return int(MOVES[values_shown(theirs, dice) * _CASES + case_on(own, dice)])
