"""Makes the book of openings of Rolit for two on the large board, by playing against itself.

    python -m benchmarks.openings --positions 1200 --nodes 1000000 --write

A position of the book was thought about, every move of it, with the master's own search and so many nodes. What its
moves lead to may be in the book too: then that counts instead, as the other will play there. The book grows where games
go most likely: next come the positions that are reached with the fewest moves, and by the moves that give least away.

Positions are thought about some at a time, with nothing known before, so the same command makes the same book with any
number of processes.
"""

from __future__ import annotations

import argparse
import heapq
import multiprocessing
import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import ludotheque as lt
from ludotheque.core.thought import Budget
from ludotheque.games.rolit import ahead, endings, masters, openings
from ludotheque.games.rolit.patterns import learnt
from ludotheque.games.rolit.rules import START_BALLS, RolitState

SIZE = 8
_AT_ONCE = 48
"""So many positions are thought about before it is decided anew which come next."""
_PER_BALL = 0.6
"""A move that gives a ball away makes what it leads to as unlikely as so many moves more."""

Values = dict[int, int]
"""By square: what a move is worth to the colour that plays it, in parts of a ball."""


def thought(nodes: int, position: str) -> Values:
    """What every move of a position is worth."""
    state = lt.start("rolit", size=SIZE, position=position)
    known = learnt(SIZE, 2)
    assert isinstance(state, RolitState)
    assert known is not None
    duel = masters.Duel(SIZE, known)
    found = duel.think(state, Budget(nodes=nodes), random.Random(0), wide=True)
    shares = dict(found.candidates)
    return {code: masters.balls_of(shares[str(state.move_of(code))]) for code in state.codes()}


class Growing:
    """A book that grows: what was thought of each position, and which positions its moves lead to."""

    def __init__(self, start: RolitState) -> None:
        self.start = self._alike(start)
        self.states, self.values = {self.start: endings.alike(start)}, dict[str, Values]()
        self._after: dict[str, dict[int, str]] = {}

    def _alike(self, state: RolitState) -> str:
        return endings.alike(state).position()

    def learn(self, position: str, values: Values) -> None:
        """Puts a position into the book."""
        state = self.states[position]
        self.values[position], self._after[position] = values, {}
        for code in values:
            after = endings.alike(state.play(state.move_of(code)))
            self._after[position][code] = after.position()
            self.states.setdefault(after.position(), after)

    def worths(self, position: str, sure: dict[str, Values]) -> Values:
        """What its moves are worth, as far as the book goes."""
        if position not in sure:
            found = {}
            for code, after in self._after[position].items():
                known = after in self.values
                found[code] = -max(self.worths(after, sure).values()) if known else self.values[position][code]
            sure[position] = found
        return sure[position]

    def next(self, many: int) -> list[str]:
        """The positions that come next: each by the likeliest way to it."""
        sure: dict[str, Values] = {}
        reached, waiting, found = set[str](), [(0.0, self.start)], list[str]()
        while waiting and len(found) < many:
            cost, position = heapq.heappop(waiting)
            if position in reached:
                continue
            reached.add(position)
            if position not in self.values:
                found.append(position)
                continue
            worths = self.worths(position, sure)
            best = max(worths.values())
            for code, worth in worths.items():
                away = (best - worth) / ahead.BALL
                heapq.heappush(waiting, (cost + 1 + _PER_BALL * away, self._after[position][code]))
        return found

    def advice(self) -> list[tuple[endings.Boards, openings.Advice]]:
        """The best move of each position in the book."""
        sure: dict[str, Values] = {}
        found = []
        for position in self.values:
            worths = self.worths(position, sure)
            code = max(worths, key=lambda each: (worths[each], -each))
            boards, way = openings.standing(endings.boards_of(self.states[position]), SIZE)
            found.append((boards, openings.Advice(openings.turned(code, way, SIZE), worths[code])))
        return found


def grown(positions: int, nodes: int, workers: int) -> Iterator[Growing]:
    """A book of so many positions, as it grows."""
    start = lt.start("rolit", size=SIZE)
    assert isinstance(start, RolitState)
    book = Growing(start)
    thought(1000, book.start)  # compiled once, for all processes
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        while len(book.values) < positions:
            chosen = book.next(min(_AT_ONCE, positions - len(book.values)))
            for position, values in zip(chosen, pool.map(partial(thought, nodes), chosen, 1), strict=True):
                book.learn(position, values)
            yield book


def main() -> None:
    """Thinks, prints, and writes if told to, again and again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1200)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--write", nargs="?", type=Path, const=Path(str(openings.__file__)).parent, metavar="FOLDER")
    given = parser.parse_args()
    for book in grown(given.positions, given.nodes, given.workers):
        many = len(book.values)
        deepest = max(SIZE**2 - book.states[each].plies_left for each in book.values) - START_BALLS + 1
        worth = max(book.worths(book.start, {}).values()) / ahead.BALL
        said = {
            "made by": f"python -m benchmarks.openings --positions {many} --nodes {given.nodes} --write",
            "positions": f"{many}, up to move {deepest}",
            "with best play the first to move wins by": f"{worth:.1f}, it thinks",
        }
        content = openings.written(book.advice(), said)
        print(", ".join(f"{name}: {text}" for name, text in said.items()), f"({len(content)} bytes)", flush=True)
        if given.write is not None:
            (given.write / f"openings-{SIZE}.bin").write_bytes(content)


if __name__ == "__main__":
    main()
