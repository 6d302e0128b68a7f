"""Looking ahead in Quarto, turn by turn: a turn is a place for the piece in hand and the choice of the next one.

A piece that wins is never looked at twice: who holds it has won, and who must hand it over has lost.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from typing import NamedTuple

from ludotheque.core.thought import Budget

from quarto import pieces

WIN = 1.0
OUTLOOK = 0.4
"""At most so much is a position worth that is not looked into."""


class Enough(Exception):
    """The budget is spent."""


class Position(NamedTuple):
    """A board as the search needs it: a number that tells it apart, and what the pieces of each four share so far."""

    key: int
    empty: tuple[int, ...]
    counts: tuple[int, ...]
    without: tuple[int, ...]
    having: tuple[int, ...]
    lacking: int
    """A piece that lacks one of these bits wins somewhere,"""
    needed: int
    """and one that has one of these bits does too."""

    def wins(self, piece: int) -> bool:
        """Whether this piece wins somewhere."""
        return bool(self.lacking & ~piece or self.needed & piece)


class Lookahead:
    """Looks ahead within a budget; what it has found it keeps."""

    def __init__(self, traits: int, fours: Collection[tuple[int, ...]], budget: Budget) -> None:
        self.traits = (1 << traits) - 1
        self.fours = fours
        self.through = [[at for at, four in enumerate(fours) if square in four] for square in pieces.SQUARES]
        self.deadline = budget.deadline()
        self.most = budget.nodes
        self.nodes = 0
        self.stopped = False
        self._known: dict[tuple[int, int, int], tuple[float, float]] = {}

    def position(self, board: pieces.Places) -> Position:
        """The board as it lies."""
        found = Position(
            0, tuple(pieces.SQUARES), (0,) * len(self.fours), *((self.traits,) * len(self.fours),) * 2, 0, 0
        )
        for square, piece in enumerate(board):
            if piece is not None:
                found = self.placed(found, square, piece)
        return found

    def placed(self, before: Position, square: int, piece: int) -> Position:
        """The board with one piece more."""
        counts, without, having = list(before.counts), list(before.without), list(before.having)
        for at in self.through[square]:
            counts[at] += 1
            without[at] &= ~piece
            having[at] &= piece
        lacking = needed = 0
        for at, count in enumerate(counts):
            if count == pieces.SIDE - 1:
                lacking |= without[at]
                needed |= having[at]
        empty = tuple(each for each in before.empty if each != square)
        key = before.key | piece + 1 << 5 * square
        return Position(key, empty, tuple(counts), tuple(without), tuple(having), lacking, needed)

    def placing(self, here: Position, hand: int, rest: frozenset[int], depth: int, low: float, high: float) -> float:
        """What it is worth to hold this piece, when these are left in the tray."""
        if here.wins(hand):
            return WIN
        self._count()
        if depth == 0 and len(here.empty) > 1:
            return outlook(here, rest)
        known = self._known.get((here.key, hand, depth), (-WIN, WIN))
        low, high = max(low, known[0]), min(high, known[1])
        if low >= high:
            return low
        best, bar = -WIN, low
        for there in self._places(here, hand):
            best = max(best, self.choosing(there, rest, depth, bar, high))
            bar = max(bar, best)
            if bar >= high:
                break
        if best >= high:
            known = (best, known[1])
        elif best <= low:
            known = (known[0], best)
        else:
            known = (best, best)
        self._known[here.key, hand, depth] = known
        return best

    def choosing(self, here: Position, rest: frozenset[int], depth: int, low: float, high: float) -> float:
        """What it is worth to choose one of these pieces for the other player."""
        if not here.empty:
            return 0.0
        best = -WIN
        for piece in rest:
            if not here.wins(piece):
                best = max(best, -self.placing(here, piece, rest - {piece}, depth - 1, -high, -max(low, best)))
                if best >= high:
                    break
        return best

    def _places(self, here: Position, hand: int) -> list[Position]:
        """The boards with this piece on one of the empty squares; first those where fewer pieces are safe."""
        boards = [self.placed(here, square, hand) for square in here.empty]
        return sorted(boards, key=lambda each: -(each.lacking | each.needed).bit_count())

    def _count(self) -> None:
        self.nodes += 1
        if self.stopped or (self.most is not None and self.nodes > self.most):
            raise Enough
        if self.nodes % 16 == 0 and time.perf_counter() > self.deadline:
            raise Enough


def outlook(here: Position, rest: Iterable[int]) -> float:
    """A guess for the one who is to place a piece: with an odd number of safe pieces left, the other one runs out."""
    safe = sum(not here.wins(piece) for piece in rest)
    return (OUTLOOK if safe % 2 else -OUTLOOK) / (safe + 1)
