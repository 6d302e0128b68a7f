"""What bots know of Hop ! C'est plié: how far a sheet is from the end, and how to plan a turn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

import numpy as np

from ludotheque.core.compiled import Words
from ludotheque.core.contract import Move, View
from ludotheque.core.foresight import NoMemory
from ludotheque.games.hop_plie import kernel, planner, strokes
from ludotheque.games.hop_plie.rules import HopPlieState, restore
from ludotheque.games.hop_plie.strokes import Act, Row

Memory = NoMemory

WIDTH = 6
"""How many sheets a planner keeps in mind at each step of a turn."""


def determinise(view: View, memory: object, rng: random.Random) -> HopPlieState:
    """The state a seat sees: nothing is hidden."""
    return restore(view)


def worths(view: View, memory: object, moves: Sequence[Move], rng: random.Random) -> list[float]:
    """What each move is worth to the seat that sees this: how near the end the sheet is after it, and what may come of
    the numbers left."""
    state, seat = restore(view), cast(int, view["seat"])
    return [-_effort_after(state, seat, move) for move in moves]


def _effort_after(state: HopPlieState, seat: int, move: Move) -> float:
    words = state.words(seat).copy()
    if move in (strokes.BLACK, strokes.WHITE):
        return _plan(state, state.with_die(seat, _die(move)), width=1)[1]
    _do(state, words, move)
    left = _effort(state, words)
    if move == strokes.DONE:
        return left
    return left - planner.promise(planner.outlook_of(state.table.sheet), words, planner.WEIGHTS[planner.CREDIT])


def value(state: HopPlieState, seat: int) -> float:
    """How good a position looks to a seat: the fewer crosses its sheet still needs, the better."""
    return -_effort(state, state.words(seat))


def _effort(state: HopPlieState, words: Words) -> float:
    """About how many crosses a sheet still needs."""
    return planner.effort(state.table.design, planner.outlook_of(state.table.sheet), planner.WEIGHTS, words)


def plan(view: View, moves: Sequence[Move], rng: random.Random, width: int = WIDTH) -> Move:
    """The first move of the best turn one can think of: rows, bonuses and folds together."""
    state, seat = restore(view), cast(int, view["seat"])
    dice = [move for move in moves if move in (strokes.BLACK, strokes.WHITE)]
    if dice:
        return min(dice, key=lambda move: _plan(state, state.with_die(seat, _die(move)), width)[1])
    steps, _ = _plan(state, state.words(seat), width)
    if not len(steps):
        return strokes.DONE
    kind, *words = steps[0].tolist()
    if kind == planner.ROW:
        return next(move for move in moves if isinstance(move, Row) and list(move.words) == words)
    return strokes.FOLDS[words[0]] if kind == planner.FOLD else strokes.PLUS[words[0]]


def _plan(state: HopPlieState, words: Words, width: int) -> tuple[Words, float]:
    """The steps of the best turn from a sheet, and the effort left after it."""
    steps = np.empty((planner.DEPTH, 4), np.int64)
    outlook = planner.outlook_of(state.table.sheet)
    length, left = planner.plan(state.table.design, outlook, planner.WEIGHTS, words, width, steps)
    return steps[:length], left


def _die(move: Move) -> int:
    return kernel.BLACK if move == strokes.BLACK else kernel.WHITE


def _do(state: HopPlieState, words: Words, move: Move) -> None:
    """Does a move on a sheet alone."""
    if isinstance(move, Row):
        kernel.draw_row(state.table.design, words, *move.words)
    elif isinstance(move, Act) and move in strokes.STEP_OF:
        kernel.fold(state.table.design, words, strokes.STEP_OF[move])
    elif move != strokes.DONE:
        kernel.add_one(words, int(str(move).split()[1]))
