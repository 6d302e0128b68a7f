"""What an earlier version kept is opened by this one: its database, its cookies and its records (see tests/earlier)."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludotheque as lt
from ludotheque.server.store import migrations
from ludotheque.tables.log import now_ms
from tests.server.house import House, ok, open_house, settings

_EARLIER = Path(__file__).parents[1] / "earlier"
_TOLD: dict[str, Any] = json.loads((_EARLIER / "told.json").read_text(encoding="utf-8"))
_TABLES: dict[str, Any] = _TOLD["tables"]
_SAME = (
    *("table", "sequence", "game", "options", "language", "label", "hidden", "hotseat", "public", "number", "acting"),
    *("waiting", "over", "outcome", "you", "seat", "view", "moves", "last", "match", "clock"),
)
"""What is told in the same words. (Times go on, the words of moves are new.)"""
_OF_A_SEAT = ("seat", "id", "name", "kind", "nickname", "bot", "mine", "score", "player")


@contextmanager
def _reopened(folder: Path, earlier: Path = _EARLIER) -> Iterator[House]:
    """A server that finds the folder of an earlier one."""
    for name in ("tables.sqlite", "signing.key"):
        shutil.copy(earlier / name, folder / name)
    _brought_forward(folder / "tables.sqlite")
    with open_house(settings(folder)) as house:
        yield house


def _brought_forward(path: Path) -> None:
    """As if the server had stopped just now: clocks run while it is away, and tables nobody visits are closed."""
    with closing(sqlite3.connect(path)) as database, database:
        ((last,),) = database.execute("SELECT MAX(touched_ms) FROM tables")
        ago = now_ms() - last
        database.execute("UPDATE tables SET opened_ms = opened_ms + ?, touched_ms = touched_ms + ?", (ago, ago))
        later = "UPDATE entries SET body = json_set(body, '$.at', json_extract(body, '$.at') + ?)"
        database.execute(later, (ago,))


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with _reopened(tmp_path_factory.mktemp("earlier")) as house:
        yield house


def _people(house: House) -> list[httpx.Client]:
    """The two people of then, by their cookies, and somebody new."""
    cookies = [_TOLD["cookies"]["ada"], _TOLD["cookies"]["bo"], {}]
    return [httpx.Client(base_url=house.address, cookies=each, timeout=60) for each in cookies]


@pytest.mark.slow
@pytest.mark.parametrize("table", _TABLES)
def test_a_table_is_seen_as_before(earlier: House, table: str) -> None:
    for person, before in zip(_people(earlier), _TABLES[table]["snapshots"], strict=True):
        now = ok(person.get(f"/api/tables/{table}?plain=1&lang=en"))
        for sheet in before["view"].get("sheets", []):
            del sheet["used"]  # a bonus is earned once: its cross tells that it was
        for each in (now, before):
            if each["outcome"] is not None:
                assert each["outcome"].pop("reason"), "the words may be others; the key says which end it is"
        assert {name: now[name] for name in _SAME} == {name: before[name] for name in _SAME}
        assert [[seat[name] for name in _OF_A_SEAT] for seat in now["seats"]] == [
            [seat[name] for name in _OF_A_SEAT] for seat in before["seats"]
        ]
        assert all(bool(seat["bot_name"]) == (seat["kind"] == "bot") for seat in now["seats"]), "bots have names now"
        assert person.get(f"/t/{table}").status_code == 200


def _undated(record: str) -> str:
    return re.sub(r"Date: .*\n", "", record)


@pytest.mark.slow
@pytest.mark.parametrize("table", _TABLES)
def test_records_are_given_out_and_read_as_before(earlier: House, table: str) -> None:
    somebody, told = _people(earlier)[2], _TABLES[table]
    assert _undated(somebody.get(f"/api/tables/{table}/record").text) == _undated(told["record"])
    for number, record in enumerate(told["records"], 1):
        assert _undated(somebody.get(f"/api/tables/{table}/record?game={number}").text) == _undated(record)
    for text in (told["record"], *told["records"]):
        record = lt.Record.loads(text)
        assert record.dumps() == text
        if "hidden" not in text:
            assert record.replay().over == ("Result: unfinished" not in text)


def test_a_game_by_rules_that_were_corrected_is_refused_in_words(tmp_path: Path) -> None:
    with _reopened(tmp_path) as house:
        table = next(iter(_TABLES))
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database, database:
            wrong = "UPDATE entries SET body = json_set(body, '$.move', 'A1-F6') WHERE table_id = ? AND sequence = 3"
            database.execute(wrong, (table,))
        for path in (f"/api/tables/{table}", f"/t/{table}"):
            answer = httpx.get(f"{house.address}{path}", headers={"accept-language": "en"})
            assert answer.status_code == 410, path
            assert "played by rules that have been corrected since" in answer.text


@pytest.mark.slow
def test_games_go_on(tmp_path: Path) -> None:
    """Whoever is to move moves, and finds the game one move on."""
    moved = 0
    with _reopened(tmp_path) as house:
        for table, told in _TABLES.items():
            for person in _people(house)[:2]:
                seen = ok(person.get(f"/api/tables/{table}?plain=1&lang=en"))
                if told["snapshots"][0]["over"] or not seen["moves"]:
                    continue
                csrf = ok(person.get("/api/me"))["csrf"]
                move = {"seat": seen["seat"], "move": seen["moves"][0]}
                ok(person.post(f"/api/tables/{table}/moves", json=move, headers={"x-csrf": csrf}))
                assert ok(person.get(f"/api/tables/{table}?plain=1"))["number"] > seen["number"]
                moved += 1
    assert moved > 10


def test_a_database_between_two_versions_is_brought_forward(tmp_path: Path) -> None:
    """Its games are as they were and go on, lists tell of them, and what came later works on it."""
    folder = _EARLIER / "m0004"
    told = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    assert _shape(folder / "tables.sqlite") == migrations.steps()[:4]
    with _reopened(tmp_path, folder) as house:
        people = [
            httpx.Client(base_url=house.address, cookies=told["cookies"][who], timeout=60) for who in ("ada", "bo")
        ]
        csrf = ok(people[0].get("/api/me"))["csrf"]
        for table, snapshots in told["tables"].items():
            for person, before in zip(people, snapshots, strict=True):
                now = ok(person.get(f"/api/tables/{table}?plain=1&lang=en"))
                kept = [name for name in _SAME if name not in ("view", "outcome")]
                assert {name: now[name] for name in kept} == {name: before[name] for name in kept}
            seen = ok(people[0].get(f"/api/tables/{table}?plain=1&lang=en"))
            if seen["moves"]:
                move = {"seat": seen["seat"], "move": seen["moves"][0]}
                ok(people[0].post(f"/api/tables/{table}/moves", json=move, headers={"x-csrf": csrf}))
        assert {each["id"] for each in ok(people[0].get("/api/me/tables"))["tables"]} == set(told["tables"])
        ok(people[0].get("/api/games/hop_plie/drafts"))
    assert _shape(tmp_path / "tables.sqlite") == migrations.steps()


def _shape(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [name for (name,) in database.execute("SELECT name FROM migrations ORDER BY name")]


def test_the_docs_say_which_shape_this_version_has() -> None:
    page = (_EARLIER.parents[1] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\d\.\d) \| (m\d+) \|$", page, re.MULTILINE))
    assert rows[lt.__version__.rpartition(".")[0]] == migrations.steps()[-1].partition("_")[0]
