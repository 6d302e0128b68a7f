"""Trying games out through the rules alone: for games whose brain offers no search. Slow, but it knows any game in
which nothing is hidden: each move is followed by games at random, and the best is the one that ends best."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from ludotheque.core.contract import CHANCE, Move, State
from ludotheque.core.thought import Budget, Thought

_GAMES = (1, 3, 8, 24, 400)
"""How many games at most each level tries for a move, the weakest first."""
_LONGEST = 300


class Trials:
    """Tries moves out as often as its level does."""

    def __init__(self, level: int) -> None:
        self._games = _GAMES[level]
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True

    def think(self, state: State, seat: int, moves: Sequence[Move], budget: Budget, rng: random.Random) -> Thought:
        """The move after which most is won, from -1 to 1."""
        self._stopped = False
        deadline = budget.deadline()
        sums, games = [0.0] * len(moves), 0
        for _ in range(self._games):
            for at, move in enumerate(moves):
                sums[at] += _played_out(state.play(move, seat), seat, rng)
                games += 1
            spent = budget.nodes is not None and games >= budget.nodes
            if self._stopped or spent or time.perf_counter() > deadline:
                break
        values = [total * len(moves) / games for total in sums]
        order = sorted(range(len(moves)), key=lambda at: (-values[at], rng.random()))
        best = moves[order[0]]
        candidates = tuple((str(moves[at]), values[at]) for at in order)
        return Thought(best, values[order[0]], (str(best),), candidates, games, 1)


def _played_out(state: State, seat: int, rng: random.Random) -> float:
    """What a game played on at random brings a seat: 1 a win, -1 a loss, a shared win in between."""
    for _ in range(_LONGEST):
        if state.over:
            break
        mover = rng.choice(state.waiting)
        state = state.play(state.draw(rng) if mover == CHANCE else rng.choice(state.moves(mover)), mover)
    outcome = state.outcome
    if outcome is None or not outcome.winners:
        return 0.0
    return 2 / len(outcome.winners) - 1 if seat in outcome.winners else -1.0
