"""Tables in lists: the lobby, and a visitor's own."""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.answers.lists import told
from ludotheque.core.catalogues import Language
from ludotheque.server.http.models import LobbyTable
from ludotheque.server.live.registry import Registry
from ludotheque.server.store import tables as listing
from ludotheque.tables.listed import Listed


async def own_tables(registry: Registry, visitor: str, language: Language) -> list[LobbyTable]:
    """The tables a visitor sits at or has opened, the latest first."""
    found = await _listed(registry, await listing.of_visitor(registry.store, visitor))
    return [_told(each, visitor, language) for each in found if each.concerns(visitor) and not each.abandoned]


async def lobby(registry: Registry, visitor: str, language: Language) -> list[LobbyTable]:
    """Public tables with open seats, the newest first."""
    found = await _listed(registry, await listing.looking_for_players(registry.store))
    return [_told(each, visitor, language) for each in found]


async def _listed(registry: Registry, found: Iterable[listing.Found]) -> list[Listed]:
    """What memory has, or what was noted; else the log is read."""
    tables = []
    for each in found:
        if each.listed is not None and each.id not in registry.in_memory:
            tables.append(each.listed)
        else:
            tables.append(Listed.of((await registry.live(each.id)).table))
    return tables


def _told(table: Listed, visitor: str, language: Language) -> LobbyTable:
    return LobbyTable.model_validate(told(table, visitor, language))
