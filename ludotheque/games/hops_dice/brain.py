"""What bots know of Hops, the dice game: how good a position looks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from ludotheque.core.bits import count, first
from ludotheque.core.compiled import Line, Words, compiled
from ludotheque.core.contract import Move, View
from ludotheque.core.foresight import NoMemory, one_ply
from ludotheque.core.grid import DIRECTIONS, bit
from ludotheque.core.lines import SEAT
from ludotheque.core.symmetry import key_of
from ludotheque.games.hops_dice import kernel
from ludotheque.games.hops_dice.rules import HopsDiceState, restore

Memory = NoMemory

STRANDED, TO_MOVE = 12, 10
"""What it costs that nobody helps a die up one step, and what being to move is worth."""
SCALE = 60
"""How far ahead one is at this much: about three chances in four."""


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


# What a search asks: see bots/alphabeta.py


@compiled
def _dice(line: Line, at: int) -> tuple[int, int, int]:
    return int(line[at, kernel.ONES]), int(line[at, kernel.TWOS]), int(line[at, kernel.FOURS])


@compiled
def _showing(value: int, dice: tuple[int, int, int]) -> int:
    """The dice that show a value."""
    ones = dice[0] if value & 1 else ~dice[0]
    twos = dice[1] if value & 2 else ~dice[1]
    return ones & twos & (dice[2] if value & 4 else ~dice[2])


@compiled
def _missing(own: int, occupied: int, dice: tuple[int, int, int]) -> int:
    """How many steps the dice of a colour have before them for which there is nobody to jump over: from a value on,
    only a die that shows it, or one more, helps."""
    missing = behind = 0
    above = count(occupied & _showing(kernel.TOP, dice))
    for value in range(1, kernel.TOP):
        here = count(occupied & _showing(value, dice))
        mine = count(own & _showing(value, dice))
        next_up = count(occupied & _showing(value + 1, dice)) if value + 1 < kernel.TOP else above
        if here + next_up == 0:
            missing += behind
        elif here + next_up == 1 and mine == 1:
            missing += 1
        behind += mine
    return missing


@compiled
def evaluate(rules: Words, line: Line, at: int) -> int:
    """How good a position looks to the seat to move: what its dice show and could soon show, less the other's."""
    seat = line[at, SEAT]
    own, theirs = int(line[at, kernel.RED + seat]), int(line[at, kernel.BLACK - seat])
    dice = _dice(line, at)
    ahead = progress(own, own | theirs, dice) - progress(theirs, own | theirs, dice)
    return ahead - STRANDED * (_missing(own, own | theirs, dice) - _missing(theirs, own | theirs, dice)) + TO_MOVE


@compiled
def tension(rules: Words, line: Line, at: int, sets: Line) -> int:
    """2: the seat to move wins at once, with its last die that does not show six; else 0."""
    own = int(line[at, kernel.RED + line[at, SEAT]])
    if count(own & ~int(line[at, kernel.TWOS] & line[at, kernel.FOURS])) != 1:
        return 0
    for i in range(kernel.moves(rules, line, at, sets)):
        if sets[i, 0] & kernel.WINNING:
            return 2
    return 0


@compiled
def urge(rules: Words, line: Line, at: int, code: int) -> int:
    """How soon to look at a move: by how much it raises the die, a win first."""
    if (code >> 6) & kernel.WINNING:
        return 1000
    dice = _dice(line, at)
    return 16 * (((code >> 6) & 7) - kernel.value_at(dice[0], dice[1], dice[2], code >> 10))


@compiled
def key(rules: Words, line: Line, at: int) -> int:
    """Equal for positions that are alike, turned, mirrored or with the colours exchanged."""
    seat = line[at, SEAT]
    ones, twos, fours = _dice(line, at)
    boards = (int(line[at, kernel.RED + seat]), int(line[at, kernel.BLACK - seat]), ones, twos, fours)
    return key_of(boards, line[at, kernel.TIMES], kernel.SIZE)
