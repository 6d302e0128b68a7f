"""The day's task of each game, from the date alone: the same for everybody, on every server.

Where chance decides and one can play alone, all have the same luck that day; elsewhere it is the day's puzzle, harder
from Monday to Sunday. The day is that of UTC. How luck follows from a date is no secret: whoever wants to can compute
it, as whoever wants to can look at the solution of a puzzle.

>>> import datetime
>>> from ludotheque.core.cupboard import find
>>> monday, sunday = datetime.date(2026, 11, 16), datetime.date(2026, 11, 22)
>>> task(find("hopsy"), monday).puzzle.grade, task(find("hopsy"), sunday).puzzle.grade
(1, 5)
>>> task(find("hop_plie"), sunday).options
{'level': '4', 'players': '1'}
"""

from __future__ import annotations

import datetime
import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.puzzle import GRADES, Puzzle, puzzles_of

FIRST = datetime.date(2026, 11, 2)
"""The first day that has tasks: a Monday."""
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Task:
    """What a day asks for in a game: a puzzle, or a game alone."""

    game: Game
    date: datetime.date
    puzzle: Puzzle | None = None
    options: Mapping[str, str] | None = None
    """Of the game alone."""


def today() -> datetime.date:
    """The day it is, by UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def task(game: Game, date: datetime.date) -> Task | None:
    """The task of a day, if the game has any: the later in the week, the harder."""
    if date < FIRST:
        return None
    if game.chance and game.solo is not None:
        variants = game.variants
        chosen = variants[_step(date, len(variants))].options if variants else {}
        return Task(game, date, options={**chosen, **game.solo.options})
    puzzles = _of_grade(game, GRADES[_step(date, len(GRADES))])
    return Task(game, date, puzzle=puzzles[_turn(date) % len(puzzles)]) if puzzles else None


def luck(game: Game, seed: str, state: State, before: int) -> str:
    """What chance does in a game whose luck is the same for all who play it: it follows from the seed (a date, say) and
    from how often chance has decided before."""
    assert state.acting == (CHANCE,), "nothing is left to chance here"
    return str(state.draw(random.Random(f"ludotheque {game.id} {seed} {before}")))


def _step(date: datetime.date, steps: int) -> int:
    """The day of the week on a scale of so many steps.

    >>> [_step(FIRST + datetime.timedelta(days), 5) for days in range(7)]
    [0, 0, 1, 2, 2, 3, 4]
    """
    return date.weekday() * steps // _WEEK


def _turn(date: datetime.date) -> int:
    """How many days of the same grade there were before."""
    weeks, grade = (date - FIRST).days // _WEEK, _step(date, len(GRADES))
    alike = [day for day in range(_WEEK) if day * len(GRADES) // _WEEK == grade]
    return weeks * len(alike) + alike.index(date.weekday())


def _of_grade(game: Game, grade: int) -> list[Puzzle]:
    """The puzzles of a grade, or of the nearest there is, in an order that tells nothing."""
    puzzles = puzzles_of(game)
    if not puzzles:
        return []
    nearest = min({puzzle.grade for puzzle in puzzles}, key=lambda each: (abs(each - grade), each))
    return sorted((puzzle for puzzle in puzzles if puzzle.grade == nearest), key=lambda each: _mixed(game, each))


def _mixed(game: Game, puzzle: Puzzle) -> str:
    return hashlib.sha256(f"{game.id} {puzzle.number}".encode()).hexdigest()
