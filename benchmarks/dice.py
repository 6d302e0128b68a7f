"""How near the master of Hop ! C'est plié is to one who knows what the dice will show; alone, on level 1.

    python -m benchmarks.dice --games 60 --width 48 --workers 16

For each game, with the dice and the column of `python -m benchmarks.sheets`: the rounds that are needed at least,
whatever is drawn (`games/hop_plie/bound.py`); in how many somebody won who knew the dice
(`games/hop_plie/foresight.py`); in how many a level won who did not; and, with `--told`, in how many a master won who
knew the next roll alone.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import ludotheque as lt
from benchmarks.sheets import BOTS, boxes_of, dice_seed, rounds
from ludotheque.games.hop_plie import bound, foresight, mind, turns
from ludotheque.games.hop_plie.rules import HopPlieState, die_faces
from ludotheque.games.hop_plie.setting import SOLO_ROUNDS

_SURE = 1.96
_ENDS = 6
"""How many ends of each turn are looked at."""


def least(game: int) -> int:
    """The rounds that are needed at least, with the dice of a game."""
    state = lt.start("hop_plie", players=1)
    assert isinstance(state, HopPlieState)
    costs = bound.costs_of(state.setting.sheet)
    return bound.rounds_needed(costs, boxes_of(game), turns.rolled(die_faces(), SOLO_ROUNDS, dice_seed(game)))


def foreseen(game: int, width: int) -> int:
    """In how many rounds it was won with the dice known."""
    state = lt.start("hop_plie", players=1)
    assert isinstance(state, HopPlieState)
    outlook = mind.outlook_of(state, mind.SheetLevel(width=3, aims=3))
    dice = turns.rolled(die_faces(), SOLO_ROUNDS, dice_seed(game))
    return foresight.with_known_dice(outlook, state.setting.new_sheet(), boxes_of(game), dice, width, _ENDS)


def told_one(game: int) -> int:
    """In how many rounds a master won who is told the next roll."""
    state = lt.start("hop_plie", players=1)
    assert isinstance(state, HopPlieState)
    outlook, faces = mind.outlook_of(state, BOTS["master"]), die_faces()
    dice = turns.rolled(faces, SOLO_ROUNDS, dice_seed(game))
    new, boxes = state.setting.new_sheet(), boxes_of(game)
    return foresight.with_next_dice(outlook, mind.ahead_of(outlook), new, boxes, dice, faces)


def told(name: str, taken: Sequence[int]) -> str:
    """A line: median, mean with its interval, and how often each number came."""
    reach = _SURE * statistics.stdev(taken) / math.sqrt(len(taken)) if len(taken) > 1 else 0.0
    counts = ", ".join(f"{number}: {times}" for number, times in sorted(Counter(taken).items()))
    return f"{name}: median {statistics.median(taken):g}, mean {statistics.fmean(taken):.2f} ± {reach:.2f} ({counts})"


def main() -> None:
    """Bounds, searches, plays, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--width", type=int, default=48, help="how many sheets are kept after each round")
    parser.add_argument("--bot", choices=BOTS, help="who plays without knowing the dice; else nobody")
    parser.add_argument("--told", action="store_true", help="a master plays who knows the next roll")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    games = range(given.first, given.first + given.games)
    print(told("needed at least", [least(game) for game in games]), flush=True)
    with ProcessPoolExecutor(given.workers) as pool:
        found = list(pool.map(partial(foreseen, width=given.width), games))
    print(told(f"won with the dice known, {given.width} sheets kept", found), flush=True)
    if given.told:
        print(told("master, told the next roll", [told_one(game) for game in games]), flush=True)
    if given.bot:
        print(told(given.bot, rounds(1, games, BOTS[given.bot])))


if __name__ == "__main__":
    main()
