"""The simplest bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludotheque.bots.player import Bot
from ludotheque.core.contract import Game, Move, View
from ludotheque.core.text import Refusal, Text
from ludotheque.core.thought import Budget

if TYPE_CHECKING:
    from ludotheque.bots.search.montecarlo import Player


class Random(Bot):
    """Plays any legal move, and never interrupts. It has no settings."""

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        return rng.choice(moves)


class Greedy(Bot):
    """Takes what looks best to its game's brain, here and now; between equals it draws.

    Settings are those of the game's memory, where it has one: for Plic-Plac, `capacity` and `decay`.
    """

    def __init__(self, game: Game, **memory: int | None) -> None:
        super().__init__(game, **memory)
        self._brain = game.part("brain")
        try:
            self._memory = self._brain.Memory(**memory)
        except TypeError:
            given = ", ".join(memory)
            raise Refusal(
                Text(
                    f"la mémoire de {game.id} ne se règle pas par {given}", f"{game.id}'s memory has no setting {given}"
                )
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
            raise Refusal(Text("un robot joue à une place : view(seat=…)", "a bot plays from a seat: view(seat=…)"))
        worths = self._brain.worths(view, self._memory, moves, rng)
        best = max(worths)
        return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best]), best


class Mcts(Bot):
    """Plain Monte-Carlo tree search, to measure others against. Settings: `nodes` games for each move, or so many
    `milliseconds`, 1500 unless told otherwise."""

    def __init__(self, game: Game, nodes: int | None = None, milliseconds: int | None = None) -> None:
        super().__init__(game)
        seconds = None if nodes is not None and milliseconds is None else (milliseconds or 1500) / 1000
        self._budget = Budget(seconds, nodes)
        self._brain = game.part("brain")
        self._player: Player | None = None

    @classmethod
    def plays(cls, game: Game) -> bool:
        return hasattr(game.part("brain"), "urge")

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        from ludotheque.bots.search.montecarlo import Player  # compiles: only those who play need it

        state = self._brain.determinise(view, None, rng)
        if self._player is None:
            self._player = Player(state.kernel, self._brain, guided=False)
        return self._player.think(state, self._budget, rng).move
