"""Tables in lists, and in what somebody takes along of all that is kept of them."""

from __future__ import annotations

from ludotheque.core.catalogues import Language
from ludotheque.tables import playback
from ludotheque.tables.characters import names_by_seat
from ludotheque.tables.listed import Listed
from ludotheque.tables.table import Table


def told(table: Listed, visitor: str, language: Language) -> dict[str, object]:
    """A table as a list shows it to a visitor."""
    title, places = table.box()
    mine = table.seats_of(visitor)
    clock = table.clock
    return {
        "id": table.id,
        "game": table.game,
        "title": title.to(language),
        "options": dict(table.options),
        "clock": None if clock is None else {"seconds": clock["seconds"], "increment": clock["increment"]},
        "seats": [
            {"name": place.name.to(language), "kind": seated.kind, "nickname": seated.name, "mine": at in mine}
            for at, (place, seated) in enumerate(zip(places, table.seats, strict=True))
        ],
        "over": table.over,
        "mine": bool(mine),
        "your_turn": any(seat in table.waiting for seat in mine),
        "opened_ms": table.opened_ms,
        "touched_ms": table.at_ms,
    }


def table_data(table: Table, visitor: str) -> dict[str, object]:
    """A table, and the records of what was played at it; while a game goes on, without what is still hidden."""
    games = range(1, len(table.finished) + 1) if table.over else (*range(1, len(table.finished) + 1), None)
    return {
        "id": table.id,
        "game": table.game.id,
        "options": dict(table.options),
        "opened_ms": table.opened_at,
        "public": table.public,
        "opened_by_you": table.owner == visitor,
        "your_seats": [table.state.seats[seat].id for seat in table.seats_of(visitor)],
        "names": names_by_seat(table),
        "records": [playback.record(table, number).dumps() for number in games],
    }
