"""A game as one question after the other: who is asked now, what may be answered, and what follows.

Environments that others know ask one seat at a time. Where several seats may act, those who may interrupt are asked
first, and may wait; then the first of those the game waits for must act.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.encoding import Encoding, encoding_of


@dataclass(frozen=True, eq=False)
class Question:
    """A state, and who has been asked in it already."""

    state: State
    waited: tuple[int, ...] = ()
    """The seats that could have interrupted, and did not."""
    drawn: tuple[int, ...] = ()
    """What chance has drawn so far of a move that it draws step by step."""

    @cached_property
    def encoding(self) -> Encoding:
        return encoding_of(self.state.game)

    @cached_property
    def seat(self) -> int | None:
        """Who is asked: a seat, CHANCE, or nobody when the game is over."""
        state = self.state
        if state.over:
            return None
        if CHANCE in state.acting:
            return CHANCE
        others = (seat for seat in state.acting if seat not in state.waiting and seat not in self.waited)
        return next((seat for seat in others if state.moves(seat)), state.waiting[0])

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """What may be answered, in order."""
        return self.open_to(self.seat) if self.seat is not None and self.seat != CHANCE else ()

    def open_to(self, seat: int) -> tuple[int, ...]:
        """What a seat may do in this state, in order; those the game does not wait for may wait."""
        numbers = {self.encoding.encode(self.state, seat, move) for move in self.state.moves(seat)}
        if self.encoding.waits and seat not in self.state.waiting:
            numbers.add(self.wait)
        return tuple(sorted(numbers))

    @cached_property
    def wait(self) -> int:
        """The number of waiting."""
        return count_of(self.state) - 1

    def mask(self, seat: int) -> Any:
        """Which actions are open to a seat that is asked now; none to the others."""
        mask = np.zeros(count_of(self.state), np.int8)
        if seat == self.seat:
            mask[list(self.actions)] = 1
        return mask

    def observe(self, seat: int) -> Any:
        """What a seat sees."""
        return self.encoding.observe(self.state.view(seat), seat)

    def answered(self, action: int) -> Self:
        """The question after an answer of the seat that is asked, or after what chance draws."""
        if self.seat is None:
            raise ValueError("the game is over")
        if self.seat == CHANCE:
            return self._drew(action)
        if action not in self.actions:
            raise ValueError(f"action {action} is not open to seat {self.seat}")
        if self.encoding.waits and action == self.wait:
            return replace(self, waited=(*self.waited, self.seat))
        move = self.encoding.decode(self.state, self.seat, action)
        return type(self)(self.state.play(move, self.seat))

    def _drew(self, number: int) -> Self:
        drawn = (*self.drawn, number)
        if self.encoding.chances(self.state, drawn):
            return replace(self, drawn=drawn)
        return type(self)(self.state.play(self.encoding.drawn(self.state, drawn), CHANCE))

    def rolled(self, rng: random.Random) -> Self:
        """The next question to a player, after all that chance draws before it."""
        question = self
        while question.seat == CHANCE:
            state = question.state
            question = type(self)(state.play(state.draw(rng), CHANCE))
        return question

    @cached_property
    def rewards(self) -> tuple[float, ...]:
        """What each seat has in the end: alone its score; among several 1 for a win, -1 for a loss, and 0 where nobody
        or everybody wins. While the game goes on, nothing."""
        outcome, seats = self.state.outcome, len(self.state.seats)
        if outcome is None:
            return (0.0,) * seats
        if seats == 1:
            return (float(outcome.scores[0]),)
        if len(outcome.winners) in (0, seats):
            return (0.0,) * seats
        return tuple(1.0 if seat in outcome.winners else -1.0 for seat in range(seats))

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of; what follows from that is found again."""
        return type(self), (self.state, self.waited, self.drawn)

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: it never changes."""
        return self


def first_question(game: Game, options: dict[str, object]) -> Question:
    """The first question of a game with these options."""
    return Question(game.start(**options))


def count_of(state: State) -> int:
    """How many actions there are."""
    return _count(state.game.id, tuple(sorted(state.options_changed.items())), state)


_counts: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}


def _count(game: str, options: tuple[tuple[str, str], ...], state: State) -> int:
    key = game, options
    if key not in _counts:
        _counts[key] = len(encoding_of(state.game).actions(state))
    return _counts[key]
