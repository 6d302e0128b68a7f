"""The best results of people who play alone: one for each visitor, game and choice of options."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import orjson

from ludotheque.server.store.database import Statement, Store
from ludotheque.tables.results import Best, SoloResult

_OFFSET = 10**9
"""Added to what results are compared by: texts of ten digits each, so that the larger text is the better result."""
_IF_BETTER = (
    " ON CONFLICT (visitor, game, setting) DO UPDATE SET result = excluded.result, place = excluded.place,"
    " table_id = excluded.table_id, number = excluded.number, at_ms = excluded.at_ms"
    " WHERE excluded.place > bests.place"
)
_COLUMNS = "game, setting, options, result, place, table_id, number, at_ms"


def _written(options: Mapping[str, str]) -> tuple[str, str]:
    """Options as one text, and a print of it that is short enough for a key."""
    text = orjson.dumps(dict(options), option=orjson.OPT_SORT_KEYS).decode()
    return text, hashlib.sha256(text.encode()).hexdigest()


def kept(reached: SoloResult, at: int) -> Statement:
    """Keeps a result, if there is none as good."""
    options, setting = _written(reached.options)
    return Statement(
        f"INSERT INTO bests (visitor, {_COLUMNS}) VALUES"
        f" (:visitor, :game, :setting, :options, :result, :place, :table, :number, :at) {_IF_BETTER}",
        {
            "visitor": reached.visitor,
            "game": reached.game,
            "setting": setting,
            "options": options,
            "result": orjson.dumps(reached.result).decode(),
            "place": "".join(f"{_OFFSET + number:010d}" for number in reached.rank),
            "table": reached.table,
            "number": reached.number,
            "at": at,
        },
    )


async def of_visitor(store: Store, visitor: str, game: str = "") -> list[Best]:
    """What somebody has reached, in one game or in all; the latest first."""
    only, given = (" AND game = :game", {"game": game}) if game else ("", {})
    rows = await store.rows(
        "SELECT game, options, result, table_id, number, at_ms FROM bests WHERE visitor = :visitor"
        f"{only} ORDER BY at_ms DESC",
        visitor=visitor,
        **given,
    )
    return [
        Best(
            str(row["game"]),
            orjson.loads(row["options"]),
            tuple(orjson.loads(row["result"])),
            str(row["table_id"]),
            int(row["number"]),
            int(row["at_ms"]),
        )
        for row in rows
    ]


async def with_options(store: Store, visitor: str, game: str, options: Mapping[str, str]) -> Best | None:
    """What somebody has reached in a game with these options."""
    found = await of_visitor(store, visitor, game)
    return next((best for best in found if best.options == dict(options)), None)


def moved(old: str, new: str) -> list[Statement]:
    """What somebody has reached belongs to another visitor now, who keeps the better of two results."""
    return [
        Statement(
            f"INSERT INTO bests (visitor, {_COLUMNS}) SELECT :new, {_COLUMNS} FROM bests"
            f" WHERE visitor = :old {_IF_BETTER}",
            {"new": new, "old": old},
        ),
        Statement("DELETE FROM bests WHERE visitor = :old", {"old": old}),
    ]
