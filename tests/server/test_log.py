"""No secret ever stands in the log, whatever goes wrong: every kind of error is provoked with secrets planted in it."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import sys
import threading
import warnings
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.server import journal
from ludotheque.server.http import lists
from ludotheque.server.live.registry import Registry
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.store.database import Statement, Store
from ludotheque.server.troubles import Troubles
from ludotheque.tables.jobs import Job
from tests.server import jobs
from tests.server.house import ME, OPEN, House, in_a_loop, ok, open_house, settings

pytestmark = pytest.mark.slow
SECRET = "AceOfSpadesUnderTheCup"
"""Stands for a deal, a visitor or a token in what an error says."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the server writes, from now on."""
    root, hooks = logging.getLogger(), (sys.excepthook, threading.excepthook, sys.unraisablehook)
    handlers, level, shown = root.handlers, root.level, warnings.showwarning
    levels = {name: logging.getLogger(name).level for name in ("ludotheque", "uvicorn", "uvicorn.error")}
    stream = io.StringIO()
    journal.begin("debug", stream)
    yield stream
    logging.captureWarnings(capture=False)
    logging.raiseExceptions = True
    root.handlers, warnings.showwarning = handlers, shown
    root.setLevel(level)
    for name, each in levels.items():
        logging.getLogger(name).setLevel(each)
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    """All lines: each is a JSON object."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


@pytest.fixture(params=["sqlite", "postgres"])
def chosen(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return settings(tmp_path, database=database)


def told(log: io.StringIO, work: Callable[[Store], Awaitable[object]], chosen: Settings) -> None:
    """Does something with the database that fails, and has the error written down in all ways there are."""

    async def run() -> None:
        store = Store(chosen, Metrics())
        await store.open()
        try:
            with pytest.raises(Exception) as found:  # noqa: PT011 -- whatever it is
                await work(store)
            journal.trouble("tried", found.value)
            journal.warning("tried", found.value)
            logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=found.value)
            task = asyncio.create_task(failing(found.value))
            await asyncio.wait([task])
            del task
            gc.collect()  # a task whose error nobody took is told of by asyncio
        finally:
            await store.close()

    in_a_loop(run())


async def failing(error: BaseException) -> None:
    raise error


STATEMENTS = {
    "no such table": Statement("INSERT INTO nothing (x) VALUES (:x)", {"x": SECRET}),
    "not a number": Statement("INSERT INTO migrations (name, at_ms) VALUES (:x, :x)", {"x": SECRET}),
    "missing": Statement("INSERT INTO visitors (id) VALUES (:x)", {"x": SECRET}),
    "malformed": Statement(f"INSERT {SECRET}", {}),
    "not text": Statement("INSERT INTO visitors (id) VALUES (:x)", {"x": [SECRET, object()]}),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_errors_of_the_database_tell_no_values(log: io.StringIO, chosen: Settings, name: str) -> None:
    if name == "not a number" and chosen.sqlite:
        pytest.skip("SQLite takes any value anywhere")
    told(log, lambda store: store.execute([STATEMENTS[name]]), chosen)
    assert {line["event"] for line in lines(log)} >= {
        "tried",
        "Exception in ASGI application",
        "Task exception was never retrieved",
    }
    assert SECRET not in log.getvalue()


def test_a_row_that_exists_tells_nothing_of_itself(log: io.StringIO, chosen: Settings) -> None:
    async def twice(store: Store) -> None:
        for _ in range(2):
            await store.execute([Statement("INSERT INTO seatings (visitor, table_id) VALUES (:x, 't')", {"x": SECRET})])

    told(log, twice, chosen)
    assert SECRET not in log.getvalue()


def test_what_fails_in_a_request_tells_kinds_and_places(
    log: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*anything: object) -> None:
        raise KeyError(SECRET)

    with open_house(settings(tmp_path)) as house:
        ada = house.guest(SECRET[:20])
        table = ada.opens("plic_plac", ME, OPEN)
        token = ok(httpx.post(f"{house.address}/api/tables/{table}/seats/1", json={"token": True}))["token"]
        monkeypatch.setattr(lists, "lobby", fails)
        monkeypatch.setattr(Registry, "act", fails)
        assert ada.get("/api/tables").status_code == 500
        assert ada.does(table, 0, "phrase", phrase="hello").status_code == 500
        for path in (f"/t/{table})", f"/t/{table}.", f"/api/tables/{table}/nothing", f"/{token}", f"/x/{token}!"):
            ada.get(path)
        with ada.live(table) as socket:
            socket.next("table")
            socket.send(type="action", action="phrase", phrase="hello", seat=0, key="k")
            assert socket.next("refused")["error"]["code"] == "broken"
            socket.send(type="ping")
            socket.next("pong")
        secrets = (SECRET[:20], table, token, ada.csrf, ada.http.cookies["visitor"].partition(".")[0])
    written = log.getvalue()
    broken = next(line for line in lines(log) if line["event"] == "broken")
    assert broken["error"] == "KeyError"
    assert "test_log.py" in broken["trace"][-1]
    for secret in secrets:
        assert secret not in written


def test_bots_threads_and_libraries_tell_nothing(log: io.StringIO, house: House) -> None:
    async def asked() -> None:
        with pytest.raises(ValueError, match=SECRET) as found:
            await house.services.thinkers.run("k", jobs.leaks, Job(SECRET, "rolit", {}, (), ()))
        journal.trouble("bot", found.value)

    loop = house.services.store._writers[0].get_loop()
    asyncio.run_coroutine_threadsafe(asked(), loop).result(60)
    thread = threading.Thread(target=lambda: [][SECRET])  # type: ignore[call-overload]  # it must fail
    thread.start()
    thread.join()
    logging.getLogger("redis").error("cannot reach %s", f"redis://user:{SECRET}@host")
    logging.getLogger("other").warning(f"cannot reach redis://user:{SECRET}@host")
    warnings.warn(SECRET, stacklevel=1)
    sys.excepthook(ValueError, ValueError(SECRET), None)
    error = ExceptionGroup("several", [ValueError(SECRET), OSError(28, "No space left", f"/data/{SECRET}")])
    journal.trouble("group", error)
    assert {"bot", "uncaught", "group", "cannot reach %s"} <= {line["event"] for line in lines(log)}
    assert SECRET not in log.getvalue()


def test_the_same_error_is_written_once(log: io.StringIO) -> None:
    def fails(number: int) -> None:
        try:
            raise KeyError(number)
        except KeyError:
            journal.trouble("fails")

    for number in range(100):
        fails(number)
    journal.event("and on")
    assert [line["event"] for line in lines(log)] == ["fails", "and on"]


def test_a_trouble_of_several_parts_is_told_once(log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is over when all parts are well, and stay so."""
    monkeypatch.setattr("ludotheque.server.troubles._CALM_SECONDS", 0.05)

    async def redis_goes_and_comes() -> None:
        troubles = Troubles()
        for _ in range(2):
            for part in ("sending", "hearing"):
                troubles.begin("redis", OSError(SECRET), part)
            troubles.end("redis", "sending")
            assert "redis" in troubles
            assert not troubles.within("redis", "sending")
            troubles.end("redis", "hearing")
            assert "redis" not in troubles
        await asyncio.sleep(0.2)
        troubles.close()

    in_a_loop(redis_goes_and_comes())
    assert [line["event"] for line in lines(log)] == ["redis", "over"]
    assert SECRET not in log.getvalue()
