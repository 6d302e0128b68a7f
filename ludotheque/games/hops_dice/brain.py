"""What bots know of Hops, the dice game: how good a position looks."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.grid import DIRECTIONS, bit, neighbours, step
from ludotheque.core.boards.lines import SEAT
from ludotheque.core.boards.linestate import as_words
from ludotheque.core.boards.symmetry import key_of
from ludotheque.core.brain import Brain, Memory, Search, one_ply
from ludotheque.core.thought import LevelParameters
from ludotheque.games.hops_dice import kernel
from ludotheque.games.hops_dice.climb import Dice, moves_needed, showing
from ludotheque.games.hops_dice.rules import DieMove, HopsDiceState, HopsDiceView

WEIGHTS = {
    "shows_2": 8,
    "shows_3": 16,
    "shows_4": 24,
    "shows_5": 32,
    "shows_6": 40,
    "raise": 4,
    "alone": -40,
    "helped": -5,
    "to_move": 10,
}
"""What a die is worth that shows so much, a jump that raises a die at once (up to three for each die), a move more that
the dice need by themselves, a move more that they need with the help of the other's, and being to move. Others are
tried against them by `python -m benchmarks.tuning hops_dice --steps 20`."""
_RAISE, _ALONE, _HELPED, _TO_MOVE = range(5, 9)
_RAISES = 3
_LEVELS = {
    "novice": LevelParameters(1, 160),
    "apprentice": LevelParameters(2, 132),
    "player": LevelParameters(2, 20),
    "expert": LevelParameters(3, 88),
    "master": LevelParameters(),
}
_SCALE = 200
"""How far ahead one is at this much: about three chances in four."""


def levels(seats: int) -> Mapping[str, LevelParameters]:
    """How each level thinks: there are so many moves that nobody but the master looks far."""
    return _LEVELS


def determinise(view: HopsDiceView, memory: Memory, rng: random.Random) -> HopsDiceState:
    """The state a seat sees: nothing is hidden."""
    return HopsDiceState.restore(view)


def worths(view: HopsDiceView, memory: Memory, moves: Sequence[DieMove], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this, looking one move ahead."""
    assert view["seat"] is not None
    return one_ply(HopsDiceState.restore(view), view["seat"], moves, value)


def value(state: HopsDiceState, seat: int) -> float:
    """How good a position looks to a seat."""
    return evaluate(state.setting.rules, as_words(WEIGHTS), state.line, len(state.line) - 1, seat)


# What a search asks: see core/brain.py


@compiled
def _dice(line: Line, at: int) -> Dice:
    return int(line[at, kernel.ONES]), int(line[at, kernel.TWOS]), int(line[at, kernel.FOURS])


@compiled
def _raises(own: int, occupied: int, dice: Dice) -> int:
    """How many jumps raise a die at once, not more than some for each die: one per direction."""
    total = 0
    low = own & ~showing(kernel.TOP, dice)
    while low != 0:
        square = first(low)
        low &= low - 1
        shown = kernel.value_at(dice[0], dice[1], dice[2], square)
        helping = occupied & (showing(shown, dice) | showing(shown + 1, dice)) & neighbours(bit(square))
        raises = 0
        for direction in range(DIRECTIONS):
            over = step(bit(square), direction) & helping
            if over != 0 and step(over, direction) & kernel.EVERY & ~occupied:
                raises += 1
        total += min(raises, _RAISES)
    return total


@compiled
def _standing(weights: Words, own: int, theirs: int, dice: Dice) -> int:
    """What the dice of one colour are worth."""
    worth = 0
    for value in range(2, kernel.TOP + 1):
        worth += int(weights[value - 2]) * count(own & showing(value, dice))
    worth += int(weights[_RAISE]) * _raises(own, own | theirs, dice)
    return worth + int(
        weights[_ALONE] * moves_needed(own, 0, dice) + weights[_HELPED] * moves_needed(own, theirs, dice)
    )


@compiled
def evaluate(rules: Words, weights: Words, line: Line, at: int, seat: int) -> int:
    """How good a position looks to a seat: what its dice show and how far they are from six, less the other's."""
    own, theirs = int(line[at, kernel.RED + seat]), int(line[at, kernel.BLACK - seat])
    dice = _dice(line, at)
    to_move = int(weights[_TO_MOVE] if line[at, SEAT] == seat else -weights[_TO_MOVE])
    return _standing(weights, own, theirs, dice) - _standing(weights, theirs, own, dice) + to_move


@compiled
def threat(rules: Words, line: Line, at: int, sets: Line) -> int:
    """2: the seat to move wins at once, with its last die that does not show six; else 0."""
    own = int(line[at, kernel.RED + line[at, SEAT]])
    if count(own & ~int(line[at, kernel.TWOS] & line[at, kernel.FOURS])) != 1:
        return 0
    for i in range(kernel.moves(rules, line, at, sets)):
        if sets[i, 0] & kernel.WINNING:
            return 2
    return 0


@compiled
def ordering(rules: Words, line: Line, at: int, code: int) -> int:
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


BRAIN = Brain(
    worths,
    determinise,
    search=Search(kernel.KERNEL, WEIGHTS, _SCALE, evaluate, threat, ordering, key, levels),
)
