"""What people have drawn and keep: theirs alone, or in the public collection of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.server.store.database import Statement, Store

_COLUMNS = "drafts.id AS id, drafts.visitor AS visitor, game, name, code, public, at_ms"


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """Something that was drawn, and by whom."""

    id: str
    visitor: str
    game: str
    name: str
    code: str
    public: bool
    at_ms: int
    author: str = ""
    """The nickname of whoever has drawn it."""


async def keep(store: Store, draft: KeptDraft) -> None:
    """Keeps something new."""
    await store.execute(
        [
            Statement(
                "INSERT INTO drafts (id, visitor, game, name, code, public, at_ms)"
                " VALUES (:id, :visitor, :game, :name, :code, :public, :at)",
                {
                    "id": draft.id,
                    "visitor": draft.visitor,
                    "game": draft.game,
                    "name": draft.name,
                    "code": draft.code,
                    "public": int(draft.public),
                    "at": draft.at_ms,
                },
            )
        ]
    )


async def of_visitor(store: Store, visitor: str, game: str) -> list[KeptDraft]:
    """What somebody keeps, the latest first."""
    rows = await store.rows(
        f"SELECT {_COLUMNS} FROM drafts WHERE visitor = :visitor AND game = :game ORDER BY at_ms DESC, id",
        visitor=visitor,
        game=game,
    )
    return [_read(row) for row in rows]


async def all_of_visitor(store: Store, visitor: str) -> list[KeptDraft]:
    """What somebody keeps, of all games."""
    rows = await store.rows(
        f"SELECT {_COLUMNS} FROM drafts WHERE visitor = :visitor ORDER BY at_ms, id", visitor=visitor
    )
    return [_read(row) for row in rows]


async def one(store: Store, visitor: str, id_: str) -> KeptDraft | None:
    """One of somebody's own."""
    rows = await store.rows(
        f"SELECT {_COLUMNS} FROM drafts WHERE visitor = :visitor AND id = :id", visitor=visitor, id=id_
    )
    return _read(rows[0]) if rows else None


async def collection(store: Store, game: str, most: int) -> list[KeptDraft]:
    """What everybody may see, the latest first."""
    rows = await store.rows(
        f"SELECT {_COLUMNS}, nickname FROM drafts LEFT JOIN visitors ON visitors.id = drafts.visitor"
        " WHERE game = :game AND public = 1 ORDER BY at_ms DESC, drafts.id LIMIT :most",
        game=game,
        most=most,
    )
    return [_read(row) for row in rows]


async def publish(store: Store, visitor: str, id_: str, *, public: bool) -> None:
    """Shows one of somebody's own to everybody, or no longer."""
    await store.execute(
        [
            Statement(
                "UPDATE drafts SET public = :public WHERE visitor = :visitor AND id = :id",
                {"public": int(public), "visitor": visitor, "id": id_},
            )
        ]
    )


async def remove(store: Store, visitor: str, id_: str) -> None:
    """Throws one of somebody's own away."""
    given = {"visitor": visitor, "id": id_}
    await store.execute([Statement("DELETE FROM drafts WHERE visitor = :visitor AND id = :id", given)])


def moved(old: str, new: str) -> list[Statement]:
    """What somebody has drawn belongs to another visitor now."""
    return [Statement("UPDATE drafts SET visitor = :new WHERE visitor = :old", {"new": new, "old": old})]


def _read(found: Mapping[str, Any]) -> KeptDraft:
    return KeptDraft(
        str(found["id"]),
        str(found["visitor"]),
        str(found["game"]),
        str(found["name"]),
        str(found["code"]),
        bool(found["public"]),
        int(found["at_ms"]),
        str(found.get("nickname") or ""),
    )
