"""Trying games out: Monte-Carlo tree search for any number of seats who see everything."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache

from ludotheque.bots.search import montecarlo_compiled as tree
from ludotheque.core.boards import lines
from ludotheque.core.boards.arrays import RealGrid, np
from ludotheque.core.boards.compiled import Compiled, specialised
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Search
from ludotheque.core.thought import Budget, Thought

_NODES = 400_000
_DEEPEST = 128
_WIDEST = 2048
"""How many moves a position has at most."""
_LONGEST = 200
"""How many moves a game at random lasts at most."""
_SLICE, _SLOW_SLICE = 16, 1
"""How many games between two looks at the clock; and as long as the search is not compiled."""


@cache
def _bound(kernel: lines.Kernel, ordering: Callable[..., int]) -> Compiled[..., None]:
    asked: dict[str, Callable[..., object]] = {"play": kernel.play, "scores": kernel.scores, "ordering": ordering}
    asked["settled"] = specialised(lines.settled, f"{kernel.name}_mcts", {"moves": kernel.moves}, within=True)
    for template in tree.PARTS:
        asked[template.__name__] = specialised(template, kernel.name, asked, within=True)
    return specialised(tree.grow, kernel.name, asked)


def bound_to(search: Search) -> Compiled[..., None]:
    """The search compiled for one game."""
    return _bound(search.kernel, search.ordering)


class MonteCarloSearch:
    """A Monte-Carlo search, fresh for each move."""

    def __init__(self, search: Search, *, guided: bool) -> None:
        self._grow = bound_to(search)
        self._guided = guided
        self._nodes = np.zeros((_NODES, tree.NODE), np.int64)
        self._way = np.zeros(_DEEPEST, np.int64)
        self._sets = np.empty((max(search.kernel.sets, 4), 2), np.int64)
        self._codes = np.empty(_WIDEST, np.int64)
        self._stopped = False

    def stop(self) -> None:
        """Ends a thought that is under way soon: it answers with what there is."""
        self._stopped = True

    def think(self, state: LineState, budget: Budget, rng: random.Random) -> Thought:
        """The move most games went through. A game counts as a node."""
        self._stopped = False
        slice_ = _SLICE
        if self._grow.is_awaited:
            slice_, budget = _SLOW_SLICE, budget.at_once()
        deadline = budget.deadline()
        games, most = 0, budget.nodes if budget.nodes is not None else 1 << 60
        if len(state.codes()) == 1:
            most = min(most, _SLICE)
        game, grown = self._laid_out(state, rng)
        while games < most and not self._stopped:
            step = min(slice_, most - games)
            self._grow(game, grown, step)
            games += step
            if time.perf_counter() > deadline:
                break
        return self._thought(state, grown.sums, games)

    def _laid_out(self, state: LineState, rng: random.Random) -> tuple[tree.Game, tree.Tree]:
        """The line with room ahead; a tree with a root and its moves, in any order."""
        past, seats = len(state.line), len(state.seats)
        line = np.zeros((past + _DEEPEST + _LONGEST, state.line.shape[1]), np.int64)
        lines.copy_rows(state.line, 0, line)
        codes = state.codes()
        control = np.zeros(tree.CONTROL, np.int64)
        control[tree.RANDOM], control[tree.GUIDED] = rng.getrandbits(62), self._guided
        control[tree.MOST], control[tree.ROOT], control[tree.USED] = _LONGEST, past - 1, len(codes) + 1
        rng.shuffle(codes)
        self._nodes[: len(codes) + 1] = 0
        self._nodes[0] = np.array([-1, 1, len(codes), 1], np.int64)
        self._nodes[1 : len(codes) + 1, tree.CODE] = np.array(codes, np.int64)
        points = np.zeros(max(seats, 2), np.int64)
        sums, rewards = np.zeros((_NODES, seats), np.float64), np.zeros(seats, np.float64)
        return (
            tree.Game(state.setting.rules, line, self._sets, self._codes, points),
            tree.Tree(self._nodes, sums, rewards, self._way, control),
        )

    def _thought(self, state: LineState, sums: RealGrid, games: int) -> Thought:
        seat = state.acting[0]
        children = range(1, 1 + int(self._nodes[0, tree.CHILDREN]))
        order = sorted(children, key=lambda child: -self._nodes[child, tree.VISITS])
        fair = 1 / len(state.seats)

        def worth(child: int) -> float:
            share = sums[child, seat] / max(1, int(self._nodes[child, tree.VISITS]))
            return float((share - fair) / (1 - fair) if share > fair else (share - fair) / fair)

        line: list[str] = []
        now, node = state, 0
        while self._nodes[node, tree.CHILDREN] > 0:
            first = int(self._nodes[node, tree.FIRST])
            within = range(first, first + int(self._nodes[node, tree.CHILDREN]))
            node = max(within, key=lambda child: int(self._nodes[child, tree.VISITS]))
            if self._nodes[node, tree.VISITS] < 2 and line:
                break
            move = now.move_of(int(self._nodes[node, tree.CODE]))
            line.append(str(move))
            now = now.play(move)
        listed = tuple((str(state.move_of(int(self._nodes[child, tree.CODE]))), worth(child)) for child in order)
        best = state.move_of(int(self._nodes[order[0], tree.CODE]))
        return Thought(best, worth(order[0]), tuple(line), listed, games, len(line))
