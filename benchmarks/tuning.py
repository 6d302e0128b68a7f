"""Finds the weights with which a brain judges positions, from games it plays against itself.

    python -m benchmarks.tuning rolit -o size=6 --write

Games of two begin with some random moves and are played with few nodes a move. Then the weights are fitted: how likely
was the seat to move to win, from each position on? (Logistic regression; the last weights hold on, and draws teach
nothing.) Where an ending can be seen through, not what was played counts but what best play would have come to. What
comes of it meets what there was, with openings and sides exchanged, and is kept only if it wins; if it does not, the
next step goes half as far. Then all begins again.

    python -m benchmarks.tuning hops_dice --steps 20 --games 24 --write

Where games are long and their results say little of single positions, `--steps` tries so many single changes instead:
one weight larger, smaller or none at all. What beats the old weights by more than chance would have it is kept.
"""

from __future__ import annotations

import argparse
import importlib
import random
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

import ludotheque as lt
from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.core.boards.arrays import Reals
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Search
from ludotheque.core.thought import Budget

Weights = dict[str, int]

_UNIT = 10_000
"""A weight so large that no rounding matters."""
_HOLD = 20.0
"""How strongly the last weights hold on: as much as so many positions."""
_STEPS = 30
_FACTORS = (0, 0.6, 1.6, 2.5)
_SMALL = 4
"""What a weight becomes that was nothing, before it is changed."""
_FAR_ENOUGH = Budget(nodes=1_000_000)
"""Endings that take no more are seen through."""
_TABLE_BITS = 18
_OPENING = range(2, 9)
"""How many random moves a game begins with."""


def opening(start: LineState, rng: random.Random) -> LineState:
    """Some random moves, and the game goes on after them."""
    while True:
        state = start
        for _ in range(rng.choice(_OPENING)):
            if not state.over:
                state = state.play(rng.choice(state.moves()))
        if not state.over:
            return state


def play(state: LineState, players: tuple[AlphaBeta, AlphaBeta], nodes: int, rng: random.Random) -> list[LineState]:
    """A game from here on: its positions, the last one finished."""
    positions = [state]
    while not state.over:
        thought = players[state.acting[0]].think(state, Budget(nodes=nodes), rng)
        state = state.play(thought.move)
        positions.append(state)
    return positions


def share(state: LineState, seat: int) -> float:
    """What a seat gets of a finished game: 1, 0 or a half."""
    assert state.outcome is not None
    winners = state.outcome.winners
    return 0.5 if len(winners) != 1 else float(winners == (seat,))


def facts(state: LineState, search: Search) -> Reals | None:
    """What each weight is multiplied with here: what the judgement would be with that weight alone. Nothing where
    somebody is about to win: there nobody is asked for a judgement."""
    at, rules = len(state.line) - 1, state.setting.rules
    if search.threat(rules, state.line, at, np.empty((max(search.kernel.sets, 4), 2), np.int64)):
        return None
    units = np.eye(len(search.weights), dtype=np.int64) * _UNIT
    return np.array([search.evaluate(rules, unit, state.line, at, state.acting[0]) / _UNIT for unit in units])


def gathered(
    start: LineState, search: Search, weights: Weights, games: int, nodes: int, rng: random.Random
) -> tuple[Reals, Reals]:
    """The facts of the positions of some games, and what the seat to move got in the end."""
    rows, results = [], []
    players, through = (searcher(search, weights), searcher(search, weights)), _seeing(start)
    for _ in range(games):
        positions = play(opening(start, rng), players, nodes, rng)
        first = share(positions[-1], 0)
        for state in reversed(positions[:-1]):
            first = through(state, first)
            row = None if first == 0.5 else facts(state, search)
            if row is not None:
                rows.append(row)
                results.append(1 - first if state.acting[0] else first)
    return np.array(rows), np.array(results)


def _seeing(start: LineState) -> Callable[[LineState, float], float]:
    """What the first seat gets of a game from here on: if both play best, where that can be seen through; else what it
    is known to get later."""
    endings = start.game.brain.endings
    if endings is None:
        return lambda state, later: later
    effort_of, solver = endings.effort, endings.solver(start, _TABLE_BITS)

    def through(state: LineState, later: float) -> float:
        effort = effort_of(state)
        if effort is None or not _FAR_ENOUGH.covers(effort):
            return later
        won = float(np.sign(solver.between(state, -1, 1)))
        return (1 - won if state.acting[0] else 1 + won) / 2

    return through


