"""What the master thinks of a moment of a game: for hints, for replays, for research."""

from __future__ import annotations

import random
from collections.abc import Iterable

from ludotheque.bots.levels import LEVEL_BOTS, SECONDS, Level
from ludotheque.bots.solver.claims import moves_left
from ludotheque.bots.solver.solve import Solution, solve
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.contract import CHANCE, Game, State, View
from ludotheque.core.cupboard import find
from ludotheque.core.solo import is_alone
from ludotheque.core.text import Refusal, Text
from ludotheque.core.thought import Budget, Thought

ANALYST = "master"
"""The level that is asked."""


def analyst(game: Game) -> Level:
    """Whoever is asked, for one seat of one game."""
    return LEVEL_BOTS[ANALYST](game)


def analyse(
    moment: State | View,
    seat: int | None = None,
    budget: Budget | float = SECONDS[ANALYST],
    *,
    past: Iterable[View] = (),
    seed: int = 0,
) -> Thought:
    """What a seat that may move should do, judged by what it sees: a state is looked at through its seat's view alone.

    The seat is the first the game waits for, or the one whose view it is. The budget is in seconds, or a `Budget`.
    Where a game is about remembering, `past` has the views that the seat was shown before.
    """
    view = moment.view(_seat(moment, seat)) if isinstance(moment, State) else moment
    seat = view["seat"]
    if seat is None:
        raise Refusal(Text("an analysis needs a seat's view: view(seat=…)"))
    thinker = analyst(find(view["game"]))
    for each in (*past, view):
        thinker.watch(each)
    state = moment if isinstance(moment, State) else restored(view, random.Random(seed))
    moves = state.moves(seat)
    if not moves:
        raise _no_move(state, seat)
    spent = budget if isinstance(budget, Budget) else Budget(float(budget))
    return thinker.think(view, moves, random.Random(seed), spent, wide=True)


_FOLLOWED = 8
"""With so many moves left, games of three or four are followed to all ends."""


def certain(state: State, seconds: float) -> Solution | None:
    """What can be proved of a position within about so many seconds; nothing where chance or hidden cards decide.

    >>> from ludotheque.core.cupboard import find
    >>> found = certain(find("hopsy").start(position="b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"), 0.2)
    >>> found.winners, found.moves
    ((0,), 1)
    """
    brain = state.game.brain
    if not isinstance(state, LineState) or brain.search is None or state.outcome is not None or is_alone(state):
        return None
    if state.ends_by_counting:
        effort = brain.endings.effort(state) if brain.endings is not None and len(state.seats) == 2 else None
        near = len(state.seats) > 2 and moves_left(state) <= _FOLLOWED
        if not near and (effort is None or not Budget(seconds).covers(effort)):
            return None
    found = solve(state, seconds=seconds)
    sure = state.ends_by_counting or found.checked is not None or found.by_the_book
    return found if found.winners is not None and sure else None


def restored(view: View, rng: random.Random) -> State:
    """A state that agrees with a view; its moves are those of the seat."""
    brain = find(view["game"]).brain
    return brain.determinise(view, brain.memory(), rng)


def _seat(state: State, seat: int | None) -> int | None:
    """The seat to think for: that one, or the first the game waits for."""
    if seat is not None or not state.waiting:
        return 0 if seat is None else seat
    return 0 if state.waiting[0] == CHANCE else state.waiting[0]


def _no_move(state: State, seat: int) -> Refusal:
    if state.over:
        return Refusal(Text("the game is over"))
    if CHANCE in state.acting:
        return Refusal(Text("it is for chance to move"))
    return Refusal(Text("it is not the turn of {seat}", seat=state.seat_name(seat)))
