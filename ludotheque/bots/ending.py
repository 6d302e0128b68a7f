"""Endings seen through: what a game of two that ends by counting comes to, exactly.

The compiled search is the game's own, in its `endings.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.contract import Move
from ludotheque.core.linestate import LineState
from ludotheque.core.thought import Budget, Thought


class Endings(Protocol):
    """What a game that ends by counting offers in `endings.py`: see Rolit's."""

    stop: NDArray[np.int8]

    @property
    def nodes(self) -> int: ...

    def between(self, state: LineState, alpha: int, beta: int) -> int: ...

    def before(self, until: float, state: LineState, alpha: int, beta: int, nodes: int | None = None) -> int | None: ...


def best_play(state: LineState, endings: Endings, margin: int) -> Iterator[tuple[Move, LineState]]:
    """The moves, and what they lead to, of a game that the seat to move wins by so much, both playing best."""
    while state.outcome is None:
        after = ((move, state.play(move)) for move in state.moves())
        move, state = next(each for each in after if endings.between(each[1], -margin, 1 - margin) <= -margin)
        yield move, state
        margin = -margin


def best_line(state: LineState, endings: Endings, margin: int) -> tuple[tuple[str, ...], LineState]:
    """These moves, and the end they come to, which bears the margin out."""
    mover, end, line = state.acting[0], state, []
    for move, after in best_play(state, endings, margin):
        line.append(str(move))
        end = after
    assert end.outcome is not None
    scores = end.outcome.scores
    if scores[mover] - scores[1 - mover] != margin:
        raise AssertionError(f"{' '.join(line)} ends {scores}, not {margin} apart")
    return tuple(line), end


class SeenThrough:
    """Thinks about the last moves of a game, and is never wrong."""

    def __init__(self, state: LineState, table_bits: int) -> None:
        self._endings: Endings = state.game.part("endings").Endings(state, table_bits)
        self.stop = self._endings.stop
        """Set it to stop thinking soon: then there is no answer."""

    def think(self, state: LineState, budget: Budget, *, wide: bool = False) -> Thought | None:
        """The move that wins by most or loses by least; `None` if the budget is spent before it is known. `wide` values
        the other moves too, and tells how the game goes on."""
        self.stop[0] = 0
        assert state.longest is not None
        until, first = budget.deadline(), self._endings.nodes

        def margin_of(after: LineState, most: int) -> int | None:
            nodes = None if budget.nodes is None else budget.nodes - (self._endings.nodes - first)
            return self._endings.before(until, after, -most, most, nodes)

        margin = margin_of(state, state.size**2)
        if margin is None:
            return None
        play = best_play(state, self._endings, margin)
        line = [move for move, _ in (play if wide else islice(play, 1))]
        values = {line[0]: _result(margin)}
        for move in (move for move in state.moves() if wide and move != line[0]):
            found = margin_of(state.play(move), 1)
            if found is None:
                return None
            values[move] = _result(-found)
        candidates = sorted(values.items(), key=lambda pair: -pair[1])  # of equals the one found best stays first
        spent, left = self._endings.nodes - first, state.longest - state.ply
        said = tuple(str(move) for move in line)
        told = tuple((str(move), value) for move, value in candidates)
        return Thought(line[0], _result(margin), said, told, spent, left)


def _result(margin: int) -> float:
    return float((margin > 0) - (margin < 0))
