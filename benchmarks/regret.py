"""How far the master of Plic-Plac is from perfect play, where perfect play is known: in small pots.

    python -m benchmarks.regret --cards 3x3 --players 2 --games 1000

Solves the pot, lets a level play, and compares each of its decisions with the best one. At a table of two it plays
against one who plays the open game (see `games/plic_plac/perfect.py`), to whom the best answer is known; each deal is
played from both seats. `--level best` plays that answer: it must lose nothing, and get what the tables say. With
`--meet` the answer plays against the level instead.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import ludotheque as lt
from ludotheque.bots.player import Bot
from ludotheque.bots.turns import next_move, show
from ludotheque.core.contract import Game, Move, View
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.perfect import POINT, WON
from ludotheque.games.plic_plac.perfectplay import Observer, PerfectPlay
from ludotheque.games.plic_plac.rules import PlicPlacState, PlicPlacView

_SURE = 1.96
_PLACES = ("first", "second")


class Perfect(Bot):
    """Plays perfectly alone, or the open game; or, as knower, the best answer to one who does."""

    def __init__(self, game: Game, tables: PerfectPlay, *, knower: bool = False) -> None:
        super().__init__(game)
        self._tables, self._eyes, self._knower = tables, Observer(), knower

    def watch(self, view: View) -> None:
        self._eyes.watch(cast(PlicPlacView, view))

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        seen = cast(PlicPlacView, view)
        values = self._tables.values(seen, self._eyes.sees(seen), cast(Sequence[Call], moves), knower=False)
        return next((move for move, value in zip(moves, values, strict=True) if value > 1), None)

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        seen, calls = cast(PlicPlacView, view), cast(Sequence[Call], moves)
        return self._tables.choose(seen, self._eyes.sees(seen), calls, rng, knower=self._knower)


@dataclass
class Losses:
    """What decisions have cost, by what was decided."""

    by_verb: dict[str, list[float]] = field(default_factory=dict)
    games: list[float] = field(default_factory=list)
    """By game: all of it together."""


class Judged(Bot):
    """Another bot, and what each of its decisions costs."""

    def __init__(self, game: Game, bot: Bot, tables: PerfectPlay, losses: Losses, *, knower: bool) -> None:
        super().__init__(game)
        self._bot, self._tables, self._losses, self._knower = bot, tables, losses, knower
        self._eyes = Observer()
        losses.games.append(0.0)

    def watch(self, view: View) -> None:
        self._eyes.watch(cast(PlicPlacView, view))
        self._bot.watch(view)

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        return self._bot.interrupt(view, moves, rng)

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        chosen = self._bot.choose(view, moves, rng)
        seen, calls = cast(PlicPlacView, view), cast(Sequence[Call], moves)
        worths = self._tables.values(seen, self._eyes.sees(seen), calls, knower=self._knower)
        if len(moves) > 1 and max(worths) <= 2 * WON:  # a blocage is no question
            loss = max(worths) - worths[moves.index(chosen)]
            self._losses.by_verb.setdefault(seen["phase"], []).append(loss)
            self._losses.games[-1] += loss
        return chosen


def played(state: lt.State, bots: dict[int, Bot], seed: int, first: int) -> PlicPlacState:
    """A game; who begins is said, the deal comes from the seed alone."""
    rng, luck = random.Random(f"{seed} {first}"), random.Random(seed)
    if len(state.seats) > 1:
        state = state.play(f"first {first + 1}")
    while True:
        show(state, bots)
        turn = next_move(state, bots, rng, luck)
        if turn is None:
            assert isinstance(state, PlicPlacState)
            return state
        state = state.play(turn[1], turn[0])


def told(values: Iterable[float]) -> str:
    """A mean, and between what the truth lies with 95 % confidence."""
    numbers = list(values)
    middle = statistics.fmean(numbers)
    reach = _SURE * statistics.stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return f"{middle:.4f} ± {reach:.4f}"


def alone(cards: str, ploc: str, level: str, games: int) -> None:
    """A level alone."""
    state = lt.start("plic_plac", players=1, cards=cards, ploc=ploc)
    assert isinstance(state, PlicPlacState)
    tables, losses, ends = PerfectPlay(state.setting), Losses(), list[PlicPlacState]()
    points = int((tables.start - WON) // POINT) + 1 if tables.start > WON - POINT else 0
    print(f"{cards}, {ploc}, alone: perfect play: {points} points in {WON + POINT * points - tables.start:.4f} turns")
    for seed in range(games):
        bot = Judged(state.game, lt.bot("plic_plac", level), tables, losses, knower=False)
        ends.append(played(state, {0: bot}, seed, 0))
    won = [end for end in ends if end.outcome is not None and end.outcome.winners]
    print(f"  {level}: won {len(won)} of {games}, points {told(float(end.plocs) for end in won)}", end=", ")
    print(f"turns {told(float(end.turns) for end in won)}")
    _tell(losses, "turns")


def two(cards: str, ploc: str, level: str, games: int, patience: int | None) -> None:
    """A level against one who plays the open game, from both seats."""
    state = lt.start("plic_plac", players=2, cards=cards, ploc=ploc)
    assert isinstance(state, PlicPlacState)
    tables = PerfectPlay(state.setting, patience)
    first, second = tables.answer()
    print(f"{cards}, {ploc}, two players, patience {patience}: the open game is worth {tables.start:.6f} to the first")
    print(f"  best answer to it: {first:.6f} as first, {second:.6f} as second")
    print(f"  so the whole game is worth {1 - second:.6f} to {first:.6f} to the first")
    for begins, best in ((0, first), (1, second)):
        losses, scores = Losses(), list[float]()
        for seed in range(games):
            bot = lt.bot("plic_plac", level) if level != "best" else Perfect(state.game, tables, knower=True)
            judged = Judged(state.game, bot, tables, losses, knower=True)
            scores.append(_score(played(state, {0: judged, 1: Perfect(state.game, tables)}, seed, begins)))
        print(f"  {level} as {_PLACES[begins]}: {told(scores)} of {best:.4f}")
        _tell(losses, "wins")


def meet(cards: str, ploc: str, level: str, games: int, patience: int | None) -> None:
    """The best answer to one who plays the open game, against a level that does not."""
    state = lt.start("plic_plac", players=2, cards=cards, ploc=ploc)
    assert isinstance(state, PlicPlacState)
    tables = PerfectPlay(state.setting, patience)
    tables.answer()
    for begins in (0, 1):
        ends = (
            played(state, {0: Perfect(state.game, tables, knower=True), 1: lt.bot("plic_plac", level)}, seed, begins)
            for seed in range(games)
        )
        print(f"{cards}: best answer as {_PLACES[begins]} against {level}: {told(map(_score, ends))}", flush=True)


def _score(end: PlicPlacState) -> float:
    """What the first seat has won."""
    assert end.outcome is not None
    return (0 in end.outcome.winners) / len(end.outcome.winners)


def _tell(losses: Losses, unit: str) -> None:
    print(f"  lost a game: {told(losses.games)} {unit}")
    for verb, each in losses.by_verb.items():
        wrong = sum(loss > 1e-6 for loss in each) / len(each)
        print(
            f"  lost a decision ({verb}, {len(each) / len(losses.games):.1f} a game): {told(each)}; wrong {wrong:.1%}"
        )


def main() -> None:
    """Solves, plays, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", action="append", help="2x2, 2x3, 3x2, 3x3; may be given several times")
    parser.add_argument("--ploc", choices=("chain", "all"), default="chain")
    parser.add_argument("--players", type=int, choices=(1, 2), default=1)
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--patience", type=int, help="of one who plays the open game")
    parser.add_argument("--meet", action="store_true", help="the best answer to that one meets the level")
    given = parser.parse_args()
    for cards in given.cards or ("2x2", "2x3", "3x3"):
        if given.meet:
            meet(cards, given.ploc, given.level, given.games, given.patience)
        elif given.players == 1:
            alone(cards, given.ploc, given.level, given.games)
        else:
            two(cards, given.ploc, given.level, given.games, given.patience)


if __name__ == "__main__":
    main()
