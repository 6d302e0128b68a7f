"""What pages show that depend on a table, a day, a puzzle or a drawing: facts for templates, by the names they use.

What scripts read (`blocks`) stands in the page as JSON; whoever puts a page together says how. All of it is plain data.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ludotheque.answers import boxes, drawings, learning
from ludotheque.core import daily
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.lesson import Lesson
from ludotheque.core.puzzle import Puzzle
from ludotheque.core.text import Text
from ludotheque.drawing import svg
from ludotheque.drawing.drawn import symbols_of
from ludotheque.tables import snapshot
from ludotheque.tables.phrases import PHRASES
from ludotheque.tables.refusals import NO_TASK, refused
from ludotheque.tables.snapshot import Viewer
from ludotheque.tables.table import Table


@dataclass(frozen=True, slots=True)
class Page:
    """A template, and what it is filled with."""

    template: str
    facts: Mapping[str, object]
    blocks: Mapping[str, object]


def table_page(template: str, table: Table, viewer: Viewer, shown: Mapping[str, object]) -> Page:
    """A page about a table, with all its viewer may see of it: the table itself, for a big screen, or its replay."""
    game, language = table.game, viewer.language
    scene = table.state.scene(snapshot.seat_shown(table, viewer))
    lesson = boxes.lesson(game, table.options, language)
    facts = {
        "table": table.id,
        "finished": len(table.finished),
        "game": asdict(boxes.facts(game, language)),
        "title": table.state.title.to(language),
        "lesson": None if lesson is None else asdict(lesson),
        "aim": boxes.aim(table.state, language),
        "told": asdict(boxes.told(game, table.options, language)),
        "invited": shown["invited"],
        "carried": table.carried and table.game.hidden and viewer.visitor != table.owner and not table.over,
        "seated": boxes.seated(table),
        # The script carries the symbols of its own: this picture stays only until it has drawn.
        "picture": svg.render(scene, symbols_of(game), f"first-{game.id}", language, caption=False),
    }
    blocks = {
        "snapshot": shown,
        "bots": [asdict(bot) for bot in boxes.opponents(game, language)],
        "phrases": [{"key": key, "text": text.to(language)} for key, text in PHRASES.items()],
    }
    return Page(template, facts, blocks)


def lesson_page(game: Game, lesson: Lesson, language: Language) -> Page:
    """A lesson, step by step on the board."""
    facts = {"game": asdict(boxes.facts(game, language)), "title": lesson.title.to(language)}
    return Page("lesson.html", facts, {"plan": boxes.plan(game, lesson, language)})


def puzzle_page(game: Game, number: int, language: Language) -> Page:
    """A puzzle of a box."""
    puzzle = learning.puzzle_numbered(game, number)
    heading = Text("{title}, puzzle {number}", title=game.title, number=number)
    return _puzzle(game, puzzle, heading, "/puzzles", "", language)


def day_puzzle_page(game: Game, date: str, language: Language) -> Page:
    """The puzzle of a day."""
    found = daily.task(game, learning.date_of(date))
    if found is None or found.puzzle is None:
        raise refused(NO_TASK)
    heading = Text("{title}, {date}", title=game.title, date=date)
    return _puzzle(game, found.puzzle, heading, f"/daily/{date}", date, language)


def _puzzle(game: Game, puzzle: Puzzle, heading: Text, back: str, date: str, language: Language) -> Page:
    facts = {
        "here": "puzzles",
        "game": asdict(boxes.facts(game, language)),
        "heading": heading.to(language),
        "grade": puzzle.grade,
        "back": back,
    }
    return Page("puzzle.html", facts, {"plan": learning.puzzle_plan(game, puzzle, date, language)})


def day_page(date: datetime.date, language: Language) -> Page:
    """The tasks of a day."""
    shown, today = date.isoformat(), daily.today().isoformat()
    facts = {
        "here": "puzzles",
        "date": shown,
        "today": today,
        "tasks": [asdict(task) for task in learning.tasks_told(date, language)],
        "days": [each.isoformat() for each in learning.archive()],
    }
    return Page("daily.html", facts, {"plan": {"date": shown, "today": today}})


def drawing_page(game: Game, given: Mapping[str, str], language: Language) -> Page | None:
    """A page for drawing what the game is played on, if something is; what a link holds is shown at once."""
    drawing = drawings.drawing(game, given, language)
    if drawing is None:
        return None
    plan = asdict(drawing)
    return Page("draw.html", {"game": asdict(boxes.facts(game, language)), "plan": plan}, {"carried": plan})
