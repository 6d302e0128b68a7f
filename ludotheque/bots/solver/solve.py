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

from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.bots.search.endings import OutOfTime, best_line
from ludotheque.bots.search.limits import SearchLimits
from ludotheque.bots.solver.claims import moves_left
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Endings, Known, Search
from ludotheque.core.contract import Game, Move, State
from ludotheque.core.text import Refusal, Text, counted
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
    by_the_book: bool = False
    """Whether it was known before: from a table of all positions, of which a book was kept."""


def solve(state: State, depth: int | None = None, seconds: float | None = None) -> Solution:
    """What is certain of a position, looking so many moves ahead or for so long."""
    brain = state.game.brain
    if not isinstance(state, LineState) or brain.search is None:
        raise not_solvable(state.game)
    if state.outcome is not None:
        return Solution(state.outcome.winners, 0, state.outcome.scores, (), 0)
    if not state.ends_by_counting:
        book = brain.book
        if book is not None and (known := book(state)) is not None and (depth is None or depth >= known.moves):
            return Solution((known.winner,), known.moves, None, _first_moves(book, state), 0, by_the_book=True)
        return forced(state, brain.search, depth, seconds)
    if depth is not None:
        raise Refusal(Text("{game} is searched to its end: give it a time, not a depth", game=state.game.title))
    until = time.perf_counter() + seconds if seconds is not None else math.inf
    if len(state.seats) > 2 or brain.endings is None:
        return followed(state, until)
    return of_two(state, brain.endings, until)


def _first_moves(book: Callable[[LineState], Known | None], state: LineState) -> tuple[str, ...]:
    """How a game goes on by the book: the winner's moves, and those after which the book knows the longest defence."""
    line: list[str] = []
    while (known := book(state)) is not None:
        if known.move is not None:
            move: Move | None = known.move
        else:
            after = {each: book(state.play(each)) for each in state.moves()}
            lasting = {each: then.moves for each, then in after.items() if then is not None}
            move = max(lasting, key=lambda each: lasting[each]) if lasting else None
        if move is None:
            break
        line.append(str(move))
        state = state.play(move)
    return tuple(line)


def not_solvable(game: Game) -> Refusal:
    """Chance and hidden cards leave nothing to prove."""
    return Refusal(Text("nothing can be proved in {game}: there is chance, or cards are hidden", game=game.title))


def forced(state: LineState, search: Search, depth: int | None = None, seconds: float | None = None) -> Solution:
    """A forced win for either side, looked for deeper and deeper, and then checked against all defences."""
    searcher = AlphaBeta(search, _TABLE_BITS)
    limits = SearchLimits(depth=depth or _DEEPEST, reduce=False)
    began = time.perf_counter()
    found = searcher.think(state, Budget(seconds), random.Random(0), limits)
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


def _to_the_end(state: LineState, line: tuple[str, ...], within: int, searcher: AlphaBeta) -> tuple[str, ...]:
    """A line with the moves that a search need not look at to know how it ends."""
    for move in line:
        state = state.play(move)
    while state.outcome is None and len(line) < within:
        limits = SearchLimits(depth=within - len(line), reduce=False)
        move = str(searcher.think(state, Budget(), random.Random(0), limits).move)
        state, line = state.play(move), (*line, move)
    return line


class Check:
    """Replays a forced win by the rules: the winner's move from the search, and every move of the other."""

    def __init__(self, searcher: AlphaBeta, winner: int, until: float) -> None:
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
        best = self._searcher.think(state, Budget(), random.Random(0), SearchLimits(depth=left, reduce=False)).move
        yield best
        yield from (move for move in state.moves() if move != best)


def of_two(state: LineState, endings: Endings, until: float = math.inf) -> Solution:
    """The exact result of a game of two that ends by counting, if the time allows: first who wins, then by how much."""
    solver, left = endings.solver(state, _TABLE_BITS + 2), moves_left(state)
    most, mover = state.size**2, state.acting[0]
    sign = solver.before(until, state, -1, 1)
    if sign is None:
        return Solution(None, left, None, (), solver.nodes)
    winners = (mover,) if sign > 0 else (1 - mover,) if sign < 0 else (0, 1)
    margin = sign and solver.before(until, state, *((0, most) if sign > 0 else (-most, 0)))
    if margin is None:
        return Solution(winners, left, None, (), solver.nodes)
    line, end = best_line(state, solver.between, margin)
    assert end.outcome is not None
    return Solution(winners, left, end.outcome.scores, line, solver.nodes)


def followed(state: LineState, until: float = math.inf) -> Solution:
    """The result of a game of several that ends by counting, when each seat wants the most for itself: first to win,
    alone or sharing with few, then points. Between equals the first move is taken."""
    left = moves_left(state)
    if left > _LARGEST:
        raise Refusal(
            counted(
                "{n} move left: with several colours only {most} can be followed",
                "{n} moves left: with several colours only {most} can be followed",
                n=left,
                most=_LARGEST,
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
