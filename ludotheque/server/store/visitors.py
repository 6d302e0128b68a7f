"""What is kept of visitors: a nickname, and the print of a recovery code."""

from __future__ import annotations

from ludotheque.server.store import bests, drafts
from ludotheque.server.store.database import Statement, Store


async def nickname_of(store: Store, visitor: str) -> str:
    """The nickname a visitor has chosen, or nothing."""
    rows = await store.rows("SELECT nickname FROM visitors WHERE id = :id", id=visitor)
    return str(rows[0]["nickname"]) if rows else ""


async def rename(store: Store, visitor: str, nickname: str) -> None:
    """Remembers a nickname."""
    sql = (
        "INSERT INTO visitors (id, nickname, recovery) VALUES (:id, :nickname, '')"
        " ON CONFLICT (id) DO UPDATE SET nickname = excluded.nickname"
    )
    await store.execute([Statement(sql, {"id": visitor, "nickname": nickname})])


async def keep_recovery(store: Store, visitor: str, fingerprint: str) -> None:
    """Keeps the print of a recovery code; it replaces an earlier one."""
    sql = (
        "INSERT INTO visitors (id, nickname, recovery) VALUES (:id, '', :print)"
        " ON CONFLICT (id) DO UPDATE SET recovery = excluded.recovery"
    )
    await store.execute([Statement(sql, {"id": visitor, "print": fingerprint})])


async def with_recovery(store: Store, fingerprint: str) -> tuple[str, str] | None:
    """The visitor who was given a code, and their nickname, by the code's print."""
    rows = await store.rows("SELECT id, nickname FROM visitors WHERE recovery = :print", print=fingerprint)
    return (str(rows[0]["id"]), str(rows[0]["nickname"])) if rows else None


async def forget(store: Store, visitor: str, to: str) -> None:
    """Deletes all that is kept of a visitor; what must belong to somebody belongs to nobody (`to`)."""
    gone = {"id": visitor}
    await store.execute(
        [
            Statement("UPDATE tables SET owner = :to WHERE owner = :id", {"to": to, **gone}),
            Statement("DELETE FROM visitors WHERE id = :id", gone),
            Statement("DELETE FROM tokens WHERE visitor = :id", gone),
            Statement("DELETE FROM bests WHERE visitor = :id", gone),
            Statement("DELETE FROM devices WHERE visitor = :id OR device = :id", gone),
            Statement("DELETE FROM seatings WHERE visitor = :id", gone),
            Statement("DELETE FROM drafts WHERE visitor = :id", gone),
        ]
    )


async def kept_of(store: Store, visitor: str) -> dict[str, int]:
    """How much is kept of a visitor besides their name and what they have played."""
    counts = {
        "recovery_codes": "SELECT COUNT(*) AS many FROM visitors WHERE id = :id AND recovery <> ''",
        "tokens": "SELECT COUNT(*) AS many FROM tokens WHERE visitor = :id",
        "devices": "SELECT COUNT(*) AS many FROM devices WHERE visitor = :id OR device = :id",
    }
    return {name: int((await store.rows(sql, id=visitor))[0]["many"]) for name, sql in counts.items()}


async def moved(store: Store, old: str, new: str) -> None:
    """What belonged to a visitor belongs to another one now; the recovery code is spent."""
    await store.execute(
        [
            Statement("UPDATE visitors SET recovery = '' WHERE id = :old", {"old": old}),
            Statement("UPDATE tokens SET visitor = :new WHERE visitor = :old", {"new": new, "old": old}),
            Statement("DELETE FROM seatings WHERE visitor = :old", {"old": old}),
            Statement("UPDATE tables SET owner = :new WHERE owner = :old", {"new": new, "old": old}),
            *bests.moved(old, new),
            *drafts.moved(old, new),
        ]
    )
