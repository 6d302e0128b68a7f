"""What people have reached alone, in words."""

from __future__ import annotations

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.solo import compared
from ludotheque.core.text import Refusal
from ludotheque.core.variants import setting_words
from ludotheque.server.http import person_models
from ludotheque.server.store import bests
from ludotheque.server.store.bests import Best
from ludotheque.server.store.database import Store
from ludotheque.tables.results import solo_result
from ludotheque.tables.table import Table


async def of_visitor(store: Store, visitor: str, language: Language, game: str = "") -> list[person_models.Best]:
    """Somebody's best results, in one game or in all; those of games that are no longer here are left out."""
    found = await bests.of_visitor(store, visitor, game)
    told = [_told(games()[best.game], best, language) for best in found if best.game in games()]
    return [each for each in told if each is not None]


def _told(game: Game, best: Best, language: Language) -> person_models.Best | None:
    solo = game.solo
    if solo is None or len(best.result) != len(solo.measures):
        return None
    try:
        setting = setting_words(game.variants, game.options, best.options, solo.options)
    except (LookupError, Refusal):  # an option, or a value of it, that the game no longer has
        return None
    return person_models.Best(
        game=game.id,
        title=game.title.to(language),
        options=dict(best.options),
        setting=setting.to(language),
        result=list(best.result),
        words=solo.told(best.result).to(language),
        at_ms=best.at_ms,
    )


async def end_of(store: Store, table: Table, visitor: str, language: Language) -> person_models.SoloEnd:
    """How the game on the table compares with the best of the visitor who played it alone. A game that ended before
    results were kept is kept when its player comes back to it."""
    solo = table.game.solo
    if solo is None or not visitor or table.people != {visitor}:
        return person_models.SoloEnd(words=None, best=None, new=False)
    reached = solo_result(table)
    options = compared(table.game.options, table.options)
    best = await bests.with_options(store, visitor, table.game.id, options)
    if reached is not None and best is None:
        await store.execute([bests.kept(reached, table.at)])
        best = await bests.with_options(store, visitor, table.game.id, options)
    if best is not None and len(best.result) != len(solo.measures):
        best = None
    return person_models.SoloEnd(
        words=None if reached is None else solo.told(reached.result).to(language),
        best=None if best is None else solo.told(best.result).to(language),
        new=reached is not None and best is not None and (best.table, best.number) == (reached.table, reached.number),
    )
