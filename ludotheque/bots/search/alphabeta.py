"""Looking ahead with alpha-beta: deeper and deeper until the budget is spent. For seats who see everything."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import cast

from ludotheque.bots.search import alphabeta_compiled as tree
from ludotheque.bots.search.limits import Sight
from ludotheque.core.boards import lines
from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.compiled import specialised
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.foresight import words
from ludotheque.core.thought import Budget, Thought

_SLICE = 1000
"""How many nodes between two looks at the clock."""
_SEATS = 4
"""As many seats as there are at most."""


@cache
def bound_to(kernel: ModuleType, brain: ModuleType) -> Callable[..., int]:
    """The search compiled for one game."""
    name = kernel.__name__.split(".")[-2]
    asked: dict[str, Callable[..., object]] = {"play": kernel.play, "scores": kernel.scores}
    asked["settled"] = specialised(lines.settled, f"{name}_search", {"moves": kernel.moves})
    asked |= {each: getattr(brain, each) for each in ("evaluate", "tension", "urge", "key")}
    for template in (
        *(
            tree.final,
            tree.repeated,
            tree.overlooked,
            tree.ranked,
            tree.listed,
            tree.judged,
            tree.found,
            tree.entered,
        ),
        *(tree.tried, tree.descended, tree.taken, tree.closed),
    ):
        asked[template.__name__] = specialised(template, name, asked, apart=True)
    return specialised(tree.search, name, asked)


class Searcher:
    """A search that remembers: what it found before a move is of use after it."""

    def __init__(
        self, kernel: ModuleType, brain: ModuleType, table_bits: int = 18, weights: Mapping[str, int] | None = None
    ) -> None:
        """The brain's weights judge positions, unless others are given by their names."""
        self._kernel, self._brain = kernel, brain
        self._weights = words(brain.WEIGHTS | (weights or {}))
        self._search = bound_to(kernel, brain)
        self._table = np.zeros((1 << table_bits, 4), np.int64)
        self._past = np.zeros((_SEATS, 1 << 16), np.int64)
        self._frames = np.zeros((tree.LEVELS, tree.FRAME), np.int64)
        self._codes = np.zeros((tree.LEVELS, tree.WIDEST), np.int64)
        self._ranks = np.zeros((tree.LEVELS, tree.WIDEST), np.int64)
        self._best_line = np.full((tree.LEVELS, tree.LEVELS), -1, np.int64)
        self._sets = np.empty((max(kernel.SETS, 4), 2), np.int64)
        self._points = np.zeros(2, np.int64)
        self._root = -1
        self._value = 0
        self.stop = np.zeros(1, np.int8)
        """Set it to stop thinking soon and answer with what there is."""

    def think(self, state: LineState, budget: Budget, rng: random.Random, sight: Sight = Sight()) -> Thought:  # noqa: B008  # a value
        """The best move for the seat to move, as far as one can see within the budget."""
        self.stop[0] = 0
        deadline, slice_ = budget.deadline(), _SLICE
        line, control = self._laid_out(state, rng, sight)
        count = int(self._frames[0, tree.COUNT])
        best = int(self._codes[0, int(np.argmax(self._ranks[0, :count]))])
        value, depth, foreseen = 0, 0, [best]
        order: Words = np.empty(0, np.int64)
        most = budget.nodes if budget.nodes is not None else 1 << 60
        left = tree.LEVELS if state.longest is None else state.longest - state.ply
        for deeper in range(1, min(sight.depth, left) + 1):
            self._begin(control, deeper)
            control[tree.REDUCE] = sight.reduce and deeper < left  # a look to the very end is exact
            done = False
            while not done and control[tree.NODES] < most and not self.stop[0]:
                control[tree.LIMIT] = min(most, control[tree.NODES] + slice_)
                done = bool(self._run(state, line, control))
                if not done and time.perf_counter() > deadline:
                    break
            if self._frames[0, tree.BEST] > -tree.INFINITE and (
                done or self._frames[0, tree.NEXT] > 1
            ):
                best, value = (
                    int(self._frames[0, tree.MOVE]),
                    int(self._frames[0, tree.BEST]),
                )
                foreseen = self._foreseen()
            if not done:
                break
            depth = deeper
            order = self._sorted(count)
            if abs(value) > tree.SURE and state.points_of_a_win > 1:
                break
            if count == 1 and not sight.wide and deeper >= 2:
                break
            if time.perf_counter() > deadline:
                break
        self._value = value
        return self._told(state, best, value, foreseen, order, int(control[tree.NODES]), depth)

    def plies_to_the_end(self) -> int:
        """After a thought that found a duel won or lost: within how many moves."""
        return tree.WIN + 200 - abs(self._value)

    def _run(self, state: LineState, line: Line, control: Words) -> int:
        return self._search(
            state.setting.rules,
            self._weights,
            line,
            self._frames,
            self._codes,
            self._ranks,
            self._best_line,
            self._table,
            self._past,
            control,
            self._sets,
            self._points,
        )

    def _laid_out(self, state: LineState, rng: random.Random, sight: Sight) -> tuple[Line, Words]:
        """The line with room ahead, and the control; the root's moves in any order, without those overlooked."""
        past = len(state.line)
        line = np.zeros((past + tree.LEVELS, state.line.shape[1]), np.int64)
        line[:past] = state.line
        control = np.zeros(tree.CONTROL, np.int64)
        control[tree.PAST], control[tree.END] = (
            past - 1,
            state.identity[-1] + 1 if state.identity else 0,
        )
        control[tree.BLIND], control[tree.SEED] = sight.blind, rng.getrandbits(40)
        control[tree.WIDE] = sight.wide
        if sight.blind or (len(state.seats) > 2 and state.acting[0] != self._root):
            self._table[:] = 0
        self._root, self._points = state.acting[0], np.zeros(len(state.seats), np.int64)
        self._past >>= 1
        codes = state.codes()
        rng.shuffle(codes)
        seen = [code for code in codes if rng.randrange(256) >= sight.blind] or codes[:1]
        self._frames[:] = 0
        self._frames[0, tree.COUNT] = len(seen)
        self._codes[0, : len(seen)] = seen
        at = past - 1
        self._ranks[0, : len(seen)] = [self._brain.urge(state.setting.rules, line, at, code) for code in seen]
        return line, control

    def _begin(self, control: Words, depth: int) -> None:
        frame = self._frames[0]
        frame[tree.ALPHA], frame[tree.BETA], frame[tree.BEST] = (
            -tree.INFINITE,
            tree.INFINITE,
            -tree.INFINITE,
        )
        frame[tree.DEPTH], frame[tree.NEXT], frame[tree.FLOOR] = (
            depth,
            0,
            -tree.INFINITE,
        )
        control[tree.LEVEL], control[tree.PHASE] = 0, tree.GO_ON

    def _sorted(self, count: int) -> Words:
        """Puts the root's moves in the order of their values; the values in that order."""
        others = (
            self._codes[0, :count] != self._frames[0, tree.MOVE]
        )  # of equals the one found best comes first
        order = np.lexsort((others, -self._ranks[0, :count]))
        self._codes[0, :count] = self._codes[0, order]
        self._ranks[0, :count] = self._ranks[0, order]
        return self._ranks[0, :count].copy()

    def _foreseen(self) -> list[int]:
        row = cast(list[int], self._best_line[0].tolist())
        return row[: row.index(-1)] if -1 in row else row

    def _told(
        self, state: LineState, best: int, value: int, foreseen: list[int], values: Words, nodes: int, depth: int
    ) -> Thought:
        said, now = [], state
        for code in foreseen:
            move = now.move_of(code)
            if move not in now.moves():
                break
            said.append(str(move))
            now = now.play(move)
        candidates = tuple(
            (str(state.move_of(int(code))), self._as_share(int(worth)))
            for code, worth in zip(self._codes[0], values, strict=False)
        )
        return Thought(state.move_of(best), self._as_share(value), tuple(said), candidates, nodes, depth)

    def _as_share(self, value: int) -> float:
        """A value from -1 to 1; only a sure win is 1."""
        if abs(value) > tree.SURE:
            return math.copysign(1.0, value)
        return 0.99 * math.tanh(value / (2 * self._brain.SCALE))
