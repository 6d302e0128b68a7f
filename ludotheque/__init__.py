"""Ludothèque: a cupboard of board games, by the real rules, for people and for research.

>>> import ludotheque as lt
>>> "hopsy" in lt.games()
True
>>> state = lt.start("rolit", players=4)
>>> state.acting, [str(move) for move in state.moves()]
((0,), ['C5', 'E3', 'E5'])
>>> state = state.play("C5")
>>> state.rows()
['......', '......', '..rrr.', '..eg..', '......', '......']
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

from ludotheque.core.contract import CHANCE, Game, IllegalMove, Outcome, State
from ludotheque.core.cupboard import find, games
from ludotheque.core.text import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ludotheque.bots.player import Bot, Setting
    from ludotheque.bots.solver.solve import Solution
    from ludotheque.core.contract import Move, View
    from ludotheque.core.match import Match
    from ludotheque.core.record import Record, RecordError
    from ludotheque.core.thought import Budget, Thought
    from ludotheque.drawing.drawn import start
    from ludotheque.research.batches import Batch, batch, playouts
    from ludotheque.research.prompts import answer, prompt
    from ludotheque.research.textplayers import TextPlayer, text_player

__all__ = [
    "CHANCE",
    "Batch",
    "Bot",
    "Budget",
    "Game",
    "IllegalMove",
    "Match",
    "Outcome",
    "Record",
    "RecordError",
    "Refusal",
    "State",
    "TextPlayer",
    "Thought",
    "analyse",
    "answer",
    "batch",
    "bot",
    "games",
    "next_move",
    "playouts",
    "prompt",
    "roll",
    "solve",
    "start",
    "text_player",
]
__version__ = "0.2.0"

S = TypeVar("S", bound=State)


_LATER = {
    "Batch": "ludotheque.research.batches",
    "Bot": "ludotheque.bots.player",
    "Budget": "ludotheque.core.thought",
    "Match": "ludotheque.core.match",
    "Record": "ludotheque.core.record",
    "RecordError": "ludotheque.core.record",
    "TextPlayer": "ludotheque.research.textplayers",
    "Thought": "ludotheque.core.thought",
    "answer": "ludotheque.research.prompts",
    "batch": "ludotheque.research.batches",
    "playouts": "ludotheque.research.batches",
    "prompt": "ludotheque.research.prompts",
    "start": "ludotheque.drawing.drawn",
    "text_player": "ludotheque.research.textplayers",
}
"""What is loaded when somebody asks for it."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found = globals()[name] = getattr(importlib.import_module(_LATER[name]), name)
    return found


def roll(state: S, rng: random.Random) -> S:
    """The state after a chance move drawn from `rng` (a `random.Random`, or `secrets.SystemRandom()` at a table).

    >>> import ludotheque as lt
    >>> lt.roll(lt.start("rolit"), random.Random(1))
    Traceback (most recent call last):
    ...
    ValueError: nothing is left to chance here: it is red's turn
    """
    if state.acting != (CHANCE,):
        turn = ", ".join(str(state.seat_name(seat)) for seat in state.acting)
        raise ValueError(f"nothing is left to chance here: it is {turn}'s turn" if turn else "the game is over")
    return state.play(state.draw(rng), CHANCE)


def bot(game: str, name: str, **settings: Setting) -> Bot:
    """A bot that plays this game: `choose(view, moves, rng)` returns one of the moves.

    Settings are the bot's own, such as `capacity` and `decay` of the memory of Plic-Plac's greedy bot.

    >>> import ludotheque as lt
    >>> state = lt.start("hopsy")
    >>> move = lt.bot("hopsy", "greedy").choose(state.view(0), state.moves(0), random.Random(1))
    >>> move in state.moves()
    True
    """
    from ludotheque.bots.roster import make

    return make(find(game), name, **settings)


def next_move(state: State, bots: Mapping[int, Bot], rng: random.Random) -> tuple[int, Move] | None:
    """Who moves next and how, when bots sit in these seats: chance, a bot that interrupts, or one the game waits for.
    `None` when the game is over, or waits for somebody who is no bot. Every bot sees what its seat sees.

    >>> import ludotheque as lt
    >>> state, rng = lt.start("plic_plac", cards="2x2"), random.Random(1)
    >>> bots = {0: lt.bot("plic_plac", "greedy"), 1: lt.bot("plic_plac", "random")}
    >>> while turn := lt.next_move(state, bots, rng):
    ...     seat, move = turn
    ...     state = state.play(move, seat)
    >>> state.over
    True
    """
    from ludotheque.bots import turns

    turns.show(state, bots)
    return turns.next_move(state, bots, rng)


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

    >>> import ludotheque as lt
    >>> state = lt.start("hopsy", position="b.b.r./.r..b./..r.../b..r../..rb../r..b.. r")
    >>> thought = lt.analyse(state, budget=0.2)
    >>> str(thought.move), thought.value
    ('E3-E5', 1.0)
    """
    from ludotheque.bots import analysis

    return analysis.analyse(moment, seat, budget, past=past, seed=seed)


def solve(state: State, depth: int | None = None, seconds: float | None = None) -> Solution:
    """What is certain of a position: who wins if nobody errs (`winners`; `None`: not decided), within how many `moves`,
    with which final `scores` where points are counted, and how (`line`).

    Look so many moves ahead, or for so long; a game that ends by counting is searched to its end.

    >>> import ludotheque as lt
    >>> found = lt.solve(lt.start("hopsy", position="b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"), depth=3)
    >>> found.winners, found.moves
    ((0,), 1)
    """
    from ludotheque.bots.solver import solve as solver

    return solver.solve(state, depth, seconds)
