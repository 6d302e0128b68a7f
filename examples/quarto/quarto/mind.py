"""How the levels think about Quarto. Lower ones look fewer turns ahead and overlook rows, diagonals most of all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.core.contract import Move
from ludotheque.core.thought import Budget, Thought

from quarto import pieces
from quarto.lookahead import WIN, Enough, Lookahead
from quarto.rules import Give, Place, QuartoState, QuartoView, restore


class Level(NamedTuple):
    """How many turns a level looks ahead, and how often it overlooks a row or column; other fours twice as often."""

    turns: int
    overlooks: float


LEVELS = {
    "novice": Level(1, 0.2),
    "apprentice": Level(1, 0.08),
    "player": Level(3, 0.0),
    "expert": Level(4, 0.0),
    "master": Level(len(pieces.SQUARES), 0.0),
}


class QuartoMind:
    """Thinks for one seat of one game."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._looking: Lookahead | None = None

    def watch(self, view: QuartoView) -> None:
        """Everything is on the table: there is nothing to remember."""

    def interrupt(self, view: QuartoView, moves: Sequence[Move], rng: random.Random) -> Move | None:
        """Nobody may interrupt."""
        return None

    def stop(self) -> None:
        """Ends a thought that is under way soon."""
        if self._looking is not None:
            self._looking.stopped = True

    def think(self, view: QuartoView, moves: Sequence[Give | Place], rng: random.Random, budget: Budget) -> Thought:
        """Looks farther and farther ahead until the budget is spent, the level's turns are, or all is known."""
        state = restore(view)
        looking = self._looking = Lookahead(state.traits, self._seen(state, rng), budget)
        order = rng.sample(list(moves), len(moves))
        values, depth = dict.fromkeys(order, 0.0), 0
        farthest = min(self.level.turns, state.board.count(None) + 1)
        try:
            while depth < farthest:
                found = {move: _worth(looking, state, move, depth + 1) for move in order}
                values, depth = found, depth + 1
                order.sort(key=values.__getitem__, reverse=True)
                if abs(values[order[0]]) == WIN:
                    break
        except Enough:
            pass
        best = order[0]
        candidates = tuple((str(move), values[move]) for move in order)
        return Thought(best, values[best], (str(best),), candidates, looking.nodes, depth)

    def _seen(self, state: QuartoState, rng: random.Random) -> list[tuple[int, ...]]:
        """The fours that are not overlooked this time."""
        straight = pieces.LINES[: 2 * pieces.SIDE]
        return [
            four
            for four in pieces.fours(squares=state.squares)
            if rng.random() >= self.level.overlooks * (1 if four in straight else 2)
        ]


def _worth(looking: Lookahead, state: QuartoState, move: Give | Place, depth: int) -> float:
    """What a move is worth, looking so many turns ahead."""
    here = looking.position(state.board)
    rest = frozenset(state.reserve)
    if isinstance(move, Give):
        return -looking.placing(here, move.piece, rest - {move.piece}, depth - 1, -WIN, WIN)
    assert state.hand is not None
    if move.square in pieces.winning_squares(state.board, state.hand, state.traits, squares=state.squares):
        return WIN
    return looking.choosing(looking.placed(here, move.square, state.hand), rest, depth, -WIN, WIN)


def mind(level: str) -> QuartoMind:
    """The thinking part of a level."""
    return QuartoMind(LEVELS[level])
