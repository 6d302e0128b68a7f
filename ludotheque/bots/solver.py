"""Exact answers: forced wins in games of two, and what a small or nearly finished game of Rolit comes to.

Two colours are searched with alpha-beta, nothing left out. What it claims of a duel is then replayed against every
defence, by the rules alone. Three or four colours are followed to all ends, each seat wanting the most for itself.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ludotheque.bots.alphabeta import Searcher
from ludotheque.bots.sight import Sight
from ludotheque.core.contract import Game, State
from ludotheque.core.linestate import LineState
from ludotheque.core.text import Refusal, Text
from ludotheque.core.thought import Budget

_DEEPEST = 40
_TABLE_BITS = 20
_LARGEST = 13
"""With how many empty squares three or four colours are still followed to all ends."""


@dataclass(frozen=True)
class Solution:
    """What is certain of a position."""

    winners: tuple[int, ...] | None
    """The seats that win if nobody errs; several share the win; none: a draw. `None`: not decided."""
    moves: int
    """Within how many moves, or, where nothing is decided, up to how many was looked."""
    scores: tuple[float, ...] | None
    """The final scores where every game ends by counting."""
    line: tuple[str, ...]
    nodes: int
    checked: int | None = None
    """How many positions the check of a forced win went through."""


class OutOfTime(Exception):
    """The time for a check is over."""


def solve(state: State, depth: int | None = None, seconds: float | None = None) -> Solution:
    """What is certain of a position, looking so many moves ahead or for so long."""
    if not isinstance(state, LineState) or not hasattr(state.game.part("brain"), "evaluate"):
        raise not_solvable(state.game)
    if state.outcome is not None:
        return Solution(state.outcome.winners, 0, state.outcome.scores, (), 0)
    counted = state.points_of_a_win == 1
    if counted and len(state.seats) > 2:
        return followed(state)
    return _counted(state, seconds) if counted else forced(state, depth, seconds)


def not_solvable(game: Game) -> Refusal:
    """Chance and hidden cards leave nothing to prove."""
    return Refusal(
        Text(
            f"on ne peut rien prouver à {game.title.fr} : hasard ou cartes cachées",
            f"nothing can be proved in {game.title.en}: there is chance, or cards are hidden",
        )
    )


def forced(state: LineState, depth: int | None = None, seconds: float | None = None) -> Solution:
    """A forced win for either side, looked for deeper and deeper, and then checked against all defences."""
    searcher = Searcher(state.kernel, state.game.part("brain"), _TABLE_BITS)
    sight = Sight(depth=depth or _DEEPEST, reduce=False)
    began = time.perf_counter()
    found = searcher.think(state, Budget(seconds), random.Random(0), sight)
    if abs(found.value) < 1:
        return Solution(None, found.depth, None, found.line, found.nodes)
    mover = state.acting[0]
    winner = mover if found.value > 0 else 1 - mover
    within = searcher.plies_to_the_end()
    until = began + max(10 * seconds, 10) if seconds is not None else float("inf")
    try:
        checked = Check(searcher, winner, until).run(state, within)
    except OutOfTime:
        checked = None
    return Solution((winner,), within, None, found.line, found.nodes, checked)


class Check:
    """Replays a forced win by the rules: the winner's move from the search, and every move of the other."""

    def __init__(self, searcher: Searcher, winner: int, until: float) -> None:
        self._searcher, self._winner, self._until = searcher, winner, until
        self._proved: dict[State, int] = {}

    def run(self, state: LineState, within: int) -> int:
        """How many positions it went through; `AssertionError` when the win is not forced after all."""
        if not self._won(state, within):
            raise AssertionError(f"no forced win in {within}: {state.position()}")
        return len(self._proved)

    def _won(self, state: LineState, left: int) -> bool:
        if state.outcome is not None:
            return state.outcome.winners == (self._winner,)
        if left == 0:
            return False
        if self._proved.get(state, left + 1) <= left:
            return True
        if time.perf_counter() > self._until:
            raise OutOfTime
        if state.acting[0] == self._winner:
            sight = Sight(depth=left, reduce=False)
            move = self._searcher.think(state, Budget(), random.Random(0), sight).move
            won = self._won(state.play(move), left - 1)
        else:
            won = all(self._won(state.play(move), left - 1) for move in state.moves())
        if won:
            self._proved[state] = left
        return won


def _counted(state: LineState, seconds: float | None) -> Solution:
    """The exact result of a game of two that ends by counting, if the time allows."""
    left = cast(int, state.longest) - state.ply
    searcher = Searcher(state.kernel, state.game.part("brain"), _TABLE_BITS + 2)
    found = searcher.think(state, Budget(seconds), random.Random(0), Sight(reduce=False))
    if found.depth < left:
        return Solution(None, found.depth, None, found.line, found.nodes)
    margin, total = searcher.margin(left), state.score_range[1]
    own = (total + margin) / 2
    mover = state.acting[0]
    scores = (own, total - own) if mover == 0 else (total - own, own)
    winners = tuple(seat for seat in range(2) if scores[seat] == max(scores))
    return Solution(winners, left, scores, found.line, found.nodes)


def followed(state: LineState) -> Solution:
    """The result of a game of several that ends by counting, when each seat wants the most for itself: first to win,
    alone or sharing with few, then points. Between equals the first move is taken."""
    left = cast(int, state.longest) - state.ply
    if left > _LARGEST:
        raise Refusal(
            Text(
                f"{left} cases vides : à plusieurs, on n'en suit que {_LARGEST}",
                f"{left} empty squares: with several colours only {_LARGEST} can be followed",
            )
        )
    known: dict[State, tuple[tuple[float, ...], tuple[str, ...]]] = {}
    scores, line = _best(state, known)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Solution(winners, left, scores, line, len(known))


def _best(
    state: State, known: dict[State, tuple[tuple[float, ...], tuple[str, ...]]]
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    if state.outcome is not None:
        return state.outcome.scores, ()
    if state not in known:
        wanted = _wanted_by(state.acting[0])
        ends = []
        for move in state.moves():
            scores, line = _best(state.play(move), known)
            ends.append((scores, (str(move), *line)))
        known[state] = max(ends, key=lambda end: wanted(end[0]))
    return known[state]


def _wanted_by(seat: int) -> Callable[[tuple[float, ...]], tuple[float, float]]:
    def wanted(scores: tuple[float, ...]) -> tuple[float, float]:
        best = max(scores)
        return (1 / scores.count(best) if scores[seat] == best else 0.0), scores[seat]

    return wanted
