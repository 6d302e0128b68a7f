"""Lessons: a game learnt by playing it. A lesson is a record with words: each step says one thing, asks for one move.

>>> from ludotheque.core.cupboard import find
>>> first = lessons_of(find("hopsy"))[0]
>>> moments(find("hopsy"), first)[0].state.acting
(0,)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.parts import has_part, part
from ludotheque.core.text import Text

MOST_STEPS = 12
"""A lesson has no more steps than this, the little game at its end among them."""
_CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence, and the one move it asks for."""

    words: Text
    move: str
    before: tuple[str, ...] = ()
    """What others do first, each as a seat's number or `chance`, and a move: `1 A1-B2`."""
    anew: Mapping[str, str] | None = None
    """The options of a new beginning; without them the game goes on from the step before."""
    given: tuple[str, ...] = ()
    """What has happened since a new beginning, written like `before`; it is not shown."""
    seat: int = 0
    """Whose part the learner plays."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Some steps, and a little game to end with."""

    id: str
    title: Text
    steps: tuple[Step, ...]
    end: Text
    """What is said when the last step is done."""
    game: Mapping[str, str] = field(default_factory=dict)
    """The options of the little game."""
    about: Mapping[str, str] = field(default_factory=dict)
    """The options that it teaches; of the basics, none."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a game's `lessons.py` declares: the basics first."""

    all: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A step on the board: before each move of the others, then what is asked, and what comes of it."""

    step: Step
    earlier: tuple[State, ...]
    state: State
    after: State


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, if it has any."""
    return part(game.package, "lessons", "LESSONS", Lessons).all if has_part(game.package, "lessons") else ()


def lesson_for(game: Game, options: Mapping[str, str]) -> Lesson | None:
    """The lesson for those who are about to play with these options: the one about them, else the basics.

    >>> from ludotheque.core.cupboard import find
    >>> lesson_for(find("hopsy"), {"variant": "mix"}).id
    'mix'
    """
    found = lessons_of(game)
    fitting = [each for each in found if each.about and each.about.items() <= options.items()]
    return next(iter([*fitting, *found]), None)


def moments(game: Game, lesson: Lesson) -> tuple[Moment, ...]:
    """A lesson played through by the rules: what they refuse is no lesson."""
    found, state = list[Moment](), game.start()
    for step in lesson.steps:
        if step.anew is not None:
            state = game.start(**step.anew)
        for done in step.given:
            state = _played(state, done)
        earlier = []
        for done in step.before:
            earlier.append(state)
            state = _played(state, done)
        after = state.play(step.move, step.seat)
        found.append(Moment(step, tuple(earlier), state, after))
        state = after
    return tuple(found)


def _played(state: State, done: str) -> State:
    """The state after what somebody does, written as seat and move."""
    who, _, move = done.partition(" ")
    return state.play(move, CHANCE if who == _CHANCE else int(who))
