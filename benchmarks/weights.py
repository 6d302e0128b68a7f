"""Finds the weights of the measure of Hop ! C'est plié: how many rounds each fact about a sheet costs.

    python -m benchmarks.weights --level 1 --write

Plays games alone, half of them with weights that are somewhat off, so that it sees other sheets too. Then it fits: from
each sheet of each game, how many rounds did the game still go on? And again with the new weights, some times over.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

import numpy as np

import ludotheque as lt
from benchmarks.sheets import boxes_of
from ludotheque.core.boards.arrays import Line, Reals
from ludotheque.games.hop_plie import measure, mind, turns
from ludotheque.games.hop_plie.kernel import WORDS
from ludotheque.games.hop_plie.rules import HopPlieState, die_faces
from ludotheque.games.hop_plie.sheet import LEVELS

_FILE = Path(measure.__file__).parent / "weights.txt"
_TOO_LONG = 35
"""A game that goes on for so long is stuck: there is nothing to learn from it."""
_HOLD = 20.0
"""How strongly the last weights hold on."""
_MIXED = 0.25
"""How far off the weights of every second game are."""
_KEPT = 4
"""From how many times the games are kept."""


def played(state: HopPlieState, outlook: turns.Outlook, game: int) -> tuple[int, Line]:
    """The rounds of one game, and the sheet after each."""
    track = np.empty((_TOO_LONG, WORDS), np.int64)
    new, boxes = state.setting.new_sheet(), boxes_of(game)
    won = turns.solo(outlook, outlook, 1, 0, new, boxes, die_faces(), 7919 * game + 1, track)
    return won or _TOO_LONG, track


def counted(outlook: turns.Outlook, rounds: int, track: Line) -> tuple[Reals, Reals]:
    """The facts of each sheet of a game, for its best aim, and how many rounds came after it."""
    rows, aim = np.empty((rounds - 1, measure.FACTS)), np.empty(1, np.int64)
    for at in range(rounds - 1):
        measure.aims_of(outlook.design, outlook.prospect, outlook.weights, track[at], aim)
        measure.facts(outlook.design, outlook.prospect, track[at], int(aim[0]), rows[at])
    return rows, np.arange(rounds - 1, 0, -1, dtype=np.float64)


def fitted(facts: Reals, rounds: Reals, old: Reals) -> Reals:
    """The weights nearest to the rounds, by least squares, one weight after the other. What is in the way costs
    something, and what helps costs nothing: so the sign of each is given."""
    hold = np.full(measure.FACTS, _HOLD)
    hold[measure.ALWAYS] = 0.01
    square, wanted = facts.T @ facts + np.diag(hold), facts.T @ rounds + hold * old
    new = old.copy()
    for _ in range(300):
        for fact in range(measure.FACTS):
            best = (wanted[fact] - square[fact] @ new + square[fact, fact] * new[fact]) / square[fact, fact]
            if measure.BONUS_A1 <= fact <= measure.GIFTS:
                best = min(best, 0.0)
            elif fact != measure.ALWAYS:
                best = max(best, 0.02 if fact in (measure.WAY, measure.GAPS, measure.SMALL, measure.LARGE) else 0.0)
            new[fact] = best
    return new


def tuned(level: int, times: int, games: int) -> Reals:
    """Weights for a level, from those there are."""
    state = lt.start("hop_plie", players=1, level=level)
    assert isinstance(state, HopPlieState)
    outlook = mind.outlook_of(state, mind.SheetLevel(width=2, aims=3))
    rng = np.random.default_rng(level)
    kept: list[list[tuple[Reals, Reals]]] = []
    for time in range(times):
        kept, right = [*kept[1 - _KEPT :], []], []
        for game in range(games):
            noise = 1 + _MIXED * rng.standard_normal(measure.FACTS) * (game % 2)
            rounds, track = played(state, outlook._replace(weights=outlook.weights * noise), games * time + game)
            if game % 2 == 0:
                right.append(rounds)
            if rounds < _TOO_LONG:
                kept[-1].append(counted(outlook, rounds, track))
        facts, left = (np.concatenate(each) for each in zip(*(pair for each in kept for pair in each), strict=True))
        print(f"level {level}, {time + 1}: mean {statistics.mean(right):.2f} rounds", flush=True)
        outlook = outlook._replace(weights=(outlook.weights + fitted(facts, left, outlook.weights)) / 2)
    return outlook.weights


def write(level: int, weights: Reals) -> None:
    """Puts the weights of a level into the file."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    rows = [line.split() for line in lines if not line.startswith("#")]
    for row, weight in zip(rows, weights, strict=True):
        row[level] = f"{weight:.3f}"
    table = [f"{name:<12}" + "".join(f"{value:>9}" for value in values) for name, *values in rows]
    _FILE.write_text("\n".join((*comments, *table, "")), encoding="utf-8")


def main() -> None:
    """Plays, fits, prints, and writes if told to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=int, choices=LEVELS, action="append", help="which levels; else all")
    parser.add_argument("--times", type=int, default=6)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    for level in given.level or LEVELS:
        weights = tuned(level, given.times, given.games)
        print([round(float(weight), 3) for weight in weights])
        if given.write:
            write(level, weights)


if __name__ == "__main__":
    main()
