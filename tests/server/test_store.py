"""The database: commits of many tables together, conflicts, migrations, expiry; SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from ludotheque.server.live import housekeeping
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.store.database import Conflict, Statement, Store
from ludotheque.server.store.migrations import steps
from ludotheque.tables.log import Entry, entry_of, now_ms
from tests.server.house import ME, OPEN, Guest, House, counted, in_a_loop, ok, open_house, settings, until

T = TypeVar("T")


@pytest.fixture(params=["sqlite", "postgres"])
def chosen(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return settings(tmp_path, database=database)


def with_store(chosen: Settings, work: Callable[[Store], Awaitable[T]]) -> T:
    async def run() -> T:
        store = Store(chosen, Metrics())
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return in_a_loop(run())


def entry(number: int) -> Entry:
    return {"kind": "phrase", "at": number, "seat": 0, "phrase": "é\u0000'\"\\"[:1] + str(number)}


@pytest.mark.slow
def test_appends_of_many_tables_are_committed_together(chosen: Settings) -> None:
    name = f"m{now_ms()}"

    async def work(store: Store) -> tuple[int, list[Entry]]:
        await asyncio.gather(*(store.append(f"{name[-8:]}{i}", 0, [entry(1), entry(2)]) for i in range(100)))
        return counted(store._metrics.commits), await store.log(f"{name[-8:]}7")

    commits, log = with_store(chosen, work)
    assert commits < 20
    assert log == [entry(1), entry(2)]


@pytest.mark.slow
def test_a_conflicting_append_fails_alone(chosen: Settings) -> None:
    name = str(now_ms())[-9:]

    async def work(store: Store) -> list[object]:
        await store.append(name, 0, [entry(1)])
        results = await asyncio.gather(
            store.append(f"{name}b", 0, [entry(1)]),
            store.append(name, 0, [entry(9)]),
            store.append(f"{name}c", 0, [entry(1)]),
            return_exceptions=True,
        )
        await store.append(name, 1, [entry(2)])
        logs = [await store.log(name + suffix) for suffix in ("", "b", "c")]
        return [*results, *(len(log) for log in logs)]

    done = with_store(chosen, work)
    assert done[0] is None
    assert isinstance(done[1], Conflict)
    assert done[2:] == [None, 2, 1, 1]


def test_an_append_and_what_goes_with_it_are_one(chosen: Settings) -> None:
    name = str(now_ms())[-9:]
    broken = Statement("INSERT INTO nothing (x) VALUES (:x)", {"x": 1})

    async def work(store: Store) -> list[Entry]:
        with pytest.raises(Exception, match="nothing"):
            await store.append(name, 0, [entry(1)], [broken])
        return await store.log(name)

    assert with_store(chosen, work) == []


def test_migrations_run_once(chosen: Settings) -> None:
    async def again(store: Store) -> int:
        return len(await store.rows("SELECT name FROM migrations"))

    assert with_store(chosen, again) == len(steps())
    assert with_store(chosen, again) == len(steps())


@pytest.mark.slow
def test_the_server_plays_on_either_database(chosen: Settings) -> None:
    with open_house(chosen) as house:
        ada, bo = house.guest("Ada"), house.guest("Bo")
        table = ada.opens("hopsy", ME, OPEN, public=True)
        assert table in {each["id"] for each in ok(bo.get("/api/tables"))["tables"]}
        bo.sits(table, 1)
        ok(ada.plays(table, 0, ada.sees(table, plain=1)["moves"][0]))
        ok(ada.post("/api/me/recovery"))
    with open_house(chosen) as house:
        bo.http.base_url = house.address
        assert bo.sees(table)["number"] == 1
        assert bo.sees(table)["you"] == [1], "cookies are still good"


def touched_long_ago(house: House, table: str) -> None:
    old = now_ms() - 31 * 86_400_000
    sql = "UPDATE tables SET touched_ms = :old WHERE id = :id"
    run_in(house, house.services.store.execute([Statement(sql, {"old": old, "id": table})]))


def run_in(house: House, work: Awaitable[T]) -> T:
    """Runs something in the server's own loop."""

    async def wrapped() -> T:
        return await work

    loop = house.services.store._writers[0].get_loop()
    return asyncio.run_coroutine_threadsafe(wrapped(), loop).result(30)


