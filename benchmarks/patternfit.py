"""Fits the weights of patterns to what games came to, compiled: see `benchmarks/patterns.py`.

One position after the other: each weight it asks moves a little towards what would have been right, the less the more
often it has moved already (AdaGrad). What mirrored shapes show has one weight.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ludotheque.core.boards.arrays import Line, Reals, Words
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.squares import WIDTH
from ludotheque.core.boards.symmetry import WAYS
from ludotheque.games.rolit import patterns
from ludotheque.games.rolit.patterns import (
    CHOICES,
    CHOOSERS,
    LEADS,
    MOST_CHOICES,
    PACKED,
    SEAT_STEP,
    Tables,
    ahead_by,
    choices,
)

_FIELD = 16


class Fit(NamedTuple):
    """The weights while they are fitted, how much each has moved, which stand for which, and those a position asks."""

    weights: Reals
    moved: Reals
    same: Words
    asked: Words


def begun(size: int, seats: int, tables: int) -> Fit:
    """Weights that know nothing."""
    each = patterns.entries(size, seats)
    many = each * patterns.phases(size) * tables
    width = patterns.tables_of(size, seats, np.zeros(1, np.int16)).bases.shape[0]
    width += patterns.choosers(seats) + (patterns.leads(seats) > 0)
    return Fit(np.zeros(many), np.zeros(many), same(size, seats), np.zeros((tables, width), np.int64))


def same(size: int, seats: int) -> Words:
    """Of entries that show the same but mirrored: the one that stands for all."""
    found = np.arange(patterns.entries(size, seats))
    begin = 0
    for shape in patterns.shapes(size, seats):
        many = 3 ** len(shape)
        digits = np.stack([np.arange(many) // 3**power % 3 for power in range(len(shape))][::-1])
        for way in range(WAYS):
            image = patterns.turned_shape(shape, way, size)
            if set(image) == set(shape):
                order = [image.index(square) for square in shape]
                number = sum(digits[place] * 3 ** (len(shape) - 1 - i) for i, place in enumerate(order))
                found[begin : begin + many] = np.minimum(found[begin : begin + many], begin + number)
        begin += many
    return found


@compiled
def asked_by(boards: Words, seats: int, all_: int, every: int, seat: int, tables: Tables, fit: Fit) -> None:
    """Writes which weights a position asks, as `patterns.worth` and `patterns.worth_by_turn` do."""
    rows, bases, asked, own = tables.rows, tables.bases, fit.asked[seat], int(boards[seat])
    start = int(tables.phases[count(every & ~all_)] + seat * tables.measures[SEAT_STEP])
    for word in range(rows.shape[2]):
        numbers = 0
        for row in range(WIDTH):
            numbers += 2 * rows[row, (all_ >> WIDTH * row) & 255, word] - rows[row, (own >> WIDTH * row) & 255, word]
        for field in range(PACKED):
            asked[PACKED * word + field] = (
                start + fit.same[bases[PACKED * word + field] + ((numbers >> _FIELD * field) & 0xFFFF)]
            )
    last, begin = PACKED * rows.shape[2], start + tables.measures[CHOICES]
    for later in range(tables.measures[CHOOSERS]):
        many = choices(int(boards[(seat + later) % seats]), all_, every)
        asked[last] = begin + later * (MOST_CHOICES + 1) + many
        last += 1
    if tables.measures[LEADS]:
        asked[last] = start + tables.measures[LEADS] + ahead_by(boards, seat, seats)


@compiled
def _summed(fit: Fit, seat: int) -> float:
    sum_ = 0.0
    for i in range(fit.asked.shape[1]):
        sum_ += fit.weights[fit.asked[seat, i]]
    return sum_


@compiled
def _moved(fit: Fit, seat: int, slope: float, rate: float, hold: float) -> None:
    """Moves the weights that were asked against the slope."""
    for i in range(fit.asked.shape[1]):
        at = fit.asked[seat, i]
        fit.moved[at] += slope * slope
        fit.weights[at] -= rate * slope / (hold + fit.moved[at]) ** 0.5


@compiled_apart
def learn_margins(
    positions: Line, order: Words, every: int, rate: float, hold: float, tables: Tables, fit: Fit
) -> float:
    """Goes through positions of two once, in this order; how far off it was, squared, on average."""
    off = 0.0
    for i in range(order.shape[0]):
        row = positions[order[i]]
        asked_by(row, 2, int(row[0] | row[1] | row[2]), every, 0, tables, fit)
        slope = _summed(fit, 0) - row[3]
        off += slope * slope
        _moved(fit, 0, slope, rate, hold)
    return float(off / max(order.shape[0], 1))


@compiled_apart
def learn_shares(
    positions: Line, results: Reals, order: Words, every: int, rate: float, hold: float, tables: Tables, fit: Fit
) -> float:
    """Goes through positions of several once, in this order: boards by turn, and the share that each of them got; how
    surprising these were, on average."""
    seats, surprise = results.shape[1], 0.0
    likely = np.zeros(seats)
    for i in range(order.shape[0]):
        row, got, sum_ = positions[order[i]], results[order[i]], 0.0
        all_ = int(row[4])
        for seat in range(seats):
            asked_by(row, seats, all_, every, seat, tables, fit)
            likely[seat] = math.exp(_summed(fit, seat))
            sum_ += likely[seat]
        for seat in range(seats):
            surprise -= got[seat] * math.log(likely[seat] / sum_)
            _moved(fit, seat, likely[seat] / sum_ - got[seat], rate, hold)
    return float(surprise / max(order.shape[0], 1))
