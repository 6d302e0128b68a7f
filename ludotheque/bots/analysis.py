"""What the master thinks of a moment of a game: for hints, for replays, for research."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import cast

from ludotheque.bots.levels import MAKERS, SECONDS
from ludotheque.core.contract import CHANCE, State, View
from ludotheque.core.cupboard import find
from ludotheque.core.text import Refusal, Text
from ludotheque.core.thought import Budget, Thought

ANALYST = "master"
"""The level that is asked."""


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
    seat = cast(int | None, view["seat"])
    if seat is None:
        raise Refusal(
            Text(
                "une analyse part de la vue d'une place : view(seat=…)", "an analysis needs a seat's view: view(seat=…)"
            )
        )
    game, rng = find(str(view["game"])), random.Random(seed)
    analyst = MAKERS[ANALYST](game)
    for each in (*past, view):
        analyst.watch(each)
    state = moment if isinstance(moment, State) else restored(view, random.Random(seed))
    moves = state.moves(seat)
    if not moves:
        raise _no_move(state, seat)
    spent = budget if isinstance(budget, Budget) else Budget(float(budget))
    return analyst.think(view, moves, rng, spent, wide=True)


def restored(view: Mapping[str, object], rng: random.Random) -> State:
    """A state that agrees with a view; its moves are those of the seat."""
    brain = find(str(view["game"])).part("brain")
    return cast(State, brain.determinise(view, brain.Memory(), rng))


def _seat(state: State, seat: int | None) -> int | None:
    """The seat to think for: that one, or the first the game waits for."""
    if seat is not None or not state.waiting:
        return 0 if seat is None else seat
    return 0 if state.waiting[0] == CHANCE else state.waiting[0]


def _no_move(state: State, seat: int) -> Refusal:
    if state.over:
        return Refusal(Text("la partie est finie", "the game is over"))
    if CHANCE in state.acting:
        return Refusal(Text("c'est au hasard de jouer", "it is for chance to move"))
    name = state.seat_name(seat)
    return Refusal(Text(f"ce n'est pas à {name.fr} de jouer", f"it is not {name.en}'s turn"))
