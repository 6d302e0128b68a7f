"""Measures how long the master takes to see the ends of Rolit for two through.

    python -m benchmarks.endings --size 8 --left 16

Positions come from games at random, and from games that a quick search plays against itself after six random moves. The
time is that of one core.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import ludotheque as lt
from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.bots.search.endings import EndingSearch
from ludotheque.core.brain import Endings, Search
from ludotheque.core.thought import Budget
from ludotheque.games.rolit.rules import RolitState

_RANDOM_MOVES = 6
_QUICK = Budget(nodes=500)
_TABLE_BITS = 17
"""As the master has."""


def position(search: Search, start: RolitState, left: int, seed: int, *, thinks: bool) -> RolitState:
    """A position with so many empty squares."""
    rng, state = random.Random(seed), start
    quick = AlphaBeta(search, 12)
    while state.plies_left > left:
        played = state.ply - start.ply
        guided = thinks and played >= _RANDOM_MOVES
        state = state.play(quick.think(state, _QUICK, rng).move if guided else rng.choice(state.moves()))
    return state


def seconds(endings: Endings, state: RolitState) -> tuple[float, float]:
    """How long it takes until it is certain who wins, and which move is best by points; with nothing known before."""
    solver, ending = endings.solver(state, _TABLE_BITS), EndingSearch(endings, state, _TABLE_BITS)
    began = time.process_time()
    solver.between(state, -1, 1)
    found = time.process_time()
    ending.think(state, Budget())
    return found - began, time.process_time() - found


def main() -> None:
    """Prints the median, nine tenths and the longest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=6, choices=(6, 8))
    parser.add_argument("--left", type=int, default=16)
    parser.add_argument("--positions", type=int, default=50)
    given = parser.parse_args()
    start = lt.start("rolit", size=given.size)
    search, endings = start.game.brain.search, start.game.brain.endings
    assert isinstance(start, RolitState)
    assert search is not None
    assert endings is not None
    seconds(endings, position(search, start, 6, 0, thinks=True))  # machine code is loaded
    for thinks in (False, True):
        positions = (position(search, start, given.left, seed, thinks=thinks) for seed in range(given.positions))
        spent = [seconds(endings, state) for state in positions]
        for what, each in zip(("who wins", "best move"), zip(*spent, strict=True), strict=True):
            print(f"{'self-play' if thinks else 'random games'}, {what}: {said(sorted(each))}", flush=True)


def said(each: list[float]) -> str:
    tenth = each[int(0.9 * len(each))]
    return f"median {statistics.median(each):.2f} s, 9 of 10 within {tenth:.2f} s, longest {each[-1]:.2f} s"


if __name__ == "__main__":
    main()
