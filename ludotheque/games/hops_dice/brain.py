"""What bots know of Hops, the dice game: how good a position looks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from ludotheque.core.bits import first
from ludotheque.core.compiled import compiled
from ludotheque.core.contract import Move, View
from ludotheque.core.foresight import NoMemory, one_ply
from ludotheque.core.grid import DIRECTIONS, bit
from ludotheque.games.hops_dice import kernel
from ludotheque.games.hops_dice.rules import HopsDiceState, restore

Memory = NoMemory


def determinise(view: View, memory: object, rng: random.Random) -> HopsDiceState:
    """The state a seat sees: nothing is hidden."""
    return restore(view)


def worths(view: View, memory: object, moves: Sequence[Move], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this, looking one move ahead."""
    return one_ply(restore(view), cast(int, view["seat"]), moves, value)


def value(state: HopsDiceState, seat: int) -> float:
    """How good a position looks to a seat: what its dice show and could soon show, less the other's."""
    row = state.row
    occupied = row[kernel.RED] | row[kernel.BLACK]
    dice = (row[kernel.ONES], row[kernel.TWOS], row[kernel.FOURS])
    return progress(row[kernel.RED + seat], occupied, dice) - progress(row[kernel.BLACK - seat], occupied, dice)


@compiled
def progress(own: int, occupied: int, dice: tuple[int, int, int]) -> int:
    """Twenty a pip, and up to three for a die that a jump would raise at once: one per direction."""
    total = 0
    while own != 0:
        square = first(own)
        own &= own - 1
        shown = kernel.value_at(dice[0], dice[1], dice[2], square)
        total += 20 * shown
        raises = 0
        others = occupied & ~bit(square)
        for direction in range(DIRECTIONS):
            land = kernel.landing(square, direction, others)
            if shown < kernel.TOP and land != 0:
                over = kernel.between(square, land)
                if kernel.shown_after(1 << shown, kernel.value_at(dice[0], dice[1], dice[2], over)) >> (shown + 1):
                    raises += 1
        total += min(raises, 3)
    return total
