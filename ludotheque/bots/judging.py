"""A played game, move by move: how good each move was, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ludotheque.bots.analysis import analyse
from ludotheque.core.contract import Move, State
from ludotheque.core.record import Record, seat_id
from ludotheque.core.thought import Budget, Thought

Mark = Literal["", "?", "??"]
MISTAKE, BLUNDER = 0.3, 0.6
"""So much worse than the best, a move is marked with one question mark, or with two."""

_DUEL, _SEVERAL, _MIND = 100_000, 20_000, 2_000
"""Nodes for a move: positions, games tried out, or whatever a game's mind counts. Each takes about a tenth of a second;
counted in nodes, a game is judged alike on any machine."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the master thinks of a move that was played, judged by what its seat had seen then."""

    number: int
    """Which move of the game, counted from 1."""
    seat: int
    move: str
    value: float
    """Of the game after this move, from the mover's side: from -1 (surely lost) to 1 (surely won)."""
    best: str
    """What the master would have played."""
    loss: float
    """How much less the move was worth than the best."""

    @property
    def mark(self) -> Mark:
        """`?` for a mistake, `??` for a blunder, nothing for a good move."""
        return "??" if self.loss >= BLUNDER else "?" if self.loss >= MISTAKE else ""


def judged(record: Record, budget: Budget | None = None) -> Iterator[Judgement]:
    """Every move of a record in turn, but those of chance.

    >>> record = Record("hopsy", {"position": "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"})
    >>> for each in judged(record.add("red", "A5-A6")):
    ...     print(each.number, each.move, each.mark, each.best)
    1 A5-A6 ?? E3-E5
    """
    states = list(record.states())
    seats = {seat_id(states[0], seat): seat for seat in range(len(states[0].seats))}
    for number, played in enumerate(record.moves, 1):
        if played.seat in seats:
            yield judge(states[:number], played.move, seats[played.seat], budget)


def judge(past: Sequence[State], move: Move | str, seat: int, budget: Budget | None = None) -> Judgement:
    """A move of a seat in the last of these states, the first of which is the beginning of the game."""
    now = past[-1]
    spent = budget or usual(now)
    thought = _thought(past, seat, spent)
    text, best = str(now.parse(move) if isinstance(move, str) else move), str(thought.move)
    values = {best: thought.value, **dict(thought.candidates)}
    after = now.play(move, seat)
    if after.over:
        value = _result(after, seat)
    elif text in values:
        value = values[text]
    elif seat in after.acting:  # in the midst of a turn: what it comes to from here
        value = _thought([*past, after], seat, spent).value
    else:  # not worth a look: at most as good as what was looked at
        value = min(values.values())
    loss = 0.0 if text == best else max(0.0, values[best] - value)
    return Judgement(len(past), seat, text, value, best, loss)


def usual(state: State) -> Budget:
    """How long a move of a game is thought about, unless told otherwise."""
    if "mind" in state.game.abilities:
        return Budget(nodes=_MIND)
    return Budget(nodes=_DUEL if len(state.seats) == 2 else _SEVERAL)


def _thought(past: Sequence[State], seat: int, budget: Budget) -> Thought:
    """What the master thinks in the last of these states, having seen what the seat saw before."""
    hidden = past[-1].game.hidden
    return analyse(past[-1], seat, budget, past=(state.view(seat) for state in past[:-1]) if hidden else ())


def _result(state: State, seat: int) -> float:
    """What a game that is over is worth: a shared win less, one that all share nothing. Alone, one wins or loses."""
    winners, fair = state.outcome.winners if state.outcome else (), 1 / len(state.seats)
    if len(set(state.player_of_seat)) == 1:
        return 1.0 if seat in winners else -1.0
    if winners and seat not in winners:
        return -1.0
    return (1 / len(winners) - fair) / (1 - fair) if winners else 0.0
