"""Tables in lists."""

from __future__ import annotations

from ludotheque.core.catalogues import Language
from ludotheque.tables.listed import Listed


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
            {"name": place.name.to(language), "kind": seated.kind, "nickname": seated.name}
            for place, seated in zip(places, table.seats, strict=True)
        ],
        "over": table.over,
        "mine": bool(mine),
        "your_turn": any(seat in table.waiting for seat in mine),
        "opened_ms": table.opened_ms,
        "touched_ms": table.at_ms,
    }
