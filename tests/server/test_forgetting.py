"""A visitor gets what is kept of them as a file, and is forgotten when they ask: nothing of theirs remains, and nothing
that others need is lost."""

from __future__ import annotations

import gzip
import json
import secrets
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.server.store import backups
from ludotheque.tables.forgetting import NOBODY, others, without
from ludotheque.tables.log import Entry
from tests.server.house import ME, OPEN, Guest, House, ok, refused
from tests.server.test_drafts import GOOD
from tests.server.test_store import run_in


def all_rows(house: House, *tables: str) -> str:
    """What the database has of some tables, and all it has of people."""
    told = []
    for name in ("visitors", "tokens", "bests", "devices", "seatings", "tables", "drafts"):
        told += run_in(house, house.services.store.rows(f"SELECT * FROM {name}"))
    for table in tables:
        told += run_in(house, house.services.store.log(table))
    return json.dumps(told)


def play(guests: list[Guest], table: str, moves: int) -> None:
    for number in range(moves):
        mover = guests[number % len(guests)]
        ok(mover.plays(table, number % 2, mover.sees(table, plain=1)["moves"][0]))


@pytest.fixture
def name() -> str:
    """What nobody else is called."""
    return f"Ada{secrets.token_hex(4)}"


@pytest.fixture
def played(house: House, name: str) -> tuple[Guest, Guest, list[str]]:
    """Ada has played alone and with Bo, has finished games, a token, a recovery code, and offers another device."""
    ada, bo = house.guest(name), house.guest("Bo")
    alone = ada.opens("hopsy", ME, ME)
    play([ada], alone, 2)
    shared = ada.opens("hopsy", ME, OPEN, token=True)
    bo.sits(shared, 1)
    play([ada, bo], shared, 2)
    ok(ada.does(shared, 0, "resign"))
    for guest, seat in ((ada, 0), (bo, 1)):
        ok(guest.does(shared, seat, "rematch"))
    visited = bo.opens("rolit", ME, OPEN)
    ada.sits(visited, 1, nickname=f"{name} too")
    ok(ada.post("/api/me/recovery"))
    ok(ada.post("/api/me/devices"))
    drawn = ada.post("/api/games/hop_plie/drafts", {"code": GOOD, "name": f"{name}'s sheet"})
    assert drawn.status_code == 201
    return ada, bo, [alone, shared, visited]


def test_one_s_data_as_a_file(house: House, name: str, played: tuple[Guest, Guest, list[str]]) -> None:
    ada, bo, tables = played
    answer = ada.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    told: dict[str, Any] = answer.json()
    assert told["nickname"] == name
    assert [drawing["name"] for drawing in told["drawings"]] == [f"{name}'s sheet"]
    assert told["kept"] == {"recovery_codes": 1, "tokens": 1, "devices": 1}
    by_id = {table["id"]: table for table in told["tables"]}
    assert set(by_id) == set(tables)
    assert by_id[tables[1]]["opened_by_you"]
    assert "Bo" in by_id[tables[1]]["names"]
    first = lt.Record.loads(by_id[tables[1]]["records"][0])
    assert len(first.moves) == 2
    secret = bo.http.cookies["visitor"].partition(".")[0]
    assert secret not in answer.text
    assert json.loads(house.guest().get("/api/me/data").text)["tables"] == []


def test_who_is_forgotten_leaves_moves_and_nothing_else(
    house: House, name: str, played: tuple[Guest, Guest, list[str]]
) -> None:
    ada, bo, (alone, shared, visited) = played
    secret = ada.http.cookies["visitor"].partition(".")[0]
    before = bo.sees(shared)
    assert secret in all_rows(house, alone, shared, visited)
    answer = ada.delete("/api/me")
    assert ok(answer) == {"deleted": 1, "changed": 2}
    assert "Max-Age=0" in answer.headers["set-cookie"]
    rows = all_rows(house, alone, shared, visited)
    assert secret not in rows
    assert name not in rows
    assert bo.get(f"/api/tables/{alone}").status_code == 404
    for _ in range(2):  # in memory, then read anew from what was written
        after = bo.sees(shared)
        assert NOBODY in [seat["nickname"] for seat in after["seats"]]
        assert after["you"] == before["you"]
        assert after["moves"] == before["moves"]
        records = bo.get(f"/api/tables/{shared}/record", game=1).text
        assert NOBODY in records
        assert name not in records
        house.services.registry.drop(shared)
    again = house.guest()
    again.http.cookies, again.csrf = ada.http.cookies, ada.csrf
    assert ok(again.get("/api/me/tables"))["tables"] == []
    assert ok(again.get("/api/me"))["nickname"] == ""


def test_the_token_of_a_seat_forgets_nobody(house: House) -> None:
    ada = house.guest("Ada")
    opened = ok(ada.post("/api/tables", {"game": "hopsy", "seats": [ME, ME], "token": True}))
    headers = {"authorization": f"Bearer {opened['token']}"}
    refused(ada.http.delete("/api/me", headers=headers), "not-your-seat")
    refused(ada.http.get("/api/me/data", headers=headers), "not-your-seat")
    refused(ada.http.delete("/api/me"), "no-csrf")
    ok(ada.delete("/api/me"))
    refused(ada.http.get(f"/api/tables/{opened['id']}", headers=headers), "wrong-token")


def test_a_log_without_somebody_who_came_from_another_device() -> None:
    def player(visitor: str, nickname: str) -> Any:
        return {"kind": "person", "visitor": visitor, "nickname": nickname, "bot": ""}

    log: list[Entry] = [
        {"kind": "opened", "at": 1, "owner": "phone", "players": [player("phone", "Ada"), player("bo", "Bo")]},
        {"kind": "move", "at": 2, "seat": 0, "move": "x"},
        {"kind": "handed", "at": 3, "visitor": "phone", "to": "laptop"},
    ]
    assert others(log, "laptop") == {"bo"}
    changed = without(log, "laptop", "nobody")
    assert set(changed) == {1, 3}
    assert changed[1]["players"] == [player("nobody", NOBODY), player("bo", "Bo")]
    assert changed[1]["owner"] == "nobody"
    assert (changed[3]["visitor"], changed[3]["to"]) == ("nobody", "nobody")
    assert without(log, "somebody", "nobody") == {}


def test_what_was_forgotten_is_not_in_the_next_backup(
    house: House, name: str, played: tuple[Guest, Guest, list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("forgotten") / "one.backup"
    ok(played[0].delete("/api/me"))
    backups.save(house.settings, path)
    assert name.encode() not in gzip.decompress(path.read_bytes())
