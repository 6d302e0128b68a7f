"""What people have reached alone, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.text import Refusal
from ludotheque.core.variants import setting_words
from ludotheque.tables.results import Best, solo_result
from ludotheque.tables.table import Table


def all_told(found: Iterable[Best], language: Language) -> list[dict[str, object]]:
    """Somebody's best results; those of games that are no longer here are left out."""
    told = [_told(games()[best.game], best, language) for best in found if best.game in games()]
    return [each for each in told if each is not None]


def _told(game: Game, best: Best, language: Language) -> dict[str, object] | None:
    solo = game.solo
    if solo is None or len(best.result) != len(solo.measures):
        return None
    try:
        setting = setting_words(game.variants, game.options, best.options, solo.options)
    except (LookupError, Refusal):  # an option, or a value of it, that the game no longer has
        return None
    return {
        "game": game.id,
        "title": game.title.to(language),
        "options": dict(best.options),
        "setting": setting.to(language),
        "result": list(best.result),
        "words": solo.told(best.result).to(language),
        "at_ms": best.at_ms,
    }


def was_alone(table: Table, visitor: str) -> bool:
    """Whether what was reached at a table can be compared with what this visitor has reached before."""
    return table.game.solo is not None and bool(visitor) and table.people == {visitor}


def end_of(table: Table, best: Best | None, language: Language) -> dict[str, object]:
    """How the game on the table compares with the best of whoever played it alone, this game included."""
    solo, reached = table.game.solo, solo_result(table)
    if solo is None or (best is not None and len(best.result) != len(solo.measures)):
        best = None
    return {
        "words": None if solo is None or reached is None else solo.told(reached.result).to(language),
        "best": None if solo is None or best is None else solo.told(best.result).to(language),
        "new": reached is not None
        and best is not None
        and (best.table, best.number) == (reached.table, reached.number),
    }


NOT_ALONE: dict[str, object] = {"words": None, "best": None, "new": False}
"""What is told where there is nothing to compare."""
