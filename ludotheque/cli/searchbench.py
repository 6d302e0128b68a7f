"""Measures how fast bots think: what the master looks at in a thought, and the games that Monte-Carlo search plays."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from typing import NamedTuple

from ludotheque.bots import Budget, Mcts
from ludotheque.bots.levels import MAKERS
from ludotheque.bots.solver.claims import empty_squares
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.contract import CHANCE, Game, State

_RUNS = 5
_WARM = Budget(nodes=50)
_EMPTY, _TABLE_BITS = 20, 20


class Searched(NamedTuple):
    """Medians over moments of different games."""

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


class Moment(NamedTuple):
    """A state in the middle of a game where a seat has a choice, and all states before."""

    state: State
    seat: int
    past: tuple[State, ...]


def measure_search(game: Game, options: Mapping[str, object], seconds: float) -> Searched:
    """How fast bots think in one game with these options; each thought lasts about so many seconds."""
    moments = [_moment(game.start(**options), seed) for seed in range(_RUNS)]
    _thought(game, moments[0], _WARM)
    thoughts = [_thought(game, moment, Budget(seconds)) for moment in moments]
    nodes, rates, depths, spent = zip(*thoughts, strict=True)
    return Searched(
        statistics.median(nodes) or None,
        statistics.median(rates) or None,
        statistics.median(depths) or None,
        statistics.median(spent),
        _games_per_s(game, moments, seconds) if Mcts.plays(game) else None,
        _solved_per_s(game.start(**options), seconds),
    )


def _moment(state: State, seed: int) -> Moment:
    """Plays at random to a third of a game, and on to where a seat has a choice."""
    rng = random.Random(seed)
    states = [state]
    while not states[-1].over:
        now = states[-1]
        seat = now.waiting[0]
        states.append(now.play(now.draw(rng) if seat == CHANCE else rng.choice(now.moves(seat)), seat))
    for number, now in list(enumerate(states))[len(states) // 3 :]:
        if not now.over and now.waiting[0] != CHANCE and len(now.moves(now.waiting[0])) > 1:
            return Moment(now, now.waiting[0], tuple(states[:number]))
    raise AssertionError("nobody ever has a choice")


def _thought(game: Game, moment: Moment, budget: Budget) -> tuple[int, float, int, float]:
    """What the master looked at, how many a second, how far ahead, and for how long."""
    bot = MAKERS["master"](game)
    for each in (*moment.past, moment.state):
        bot.watch(each.view(moment.seat))
    view, moves = moment.state.view(moment.seat), moment.state.moves(moment.seat)
    began = time.perf_counter()
    thought = bot.think(view, moves, random.Random(1), budget)
    spent = time.perf_counter() - began
    return thought.nodes, thought.nodes / spent, thought.depth, spent


def _games_per_s(game: Game, moments: list[Moment], seconds: float) -> float:
    from ludotheque.bots.search.montecarlo import Player  # compiles

    rates = []
    for moment in [moments[0], *moments]:
        assert isinstance(moment.state, LineState)
        player = Player(moment.state.kernel, game.part("brain"), guided=False)
        began = time.perf_counter()
        games = player.think(moment.state, Budget(seconds), random.Random(1)).nodes
        rates.append(games / (time.perf_counter() - began))
    return statistics.median(rates[1:])


def _solved_per_s(start: State, seconds: float) -> float | None:
    """Solves endings after random play, from so many empty squares that each takes a while."""
    if not isinstance(start, LineState) or start.points_of_a_win > 1 or len(start.seats) != 2:
        return None
    endings = start.game.part("endings").Endings(start, _TABLE_BITS)
    rates: list[float] = []
    for seed in range(_RUNS + 1):
        rng, state = random.Random(seed), start
        while empty_squares(state) > _EMPTY:
            state = state.play(rng.choice(state.moves()))
        began, before = time.perf_counter(), endings.nodes
        endings.before(began + seconds, state, -(state.size**2), state.size**2)
        rates.append((endings.nodes - before) / (time.perf_counter() - began))
    return statistics.median(rates[1:])  # the first one compiled
