"""What stands on the pages that are the same for everybody: facts of templates, by name."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import orjson

from ludotheque.answers import boxes, drawings, forms, learning, pages
from ludotheque.answers.pages import Page
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.lesson import Lesson
from ludotheque.core.puzzle import puzzles_of
from ludotheque.core.variants import variant_of, what_is_chosen
from ludotheque.drawing import svg
from ludotheque.drawing.setup import can_be_set_up
from ludotheque.pages.rendering import embedded
from ludotheque.server.pages.rulebook import rules as rulebook

Facts = dict[str, Any]
_CLOCKS = ((3, 2), (5, 3), (10, 5), (20, 10))
"""Minutes and seconds a move, to choose from."""


def in_page(content: object) -> str:
    """Plain data as JSON that can stand inside a page."""
    return embedded(orjson.dumps(content).decode())


def filled(page: Page) -> Facts:
    """What a template is filled with: facts, and what scripts read."""
    return {**page.facts, **{name: in_page(block) for name, block in page.blocks.items()}}


def shelf(language: Language) -> Facts:
    return {"here": "shelf", "games": [boxes.facts(game, language) for game in games().values()]}


def box(game: Game, language: Language, root: str) -> Facts:
    """All of an open box but what somebody has reached with it."""
    main, more = boxes.options(game, language)
    return {
        "game": boxes.facts(game, language),
        "variants": forms.variants(game, language),
        "variants_choose": chosen.to(language) if (chosen := what_is_chosen(game.variants, game.options)) else "",
        "usual_variant": variant_of(game.variants, game.options, {}),
        "main_options": main,
        "more_options": more,
        "modes": boxes.modes(game, language),
        "alone": dict(game.solo.options) if game.solo else None,
        "bots": boxes.opponents(game, language),
        "cast": in_page(boxes.cast(game)),
        "cover": svg.size(boxes.picture(game.id)),
        "clocks": _CLOCKS,
        "seating": in_page(asdict(boxes.seating(game, {}, language))),
        "rulebook": rulebook(game.id, language, root),
        "prints": boxes.prints(game, language),
        "lessons": boxes.lessons(game, language),
        "drawing": drawings.title(game, language),
        "puzzles": bool(puzzles_of(game)),
    }


def rules(game: Game, language: Language, root: str) -> Facts | None:
    """The rulebook alone, if there is one."""
    found = rulebook(game.id, language, root)
    return None if found is None else {"game": boxes.facts(game, language), "rulebook": found}


def lesson(game: Game, taken: Lesson, language: Language) -> Facts:
    return filled(pages.lesson_page(game, taken, language))


def analysis(game: Game, language: Language) -> Facts:
    """The analysis board of a game."""
    return {
        "game": boxes.facts(game, language),
        "others": [boxes.facts(each, language) for each in games().values() if each is not game],
        "options": forms.options(game, language),
        "by_hand": can_be_set_up(game),
        "drawing": drawings.title(game, language),
        "plan": in_page({"game": game.id, "title": game.title.to(language)}),
    }


def draw(game: Game, language: Language, given: dict[str, str]) -> Facts | None:
    """The page for drawing what the game is played on, if something can be drawn for it."""
    page = pages.drawing_page(game, given, language)
    return None if page is None else filled(page)


def puzzles(language: Language) -> Facts:
    """All puzzles: of each box their numbers by grade."""
    return {"here": "puzzles", "boxes": learning.riddles(language)}
