"""No bot and no clock depends on one request that went well: whoever comes upon a table in need brings it on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed

from benchmarks.proxy import Proxy, between
from ludotheque.core.contract import Pause
from ludotheque.server.live import botturns, care
from ludotheque.server.store import database
from ludotheque.tables.log import now_ms
from tests.server import jobs
from tests.server.house import ME, OPEN, Guest, House, bot, in_a_loop, ok, open_house, settings, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def line(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Proxy]]:
    """A server whose line to the database can fail."""
    folder = tmp_path_factory.mktemp("line")
    impatient = pytest.MonkeyPatch()
    impatient.setattr(database, "_PATIENCE_SECONDS", 2.0)
    with between(postgres_url) as (proxy, url), open_house(settings(folder, database=url, bot_pause=0.5)) as house:
        yield house, proxy
        proxy.heal()
    impatient.undo()


def plays(guest: Guest, table: str) -> httpx.Response:
    seen = guest.sees(table, plain=1)
    return guest.plays(table, seen["seat"], seen["moves"][0])


def health(house: House) -> int:
    return httpx.get(f"{house.address}/healthz").status_code


def test_bots_go_on_when_the_database_is_back(line: tuple[House, Proxy]) -> None:
    """The line breaks while bots think: what they found could not be stored, and nobody asks again."""
    house, proxy = line
    ada = house.guest()
    tables = [ada.opens("rolit", ME, bot()) for _ in range(4)]
    for table in tables:
        ok(plays(ada, table))
    proxy.refuse()
    lives = [house.services.registry.in_memory[table] for table in tables]
    until(lambda: all(live.thinking is None for live in lives))
    assert health(house) == 503
    answer = ada.does(tables[0], 0, "phrase", phrase="hello")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not-kept")
    proxy.heal()
    began = time.monotonic()
    until(lambda: all(live.table.sequence >= 3 for live in lives))
    assert time.monotonic() - began < 3
    assert health(house) == 200
    assert [ada.sees(table)["number"] for table in tables] == [2] * 4


def test_a_clock_runs_out_although_the_database_was_away(line: tuple[House, Proxy]) -> None:
    house, proxy = line
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME, clock={"seconds": 5, "increment": 0})
    ok(plays(ada, table))
    proxy.refuse()
    live = house.services.registry.in_memory[table]
    until(lambda: live.ringing is not None)
    until(lambda: live.ringing is None, 30)
    assert not live.table.over, "it could not be stored"
    proxy.heal()
    until(lambda: live.table.over, 5)


def test_a_page_that_comes_while_the_database_is_away_tries_again(line: tuple[House, Proxy]) -> None:
    house, proxy = line
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    house.services.registry.drop(table)
    proxy.refuse()
    try:
        with ada.live(table) as socket:
            assert socket.next("refused", timeout=40)["error"]["code"] == "not-kept"
            with pytest.raises(ConnectionClosed) as closed:
                socket.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013, "4404 would tell the page that the table is no more"
        page = ada.http.get(f"/t/{table}")
        assert page.status_code == 503
        assert "cannot be kept right now" in page.text
    finally:
        proxy.heal()
    assert ada.sees(table)["sequence"] == 1


def test_a_full_disk_is_told_and_passes(tmp_path: Path) -> None:
    with open_house(settings(tmp_path)) as house:
        ada = house.guest()
        people, bots = ada.opens("rolit", ME, ME), ada.opens("rolit", bot(), bot())
        full = 0

        @event.listens_for(house.services.store._pen, "checkout")
        def limited(connection: Any, *_: object) -> None:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA query_only={full}")  # reads, and writes nothing
            cursor.close()

        live = house.services.registry.in_memory[bots]
        assert health(house) == 200
        full = 1
        answer = plays(ada, people)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not-kept")
        assert "Rien n'est perdu" in answer.json()["error"]["message"]["fr"]
        began = time.monotonic()
        assert health(house) == 503
        assert time.monotonic() - began < 2
        full = 0
        until(lambda: health(house) == 200, 5)
        ok(plays(ada, people))
        until(lambda: live.table.over, 60)


def test_a_bot_that_fails_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_house(settings(tmp_path)) as house:
        ada = house.guest()
        for broken in (jobs.leaks, jobs.nonsense):
            monkeypatch.setattr(botturns, "think", broken)
            table = ada.opens("hopsy", ME, bot("greedy"))
            ok(plays(ada, table))
            until(lambda table=table: ada.sees(table)["number"] == 2)


def test_alarms_ring_although_clocks_jump(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's clock is put forward: alarms were set for later, and time is over now."""
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME, clock={"seconds": 600, "increment": 0})
    ok(plays(ada, table))
    later = now_ms() + 700_000
    monkeypatch.setattr(care, "now_ms", lambda: later)
    monkeypatch.setattr("ludotheque.tables.actions.now_ms", lambda: later)
    until(lambda: ada.sees(table)["over"], 5)


def test_alarms_ring_although_the_clock_was_put_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's clock was an hour ahead when a move was made, and is right again: nobody waits for an hour."""
    ada = house.guest()
    for _ in range(5):
        table = ada.opens("hopsy", ME, ME, clock={"seconds": 5, "increment": 0})
        with monkeypatch.context() as ahead:
            ahead.setattr(care, "now_ms", lambda: now_ms() + 3_600_000)
            ahead.setattr("ludotheque.tables.actions.now_ms", lambda: now_ms() + 3_600_000)
            answer = plays(ada, table)
        if answer.status_code != 409:  # else an alarm rang an hour ahead, before the move came
            break
    ok(answer)
    began = time.monotonic()
    until(lambda: ada.sees(table)["over"], 10)
    assert time.monotonic() - began > 4, "whoever was to move had their time"
    assert ada.sees(table)["outcome"]["key"] == "flagged"


def test_bots_wait_no_longer_than_people_look_although_the_clock_was_put_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = house.guest()
    table = ada.opens("plic_plac", ME, OPEN)
    live = house.services.registry.in_memory[table]
    rested: list[float] = []

    async def look() -> None:
        began = time.monotonic()
        await botturns._let_look(live, live.table)
        rested.append(time.monotonic() - began)

    monkeypatch.setattr(type(live.table.state), "pause", Pause(2, (0,)))
    monkeypatch.setattr(type(live.table), "pause_due", lambda table: now_ms() + 3_600_000)
    in_a_loop(look())
    assert 1.9 < rested[0] < 4
