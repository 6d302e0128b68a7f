"""What the list of tables notes of a table, so that lobbies and visitors find it without reading its log."""

from __future__ import annotations

from ludotheque.server.store.database import Statement
from ludotheque.tables.table import Table


def open_seats(table: Table) -> int:
    """How many players are missing."""
    return sum(player.kind == "open" for player in table.players)


def row_of(table: Table, at: int) -> Statement:
    """Lists a new table."""
    return Statement(
        "INSERT INTO tables (id, game, owner, public, open_seats, over, opened_ms, touched_ms)"
        " VALUES (:id, :game, :owner, :public, :open, :over, :at, :at)",
        {
            "id": table.id,
            "game": table.game.id,
            "owner": table.owner,
            "public": table.public,
            "open": open_seats(table),
            "over": table.over,
            "at": at,
        },
    )


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
