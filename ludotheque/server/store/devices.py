"""People who take their identity to another device. Each step is one statement that changes what it expects to find, so
that two processes, or two who are in a hurry, cannot both take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from ludotheque.server.store.database import Statement, Store

Step = Literal["offered", "asked", "allowed", "refused", "taken"]
Kind = Literal["phone", "tablet", "computer"]


@dataclass(frozen=True, slots=True)
class Handing:
    """Whose identity is handed on, how far that is, and to which device."""

    visitor: str
    step: Step
    device: str
    """The visitor that the other device was so far; empty until one asks."""
    kind: Kind
    number: str
    """What both devices show, so that people see that they speak of the same two."""
    expires_ms: int


async def offer(store: Store, visitor: str, fingerprint: str, expires_ms: int) -> None:
    """A visitor lets another device ask, once and for a while; what they offered before is void."""
    await store.execute(
        [
            Statement("DELETE FROM devices WHERE visitor = :visitor", {"visitor": visitor}),
            Statement(
                "INSERT INTO devices (fingerprint, visitor, state, device, kind, number, expires_ms)"
                " VALUES (:print, :visitor, 'offered', '', 'computer', '', :expires)",
                {"print": fingerprint, "visitor": visitor, "expires": expires_ms},
            ),
        ]
    )


async def offered_by(store: Store, visitor: str, now: int) -> Handing | None:
    """What a visitor has offered last, while it holds."""
    return await _found(store, "visitor = :key", visitor, now)


async def offered_as(store: Store, fingerprint: str, now: int) -> Handing | None:
    """What was offered with a key, by the key's print, while it holds."""
    return await _found(store, "fingerprint = :key", fingerprint, now)


async def _found(store: Store, which: str, key: str, now: int) -> Handing | None:
    rows = await store.rows(
        f"SELECT visitor, state, device, kind, number, expires_ms FROM devices WHERE {which} AND expires_ms > :now",
        key=key,
        now=now,
    )
    if not rows:
        return None
    row = rows[0]
    return Handing(
        str(row["visitor"]),
        cast(Step, row["state"]),
        str(row["device"]),
        cast(Kind, row["kind"]),
        str(row["number"]),
        int(row["expires_ms"]),
    )


async def ask(store: Store, fingerprint: str, device: str, kind: Kind, number: str) -> None:
    """A device asks; only the first one does."""
    sql = (
        "UPDATE devices SET state = 'asked', device = :device, kind = :kind, number = :number"
        " WHERE fingerprint = :print AND state = 'offered'"
    )
    values = {"print": fingerprint, "device": device, "kind": kind, "number": number}
    await store.execute([Statement(sql, values)])


async def answer(store: Store, visitor: str, number: str, *, allow: bool) -> None:
    """The visitor allows or refuses what the device with this number asked for."""
    sql = "UPDATE devices SET state = :state WHERE visitor = :visitor AND number = :number AND state = 'asked'"
    values = {"state": "allowed" if allow else "refused", "visitor": visitor, "number": number}
    await store.execute([Statement(sql, values)])


async def take(store: Store, fingerprint: str, device: str) -> None:
    """The device that was allowed takes what it asked for."""
    sql = "UPDATE devices SET state = 'taken' WHERE fingerprint = :print AND device = :device AND state = 'allowed'"
    await store.execute([Statement(sql, {"print": fingerprint, "device": device})])


async def forget(store: Store, before: int) -> None:
    """Deletes what is too old."""
    await store.execute([Statement("DELETE FROM devices WHERE expires_ms < :limit", {"limit": before})])
