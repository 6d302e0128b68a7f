"""Puzzles as pages are told them: what is asked, what a try comes to, and the solution for those who ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.puzzle import CERTAIN, MOST, Puzzle, asked, seat_number
from ludotheque.core.solving import Attempt, Shown, Status, attempt, begun, given, solution
from ludotheque.core.text import Text
from ludotheque.drawing.coach import Explained
from ludotheque.drawing.drawn import drawn
from ludotheque.drawing.moments import Happening, MomentTold, happened, told


@dataclass(frozen=True, slots=True)
class PuzzleTold:
    """A puzzle without its solution."""

    number: int
    grade: int
    words: str
    earlier: list[Happening]
    """What is watched before one is asked, from one's seat: only where one must remember it."""
    now: MomentTold


@dataclass(frozen=True, slots=True)
class AttemptTold:
    """What a try comes to."""

    status: Status
    words: str
    shown: list[Happening]
    now: MomentTold
    """Where one goes on; after a wrong try, where one was."""
    kept: int
    """How many of the moves that were tried stand."""


def puzzle_told(game: Game, puzzle: Puzzle, language: Language) -> PuzzleTold:
    """A puzzle as it begins."""
    state = begun(game, puzzle)
    seat = seat_number(state, puzzle.seat)
    earlier = _happenings(given(game, puzzle), seat, language) if game.hidden else []
    words = asked(puzzle, state).to(language)
    return PuzzleTold(puzzle.number, puzzle.grade, words, earlier, told(state, seat, language))


def attempt_told(game: Game, puzzle: Puzzle, tried: Sequence[str], language: Language) -> AttemptTold:
    """What the last of these moves comes to."""
    come = attempt(game, puzzle, tried)
    seat = seat_number(come.state, puzzle.seat)
    shown = _happenings(come.shown, seat, language)
    words, now = _words(puzzle, come).to(language), told(come.state, seat, language)
    return AttemptTold(come.status, words, shown, now, come.kept)


def explained(game: Game, puzzle: Puzzle, tried: Sequence[str], thing: str, chosen: Sequence[str]) -> Explained:
    """What something on the board is after these moves, and why choosing it does nothing."""
    state = attempt(game, puzzle, tried).state if tried else begun(game, puzzle)
    return drawn(state).explained(seat_number(state, puzzle.seat), thing, chosen)


def solution_told(game: Game, puzzle: Puzzle, language: Language) -> list[Happening]:
    """The whole solution."""
    return _happenings(solution(game, puzzle), seat_number(begun(game, puzzle), puzzle.seat), language)


def _happenings(shown: Iterable[Shown], seat: int, language: Language) -> list[Happening]:
    return [happened(each.before, each.seat, each.move, each.after, seat, language) for each in shown]


def _words(puzzle: Puzzle, come: Attempt) -> Text:
    """What is said to a try."""
    if come.status == "solved":
        return Text("Solved!")
    if come.status == "right":
        return Text("Right! And now?")
    if puzzle.ask == MOST:
        return Text("{reached} of {goal} so far.", reached=come.reached or 0, goal=puzzle.goal)
    if puzzle.ask == CERTAIN and come.shown:
        return Text("For all you have seen, the cards may lie like this: then it fails.")
    if puzzle.ask == CERTAIN:
        return Text("That is not a plic-plac that cannot fail.")
    replied = len(come.shown) > 1
    return Text("Not this one: see the answer.") if replied else Text("Not this one: it does not win.")
