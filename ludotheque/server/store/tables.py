"""The list of tables: what lobbies and visitors need to find a table without reading its log; and seat tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from ludotheque.server.store.database import Statement, Store
from ludotheque.tables.listed import Listed
from ludotheque.tables.log import Entry
from ludotheque.tables.table import Table

_MOST_LISTED = 60


def open_seats(table: Table) -> int:
    """How many players are missing."""
    return sum(player.kind == "open" for player in table.players)


def listed(table: Table, at: int) -> Statement:
    """Lists a new table."""
    return Statement(
        "INSERT INTO tables (id, game, owner, public, open_seats, over, opened_ms, touched_ms, note)"
        " VALUES (:id, :game, :owner, :public, :open, :over, :at, :at, :note)",
        {
            "id": table.id,
            "game": table.game.id,
            "owner": table.owner,
            "public": table.public,
            "open": open_seats(table),
            "over": table.over,
            "at": at,
            "note": _note(table),
        },
    )


def _note(table: Table) -> str:
    """What lists tell of a table now."""
    return orjson.dumps(Listed.of(table).noted()).decode()


def touched(table: Table, at: int) -> Statement:
    """Notes how a table stands now."""
    return Statement(
        "UPDATE tables SET open_seats = :open, over = :over, touched_ms = :at, note = :note WHERE id = :id",
        {"open": open_seats(table), "over": table.over, "at": at, "id": table.id, "note": _note(table)},
    )


def noted(table: Table) -> Statement:
    """Notes what lists tell of a table that leaves memory. A note counts as long as the log does not go on."""
    return Statement("UPDATE tables SET note = :note WHERE id = :id", {"note": _note(table), "id": table.id})


def seatings(table_id: str, visitors: frozenset[str]) -> list[Statement]:
    """Notes who has something to do with a table."""
    return [
        Statement(
            "INSERT INTO seatings (visitor, table_id) VALUES (:visitor, :table) ON CONFLICT DO NOTHING",
            {"visitor": visitor, "table": table_id},
        )
        for visitor in visitors
        if visitor
    ]


class Found(NamedTuple):
    """A table that was looked for, and what is noted of it; nothing where the log has gone on since."""

    id: str
    listed: Listed | None


_NEWEST = "(SELECT MAX(e.sequence) FROM entries e WHERE e.table_id = t.id) AS newest"


def _found(rows: Iterable[Mapping[str, Any]]) -> list[Found]:
    found = []
    for row in rows:
        note = Listed.read(orjson.loads(row["note"])) if row["note"] else None
        found.append(Found(str(row["id"]), note if note is not None and note.sequence == row["newest"] else None))
    return found


async def of_visitor(store: Store, visitor: str) -> list[Found]:
    """The tables a visitor has something to do with: those that go on first, the latest first."""
    rows = await store.rows(
        f"SELECT t.id, t.note, {_NEWEST} FROM tables t JOIN seatings s ON s.table_id = t.id WHERE s.visitor = :id"
        " ORDER BY t.over, t.touched_ms DESC LIMIT :most",
        id=visitor,
        most=_MOST_LISTED,
    )
    return _found(rows)


async def all_of_visitor(store: Store, visitor: str) -> list[str]:
    """All tables a visitor ever had something to do with."""
    rows = await store.rows("SELECT table_id FROM seatings WHERE visitor = :id", id=visitor)
    return [str(row["table_id"]) for row in rows]


async def looking_for_players(store: Store) -> list[Found]:
    """Public tables with open seats, the newest first."""
    rows = await store.rows(
        f"SELECT t.id, t.note, {_NEWEST} FROM tables t WHERE t.public = TRUE AND t.over = FALSE"
        " AND t.open_seats > 0 ORDER BY t.opened_ms DESC LIMIT :most",  # as an index has it
        most=_MOST_LISTED,
    )
    return _found(rows)


async def unfinished(store: Store, visitor: str) -> int:
    """How many tables a visitor has opened that still go on."""
    rows = await store.rows("SELECT COUNT(*) AS many FROM tables WHERE owner = :id AND NOT over", id=visitor)
    return int(rows[0]["many"])


async def untouched(store: Store, before: int, most: int, *, over: bool) -> list[str]:
    """Some tables that nobody has touched since then: finished ones, or those that still go on."""
    still = "over" if over else "NOT over"
    rows = await store.rows(
        f"SELECT id FROM tables WHERE touched_ms < :limit AND {still} LIMIT :most", limit=before, most=most
    )
    return [str(row["id"]) for row in rows]


def rewritten(table_id: str, entries: Mapping[int, Entry]) -> list[Statement]:
    """Entries that say something else from now on: without somebody who was forgotten. What was noted for lists is made
    anew when it is asked for."""
    return [
        Statement("UPDATE tables SET note = '' WHERE id = :id", {"id": table_id}),
        *(
            Statement(
                "UPDATE entries SET body = :body WHERE table_id = :id AND sequence = :sequence",
                {"body": orjson.dumps(entry).decode(), "id": table_id, "sequence": sequence},
            )
            for sequence, entry in entries.items()
        ),
    ]


async def delete(store: Store, table_id: str) -> None:
    """Deletes a table and everything that belongs to it."""
    await store.execute(
        Statement(f"DELETE FROM {name} WHERE {key} = :id", {"id": table_id})
        for name, key in (("tokens", "table_id"), ("seatings", "table_id"), ("entries", "table_id"), ("tables", "id"))
    )


def token(fingerprint: str, table_id: str, visitor: str) -> Statement:
    """Keeps the print of a seat's token."""
    return Statement(
        "INSERT INTO tokens (fingerprint, table_id, visitor) VALUES (:print, :table, :visitor)",
        {"print": fingerprint, "table": table_id, "visitor": visitor},
    )


async def with_token(store: Store, fingerprint: str) -> tuple[str, str] | None:
    """The visitor and the table a token speaks for, by its print."""
    rows = await store.rows("SELECT visitor, table_id FROM tokens WHERE fingerprint = :print", print=fingerprint)
    return (str(rows[0]["visitor"]), str(rows[0]["table_id"])) if rows else None
