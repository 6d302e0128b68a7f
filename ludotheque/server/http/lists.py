"""Tables in lists: the lobby, and a visitor's own."""

from __future__ import annotations

from ludotheque.core.catalogues import Language
from ludotheque.server.http.models import LobbySeat, LobbyTable
from ludotheque.server.live.registry import Registry
from ludotheque.server.store import tables as listing
from ludotheque.tables.characters import names_by_seat
from ludotheque.tables.table import Table


async def own_tables(registry: Registry, visitor: str, language: Language) -> list[LobbyTable]:
    """The tables a visitor sits at or has opened, the latest first."""
    found = [(await registry.live(each)).table for each in await listing.of_visitor(registry.store, visitor)]
    mine = [table for table in found if visitor in table.people or visitor == table.owner]
    return [_listed(table, visitor, language) for table in mine if not table.abandoned]


async def lobby(registry: Registry, visitor: str, language: Language) -> list[LobbyTable]:
    """Public tables with open seats, the newest first."""
    found = await listing.looking_for_players(registry.store)
    return [_listed((await registry.live(each)).table, visitor, language) for each in found]


def _listed(table: Table, visitor: str, language: Language) -> LobbyTable:
    seats = [
        LobbySeat(name=place.name.to(language), kind=table.player(seat).kind, nickname=name)
        for seat, (place, name) in enumerate(zip(table.state.seats, names_by_seat(table), strict=True))
    ]
    mine = table.seats_of(visitor)
    clock = table.clock
    return LobbyTable(
        id=table.id,
        game=table.game.id,
        title=table.state.title.to(language),
        options=dict(table.options),
        clock=None if clock is None else {"seconds": clock["seconds"], "increment": clock["increment"]},
        seats=seats,
        over=table.over,
        mine=bool(mine),
        your_turn=any(seat in table.waiting for seat in mine),
        opened_ms=table.opened_at,
        touched_ms=table.at,
    )
