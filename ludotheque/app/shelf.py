"""The pages of the app that are the same for everybody, made ahead in every language; and the pictures on them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ludotheque.answers import boxes
from ludotheque.core.catalogues import Language, folders, languages
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.lesson import lessons_of, moments
from ludotheque.drawing import lessons
from ludotheque.drawing.drawn import symbols_of
from ludotheque.drawing.robots import LOOKS, RANKS, robot
from ludotheque.drawing.rulebooks import all_diagrams, folder
from ludotheque.pages.rendering import FOR_APP, ROOT, render, script_words
from ludotheque.server.pages import everybody


def pages(language: Language) -> dict[str, str]:
    """All pages of a language, by their paths."""
    found = {
        "/": _page("shelf.html", language, everybody.shelf(language)),
        "/tables": _page("lobby.html", language, {"here": "lobby"}),
        "/puzzles": _page("puzzles.html", language, everybody.puzzles(language)),
    }
    for game in games().values():
        found.update((f"/games/{game.id}{path}", text) for path, text in _of_box(game, language))
        found[f"/analysis/{game.id}"] = _page("analysis.html", language, everybody.analysis(game, language))
    first = next(iter(games()))
    return {**found, "/analysis": found[f"/analysis/{first}"]}


def doors() -> list[str]:
    """Where links from elsewhere lead to, as folders below the app: every page whose address is known."""
    return [path.removeprefix("/") for path in (*pages(languages()[0]), "/me", "/daily") if path != "/"]


def _of_box(game: Game, language: Language) -> Iterator[tuple[str, str]]:
    box = everybody.box(game, language, ROOT)
    yield "", _page("game.html", language, {**box, "bests": [], "public_drafts": False})
    rules = everybody.rules(game, language, ROOT)
    if rules is not None:
        yield "/rules", _page("rules.html", language, rules)
    for lesson in lessons_of(game):
        yield f"/lessons/{lesson.id}", _page("lesson.html", language, everybody.lesson(game, lesson, language))
    drawing = everybody.draw(game, language, {})
    if drawing is not None:
        yield "/draw", _page("draw.html", language, {**drawing, "public": False})


def _page(template: str, language: Language, facts: dict[str, Any]) -> str:
    return render(template, language, {**facts, **FOR_APP})


def words(language: Language) -> dict[str, Any]:
    """What scripts say in a language: those of the pages, and those of the app."""
    said: dict[str, Any] = json.loads(script_words(language))
    for place in folders():
        if (path := place / f"{language}.json").is_file():
            said["messages"] |= json.loads(path.read_bytes()).get("app", {})
    return said


def shelves() -> Iterator[tuple[str, str]]:
    """A file for each language."""
    yield "pages/languages.json", json.dumps(languages())
    for language in languages():
        shelf = {"words": words(language), "pages": pages(language)}
        yield f"pages/{language}.json", json.dumps(shelf, ensure_ascii=False, separators=(",", ":"))


def steps() -> Iterator[tuple[str, str]]:
    """What lessons ask for, a file for each game and language: a first board before there is Python."""
    for game in games().values():
        place = f"/api/games/{game.id}"
        for language in languages():
            found = {
                f"{place}/lessons/{lesson.id}/steps/{number}": asdict(lessons.told(moment, language))
                for lesson in lessons_of(game)
                for number, moment in enumerate(moments(game, lesson))
            }
            told = {f"{place}/symbols": dict(symbols_of(game)), **found}
            yield f"{game.id}-{language}.json", json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture that a page shows, by its path."""
    for rank in range(RANKS):
        for look in range(LOOKS):
            yield f"faces/{rank}-{look}.svg", robot(rank, look)
    for game in games().values():
        yield f"games/{game.id}/picture.svg", boxes.picture(game.id)
        for variant in game.variants:
            yield f"games/{game.id}/variants/{variant.id}.svg", boxes.variant_picture(game.id, variant.id) or ""
        for path in all_diagrams(game):
            yield f"games/{game.id}/{path}", (folder(game) / path).read_text(encoding="utf-8")
