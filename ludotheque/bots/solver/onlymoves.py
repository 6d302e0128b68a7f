"""Moments at which one move wins and no other: what puzzles are made of.

A win is certain when it comes about whatever the others do, within so many moves. In a duel alpha-beta looks for it,
and what it claims is replayed against every defence. Where points are counted in the end, every way there is followed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.bots.search.limits import SearchLimits
from ludotheque.bots.solver.solve import Check
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Search
from ludotheque.core.contract import Move
from ludotheque.core.puzzle import WIN, Puzzle, Stage
from ludotheque.core.record import Played, seat_id
from ludotheque.core.thought import Budget

_TABLE_BITS = 18
_EFFORT = Budget(nodes=400_000)
"""A position that takes more is none for people."""
_MOST_KNOWN = 200_000
_CROWDED = 60
"""Among more moves than this the others look one move ahead, when they answer a wrong move."""
_LINE = 7
"""So many moves of a refutation are shown."""


class TooHard(Exception):
    """What is asked takes too long to find out."""


class Prover:
    """Says whether a seat wins within so many moves, whatever the others do."""

    def wins(self, state: LineState, seat: int, plies: int) -> bool:
        raise NotImplementedError

    def defences(self, state: LineState, seat: int, plies: int) -> Iterator[Move]:
        """The moves of the others, those first that resist most."""
        yield from state.moves()


class DuelProver(Prover):
    """Looks ahead with alpha-beta."""

    def __init__(self, search: Search) -> None:
        self._searcher = AlphaBeta(search, _TABLE_BITS)

    def wins(self, state: LineState, seat: int, plies: int) -> bool:
        if state.outcome is not None:
            return state.outcome.winners == (seat,)
        if plies == 0:
            return False
        return self._value(state, plies) == (1 if state.acting[0] == seat else -1)

    def _value(self, state: LineState, plies: int) -> float:
        found = self._searcher.think(state, _EFFORT, random.Random(0), SearchLimits(depth=plies, reduce=False))
        if abs(found.value) >= 1 and self._searcher.plies_to_the_end() <= plies:
            return found.value
        if found.depth < plies and abs(found.value) < 1:
            raise TooHard
        return 0

    def checked(self, state: LineState, seat: int, plies: int) -> bool:
        """Whether a win that was found holds against every defence, by the rules."""
        return Check(self._searcher, seat, float("inf")).run(state, plies) is not None

    def defences(self, state: LineState, seat: int, plies: int) -> Iterator[Move]:
        limits = SearchLimits(depth=plies, reduce=False)
        best = self._searcher.think(state, _EFFORT, random.Random(0), limits).move
        yield best
        yield from (move for move in state.moves() if move != best)


class EndProver(Prover):
    """Follows all ways to the end, whoever plays."""

    def __init__(self) -> None:
        self._known: dict[tuple[LineState, int], bool] = {}

    def wins(self, state: LineState, seat: int, plies: int) -> bool:
        if state.outcome is not None:
            return state.outcome.winners == (seat,)
        if (state, seat) not in self._known:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
                raise TooHard
            after = (self.wins(state.play(move), seat, plies - 1) for move in state.moves())
            self._known[state, seat] = any(after) if state.acting[0] == seat else all(after)
        return self._known[state, seat]


def prover_for(state: LineState) -> Prover:
    """Who proves wins in a game like this."""
    search = state.game.brain.search
    assert search is not None, "games of positions can be searched"
    return EndProver() if state.ends_by_counting else DuelProver(search)


def only_move(prover: Prover, state: LineState, plies: int) -> Puzzle | None:
    """The puzzle of this position, if exactly one move wins within so many."""
    seat = state.acting[0]
    first = _stage(prover, state, seat, plies)
    if first is None or (isinstance(prover, DuelProver) and not prover.checked(state, seat, plies)):
        return None
    stages, now, left = [first], state.play(first.right), plies - 1
    then: list[Played] = []
    while now.outcome is None:
        reply, now, left = _answer(prover, now, seat, left)
        stage = None if then or now.outcome is not None else _stage(prover, now, seat, left)
        if stage is not None:
            stages[-1] = Stage(stages[-1].right, stages[-1].wrong, reply)
            stages.append(stage)
            now, left = now.play(stage.right), left - 1
            continue
        then += reply
        if now.outcome is None:
            move = next(move for move in now.moves() if prover.wins(now.play(move), seat, left - 1))
            then.append(Played(seat_id(now, seat), str(move)))
            now, left = now.play(move), left - 1
    goal = 0 if state.ends_by_counting else (plies + 1) // 2
    options = {**state.options_changed, "position": state.position()}
    return Puzzle(0, WIN, goal, 1, options, seat_id(state, seat), (), tuple(stages), tuple(then))


def _stage(prover: Prover, state: LineState, seat: int, plies: int) -> Stage | None:
    """What is to be found in a position, if only one move wins there, and there is a choice."""
    after = {move: state.play(move) for move in state.moves()}
    right = [move for move, then in after.items() if prover.wins(then, seat, plies - 1)]
    if len(right) != 1 or len(after) < 2:
        return None
    wrong = {str(move): _refutation(prover, then, seat, plies - 1) for move, then in after.items() if move != right[0]}
    return Stage(str(right[0]), wrong)


def _refutation(prover: Prover, state: LineState, seat: int, plies: int) -> tuple[Played, ...]:
    """What the others do after a wrong move, and what comes of it: where they win soon, or where points are counted, up
    to the end, as far as it is shown."""
    line: list[Played] = []
    while state.outcome is None and len(line) < _LINE:
        mover = state.acting[0]
        if mover != seat:
            ahead = 1 if len(state.moves()) > _CROWDED else 3
            resisting = prover.defences(state, seat, max(plies, ahead))
            move = next(move for move in resisting if not prover.wins(state.play(move), seat, max(plies - 1, 0)))
        elif not state.ends_by_counting and not _threatened(prover, state, seat):
            break
        else:
            move = state.moves()[0]
        line.append(Played(seat_id(state, mover), str(move)))
        state, plies = state.play(move), max(plies - 1, 0)
    return tuple(line)


def _threatened(prover: Prover, state: LineState, seat: int) -> bool:
    """Whether a seat that is to move loses at the other's next move, whatever it does."""
    return prover.wins(state, 1 - seat, 2)


def _answer(prover: Prover, state: LineState, seat: int, plies: int) -> tuple[tuple[Played, ...], LineState, int]:
    """What the others do, as well as they can, until it is the seat's turn again."""
    line: list[Played] = []
    while state.outcome is None and state.acting[0] != seat:
        mover, move = state.acting[0], next(iter(prover.defences(state, seat, plies)))
        line.append(Played(seat_id(state, mover), str(move)))
        state, plies = state.play(move), plies - 1
    return tuple(line), state, plies
