"""What bots know of Hop ! C'est plié: how far a sheet is from the end, and how the levels think."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludotheque.core.boards.arrays import Words
from ludotheque.core.brain import Brain, Memory
from ludotheque.games.hop_plie import strokes, turns
from ludotheque.games.hop_plie.measure import rounds_left
from ludotheque.games.hop_plie.mind import (
    ALL_AIMS,
    DICE,
    LEVELS,
    SheetLevel,
    SheetMind,
    done_to,
    outlook_of,
)
from ludotheque.games.hop_plie.rules import HopPlieState, HopPlieView, restore
from ludotheque.games.hop_plie.strokes import Act, Stroke
from ludotheque.games.hop_plie.turns import promise, room_for

_GREEDY = SheetLevel(width=1, aims=2)


def mind(level: str) -> SheetMind:
    """How a level thinks: it keeps to a turn that it has thought through, so make one for each seat of each game."""
    return SheetMind(LEVELS[level])


def determinise(view: HopPlieView, memory: Memory, rng: random.Random) -> HopPlieState:
    """The state a seat sees: nothing is hidden."""
    return restore(view)


def worths(view: HopPlieView, memory: Memory, moves: Sequence[Stroke], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this: how near the end the sheet is after it, and what may come of
    the numbers left."""
    assert view["seat"] is not None
    state, seat = restore(view), view["seat"]
    return [-_left_after(state, seat, move) for move in moves]


def _left_after(state: HopPlieState, seat: int, move: Stroke) -> float:
    if isinstance(move, Act) and move in DICE:
        best = room_for(1)
        turns.plan(outlook_of(state, _GREEDY), state.with_die(seat, DICE[move]), best)
        return float(best.values[0])
    words = done_to(state, seat, move)
    left = _rounds_left(state, words)
    if move == strokes.DONE:
        return left
    outlook = outlook_of(state, _GREEDY)
    return left - promise(outlook.design, outlook.prospect, words)


def value(state: HopPlieState, seat: int) -> float:
    """How good a position looks to a seat: the fewer rounds its sheet still needs, the better."""
    return -_rounds_left(state, state.words(seat))


def _rounds_left(state: HopPlieState, words: Words) -> float:
    """About how many rounds a sheet still needs."""
    outlook = outlook_of(state, _GREEDY)
    return rounds_left(outlook.design, outlook.prospect, outlook.weights, words, ALL_AIMS)


BRAIN = Brain(worths, determinise, mind=mind)
