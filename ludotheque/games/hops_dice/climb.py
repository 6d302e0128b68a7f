"""How many moves the dice of a colour are from showing six, if each could jump over any other whenever it wants.

A die goes from a value to the next one, or back, when some other die shows one of the two: there is a *bridge* between
them. In one move it goes as far as bridges lead. So what can be done depends on what one's own dice show, and on the
bridges that the other's dice make: `MOVES` has every case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb

from ludotheque.core.boards.arrays import np
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled

DICE = TOP = 6
_CASES = comb(DICE + TOP - 1, DICE)
_OTHERS = 1 << TOP
_BRIDGES = 1 << (TOP - 1)
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


def _case_of(shown: Sequence[int]) -> int:
    """The number of a case, by what the six dice show."""
    up_to = [sum(each <= value for each in shown) for value in range(1, TOP)]
    return sum(comb(dice + value - 1, value) for value, dice in enumerate(up_to, 1))


def _bridges(shown: int) -> int:
    """The bridges that dice make which show these values (bit v - 1 for v); bit v - 1: between v and v + 1."""
    return sum(1 << (value - 1) for value in range(1, TOP) if (shown >> (value - 1)) & 3)


def _parts(bridges: int) -> Iterator[range]:
    """The values that bridges join, part by part."""
    first = 1
    for value in range(1, TOP + 1):
        if value == TOP or not (bridges >> (value - 1)) & 1:
            yield range(first, value + 1)
            first = value + 1


_FIVES = [
    (
        _bridges(sum({1 << (value - 1) for value in five})),
        [_case_of((*five, value)) for value in range(1, TOP + 1)],
    )
    for five in combinations_with_replacement(range(1, TOP + 1), DICE - 1)
]
"""Five dice: the bridges they make, and the case for each value of the sixth."""


def _steps_to_sixes(bridges: int) -> list[int]:
    """How many moves each case takes, with these bridges of the other's: from six sixes backwards, since every move can
    be taken back. Five dice stay where they are while the sixth goes to any value of its part."""
    moves = [_FAR] * _CASES
    near: dict[int, list[list[int]]] = {}
    for own, cases in _FIVES:
        for part in _parts(bridges | own):
            together = cases[part.start - 1 : part.stop - 1]
            for case in together:
                near.setdefault(case, []).append(together)
    edge = [_case_of((TOP,) * DICE)]
    moves[edge[0]] = 0
    for case in edge:
        for together in near[case]:
            for other in together:
                if moves[other] == _FAR:
                    moves[other] = moves[case] + 1
                    edge.append(other)
    return moves


_BY_BRIDGES = [_steps_to_sixes(bridges) for bridges in range(_BRIDGES)]
MOVES = np.array([moves for others in range(_OTHERS) for moves in _BY_BRIDGES[_bridges(others)]], np.int64)
"""By the values the others show (bit v - 1: some die shows v), and then by the case."""


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
