"""Exact answers: forced wins in games of two, and what a small or nearly finished game of Rolit comes to.

A duel is searched with alpha-beta, and what that claims is then replayed against every defence, by the rules alone. Two
colours that end by counting are searched to the last ball. Three or four are followed to all ends, each seat wanting
the most for itself.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludotheque.bots.search.alphabeta import Searcher
from ludotheque.bots.search.endings import OutOfTime, best_line
from ludotheque.bots.search.limits import Sight
from ludotheque.bots.solver.claims import empty_squares
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.contract import Game, Move, State
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
    """Within how many moves, or, where nothing is decided, up to how many was looked. (Where games end by counting: how
    many are left.)"""
    scores: tuple[float, ...] | None
    """The final scores where every game ends by counting, if there was time to find them."""
    line: tuple[str, ...]
    nodes: int
    checked: int | None = None
    """How many positions the check of a forced win went through."""


def solve(state: State, depth: int | None = None, seconds: float | None = None) -> Solution:
    """What is certain of a position, looking so many moves ahead or for so long."""
    if not isinstance(state, LineState) or not hasattr(state.game.part("brain"), "evaluate"):
        raise not_solvable(state.game)
    if state.outcome is not None:
        return Solution(state.outcome.winners, 0, state.outcome.scores, (), 0)
    if state.points_of_a_win > 1:
        return forced(state, depth, seconds)
    if depth is not None:
        raise Refusal(
            Text(
                f"à {state.game.title.fr} on cherche jusqu'à la fin : une durée, pas une profondeur",
                f"{state.game.title.en} is searched to its end: give it a time, not a depth",
            )
        )
    until = time.perf_counter() + seconds if seconds is not None else math.inf
    return followed(state, until) if len(state.seats) > 2 else counted(state, until)


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
    until = began + max(10 * seconds, 10) if seconds is not None else math.inf
    try:
        checked = Check(searcher, winner, until).run(state, within)
    except OutOfTime:
        return Solution((winner,), within, None, found.line, found.nodes)
    if checked is None:  # a table knows positions, not how they came about: a repetition can spoil what it promised
        return Solution(None, found.depth, None, found.line, found.nodes)
    return Solution((winner,), within, None, _to_the_end(state, found.line, within, searcher), found.nodes, checked)


def _to_the_end(state: LineState, line: tuple[str, ...], within: int, searcher: Searcher) -> tuple[str, ...]:
    """A line with the moves that a search need not look at to know how it ends."""
    for move in line:
        state = state.play(move)
    while state.outcome is None and len(line) < within:
        sight = Sight(depth=within - len(line), reduce=False)
        move = str(searcher.think(state, Budget(), random.Random(0), sight).move)
        state, line = state.play(move), (*line, move)
    return line


class Check:
    """Replays a forced win by the rules: the winner's move from the search, and every move of the other."""

    def __init__(self, searcher: Searcher, winner: int, until: float) -> None:
        self._searcher, self._winner, self._until = searcher, winner, until
        self._proved: dict[State, int] = {}

    def run(self, state: LineState, within: int) -> int | None:
        """How many positions it went through; `None` when the win is not forced after all."""
        return len(self._proved) if self._won(state, within) else None

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
            won = any(self._won(state.play(move), left - 1) for move in self._promising(state, left))
        else:
            won = all(self._won(state.play(move), left - 1) for move in state.moves())
        if won:
            self._proved[state] = left
        return won

    def _promising(self, state: LineState, left: int) -> Iterator[Move]:
        """The moves of the winner: the one the search finds, and only if that fails all others."""
        best = self._searcher.think(state, Budget(), random.Random(0), Sight(depth=left, reduce=False)).move
        yield best
        yield from (move for move in state.moves() if move != best)


def counted(state: LineState, until: float = math.inf) -> Solution:
    """The exact result of a game of two that ends by counting, if the time allows: first who wins, then by how much."""
    endings, left = state.game.part("endings").Endings(state, _TABLE_BITS + 2), empty_squares(state)
    most, mover = state.size**2, state.acting[0]
    sign = endings.before(until, state, -1, 1)
    if sign is None:
        return Solution(None, left, None, (), endings.nodes)
    winners = (mover,) if sign > 0 else (1 - mover,) if sign < 0 else (0, 1)
    margin = sign and endings.before(until, state, *((0, most) if sign > 0 else (-most, 0)))
    if margin is None:
        return Solution(winners, left, None, (), endings.nodes)
    line, end = best_line(state, endings.between, margin)
    assert end.outcome is not None
    return Solution(winners, left, end.outcome.scores, line, endings.nodes)


def followed(state: LineState, until: float = math.inf) -> Solution:
    """The result of a game of several that ends by counting, when each seat wants the most for itself: first to win,
    alone or sharing with few, then points. Between equals the first move is taken."""
    left = empty_squares(state)
    if left > _LARGEST:
        raise Refusal(
            Text(
                f"{left} cases vides : à plusieurs, on n'en suit que {_LARGEST}",
                f"{left} empty squares: with several colours only {_LARGEST} can be followed",
            )
        )
    known: dict[State, tuple[tuple[float, ...], tuple[str, ...]]] = {}
    try:
        scores, line = _best(state, known, until)
    except OutOfTime:
        return Solution(None, left, None, (), len(known))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Solution(winners, left, scores, line, len(known))


def _best(
    state: State, known: dict[State, tuple[tuple[float, ...], tuple[str, ...]]], until: float
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    if state.outcome is not None:
        return state.outcome.scores, ()
    if state not in known:
        if time.perf_counter() > until:
            raise OutOfTime
        wanted = _wanted_by(state.acting[0])
        ends = []
        for move in state.moves():
            scores, line = _best(state.play(move), known, until)
            ends.append((scores, (str(move), *line)))
        known[state] = max(ends, key=lambda end: wanted(end[0]))
    return known[state]


def _wanted_by(seat: int) -> Callable[[tuple[float, ...]], tuple[float, float]]:
    def wanted(scores: tuple[float, ...]) -> tuple[float, float]:
        best = max(scores)
        return (1 / scores.count(best) if scores[seat] == best else 0.0), scores[seat]

    return wanted
