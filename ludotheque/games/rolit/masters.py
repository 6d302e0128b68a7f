"""How the master of Rolit thinks where patterns were learnt: what it has between two moves, and when it stops."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from functools import cache

from ludotheque.core.boards.arrays import Line, np
from ludotheque.core.boards.compiled import compiles, is_in_browser
from ludotheque.core.boards.grid import bit
from ludotheque.core.boards.lines import HEADER, copy_rows
from ludotheque.core.boards.squares import square_at
from ludotheque.core.thought import Budget, Thought
from ludotheque.games.rolit import ahead, endings, several
from ludotheque.games.rolit.kernel import ALL_SQUARES, COLOURS, play
from ludotheque.games.rolit.openings import openings
from ludotheque.games.rolit.patterns import RANKING, Learnt, learnt
from ludotheque.games.rolit.rules import RolitState

_SCALE = 4 * ahead.BALL
"""How far ahead one is at this much: about three chances in four."""
_TABLE_BITS = 19
_NODES = 1 << 20
"""How large the tree of a game of several grows."""
_FEW, _FEW_WAYS = 1000, 16
"""How many positions are looked at before the first look at the clock, and how many ways down a tree are gone."""
_MANY = 1_000_000
"""Between two looks whether it shall stop, where no clock runs."""
_PATIENCE = 0.1
"""Seconds between two looks at the clock."""
_ENDING = {6: (0.05, 4.8), 8: (0.01, 6.8)}
"""By the size of the board: how many positions it takes to see a game of several through, and how many times as many
with each empty square. It was hardly ever more than twice that."""
_PER_SECOND, _PER_NODE = 12_000_000, 16
"""How many of them one can look at in a second, and in the time of one way down a tree."""
_FOR_THE_END = 0.6
"""How much of a budget goes into that at most."""


_ALMOST = 0.9999
"""More than this no share tells apart."""


class OutOfTime(Exception):
    """The time is over."""


class Clock:
    """A budget that is being spent, in slices."""

    def __init__(self, budget: Budget, few: int) -> None:
        self.until, self.most = budget.deadline(), budget.nodes if budget.nodes is not None else 1 << 60
        self.spent, self.stopped = 0, False
        self._few, self._began = few, time.perf_counter()

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self.stopped or self.spent >= self.most or time.perf_counter() >= self.until

    def slice(self, patience: float = _PATIENCE) -> int:
        """How much to spend before the next look at the clock: what takes about so many seconds. Without a clock it is
        always the same, so that the same thoughts are thought on any machine."""
        left = max(1, self.most - self.spent)
        if self.until == float("inf"):
            return min(left, _MANY)
        now = time.perf_counter()
        if not self.spent:
            return min(left, self._few)
        return max(1, min(left, int(min(patience, self.until - now) * self.spent / (now - self._began))))


@cache
def _off(size: int) -> Line:
    """How far off short looks are: by empty squares and depth."""
    known = learnt(size, 2)
    assert known is not None
    phases = [list(map(int, line.split())) for name, line in known.provenance.items() if name.startswith("off")]
    step = int(known.tables.phases[size * size]) // (len(phases) - 1)
    begins = known.tables.phases.tolist()
    return np.array([phases[begin // step] for begin in begins], np.int64)


class Duel:
    """Thinks about a game of two."""

    def __init__(self, size: int, known: Learnt) -> None:
        last = size - 1
        corners = sum(int(bit(square_at(row, column))) for row in (0, last) for column in (0, last))
        self.size, self.book = size, openings(size)
        self.sheet = ahead.Sheet(
            np.zeros((size * size + 1, endings.MOST_MOVES, endings.MOVE), np.int64),
            np.zeros((1 << _TABLE_BITS, ahead.BOUNDS + 1), np.int64),
            np.array([0, 0, 0, corners, 1, 0], np.int64),
            known.tables,
            _off(size),
        )
        self._clock: Clock | None = None

    def stop(self) -> None:
        """Ends a thought that is under way soon."""
        if self._clock is not None:
            self._clock.stopped = True

    def think(self, state: RolitState, budget: Budget, rng: random.Random, *, wide: bool) -> Thought:
        """The best move: as the book of openings says, or looking deeper and deeper."""
        advised = None if wide else self._advised(state)
        if advised is not None:
            return advised
        self._clock = Clock(budget, _FEW)
        moves = list(state.codes())
        rng.shuffle(moves)
        control, left = self.sheet.control, state.plies_left
        control[endings.NODES], control[endings.EVERY] = 0, state.setting.rules[ALL_SQUARES]
        control[ahead.ROOT] = state.size**2 - left
        values, depth = dict.fromkeys(moves, 0), 0
        best = moves[0]
        try:
            for depth_ in range(1, left + 1):
                control[ahead.SELECTIVE] = depth_ < left
                for code, value in self._looked(state, moves, depth_, wide=wide):
                    values[code] = value
                    if value > values[best] or code == moves[0]:
                        best = code
                depth = depth_
                moves.sort(key=lambda code: (code != best, -values[code]))
                if self._clock.over or (len(moves) == 1 and not wide):
                    break
        except OutOfTime:
            moves.sort(key=lambda code: (code != best, -values[code]))
        return self._thought(state, moves, values, depth)

    def _advised(self, state: RolitState) -> Thought | None:
        """What the book says, if it knows the position."""
        advice = None if self.book is None else self.book.look(endings.boards_of(state))
        if advice is None:
            return None
        move, share = state.move_of(advice.square), _as_share(advice.value, sure=False)
        return Thought(move, share, (str(move),), ((str(move), share),))

    def _looked(self, state: RolitState, moves: list[int], depth: int, *, wide: bool) -> Iterator[tuple[int, int]]:
        """What each move is worth, or no more than: looking so many moves ahead."""
        most = ahead.INFINITE
        floor = -most
        for code in moves:
            after = endings.boards_of(state.play(state.move_of(code)))
            if depth == 1 or wide or floor == -most:
                value = -self._valued(after, depth - 1, -most, most)
            else:
                value = -self._valued(after, depth - 1, -floor - 1, -floor)
                if value > floor:
                    value = -self._valued(after, depth - 1, -most, -floor)
            floor = max(floor, value)
            yield code, value

    def _valued(self, boards: endings.Boards, depth: int, alpha: int, beta: int) -> int:
        """As `ahead.search`, unless the budget is spent."""
        sheet, clock = self.sheet, self._clock
        control = sheet.control
        assert clock is not None
        if depth == 0:
            control[endings.NODES] += 1
            clock.spent = int(control[endings.NODES])
            if control[endings.EVERY] == boards.own | boards.theirs | boards.neutral:
                return ahead.BALL * (boards.own.bit_count() - boards.theirs.bit_count())
            return int(ahead.promised(*boards, int(control[endings.EVERY]), sheet.patterns))
        patience = _PATIENCE
        while True:
            control[endings.LIMIT] = control[endings.NODES] + clock.slice(patience)
            patience *= 1.5  # what was found is in the table, as long as there is room: in the end it is enough
            value = int(ahead.search(*boards, depth, alpha, beta, 0, sheet))
            clock.spent = int(control[endings.NODES])
            if value != endings.UNKNOWN:
                return value
            if clock.over:
                raise OutOfTime

    def _thought(self, state: RolitState, moves: list[int], values: dict[int, int], depth: int) -> Thought:
        sure = depth == state.plies_left
        shares = [(str(state.move_of(code)), _as_share(values[code], sure=sure)) for code in moves]
        line = [str(state.move_of(moves[0]))]
        return Thought(
            state.move_of(moves[0]),
            shares[0][1],
            tuple(line),
            tuple(shares),
            int(self.sheet.control[endings.NODES]),
            depth,
        )


def _as_share(value: int, *, sure: bool) -> float:
    """A value from -1 to 1; only a sure win is 1."""
    if sure:
        return float((value > 0) - (value < 0))
    return 0.99 * math.tanh(value / (2 * _SCALE))


def balls_of(share: float) -> int:
    """The value that is told as this share."""
    return round(2 * _SCALE * math.atanh(max(-_ALMOST, min(_ALMOST, share / 0.99))))


class Several:
    """Thinks about a game of three or four."""

    def __init__(self, state: RolitState, known: Learnt) -> None:
        seats, measures = len(state.seats), known.tables.measures
        self.size, self._patterns = state.size, known.tables
        self._most = 1 - float(measures[RANKING]) / 1000 * (1 - 2 / seats)
        self._tree = several.tree_of(seats, _NODES, state.size**2 + 1)
        self._clock: Clock | None = None

    def stop(self) -> None:
        """Ends a thought that is under way soon."""
        if self._clock is not None:
            self._clock.stopped = True

    def think(self, state: RolitState, budget: Budget, rng: random.Random, *, wide: bool) -> Thought:
        """The move most ways went through; in the end the one that is best."""
        past = len(state.line)
        line = np.zeros((past + state.plies_left + 1, HEADER + COLOURS), np.int64)
        copy_rows(state.line, 0, line)
        game = several.game_of(state.setting.rules, line, self._patterns)
        for_the_end = budget.part(_FOR_THE_END)
        if for_the_end.covers(_effort(state)):
            certain = self._seen_through(state, game, for_the_end, wide=wide)
            if certain is not None:
                return certain
            budget = budget.part(1 - _FOR_THE_END)
        return self._tried(state, game, budget)

    def _tried(self, state: RolitState, game: several.Game, budget: Budget) -> Thought:
        tree = self._tree
        clock = self._clock = Clock(budget, _FEW_WAYS)
        several.planted(tree, len(state.line) - 1)
        while not clock.over and not tree.nodes[0, several.SURE]:
            times = clock.slice()
            several.grow(game, tree, times)
            clock.spent += times
        begin = int(tree.nodes[0, several.FIRST])
        seat, fair = state.acting[0], 1 / len(state.seats)
        found = []
        for child in range(begin, begin + int(tree.nodes[0, several.CHILDREN])):
            visits = int(tree.nodes[child, several.VISITS])
            share = float(tree.sums[child, seat]) / visits
            found.append((visits, self._beyond(share, fair), state.move_of(int(tree.nodes[child, several.CODE]))))
        found.sort(key=lambda each: (-each[0], -each[1]))
        candidates = tuple((str(move), value) for _, value, move in found)
        return Thought(found[0][2], found[0][1], (str(found[0][2]),), candidates, clock.spent, 0)

    def _beyond(self, share: float, fair: float) -> float:
        """A share as a value from -1 to 1: 0 is what is fair, 1 the most that anybody can get."""
        return (share - fair) / (self._most - fair) if share > fair else (share - fair) / fair

    def _seen_through(self, state: RolitState, game: several.Game, budget: Budget, *, wide: bool) -> Thought | None:
        """What each move brings if all want the most for themselves, if that can be seen in time; of moves that are not
        the best, `wide` tells how much, otherwise no more than the best."""
        clock = self._clock = Clock(budget, _FEW_WAYS)
        at, seat, control = len(state.line) - 1, state.acting[0], self._tree.control
        ends = self._tree.ends
        control[several.NODES] = control[several.RESUMED] = 0
        best, found = -1.0, []
        for code in state.codes():
            play(game.rules, game.line, at, code)
            done = 0
            while not done:
                if clock.over:
                    return None
                control[several.LIMIT] = control[several.NODES] + _PER_NODE * clock.slice()
                done = several.seen_through(game, at + 1, -1.0 if wide else best, self._tree)
                clock.spent = int(control[several.NODES]) // _PER_NODE
            best = max(best, float(ends[at + 1, seat]))
            found.append((float(ends[at + 1, seat]), state.move_of(code)))
        found.sort(key=lambda each: -each[0])
        fair = 1 / len(state.seats)
        candidates = tuple((str(move), self._beyond(share, fair)) for share, move in found)
        return Thought(found[0][1], candidates[0][1], (candidates[0][0],), candidates, clock.spent, state.plies_left)


def _effort(state: RolitState) -> Budget:
    """What it mostly takes to see a game of several through."""
    some, growth = _ENDING[state.size]
    positions = some * growth**state.plies_left
    return Budget(positions / _PER_SECOND, int(positions / _PER_NODE))


def thinker(state: RolitState) -> Duel | Several | None:
    """Who thinks about games such as this one: nobody where nothing was learnt of them, or where looking patterns up
    takes too long, because it is not compiled."""
    seats = len(state.seats)
    is_awaited = ahead.search.is_awaited if seats == 2 else several.grow.is_awaited or several.seen_through.is_awaited
    if is_awaited or not (compiles() or is_in_browser()):
        return None
    known = learnt(state.size, seats)
    if known is None:
        return None
    return Duel(state.size, known) if seats == 2 else Several(state, known)
