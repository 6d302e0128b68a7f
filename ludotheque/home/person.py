"""Whoever has the device: their name, their tables, what they have reached alone; and all of it thrown away."""

from __future__ import annotations

import json
from typing import Any

from ludotheque.answers import bests, lists
from ludotheque.core.catalogues import Language
from ludotheque.core.solo import compared
from ludotheque.home.asked import Answer, Asked, route
from ludotheque.home.house import House, Keep, best_key
from ludotheque.home.rooms import Rooms
from ludotheque.tables.carrying import ME
from ludotheque.tables.log import now_ms
from ludotheque.tables.opening import tidy_nickname
from ludotheque.tables.refusals import NOT_HERE, Refused, refused
from ludotheque.tables.results import Best, solo_result

_MOST_NAME = 200


def me_told(house: House) -> dict[str, str]:
    """Who you are on this device."""
    return {"visitor": ME, "nickname": house.nickname, "csrf": ""}


@route("GET", "/api/me")
def me(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(me_told(rooms.house))


@route("PUT", "/api/me")
def rename(rooms: Rooms, asked: Asked) -> Answer:
    """Takes a nickname."""
    name = tidy_nickname(asked.body.word("nickname", _MOST_NAME))
    return Answer({**me_told(rooms.house), "nickname": name}, keep=Keep(puts={"me": {"nickname": name}}))


@route("GET", "/api/me/tables")
def my_tables(rooms: Rooms, asked: Asked) -> Answer:
    """The tables you sit at or have opened, the latest first."""
    shown = [each for each in rooms.house.listed() if not each.abandoned]
    return Answer({"tables": [lists.told(each, ME, asked.language) for each in shown]})


@route("GET", "/api/tables")
def lobby(rooms: Rooms, asked: Asked) -> Answer:
    """Nobody else's tables are on this device."""
    return Answer({"tables": []})


@route("GET", "/api/me/data")
def my_data(rooms: Rooms, asked: Asked) -> Answer:
    """All that is kept, as a file: your name, your tables with the records of their games, your best results and your
    drawings. Tables are brought one after the other, and what is told of each is kept until all are there."""
    house, told = rooms.house, rooms.exported
    for each in house.listed():
        if each.id not in told:
            told[each.id] = _table_data(house, each.id)
    drawn = [value for key, value in house.kept_values.items() if key.startswith("draft/")]
    person = {
        "nickname": house.nickname,
        "at_ms": now_ms(),
        "drawings": [{**value, "public": False} for value in drawn],
        "bests": my_bests(house, asked.language),
        "tables": [table for table in told.values() if table is not None],
    }
    told.clear()
    text = json.dumps(person, ensure_ascii=False, indent=2)
    return Answer(text=text, media="application/json", name="ludotheque.json")


def _table_data(house: House, table_id: str) -> dict[str, object] | None:
    """What is told of a table; nothing of one that was played by rules that have been corrected since."""
    try:
        return lists.table_data(house.table(table_id), ME)
    except Refused:
        return None


@route("DELETE", "/api/me")
def forget_me(rooms: Rooms, asked: Asked) -> Answer:
    """Throws away all that is kept."""
    tables = tuple(each.id for each in rooms.house.listed())
    keep = Keep(deletes=tuple(rooms.house.kept_values), drops=tables)
    return Answer({"deleted": len(tables), "changed": 0}, keep=keep)


# What was reached alone


def my_bests(house: House, language: Language, game: str = "") -> list[dict[str, object]]:
    """The best you have reached alone, by game and options, the latest first."""
    found = [_best(value) for key, value in house.kept_values.items() if key.startswith(f"best/{game}")]
    chosen = [best for best in found if game in ("", best.game)]
    return bests.all_told(sorted(chosen, key=lambda best: -best.at_ms), language)


def _best(value: dict[str, Any]) -> Best:
    return Best(
        value["game"], value["options"], tuple(value["result"]), value["table"], value["number"], value["at_ms"]
    )


@route("GET", "/api/me/bests")
def bests_told(rooms: Rooms, asked: Asked) -> Answer:
    return Answer(my_bests(rooms.house, asked.language, asked.query.word("game")))


@route("GET", "/api/tables/{table}/best")
def best(rooms: Rooms, asked: Asked) -> Answer:
    """How the game you played alone compares with the best you have reached."""
    house, table = rooms.house, rooms.house.table(asked.place["table"])
    if not bests.was_alone(table, ME):
        return Answer(bests.NOT_ALONE)
    key = best_key(table.game.id, compared(table.game.options, table.options))
    known, keep, reached = house.kept_values.get(key), None, solo_result(table)
    if known is None and reached is not None and (noted := house.better(reached, table.at)) is not None:
        known, keep = noted[1], Keep(puts=dict([noted]))
    return Answer(bests.end_of(table, None if known is None else _best(known), asked.language), keep=keep)


# What needs a server


def _elsewhere(rooms: Rooms, asked: Asked) -> Answer:
    raise refused(NOT_HERE)


for _method, _path in (
    ("GET", "/api/tables/{table}/qr.svg"),
    ("POST", "/api/me/recovery"),
    ("POST", "/api/me/recover"),
    ("GET", "/api/me/devices"),
    ("POST", "/api/me/devices"),
    ("POST", "/api/me/devices/answer"),
    ("PUT", "/api/me/drafts/{draft}"),
):
    route(_method, _path)(_elsewhere)
