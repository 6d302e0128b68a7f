"""Lessons, puzzles and the day's tasks, by what stands in an address; and what their pages show."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass
from functools import lru_cache

from ludotheque.core import daily
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find, games
from ludotheque.core.daily import Task
from ludotheque.core.lesson import Lesson, Moment, lessons_of, moments
from ludotheque.core.puzzle import GRADES, Puzzle, puzzles_of
from ludotheque.core.text import Text
from ludotheque.core.variants import setting_words
from ludotheque.drawing import puzzles
from ludotheque.tables.opening import SeatWish, TableWish, game_named
from ludotheque.tables.refusals import NO_LESSON, NO_PUZZLE, NO_TASK, refused
from ludotheque.tables.snapshot import reason
from ludotheque.tables.table import Table

_ARCHIVE_DAYS = 28


# Lessons


def lesson_named(game: Game, name: str) -> Lesson:
    """The lesson with this id."""
    found = next((lesson for lesson in lessons_of(game) if lesson.id == name), None)
    if found is None:
        raise refused(NO_LESSON)
    return found


@lru_cache(maxsize=64)
def _played(game_id: str, name: str) -> tuple[Moment, ...]:
    game = find(game_id)
    return moments(game, lesson_named(game, name))


def lesson_moment(game_id: str, name: str, number: int) -> Moment:
    """A step of a lesson."""
    steps = _played(game_named(game_id).id, name)
    if number >= len(steps):
        raise refused(NO_LESSON)
    return steps[number]


# Puzzles


def puzzle_numbered(game: Game, number: int) -> Puzzle:
    """The puzzle with this number."""
    found = next((puzzle for puzzle in puzzles_of(game) if puzzle.number == number), None)
    if found is None:
        raise refused(NO_PUZZLE)
    return found


def all_puzzles(game: Game) -> list[dict[str, int]]:
    """The puzzles of a game: their numbers and grades."""
    return [{"number": puzzle.number, "grade": puzzle.grade} for puzzle in puzzles_of(game)]


def solution(game: Game, asked: Puzzle, language: Language) -> dict[str, object]:
    """The solution of a puzzle, move by move."""
    return {"shown": [asdict(each) for each in puzzles.solution_told(game, asked, language)]}


@dataclass(frozen=True, slots=True)
class Riddles:
    """The puzzles of a box: their numbers by grade."""

    id: str
    title: str
    grades: list[tuple[int, list[int]]]


def riddles(language: Language) -> list[Riddles]:
    """The puzzles of all boxes."""
    found = []
    for game in games().values():
        numbers = [(grade, [each.number for each in puzzles_of(game) if each.grade == grade]) for grade in GRADES]
        if shown := [pair for pair in numbers if pair[1]]:
            found.append(Riddles(game.id, game.title.to(language), shown))
    return found


def puzzle_plan(game: Game, puzzle: Puzzle, date: str, language: Language) -> dict[str, object]:
    """What the page of a puzzle needs to know from the beginning."""
    number = puzzle.number
    numbers = [each.number for each in puzzles_of(game) if each.grade == puzzle.grade]
    following = next((each for each in numbers if each > number), None)
    following_grade = next((each.number for each in puzzles_of(game) if each.grade > puzzle.grade), numbers[0])
    return {
        "game": game.id,
        "title": game.title.to(language),
        "number": number,
        "next": f"/puzzles/{game.id}/{following or following_grade}",
        "date": date,
    }


# The day's tasks


def date_of(text: str) -> datetime.date:
    """A day that has come: what others will be asked tomorrow is not told today."""
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        raise refused(NO_TASK) from None
    if not daily.FIRST <= date <= daily.today():
        raise refused(NO_TASK)
    return date


def task_of(name: str, date: str) -> Task:
    """The task of a day that has come."""
    found = daily.task(game_named(name), date_of(date))
    if found is None:
        raise refused(NO_TASK)
    return found


def day(date: str) -> list[dict[str, object]]:
    """The tasks of a day."""
    tasks = [task_of(name, date) for name, game in games().items() if daily.task(game, daily.today()) is not None]
    return [
        {
            "game": task.game.id,
            "puzzle": None if task.puzzle is None else task.puzzle.number,
            "grade": None if task.puzzle is None else task.puzzle.grade,
            "options": None if task.options is None else dict(task.options),
        }
        for task in tasks
    ]


def day_wish(game: str, date: str) -> TableWish:
    """A table for one, at which chance does what it does for everybody that day."""
    task = task_of(game, date)
    if task.options is None:
        raise refused(NO_TASK)
    return TableWish(task.game.id, task.options, [SeatWish("me")], luck=task.date.isoformat())


def day_result(table: Table, language: Language) -> dict[str, object]:
    """How the game at such a table went."""
    solo, outcome = table.game.solo, table.outcome
    if outcome is None or solo is None or not table.luck:
        return {"date": table.luck, "over": False, "words": ""}
    result = solo.result(table.state)
    words = reason(table, outcome) if result is None else solo.told(result)
    return {"date": table.luck, "over": True, "words": words.to(language)}


@dataclass(frozen=True, slots=True)
class TaskTold:
    """A day's task, for its page."""

    game: str
    title: str
    grade: int
    """Of a puzzle; of a game alone 0."""
    words: str
    setting: str


def tasks_told(date: datetime.date, language: Language) -> list[TaskTold]:
    """The tasks of a day, for its page."""
    tasks = [task for game in games().values() if (task := daily.task(game, date)) is not None]
    return [_told(task, language) for task in tasks]


def _told(task: Task, language: Language) -> TaskTold:
    game = task.game
    if task.puzzle is not None:
        words = Text("The day's puzzle")
        return TaskTold(game.id, game.title.to(language), task.puzzle.grade, words.to(language), "")
    alone = {} if game.solo is None else game.solo.options
    setting = setting_words(game.variants, game.options, task.options or {}, alone)
    words = Text("Everybody has the same luck today. How far do you get?")
    return TaskTold(game.id, game.title.to(language), 0, words.to(language), setting.to(language))


def archive() -> list[datetime.date]:
    """The days one can go back to, the latest first."""
    past = [daily.today() - datetime.timedelta(days) for days in range(_ARCHIVE_DAYS)]
    return [each for each in past if each >= daily.FIRST]