def test_tables_nobody_touches_expire(house: House) -> None:
    ada = house.guest()
    stale, fresh, done = (ada.opens("hopsy", ME, ME) for _ in range(3))
    ok(ada.does(done, 0, "resign"))
    touched_long_ago(house, stale)
    touched_long_ago(house, done)
    assert run_in(house, housekeeping.expire(house.services.registry, now_ms())) == 1
    assert ada.sees(stale)["outcome"]["key"] == "abandoned"
    assert ada.sees(stale)["can"] == []
    assert not ada.sees(fresh)["over"]


def test_old_tables_are_deleted_where_that_is_wanted_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "_MOST_DELETED", 2)
    day = 86_400_000
    with open_house(settings(tmp_path, retention_days=7.0)) as house:
        ada = house.guest()
        running, *over = (ada.opens("hopsy", ME, ME) for _ in range(4))
        for table in over:
            ok(ada.does(table, 0, "resign"))
        registry = house.services.registry
        assert run_in(house, housekeeping.delete_old(registry, now_ms() + 6 * day)) == 0
        later = now_ms() + 8 * day
        assert [run_in(house, housekeeping.delete_old(registry, later)) for _ in range(3)] == [2, 1, 0]
        assert not ada.sees(running)["over"]
        gone_without_a_trace(house, ada, over)
    with open_house(settings(tmp_path)) as house:
        assert run_in(house, housekeeping.delete_old(house.services.registry, later + 10_000 * day)) == 0


def gone_without_a_trace(house: House, ada: Guest, tables: list[str]) -> None:
    for table in tables:
        assert ada.get(f"/api/tables/{table}").status_code == 404
        for name in ("tokens", "seatings", "entries"):
            sql = f"SELECT COUNT(*) AS many FROM {name} WHERE table_id = :id"
            assert run_in(house, house.services.store.rows(sql, id=table)) == [{"many": 0}], name


def test_a_table_nobody_watches_leaves_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = house.guest()
    table, watched = ada.opens("hopsy", ME, ME), ada.opens("hopsy", ME, ME)
    monkeypatch.setattr("ludotheque.server.live.registry._IDLE_SECONDS", -1)
    with ada.live(watched) as socket:
        socket.next("table")

        async def sweep() -> None:
            house.services.registry.sweep()

        run_in(house, sweep())
        assert table not in house.services.registry._live
        assert watched in house.services.registry._live
    assert ada.sees(table)["number"] == 0


def test_lists_tell_of_tables_out_of_memory_without_reading_their_logs(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, services = house.guest("Ada"), house.services
    table = ada.opens("rolit", ME, OPEN, public=True)
    told = [ok(ada.get(path)) for path in ("/api/me/tables", "/api/tables")]
    monkeypatch.setattr("ludotheque.server.live.registry._IDLE_SECONDS", -1)

    async def sweep() -> None:
        services.registry.sweep()

    run_in(house, sweep())
    assert [ok(ada.get(path)) for path in ("/api/me/tables", "/api/tables")] == told
    assert table not in services.registry.in_memory, "nobody had to fold it"
    ok(ada.does(table, 0, "phrase", phrase="hello"))
    run_in(house, sweep())
    until(lambda: ok(ada.get("/api/me/tables"))["tables"][0]["touched_ms"] > told[0]["tables"][0]["touched_ms"])
    later = entry_of("phrase", now_ms() + 5000, seat=0, phrase="hello")
    run_in(house, services.store.append(table, 2, [later]))  # by another process
    run_in(house, sweep())
    assert ok(ada.get("/api/me/tables"))["tables"][0]["touched_ms"] == later["at"], "an old note tells nothing"
