"""Refusals with a code for programs and a sentence for people."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.contract import IllegalMove
from ludotheque.core.text import Refusal, Text


class Refused(Refusal):
    """Something that cannot be granted."""

    def __init__(self, code: str, message: Text) -> None:
        super().__init__(message)
        self.code = code


def code_of(error: Refusal) -> str:
    """The code of any refusal, also of those that the rules and the options give."""
    if isinstance(error, Refused):
        return error.code
    return "illegal-move" if isinstance(error, IllegalMove) else "not-allowed"


class Problem(NamedTuple):
    """Why something cannot be done: what a `Refused` will say, if somebody tries it all the same."""

    code: str
    message: Text


NO_TABLE = Problem("no-table", Text("There is no such table (any more)."))
OLD_RULES = Problem(
    "old-rules", Text("This game was played by rules that have been corrected since: it cannot be shown any more.")
)
NO_PAGE = Problem("no-page", Text("There is nothing here."))
NOT_HERE = Problem("not-now", Text("That needs a server: here everything stays on this device."))
NO_SEAT = Problem("no-seat", Text("There is no such seat."))
NO_LESSON = Problem("no-page", Text("There is no such lesson."))
NO_PUZZLE = Problem("no-page", Text("There is no such puzzle."))
NO_TASK = Problem("no-page", Text("There is no such task of the day."))
NOT_YOURS = Problem("not-your-seat", Text("That is not your seat."))
HOUSE_FULL = Problem("busy", Text("The house is full: many bots are thinking just now. Try again in a moment."))
NO_IDEA = Problem("busy", Text("Nothing comes to mind: try again."))
BROKEN = Problem("broken", Text("Something broke."))
SEAT_TAKEN = Problem("seat-taken", Text("That seat is taken."))


def not_now(message: Text) -> Problem:
    """Something that could be done at another moment, or at another table."""
    return Problem("not-now", message)


CLOSED = not_now(Text("This table is closed."))


def refused(problem: Problem) -> Refused:
    """The refusal that a problem leads to."""
    return Refused(problem.code, problem.message)
