"""The simplest bots."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludotheque.bots.player import Bot
from ludotheque.bots.search.montecarlo import MonteCarloSearch
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.contract import Game, Move, View
from ludotheque.core.text import Refusal, Text, meant
from ludotheque.core.thought import Budget


class Random(Bot):
    """Plays any legal move, and never interrupts. It has no settings."""

    title = meant("a bot", "Scatterbrain")

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        return rng.choice(moves)


class Greedy(Bot):
    """Takes what looks best to its game's brain, here and now; between equals it draws.

    Settings are those of the game's memory, where it has one: for Plic-Plac, `capacity` and `decay`.
    """

    title = meant("a bot", "Greedy")

    def __init__(self, game: Game, **memory: int | None) -> None:
        super().__init__(game, **memory)
        self._brain = game.brain
        try:
            self._memory = self._brain.memory(**memory)
        except TypeError:
            raise Refusal(
                Text("the memory of {game} has no setting {given}", game=game.id, given=", ".join(memory))
            ) from None

    def watch(self, view: View) -> None:
        self._memory.watch(view)

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        best, worth = self._best(view, moves, rng)
        return best if worth > 0 else None

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        return self._best(view, moves, rng)[0]

    def _best(self, view: View, moves: Sequence[Move], rng: random.Random) -> tuple[Move, float]:
        if view["seat"] is None:
            raise Refusal(Text("a bot plays from a seat: view(seat=…)"))
        worths = self._brain.worths(view, self._memory, moves, rng)
        best = max(worths)
        return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best]), best


class MonteCarlo(Bot):
    """Plain Monte-Carlo tree search, to measure others against. Settings: `nodes` games for each move, or so many
    `milliseconds`, 1500 unless told otherwise."""

    title = meant("a bot", "Gambler")

    def __init__(self, game: Game, nodes: int | None = None, milliseconds: int | None = None) -> None:
        super().__init__(game)
        seconds = None if nodes is not None and milliseconds is None else (milliseconds or 1500) / 1000
        self._budget = Budget(seconds, nodes)
        self._brain = game.brain
        assert self._brain.search is not None, "asked by `plays`"
        self._search = MonteCarloSearch(self._brain.search, guided=False)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return "search" in game.abilities

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        state = self._brain.determinise(view, self._brain.memory(), rng)
        assert isinstance(state, LineState)
        return self._search.think(state, self._budget, rng).move
