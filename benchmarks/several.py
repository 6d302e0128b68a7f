"""Which search suits several players of Rolit: Monte-Carlo search in which everybody plays for themself (max^n), or
alpha-beta that takes all others for allies against itself (paranoid)?

    python -m benchmarks.several --players 4 --games 102 --milliseconds 20

Both get the same time. An opening of random moves is played with all seatings, and compared as in the arena.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Sequence

import ludotheque as lt
from benchmarks.tuning import opening
from ludotheque.arena.fixtures import Fixture, GameResult, score, seatings, share
from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.bots.search.montecarlo import MonteCarloSearch
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Search
from ludotheque.core.contract import Move
from ludotheque.core.thought import Budget

Thinker = Callable[[LineState, random.Random], Move]

MAXN, PARANOID = "max^n", "paranoid"
_TABLE_BITS = 19


def thinkers(search: Search, seconds: float) -> dict[str, Thinker]:
    """Both ways to think, with so much time for a move."""
    budget = Budget(seconds)
    montecarlo, alphabeta = MonteCarloSearch(search, guided=True), AlphaBeta(search, _TABLE_BITS)
    return {
        MAXN: lambda state, rng: montecarlo.think(state, budget, rng).move,
        PARANOID: lambda state, rng: alphabeta.think(state, budget, rng).move,
    }


def play(state: LineState, fixture: Fixture, thinking: dict[str, Thinker], rng: random.Random) -> GameResult:
    """A game from here on."""
    moves = 0
    while not state.over:
        think = thinking[fixture.seats[state.acting[0]]]
        state = state.play(think(state, rng))
        moves += 1
    assert state.outcome is not None
    return GameResult(fixture, state.outcome.scores, state.outcome.winners, state.outcome.reason, moves)


def compare(start: LineState, search: Search, games: int, seconds: float, seed: int) -> None:
    """Plays, and says what max^n gets so far: by rank, and of the wins."""
    rng, thinking = random.Random(seed), thinkers(search, seconds)
    for think in thinking.values():
        think(start, rng)  # the first time, it compiles
    ways = seatings("shared", len(start.seats), MAXN, PARANOID)
    ranks: list[float] = []
    wins: list[float] = []
    for number in range(-(-games // len(ways))):
        begun = opening(start, rng)
        played = [play(begun, Fixture(seed, number, seats), thinking, rng) for seats in ways]
        ranks.append(score("shared", played, MAXN))
        wins.append(statistics.mean(share(each, MAXN) for each in played))
        print(f"{(number + 1) * len(ways)} games: {said(ranks)} by rank, {said(wins)} of the wins", flush=True)


def said(parts: Sequence[float]) -> str:
    """A mean, and how far off it may be (95 times in 100)."""
    off = 1.96 * statistics.stdev(parts) / len(parts) ** 0.5 if len(parts) > 1 else 1.0
    return f"{statistics.mean(parts):.1%} ± {off:.1%}"


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    parser.add_argument("--size", type=int, choices=(4, 6, 8), default=6)
    parser.add_argument("--games", type=int, default=102)
    parser.add_argument("--milliseconds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = lt.start("rolit", players=given.players, size=given.size)
    search = start.game.brain.search
    assert isinstance(start, LineState)
    assert search is not None
    compare(start, search, given.games, given.milliseconds / 1000, given.seed)


if __name__ == "__main__":
    main()
