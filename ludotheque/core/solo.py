"""Playing alone: what one plays for, and which of two results is the better one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ludotheque.core.options import AnyOption, Seconds
from ludotheque.core.text import Text, joined

if TYPE_CHECKING:
    from ludotheque.core.contract import State

Result = tuple[int, ...]
"""What a game played alone came to: a number for each of the game's measures."""


@dataclass(frozen=True)
class Measure:
    """Something by which results are compared."""

    better: Literal["more", "fewer"]
    of: Callable[[State], int]
    """Its number, of a game that is over."""
    told: Callable[[int], Text]
    """That number in words."""


@dataclass(frozen=True)
class Solo:
    """The game for one player."""

    options: Mapping[str, str]
    """The options that make it one, as they are written."""
    aim: Text
    """What one plays for, in a sentence."""
    measures: tuple[Measure, ...]
    """By which results are compared; where the first ones are equal, the next decides."""

    def result(self, state: State) -> Result | None:
        """What a game came to; `None` while it goes on, when it is lost, and when several people played it."""
        outcome = state.outcome
        if outcome is None or not outcome.winners or not is_alone(state):
            return None
        return tuple(measure.of(state) for measure in self.measures)

    def rank(self, result: Result) -> Result:
        """A result in such a way that the larger of two is the better one."""
        return tuple(
            number if measure.better == "more" else -number
            for measure, number in zip(self.measures, result, strict=True)
        )

    def told(self, result: Sequence[int]) -> Text:
        """A result in words."""
        return joined(", ", [measure.told(number) for measure, number in zip(self.measures, result, strict=True)])


def compared(options: Sequence[AnyOption], given: Mapping[str, str]) -> dict[str, str]:
    """The options by which results are told apart: times that a table keeps change nothing about what was reached."""
    times = {option.name for option in options if isinstance(option, Seconds)}
    return {name: value for name, value in given.items() if name not in times}


def is_alone(state: State) -> bool:
    """Whether one person plays all seats."""
    return len(set(state.player_of_seat)) == 1


def score(state: State) -> int:
    """The best score of a seat: of games that are over."""
    assert state.outcome is not None
    return int(max(state.outcome.scores))


def rounds(state: State) -> int:
    """How many rounds there were: of games that count them."""
    assert state.rounds_played is not None
    return state.rounds_played
