"""What is kept of a visitor: given to them as a file, and forgotten when they ask for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import orjson

from ludotheque.answers.lists import table_data
from ludotheque.core.catalogues import Language
from ludotheque.server.http import bests, identity
from ludotheque.server.live.registry import Registry
from ludotheque.server.store import drafts, visitors
from ludotheque.server.store import tables as listing
from ludotheque.tables.forgetting import NOBODY, others, without
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import Refused


async def told(registry: Registry, visitor: str, language: Language) -> AsyncIterator[bytes]:
    """All that is kept of a visitor, as JSON, table by table."""
    store = registry.store
    person = {
        "nickname": await visitors.nickname_of(store, visitor),
        "at_ms": now_ms(),
        "kept": await visitors.kept_of(store, visitor),
        "drawings": [
            {"game": draft.game, "name": draft.name, "code": draft.code, "public": draft.public, "at_ms": draft.at_ms}
            for draft in await drafts.all_of_visitor(store, visitor)
        ],
        "bests": [best.model_dump() for best in await bests.of_visitor(store, visitor, language)],
    }
    yield orjson.dumps(person, option=orjson.OPT_INDENT_2)[:-2] + b',\n  "tables": ['
    between = b"\n"
    for table_id in await listing.all_of_visitor(store, visitor):
        try:
            table = await registry.table(table_id)
        except Refused:  # it was played by rules that have been corrected since, or is gone
            continue
        yield between + orjson.dumps(await asyncio.to_thread(table_data, table, visitor), option=orjson.OPT_INDENT_2)
        between = b",\n"
    yield b"\n]\n}\n"


async def forget(registry: Registry, visitor: str) -> tuple[int, int]:
    """Deletes a visitor. Tables at which nobody else ever was go with them; at the others somebody without a name has
    played. How many of each. What fails in the middle can be asked for again."""
    store, nobody = registry.store, identity.new_visitor().id
    deleted = changed = 0
    for table_id in await listing.all_of_visitor(store, visitor):
        if others(await store.log(table_id), visitor):
            await _leave(registry, table_id, visitor, nobody)
            changed += 1
        else:
            registry.drop(table_id)
            await listing.delete(store, table_id)
            deleted += 1
    await visitors.forget(store, visitor, nobody)
    return deleted, changed


async def _leave(registry: Registry, table_id: str, visitor: str, nobody: str) -> None:
    """First all processes are told, by an entry like others; then what the log said before is written anew."""
    try:
        table = await registry.table(table_id)
        if visitor in table.people or visitor == table.owner:
            await registry.change(
                table_id, lambda draft: draft.add("handed", visitor=visitor, to=nobody, nickname=NOBODY)
            )
    except Refused:
        pass  # its rules were corrected since: nobody has it in memory
    entries = await registry.store.log(table_id)
    await registry.store.execute(listing.rewritten(table_id, without(entries, visitor, nobody)))
