"""What bots know of Hopsy: how good a position looks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from ludotheque.core.bits import count, first
from ludotheque.core.compiled import Words, compiled
from ludotheque.core.contract import Move, View
from ludotheque.core.foresight import NoMemory, one_ply
from ludotheque.core.grid import bit
from ludotheque.games.hopsy import kernel
from ludotheque.games.hopsy.rules import HopsyState, restore

_THREAT = 1000
"""What it costs to let the opponent win at once."""


Memory = NoMemory


def determinise(view: View, memory: object, rng: random.Random) -> HopsyState:
    """The state a seat sees: nothing is hidden."""
    return restore(view)


def worths(view: View, memory: object, moves: Sequence[Move], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this, looking one move ahead."""
    return one_ply(restore(view), cast(int, view["seat"]), moves, value)


def value(state: HopsyState, seat: int) -> float:
    """How good a position looks to a seat: lines in the making, less the other's, and no win left open to them."""
    row = state.row
    own, theirs, marked = row[kernel.RED + seat], row[kernel.BLACK - seat], row[kernel.MARKED]
    mine, yours = promise(state.setting.rules, own, theirs, marked), promise(state.setting.rules, theirs, own, marked)
    seat_to_move = state.acting[0]
    open_win = wins_next(state.setting.rules, theirs if seat_to_move != seat else own, own | theirs, marked)
    return mine - yours + (_THREAT if seat_to_move == seat else -_THREAT) * open_win


@compiled
def _fitting(rules: Words, four: int, by: int, own: int, marked: int) -> int:
    """How many own pawns of a line of four squares could be part of a winning line there."""
    here = own & four
    if not rules[kernel.MIX]:
        return count(here)
    lowest = first(four)
    odd = bit(lowest) | bit(lowest + 2 * by)
    one_way = count(here & odd & marked) + count(here & ~odd & ~marked)
    return max(one_way, count(here) - one_way)


@compiled
def promise(rules: Words, own: int, theirs: int, marked: int) -> int:
    """How much the lines of four squares promise: 1, 4 or 16 for one, two or three fitting pawns in a line without
    pawns of the other colour."""
    total = 0
    for by in (1, 7, 8, 9):
        for square in range(8 * kernel.SIZE - 3 * by):
            four = bit(square) | bit(square + by) | bit(square + 2 * by) | bit(square + 3 * by)
            if four & ~kernel.EVERY or four & theirs or not four & own:
                continue
            total += 1 << 2 * (_fitting(rules, four, by, own, marked) - 1)
    return total


@compiled
def wins_next(rules: Words, pawns: int, occupied: int, marked: int) -> bool:
    """Whether the player of these pawns, to move, can line up four."""
    to_do = pawns
    while to_do != 0:
        pawn = to_do & -to_do
        to_do &= to_do - 1
        targets = kernel.reach(pawn, occupied)
        while targets != 0:
            target = targets & -targets
            targets &= targets - 1
            marks = (marked & ~pawn) | target if marked & pawn else marked
            if kernel.wins(rules, (pawns & ~pawn) | target, marks):
                return True
    return False
