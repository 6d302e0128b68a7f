"""What is kept of visitors: a nickname, where they sit, and the print of a recovery code."""

from __future__ import annotations

from typing import cast

from ludotheque.core.text import Language, Text
from ludotheque.server.http import identity, limits
from ludotheque.server.http.models import LobbySeat, LobbyTable
from ludotheque.server.live.registry import Tables
from ludotheque.server.store.database import Statement, Store
from ludotheque.tables.refusals import Refused
from ludotheque.tables.table import Table

_MOST_LISTED = 60


async def nickname_of(store: Store, visitor: str) -> str:
    """The nickname a visitor has chosen, or nothing."""
    rows = await store.rows("SELECT nickname FROM visitors WHERE id = :id", id=visitor)
    return str(rows[0]["nickname"]) if rows else ""


async def rename(store: Store, visitor: str, given: str) -> str:
    """Remembers a nickname."""
    nickname = limits.nickname(given)
    sql = (
        "INSERT INTO visitors (id, nickname, recovery) VALUES (:id, :nickname, '')"
        " ON CONFLICT (id) DO UPDATE SET nickname = excluded.nickname"
    )
    await store.execute([Statement(sql, {"id": visitor, "nickname": nickname})])
    return nickname


async def recovery_code(store: Store, visitor: str) -> str:
    """A new code; only its print is kept."""
    code = identity.new_code()
    sql = (
        "INSERT INTO visitors (id, nickname, recovery) VALUES (:id, '', :print)"
        " ON CONFLICT (id) DO UPDATE SET recovery = excluded.recovery"
    )
    await store.execute([Statement(sql, {"id": visitor, "print": identity.fingerprint(code)})])
    return code


async def recover(tables: Tables, visitor: str, given: str) -> tuple[list[str], str]:
    """Moves all seats of the code's owner to this visitor; the code is spent. The tables, and the nickname."""
    printed = identity.fingerprint(identity.tidy_code(given))
    rows = await tables.store.rows("SELECT id, nickname FROM visitors WHERE recovery = :print", print=printed)
    if not rows:
        raise Refused("wrong-code", 404, Text("That code is not valid."))
    old, nickname = str(rows[0]["id"]), str(rows[0]["nickname"])
    if old == visitor:
        return [], nickname
    moved = []
    for row in await tables.store.rows("SELECT table_id FROM seatings WHERE visitor = :id", id=old):
        table = await tables.table(row["table_id"])
        if old in table.people or old == table.owner:
            await tables.change(table.id, lambda draft: draft.add("handed", visitor=old, to=visitor))
            moved.append(table.id)
    statements = [
        Statement("UPDATE visitors SET recovery = '' WHERE id = :id", {"id": old}),
        Statement("UPDATE tokens SET visitor = :new WHERE visitor = :old", {"new": visitor, "old": old}),
        Statement("DELETE FROM seatings WHERE visitor = :old", {"old": old}),
        Statement("UPDATE tables SET owner = :new WHERE owner = :old", {"new": visitor, "old": old}),
    ]
    await tables.store.execute(statements)
    mine = await nickname_of(tables.store, visitor)
    if nickname and not mine:
        await rename(tables.store, visitor, nickname)
    return moved, mine or nickname


async def unfinished(store: Store, visitor: str) -> int:
    """How many tables a visitor has opened that still go on."""
    rows = await store.rows("SELECT COUNT(*) AS many FROM tables WHERE owner = :id AND NOT over", id=visitor)
    return int(rows[0]["many"])


async def own_tables(tables: Tables, visitor: str, language: Language) -> list[LobbyTable]:
    """The tables a visitor sits at or has opened, the latest first."""
    rows = await tables.store.rows(
        "SELECT t.id, t.touched_ms FROM tables t JOIN seatings s ON s.table_id = t.id WHERE s.visitor = :id"
        " ORDER BY t.over, t.touched_ms DESC LIMIT :most",
        id=visitor,
        most=_MOST_LISTED,
    )
    found = [await tables.table(row["id"]) for row in rows]
    mine = [table for table in found if visitor in table.people or visitor == table.owner]
    return [listed(table, visitor, language) for table in mine if not table.abandoned]


async def lobby(tables: Tables, visitor: str, language: Language) -> list[LobbyTable]:
    """Public tables with open seats, the newest first."""
    rows = await tables.store.rows(
        "SELECT id FROM tables WHERE public AND NOT over AND open_seats > 0 ORDER BY opened_ms DESC LIMIT :most",
        most=_MOST_LISTED,
    )
    return [listed(await tables.table(row["id"]), visitor, language) for row in rows]


def listed(table: Table, visitor: str, language: Language) -> LobbyTable:
    """A table in a list."""
    seats = [
        LobbySeat(name=place.name.to(language), kind=table.player(seat).kind, nickname=table.player(seat).nickname)
        for seat, place in enumerate(table.state.seats)
    ]
    mine = table.seats_of(visitor)
    return LobbyTable(
        id=table.id,
        game=table.game.id,
        title=table.game.title.to(language),
        options=dict(table.options),
        clock=None if table.clock is None else cast(dict[str, int], table.clock),
        seats=seats,
        over=table.over,
        mine=bool(mine),
        your_turn=any(seat in table.waiting for seat in mine),
        opened_ms=table.opened_at,
        touched_ms=table.at,
    )
