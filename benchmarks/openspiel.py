"""OpenSpiel's Monte-Carlo search as a bot of the arena, over our games as OpenSpiel knows them:

    pip install 'ludotheque[research]'
    ludotheque arena rolit master benchmarks.openspiel:Mcts --seconds 0.5 -o players=4 --games 60

It is the search of `open_spiel.python.algorithms.mcts`: UCT with a game at random from each leaf, for any number of
players, and proven ends backed up. It has the time it is given and thinks to the end of it. Its moves are made by our
rules through Python, so it tries out far fewer games in that time than our own searches do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from ludotheque.bots.player import Bot
from ludotheque.core.contract import Game, Move, View
from ludotheque.core.encoding import encoding_of
from ludotheque.core.text import verbatim
from ludotheque.research import spiel
from ludotheque.research.questions import Question

_CURIOSITY = 2.0
"""As in OpenSpiel's own example."""
_MOST = 1_000_000
"""Games tried out, where the clock ends them."""


class _Timed(mcts.MCTSBot):  # type: ignore[misc]  # OpenSpiel's classes have no types
    """The search, which ends when its time is over: it stops as soon as its root is said to be known."""

    deadline = float("inf")

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        if root.children and time.perf_counter() > self.deadline:
            root.outcome = [0.0] * state.num_players()
        return super()._apply_tree_policy(root, state)


class Mcts(Bot):
    """OpenSpiel's search, for games that hide nothing."""

    title = verbatim("OpenSpiel MCTS")

    def __init__(self, game: Game, nodes: int | None = None, milliseconds: int | None = None) -> None:
        super().__init__(game)
        self._games = _MOST if nodes is None else nodes
        self._seconds = float("inf") if nodes is not None else (milliseconds or 1500) / 1000

    @classmethod
    def plays(cls, game: Game) -> bool:
        return not game.hidden

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        deadline = time.perf_counter() + self._seconds
        brain = self.game.brain
        state = brain.determinise(view, brain.memory(), rng)
        options = ";".join(f"{name}:{value}" for name, value in state.options_changed.items())
        table = pyspiel.load_game(f"{spiel.PREFIX}{self.game.id}(options={options})")
        position = table.new_initial_state()
        position.question, position.past = Question(state), (state,)
        seed = rng.getrandbits(32)
        rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
        search = _Timed(table, _CURIOSITY, self._games, rollouts, random_state=np.random.RandomState(seed))
        search.deadline = deadline
        action = search.step(position)
        return encoding_of(self.game).decode(state, view["seat"] or 0, action)
