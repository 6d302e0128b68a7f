"""Looking ahead with alpha-beta: deeper and deeper until the budget is spent. For seats who see everything."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping
from functools import cache

from ludotheque.bots.search import alphabeta_compiled as tree
from ludotheque.bots.search.limits import SearchLimits
from ludotheque.core.boards import lines
from ludotheque.core.boards.arrays import np
from ludotheque.core.boards.compiled import Compiled, specialised
from ludotheque.core.boards.linestate import LineState, as_words
from ludotheque.core.brain import Search
from ludotheque.core.thought import Budget, Thought

_SLICE, _SLOW_SLICE = 1000, 50
"""How many nodes between two looks at the clock; and as long as the search is not compiled."""
_SEATS = 4
"""As many seats as there are at most."""
_EVERYTHING = SearchLimits()


@cache
def _bound(
    kernel: lines.Kernel,
    evaluate: Callable[..., int],
    threat: Callable[..., int],
    ordering: Callable[..., int],
    key: Callable[..., int],
) -> Compiled[..., int]:
    asked: dict[str, Callable[..., object]] = {"play": kernel.play, "scores": kernel.scores}
    asked["settled"] = specialised(lines.settled, f"{kernel.name}_search", {"moves": kernel.moves}, within=True)
    asked |= {"evaluate": evaluate, "threat": threat, "ordering": ordering, "key": key}
    for template in tree.PARTS:
        asked[template.__name__] = specialised(template, kernel.name, asked, within=True)
    return specialised(tree.search, kernel.name, asked)


def bound_to(search: Search) -> Compiled[..., int]:
    """The search compiled for one game."""
    return _bound(search.kernel, search.evaluate, search.threat, search.ordering, search.key)


class AlphaBeta:
    """A search that remembers: what it found before a move is of use after it."""

    def __init__(self, search: Search, table_bits: int = 18, weights: Mapping[str, int] | None = None) -> None:
        """The brain's weights judge positions, unless others are given by their names."""
        kernel = search.kernel
        self._ordering, self._scale = search.ordering, search.scale
        self._weights = as_words({**search.weights, **(weights or {})})
        self._search = bound_to(search)
        self._tree = tree.Tree(
            frames=np.zeros((tree.LEVELS, tree.FRAME), np.int64),
            codes=np.zeros((tree.LEVELS, tree.WIDEST), np.int64),
            ranks=np.zeros((tree.LEVELS, tree.WIDEST), np.int64),
            best_line=np.full((tree.LEVELS, tree.LEVELS), -1, np.int64),
            table=np.zeros((1 << table_bits, 4), np.int64),
            history=np.zeros((_SEATS, kernel.codes), np.int64),
            control=np.zeros(tree.CONTROL, np.int64),
        )
        self._sets = np.empty((max(kernel.sets, 4), 2), np.int64)
        self._root = -1
        self._value = 0
        self._stopped = False

    def stop(self) -> None:
        """Ends a thought that is under way soon: it answers with what there is."""
        self._stopped = True

    def think(
        self, state: LineState, budget: Budget, rng: random.Random, limits: SearchLimits = _EVERYTHING
    ) -> Thought:
        """The best move for the seat to move, as far as one can see within the budget."""
        self._stopped = False
        slice_ = _SLICE
        if self._search.is_awaited:
            slice_, budget = _SLOW_SLICE, budget.at_once()
        deadline = budget.deadline()
        position = self._laid_out(state, rng, limits)
        frame, control = self._tree.frames[0], self._tree.control
        count = int(frame[tree.COUNT])
        ranks = self._tree.ranks[0, :count].tolist()
        best = int(self._tree.codes[0, ranks.index(max(ranks))])
        value, depth, foreseen = 0, 0, [best]
        order: list[int] = []
        most = budget.nodes if budget.nodes is not None else 1 << 60
        left = tree.LEVELS if state.plies_left is None else state.plies_left
        for deeper in range(1, min(limits.depth, left) + 1):
            self._begin(deeper)
            control[tree.REDUCE] = limits.reduce and deeper < left  # a look to the very end is exact
            done = False
            while not done and control[tree.NODES] < most and not self._stopped:
                control[tree.LIMIT] = min(most, int(control[tree.NODES]) + slice_)
                done = bool(self._search(position, self._tree))
                if not done and time.perf_counter() > deadline:
                    break
            if frame[tree.BEST] > -tree.INFINITE and (done or frame[tree.NEXT] > 1):
                best, value = int(frame[tree.MOVE]), int(frame[tree.BEST])
                foreseen = self._foreseen()
            if not done:
                break
            depth = deeper
            order = self._sorted(count)
            if abs(value) > tree.SURE and not state.ends_by_counting:
                break
            if count == 1 and not limits.wide and deeper >= 2:
                break
            if time.perf_counter() > deadline:
                break
        self._value = value
        return self._thought(state, best, value, foreseen, order, int(control[tree.NODES]), depth)

    def plies_to_the_end(self) -> int:
        """After a thought that found a duel won or lost: within how many moves."""
        return tree.WIN + 200 - abs(self._value)

    def _laid_out(self, state: LineState, rng: random.Random, limits: SearchLimits) -> tree.Position:
        """The line with room ahead; the root's moves in any order, without those overlooked."""
        past = len(state.line)
        line = np.zeros((past + tree.LEVELS, state.line.shape[1]), np.int64)
        lines.copy_rows(state.line, 0, line)
        control, frames = self._tree.control, self._tree.frames
        control[:] = 0
        control[tree.PAST], control[tree.END] = past - 1, state.identity[-1] + 1 if state.identity else 0
        control[tree.BLIND], control[tree.SEED] = limits.blind, rng.getrandbits(40)
        control[tree.WIDE] = limits.wide
        if limits.blind or (len(state.seats) > 2 and state.acting[0] != self._root):
            self._tree.table[:] = 0
        self._root = state.acting[0]
        tree.fade(self._tree.history)
        codes = state.codes()
        rng.shuffle(codes)
        seen = [code for code in codes if rng.randrange(256) >= limits.blind] or codes[:1]
        frames[:] = 0
        frames[0, tree.COUNT] = len(seen)
        for i, code in enumerate(seen):
            self._tree.codes[0, i] = code
            self._tree.ranks[0, i] = self._ordering(state.setting.rules, line, past - 1, code)
        points = np.zeros(len(state.seats), np.int64)
        return tree.Position(state.setting.rules, self._weights, line, self._sets, points)

    def _begin(self, depth: int) -> None:
        frame, control = self._tree.frames[0], self._tree.control
        frame[tree.ALPHA], frame[tree.BETA], frame[tree.BEST] = -tree.INFINITE, tree.INFINITE, -tree.INFINITE
        frame[tree.DEPTH], frame[tree.NEXT], frame[tree.FLOOR] = depth, 0, -tree.INFINITE
        control[tree.LEVEL], control[tree.PHASE] = 0, tree.GO_ON

    def _sorted(self, count: int) -> list[int]:
        """Puts the root's moves in the order of their values; the values in that order."""
        codes, values = self._tree.codes[0, :count].tolist(), self._tree.ranks[0, :count].tolist()
        best = int(self._tree.frames[0, tree.MOVE])  # of equals the one found best comes first
        order = sorted(range(count), key=lambda i: (-values[i], codes[i] != best))
        for at, i in enumerate(order):
            self._tree.codes[0, at], self._tree.ranks[0, at] = codes[i], values[i]
        return [values[i] for i in order]

    def _foreseen(self) -> list[int]:
        row: list[int] = self._tree.best_line[0].tolist()
        return row[: row.index(-1)] if -1 in row else row

    def _thought(
        self, state: LineState, best: int, value: int, foreseen: list[int], values: list[int], nodes: int, depth: int
    ) -> Thought:
        line, now = [], state
        for code in foreseen:
            move = now.move_of(code)
            if move not in now.moves():
                break
            line.append(str(move))
            now = now.play(move)
        candidates = tuple(
            (str(state.move_of(code)), self._as_share(worth))
            for code, worth in zip(self._tree.codes[0, : len(values)].tolist(), values, strict=True)
        )
        return Thought(state.move_of(best), self._as_share(value), tuple(line), candidates, nodes, depth)

    def _as_share(self, value: int) -> float:
        """A value from -1 to 1; only a sure win is 1."""
        if abs(value) > tree.SURE:
            return math.copysign(1.0, value)
        return 0.99 * math.tanh(value / (2 * self._scale))
