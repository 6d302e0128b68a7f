"""Thinking through the rules and a brain's `worths` alone: for games that offer neither a search nor a mind, and hide
nothing. Slow, but it plays any such game.

The lower levels take what looks best, and overlook some moves. Between moves that look alike, and from `expert` on
between the few that look best, games are tried out, in which everybody mostly does what looks best to them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.core.brain import Brain
from ludotheque.core.contract import CHANCE, Move, State
from ludotheque.core.thought import Budget, Thought


class _Care(NamedTuple):
    """How carefully a level looks."""

    overlooked: float
    """How many of all moves it does not see."""
    tried: int
    """How many of those that look best are tried out, even if one looks better than the others."""
    games: int
    """How many games it tries for a move at most."""


_LEVELS = (_Care(0.5, 1, 0), _Care(0.2, 1, 1), _Care(0.0, 1, 4), _Care(0.0, 3, 12), _Care(0.0, 6, 200))
"""The weakest first."""
_SENSIBLE = 0.8
"""How often somebody in a game that is tried out does what looks best."""
_LONGEST = 300


class Trials:
    """Thinks as its level does."""

    def __init__(self, level: int, brain: Brain) -> None:
        self._care, self._brain = _LEVELS[level], brain
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True

    def think(self, state: State, seat: int, moves: Sequence[Move], budget: Budget, rng: random.Random) -> Thought:
        """The move that looks best, or after which most is won in games that are tried out."""
        self._stopped = False
        seen = [move for move in moves if rng.random() >= self._care.overlooked] or [rng.choice(moves)]
        worths = self._worths(state, seat, seen, rng)
        order = sorted(range(len(seen)), key=lambda at: (-worths[at], rng.random()))
        alike = sum(worth == worths[order[0]] for worth in worths)
        tried = [seen[at] for at in order[: max(alike, self._care.tried)]]
        values, games = self._tried_out(state, seat, tried, budget, rng) if len(tried) > 1 else ([0.0], 0)
        ranked = sorted(range(len(tried)), key=lambda at: -values[at])
        candidates = tuple((str(tried[at]), values[at]) for at in ranked)
        best = tried[ranked[0]]
        return Thought(best, values[ranked[0]], (str(best),), candidates, games, 1)

    def _tried_out(
        self, state: State, seat: int, moves: Sequence[Move], budget: Budget, rng: random.Random
    ) -> tuple[list[float], int]:
        """What each move brings, from -1 to 1, in games that are played on from there; and how many those were."""
        deadline = budget.deadline()
        sums, rounds = [0.0] * len(moves), 0
        while rounds < self._care.games:
            before = list(sums)
            for at, move in enumerate(moves):
                sums[at] += self._played_out(state.play(move, seat), seat, rng)
                spent = budget.nodes is not None and rounds * len(moves) + at >= budget.nodes
                if self._stopped or spent or time.perf_counter() > deadline:
                    return [each / max(1, rounds) for each in before], rounds * len(moves) + at + 1
            rounds += 1
        return [each / max(1, rounds) for each in sums], rounds * len(moves)

    def _played_out(self, state: State, seat: int, rng: random.Random) -> float:
        """What a game played on brings a seat: 1 a win, -1 a loss, a shared win in between."""
        for _ in range(_LONGEST):
            if state.over or self._stopped:
                break
            mover = rng.choice(state.waiting)
            state = state.play(state.draw(rng) if mover == CHANCE else self._likely(state, mover, rng), mover)
        outcome = state.outcome
        if outcome is None or not outcome.winners:
            return 0.0
        return 2 / len(outcome.winners) - 1 if seat in outcome.winners else -1.0

    def _likely(self, state: State, seat: int, rng: random.Random) -> Move:
        """What somebody plays who mostly does what looks best."""
        moves = state.moves(seat)
        if len(moves) == 1 or rng.random() >= _SENSIBLE:
            return rng.choice(moves)
        worths = self._worths(state, seat, moves, rng)
        return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == max(worths)])

    def _worths(self, state: State, seat: int, moves: Sequence[Move], rng: random.Random) -> list[float]:
        return self._brain.worths(state.view(seat), self._brain.memory(), moves, rng)
