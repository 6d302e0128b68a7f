"""Measures how fast bots think: what the master looks at in a thought, and the games that Monte-Carlo search plays."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from typing import NamedTuple

from ludotheque.bots.analysis import analyst
from ludotheque.bots.search.montecarlo import MonteCarloSearch
from ludotheque.bots.solver.claims import moves_left
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Endings, Search
from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.thought import Budget

_RUNS = 5
_WARM = Budget(nodes=50)
_EMPTY, _TABLE_BITS = 20, 20


class Searched(NamedTuple):
    """Medians over samples of different games."""

    search_nodes: float | None
    """Positions the master looks at in a thought that long; None where it counts none."""
    search_nodes_per_s: float | None
    search_depth: float | None
    """How many moves ahead; None where that cannot be said."""
    thought_s: float
    """How long the thought took: some are done before their time is over."""
    mcts_games_per_s: float | None
    """Games per second that plain Monte-Carlo search plays; None for games it does not play."""
    endings_nodes_per_s: float | None
    """Positions per second when an ending is solved; None for games that do not end by counting."""


class Sample(NamedTuple):
    """A state in the middle of a game where a seat has a choice, and all states before."""

    state: State
    seat: int
    past: tuple[State, ...]


def measure_search(game: Game, options: Mapping[str, object], seconds: float) -> Searched:
    """How fast bots think in one game with these options; each thought lasts about so many seconds."""
    samples = [_sample(game.start(**options), seed) for seed in range(_RUNS)]
    _thought(game, samples[0], _WARM)
    thoughts = [_thought(game, sample, Budget(seconds)) for sample in samples]
    nodes, rates, depths, spent = zip(*thoughts, strict=True)
    return Searched(
        statistics.median(nodes) or None,
        statistics.median(rates) or None,
        statistics.median(depths) or None,
        statistics.median(spent),
        None if game.brain.search is None else _games_per_s(game.brain.search, samples, seconds),
        None if game.brain.endings is None else _solved_per_s(game.brain.endings, game.start(**options), seconds),
    )


def _sample(state: State, seed: int) -> Sample:
    """Plays at random to a third of a game, and on to where a seat has a choice."""
    rng = random.Random(seed)
    states = [state]
    while not states[-1].over:
        now = states[-1]
        seat = now.waiting[0]
        states.append(now.play(now.draw(rng) if seat == CHANCE else rng.choice(now.moves(seat)), seat))
    for number, now in list(enumerate(states))[len(states) // 3 :]:
        if not now.over and now.waiting[0] != CHANCE and len(now.moves(now.waiting[0])) > 1:
            return Sample(now, now.waiting[0], tuple(states[:number]))
    raise AssertionError("nobody ever has a choice")


def _thought(game: Game, sample: Sample, budget: Budget) -> tuple[int, float, int, float]:
    """What the master looked at, how many a second, how far ahead, and for how long."""
    bot = analyst(game)
    for each in (*sample.past, sample.state):
        bot.watch(each.view(sample.seat))
    view, moves = sample.state.view(sample.seat), sample.state.moves(sample.seat)
    began = time.perf_counter()
    thought = bot.think(view, moves, random.Random(1), budget)
    spent = time.perf_counter() - began
    return thought.nodes, thought.nodes / spent, thought.depth, spent


def _games_per_s(search: Search, samples: list[Sample], seconds: float) -> float:
    rates = []
    for sample in [samples[0], *samples]:
        assert isinstance(sample.state, LineState)
        player = MonteCarloSearch(search, guided=False)
        began = time.perf_counter()
        games = player.think(sample.state, Budget(seconds), random.Random(1)).nodes
        rates.append(games / (time.perf_counter() - began))
    return statistics.median(rates[1:])


def _solved_per_s(endings: Endings, start: State, seconds: float) -> float | None:
    """Solves endings after random play, from so many empty squares that each takes a while."""
    if not isinstance(start, LineState) or len(start.seats) != 2:
        return None
    solver = endings.solver(start, _TABLE_BITS)
    rates: list[float] = []
    for seed in range(_RUNS + 1):
        rng, state = random.Random(seed), start
        while moves_left(state) > _EMPTY:
            state = state.play(rng.choice(state.moves()))
        began, before = time.perf_counter(), solver.nodes
        solver.before(began + seconds, state, -(state.size**2), state.size**2)
        rates.append((solver.nodes - before) / (time.perf_counter() - began))
    return statistics.median(rates[1:])  # the first one compiled
