"""Endings seen through: what a game of two that ends by counting comes to, exactly.

The compiled search is the game's own: see `Endings` in `core/brain.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Endings
from ludotheque.core.contract import Move
from ludotheque.core.thought import Budget, Thought

Between = Callable[[LineState, int, int], int]
"""By how much the seat to move wins, if that lies between two margins; else a bound of it."""

_SLICE, _LARGEST_SLICE = 100_000, 1_000_000
"""How many nodes between two looks at the clock, at first and at most: some hundredths of a second, and a tenth."""


class OutOfTime(Exception):
    """The time is over."""


def best_play(state: LineState, between: Between, margin: int) -> Iterator[tuple[Move, LineState]]:
    """The moves, and what they lead to, of a game that the seat to move wins by so much, both playing best."""
    while state.outcome is None:
        after = ((move, state.play(move)) for move in state.moves())
        move, state = next(each for each in after if between(each[1], -margin, 1 - margin) <= -margin)
        yield move, state
        margin = -margin


def best_line(state: LineState, between: Between, margin: int) -> tuple[tuple[str, ...], LineState]:
    """These moves, and the end they come to, which bears the margin out."""
    mover, end, line = state.acting[0], state, []
    for move, after in best_play(state, between, margin):
        line.append(str(move))
        end = after
    assert end.outcome is not None
    scores = end.outcome.scores
    if scores[mover] - scores[1 - mover] != margin:
        raise AssertionError(f"{' '.join(line)} ends {scores}, not {margin} apart")
    return tuple(line), end


class EndingSearch:
    """Thinks about the last moves of a game, and is never wrong."""

    def __init__(self, endings: Endings, state: LineState, table_bits: int) -> None:
        self._endings = endings.solver(state, table_bits)
        self.size = state.size
        """Of the boards it knows."""
        self.stopped = False
        """Whether it was told to stop."""
        self._until, self._last = 0.0, 0

    def stop(self) -> None:
        """Ends a thought that is under way soon: it answers with what is certain by then."""
        self.stopped = True

    @property
    def nodes(self) -> int:
        """How many positions have been looked at, in all thoughts."""
        return self._endings.nodes

    def think(self, state: LineState, budget: Budget, *, wide: bool = False) -> Thought | None:
        """A move that wins, or draws if none does, and then the one that wins by most or loses by least: as far as the
        budget goes. `None` if that is not even the former. `wide` values the other moves too, and tells how the game
        goes on."""
        self.stopped = False
        first, most = self._endings.nodes, state.size**2
        self._until, self._last = budget.deadline(), first + (budget.nodes if budget.nodes is not None else 1 << 60)
        line: list[Move] = []
        values: dict[Move, float] = {}
        with suppress(OutOfTime):  # what is certain by then is kept
            sign = _sign(self._between(state, -1, 1))
            if sign >= 0:
                line = self._moves(state, sign, 1)
                values[line[0]] = float(sign)
            if wide:
                values.update(self._others(state, line, sign))
            margin = sign and self._between(state, *((0, most) if sign > 0 else (-most, 0)))
            line = self._moves(state, margin, 1)
            values[line[0]] = float(sign)
            if wide:
                line = self._moves(state, margin, most)
        if not line:
            return None
        assert state.plies_left is not None, "games that end by counting end"
        return Thought(
            line[0],
            values[line[0]],
            tuple(map(str, line)),
            tuple((str(move), value) for move, value in sorted(values.items(), key=lambda pair: -pair[1])),
            self._endings.nodes - first,
            state.plies_left,
        )

    def _moves(self, state: LineState, margin: int, most: int) -> list[Move]:
        """The first moves of a game that the seat to move wins by so much."""
        return [move for move, _ in islice(best_play(state, self._between, margin), most)]

    def _others(self, state: LineState, found: list[Move], best: int) -> Iterator[tuple[Move, float]]:
        """What the other moves come to: nothing better than the best."""
        for move in (move for move in state.moves() if move not in found):
            if best < 0:
                yield move, -1.0
            else:
                yield move, float(min(best, -_sign(self._between(state.play(move), -best, 1))))

    def _between(self, state: LineState, alpha: int, beta: int) -> int:
        """As `Endings.between`, unless the budget is spent or it is told to stop."""
        slice_, began, first = _SLICE, time.perf_counter(), self._endings.nodes
        while (now := time.perf_counter()) < self._until and (left := self._last - self._endings.nodes) > 0:
            if self.stopped:
                break
            done = self._endings.nodes - first
            if done and self._until < float("inf"):  # no more than there is time for
                left = min(left, int((self._until - now) * done / (now - began)) + 1)
            found = self._endings.within(min(slice_, left), state, alpha, beta)
            if found is not None:
                return found
            slice_ = min(slice_ + slice_ // 2, _LARGEST_SLICE)
        raise OutOfTime


def completed(certain: Thought, guess: Thought) -> Thought:
    """What is certain, and a guess at the moves of which nothing is: none is better than the best."""
    known = dict(certain.candidates)
    others = {move: min(value, certain.value) for move, value in guess.candidates if move not in known}
    values = tuple(sorted((known | others).items(), key=lambda pair: -pair[1]))
    return replace(certain, candidates=values, nodes=certain.nodes + guess.nodes)


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)
