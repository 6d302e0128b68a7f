"""A visitor on another device: a code moves all their seats there."""

from __future__ import annotations

from ludotheque.core.text import Text
from ludotheque.server.http import identity
from ludotheque.server.live.registry import Registry
from ludotheque.server.store import tables as listing
from ludotheque.server.store import visitors
from ludotheque.server.store.database import Store
from ludotheque.tables.refusals import Refused


async def recovery_code(store: Store, visitor: str) -> str:
    """A new code; only its print is kept."""
    code = identity.new_code()
    await visitors.keep_recovery(store, visitor, identity.fingerprint(code))
    return code


async def recover(registry: Registry, visitor: str, given: str) -> tuple[list[str], str]:
    """Moves all seats of the code's owner to this visitor; the code is spent. The tables, and the nickname."""
    store = registry.store
    found = await visitors.with_recovery(store, identity.fingerprint(identity.tidy_code(given)))
    if found is None:
        raise Refused("wrong-code", Text("That code is not valid."))
    old, nickname = found
    if old == visitor:
        return [], nickname
    moved = await hand_over(registry, old, visitor)
    mine = await visitors.nickname_of(store, visitor)
    if nickname and not mine:
        await visitors.rename(store, visitor, nickname)
    return moved, mine or nickname


async def hand_over(registry: Registry, old: str, new: str) -> list[str]:
    """All that belongs to one visitor is another one's from now on: the tables where they sit or that are theirs."""
    moved = []
    for table_id in await listing.all_of_visitor(registry.store, old):
        table = await registry.table(table_id)
        if old in table.people or old == table.owner:
            await registry.change(table.id, lambda draft: draft.add("handed", visitor=old, to=new))
            moved.append(table.id)
    await visitors.moved(registry.store, old, new)
    return moved
