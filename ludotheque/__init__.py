"""Ludothèque: a cupboard of board games, by the real rules, for people and for research.

>>> import ludotheque as lt
>>> list(lt.games())
['hop_plie', 'hops_dice', 'hopsy', 'plic_plac', 'rolit']
>>> state = lt.start("rolit", players=4)
>>> state.acting, [str(move) for move in state.moves()]
((0,), ['C5', 'E3', 'E5'])
>>> state = state.play("C5")
>>> state.rows()
['......', '......', '..rrr.', '..eg..', '......', '......']
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar, cast

from ludotheque.core.contract import CHANCE, Game, IllegalMove, Outcome, State
from ludotheque.core.cupboard import find, games
from ludotheque.core.match import Match
from ludotheque.core.record import Record, RecordError
from ludotheque.core.text import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludotheque.bots import Bot, Budget, Thought
    from ludotheque.core.contract import View
    from ludotheque.drawing.drawn import Drawn

__all__ = [
    "CHANCE",
    "Game",
    "IllegalMove",
    "Match",
    "Outcome",
    "Record",
    "RecordError",
    "Refusal",
    "State",
    "analyse",
    "bot",
    "games",
    "roll",
    "start",
]
__version__ = "0.1.0"

S = TypeVar("S", bound=State)


def start(game: str, **options: object) -> Drawn:
    """The first state of a game with these options.

    >>> start("rolit", size=8, players=4).position()
    '......../......../......../...ry.../...eg.../......../......../........ r'
    """
    return cast("Drawn", find(game).start(**options))


def roll(state: S, rng: random.Random) -> S:
    """The state after a chance move drawn from `rng` (a `random.Random`, or `secrets.SystemRandom()` at a table).

    >>> roll(start("rolit"), random.Random(1))
    Traceback (most recent call last):
    ...
    ValueError: nothing is left to chance here: it is red's turn
    """
    if state.acting != (CHANCE,):
        turn = ", ".join(str(state.seat_name(seat)) for seat in state.acting)
        raise ValueError(f"nothing is left to chance here: it is {turn}'s turn" if turn else "the game is over")
    return state.play(state.draw(rng), CHANCE)


def bot(game: str, name: str, **settings: int | None) -> Bot:
    """A bot that plays this game: `choose(view, moves, rng)` returns one of the moves.

    Settings are the bot's own, such as `capacity` and `decay` of the memory of Plic-Plac's greedy bot.

    >>> state = start("hopsy")
    >>> move = bot("hopsy", "greedy").choose(state.view(0), state.moves(0), random.Random(1))
    >>> move in state.moves()
    True
    """
    from ludotheque.bots import make

    return make(find(game), name, **settings)


def analyse(
    moment: State | View,
    seat: int | None = None,
    budget: Budget | float = 1.5,
    *,
    past: Iterable[View] = (),
    seed: int = 0,
) -> Thought:
    """What the master thinks of a state, or of a view: the move, its value from -1 to 1, how the game may go on, and
    the other candidates.

    It is told what the seat sees and no more: the first seat the game waits for, or another that may move. The budget
    is in seconds, or a `Budget` of nodes. Where one must remember, `past` has the views shown to the seat before.

    >>> state = start("hopsy", position="b.b.r./.r..b./..r.../b..r../..rb../r..b.. r")
    >>> thought = analyse(state, budget=0.2)
    >>> str(thought.move), thought.value
    ('E3-E5', 1.0)
    """
    from ludotheque.bots.analysis import analyse as analysed

    return analysed(moment, seat, budget, past=past, seed=seed)
