"""Two processes serve the same tables through PostgreSQL and Redis."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from benchmarks.servers import free_port
from tests.server.house import ME, OPEN, Guest, bot, ok, until

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def served(folder: Path, *options: str, lines: Path | None = None) -> Iterator[str]:
    """`ludotheque serve` with these options; gives its address."""
    port = free_port()
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", str(folder)]
    command += ["--bot-pause", "0", "--no-prepare", "--tables-per-hour", "100000", *options]
    with open(lines or os.devnull, "wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        address = f"http://127.0.0.1:{port}"
        try:
            with httpx.Client() as client:
                for _ in range(600):
                    with contextlib.suppress(httpx.HTTPError):
                        if client.get(f"{address}/healthz").status_code == 200:
                            break
                    time.sleep(0.05)
                else:
                    raise AssertionError("the server does not start")
            yield address
        finally:
            process.terminate()
            assert process.wait(30) is not None


@pytest.fixture(scope="module")
def pair(postgres_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Two servers with one worker each, as on two machines that share the database, Redis and the key."""
    folder = tmp_path_factory.mktemp("pair")
    options = ("--database", postgres_url, "--redis", redis_url)
    with served(folder, *options) as one, served(folder, *options) as two:
        yield one, two


def test_two_workers_serve_the_same_table(pair: tuple[str, str]) -> None:
    ada, bo, eve = Guest(pair[0], "Ada"), Guest(pair[1], "Bo"), Guest(pair[1])
    table = ada.opens("hopsy", ME, OPEN, public=True)
    assert table in {each["id"] for each in ok(bo.get("/api/tables"))["tables"]}
    bo.sits(table, 1)
    with ada.live(table) as one, bo.live(table) as two, eve.live(table) as three:
        here = {0: one, 1: two}
        seen = {seat: socket.at(2) for seat, socket in here.items()}
        three.at(2)
        for number in range(12):
            seat = number % 2
            here[seat].send(type="move", seat=seat, move=seen[seat]["moves"][0], key=str(number))
            moved = here[seat].next("moved")
            for each, socket in here.items():
                while seen[each]["sequence"] < moved["sequence"]:
                    seen[each] = socket.next("table")
            assert three.next("table")["sequence"] == moved["sequence"], "nothing is skipped"
        assert seen[0]["view"]["rows"] == seen[1]["view"]["rows"]
        until(lambda: ada.sees(table)["seats"][1]["online"])
        assert ada.sees(table)["spectators"] == 1
    assert ada.get(f"/api/tables/{table}/record").text == bo.get(f"/api/tables/{table}/record").text


def test_of_two_who_act_at_once_one_is_first(pair: tuple[str, str]) -> None:
    """One person on two devices, the same move through both workers at once: it is played once."""
    ada = Guest(pair[0])
    twin = Guest(pair[1])
    twin.http.cookies = ada.http.cookies
    twin.csrf = ada.csrf
    for _ in range(8):
        both_move(ada, twin)


def both_move(ada: Guest, twin: Guest) -> None:
    table = ada.opens("rolit", ME, ME)
    assert twin.sees(table)["sequence"] == 1
    move = ada.sees(table, plain=1)["moves"][0]
    with ThreadPoolExecutor(2) as pool:
        answers = [each.status_code for each in pool.map(lambda guest: guest.plays(table, 0, move), (ada, twin))]
    assert sorted(answers) == [200, 422]
    until(lambda: twin.sees(table)["sequence"] == ada.sees(table)["sequence"] == 2)
    assert twin.sees(table)["moves"] == ada.sees(table)["moves"]


def test_a_phrase_from_each_side_at_once_is_kept(pair: tuple[str, str]) -> None:
    """What does not exclude each other is judged again, and both are stored."""
    ada, bo = Guest(pair[0]), Guest(pair[1])
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    before = until(lambda: (now := ada.sees(table))["sequence"] == 2 and now)["sequence"]
    with ThreadPoolExecutor(6) as pool:
        wishes = [(seat, guest) for seat, guest in enumerate((ada, bo)) for _ in range(3)]
        said = pool.map(lambda wish: wish[1].does(table, wish[0], "phrase", phrase="hello"), wishes)
        assert [answer.status_code for answer in said] == [200] * 6
    until(lambda: ada.sees(table)["sequence"] == bo.sees(table)["sequence"] == before + 6)


def test_bots_move_once_whoever_watches(pair: tuple[str, str]) -> None:
    ada, eve = Guest(pair[0]), Guest(pair[1])
    table = ada.opens("rolit", bot(), bot("greedy"))
    with ada.live(table) as one, eve.live(table) as two:
        assert one.next("table")["table"] == two.next("table")["table"]
        until(lambda: eve.sees(table)["over"], 60)
    assert ada.sees(table)["number"] == 32


@pytest.mark.thorough  # tests/server/test_ownership.py has such servers, too
def test_several_workers_behind_one_address(postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    options = ("--database", postgres_url, "--redis", redis_url, "--workers", "2")
    with served(tmp_path, *options, lines=log) as address:
        guests = [Guest(address) for _ in range(6)]
        table = guests[0].opens("rolit", ME, ME)
        for _ in range(10):
            seen = guests[0].sees(table, plain=1)
            answer = guests[0].plays(table, seen["seat"], seen["moves"][0], key=str(seen["sequence"]))
            ok(answer)
        until(lambda: all(guest.sees(table)["number"] == 10 for guest in guests))
        with guests[1].live(table) as socket:
            socket.next("table")
    written = log.read_text(encoding="utf-8")
    assert '"event":"request"' in written
    assert "Traceback" not in written
    assert table not in written, "a table's id is its invitation"
