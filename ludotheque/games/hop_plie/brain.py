"""What bots know of Hop ! C'est plié: how far a sheet is from the end, and how the levels think."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

import numpy as np

from ludotheque.core.compiled import Words
from ludotheque.core.contract import Move, View
from ludotheque.core.foresight import NoMemory
from ludotheque.games.hop_plie import strokes, turns
from ludotheque.games.hop_plie.measure import AIMS, rounds_left
from ludotheque.games.hop_plie.mind import DICE, MANNERS, Manner, Mind, done_to, sight_of
from ludotheque.games.hop_plie.rules import HopPlieState, restore
from ludotheque.games.hop_plie.turns import promise, room_for

Memory = NoMemory

_GREEDY = Manner(width=1, aims=2)
_ALL_AIMS = np.arange(AIMS, dtype=np.int64)


def mind(level: str) -> Mind:
    """How a level thinks: it keeps to a turn that it has thought through, so make one for each seat of each game."""
    return Mind(MANNERS[level])


def determinise(view: View, memory: object, rng: random.Random) -> HopPlieState:
    """The state a seat sees: nothing is hidden."""
    return restore(view)


def worths(view: View, memory: object, moves: Sequence[Move], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this: how near the end the sheet is after it, and what may come of
    the numbers left."""
    state, seat = restore(view), cast(int, view["seat"])
    return [-_left_after(state, seat, move) for move in moves]


def _left_after(state: HopPlieState, seat: int, move: Move) -> float:
    if move in DICE:
        best = room_for(1)
        turns.plan(sight_of(state, _GREEDY), state.with_die(seat, DICE[move]), best)
        return float(best.values[0])
    words = done_to(state, seat, move)
    left = _rounds_left(state, words)
    if move == strokes.DONE:
        return left
    sight = sight_of(state, _GREEDY)
    return left - promise(sight.design, sight.prospect, words)


def value(state: HopPlieState, seat: int) -> float:
    """How good a position looks to a seat: the fewer rounds its sheet still needs, the better."""
    return -_rounds_left(state, state.words(seat))


def _rounds_left(state: HopPlieState, words: Words) -> float:
    """About how many rounds a sheet still needs."""
    sight = sight_of(state, _GREEDY)
    return rounds_left(sight.design, sight.prospect, sight.weights, words, _ALL_AIMS)
