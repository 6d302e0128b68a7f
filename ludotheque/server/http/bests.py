"""What people have reached alone, as the store keeps it."""

from __future__ import annotations

from ludotheque.answers import bests as told
from ludotheque.core.catalogues import Language
from ludotheque.core.solo import compared
from ludotheque.server.http import person_models
from ludotheque.server.store import bests
from ludotheque.server.store.database import Store
from ludotheque.tables.results import solo_result
from ludotheque.tables.table import Table


async def of_visitor(store: Store, visitor: str, language: Language, game: str = "") -> list[person_models.Best]:
    """Somebody's best results, in one game or in all; those of games that are no longer here are left out."""
    found = await bests.of_visitor(store, visitor, game)
    return [person_models.Best.model_validate(each) for each in told.all_told(found, language)]


async def end_of(store: Store, table: Table, visitor: str, language: Language) -> person_models.SoloEnd:
    """How the game on the table compares with the best of the visitor who played it alone. A game that ended before
    results were kept is kept when its player comes back to it."""
    if not told.was_alone(table, visitor):
        return person_models.SoloEnd.model_validate(told.NOT_ALONE)
    reached = solo_result(table)
    options = compared(table.game.options, table.options)
    best = await bests.with_options(store, visitor, table.game.id, options)
    if reached is not None and best is None:
        await store.execute([bests.kept(reached, table.at)])
        best = await bests.with_options(store, visitor, table.game.id, options)
    return person_models.SoloEnd.model_validate(told.end_of(table, best, language))