def fitted(rows: Reals, results: Reals, old: Reals, scale: float) -> Reals:
    """The weights that make the results most likely, by Newton's method."""
    spread = np.maximum(rows.std(axis=0), 1e-9)
    hold, new = _HOLD * (spread / scale) ** 2 + 1e-9, old.copy()
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-np.clip(rows @ new / scale, -30, 30)))
        slope = rows.T @ (likely - results) / scale + hold * (new - old)
        bend = (rows * (likely * (1 - likely))[:, None]).T @ rows / scale**2 + np.diag(hold)
        new = new - np.linalg.solve(bend, slope)
    return new


def searcher(search: Search, weights: Weights) -> AlphaBeta:
    return AlphaBeta(search, 15, weights)


def score(
    start: LineState, search: Search, pair: tuple[Weights, Weights], games: int, nodes: int, rng: random.Random
) -> tuple[float, float]:
    """What the first weights get against the second, and how far off that may be (95 times in 100)."""
    one, other = (searcher(search, weights) for weights in pair)
    shares = []
    for _ in range(games // 2):
        begun = opening(start, rng)
        first = share(play(begun, (one, other), nodes, rng)[-1], 0)
        shares.append((first + share(play(begun, (other, one), nodes, rng)[-1], 1)) / 2)
    return float(np.mean(shares)), float(1.96 * np.std(shares, ddof=1) / len(shares) ** 0.5)


def tuned(start: LineState, search: Search, times: int, games: int, nodes: int, seed: int) -> Weights:
    """The best weights found, beginning with those there are."""
    rng = random.Random(seed)
    best: Weights = dict(search.weights)
    kept: list[tuple[Reals, Reals]] = []
    step = 1.0
    for time in range(times):
        kept.append(gathered(start, search, best, games, nodes, rng))
        rows, results = (np.concatenate(each) for each in zip(*kept, strict=True))
        old = np.array([*best.values()], np.float64)
        found = old + step * (fitted(rows, results, old, search.scale) - old)
        new = {name: round(float(weight)) for name, weight in zip(best, found, strict=True)}
        value, off = score(start, search, (new, best), games, nodes, rng)
        print(f"{time + 1}: {len(rows)} positions, new against old {value:.1%} ± {off:.1%}  {new}", flush=True)
        if value > 0.5:
            best = new
        else:
            step /= 2
    return best


def stepped(start: LineState, search: Search, steps: int, games: int, nodes: int, seed: int) -> Weights:
    """The best weights found by changing one after the other."""
    rng = random.Random(seed)
    best: Weights = dict(search.weights)
    for _ in range(steps):
        name = rng.choice([*best])
        new = best | {name: round(rng.choice(_FACTORS) * (best[name] or _SMALL))}
        value, off = score(start, search, (new, best), games, nodes, rng)
        print(f"{name} {best[name]} → {new[name]}: {value:.1%} ± {off:.1%}", flush=True)
        if value - off / 2 > 0.5:
            best = new
    return best


def write(game: lt.Game, weights: Weights) -> None:
    """Puts the weights into the source of the game's brain."""
    path = Path(str(importlib.import_module(f"{game.package}.brain").__file__))
    text = path.read_text(encoding="utf-8")
    for name, weight in weights.items():
        text = re.sub(rf'^(    "{name}": )-?\d+,$', rf"\g<1>{weight},", text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Plays, fits, prints, and writes if told to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("-o", dest="options", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--times", type=int, default=3, help="how often to fit")
    parser.add_argument("--steps", type=int, default=0, help="single changes to try, instead of fitting")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    start = lt.start(given.game, **dict(option.split("=", 1) for option in given.options))
    search = start.game.brain.search
    if not isinstance(start, LineState) or search is None or len(start.seats) != 2:
        parser.error("only games of two who see everything are judged by weights")
    find, times = (stepped, given.steps) if given.steps else (tuned, given.times)
    weights = find(start, search, times, given.games, given.nodes, given.seed)
    print(weights)
    if given.write:
        write(start.game, weights)


if __name__ == "__main__":
    main()
