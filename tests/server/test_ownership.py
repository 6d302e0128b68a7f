"""A table belongs to one of several processes: sockets end up there, and another one takes over when it is gone."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from benchmarks.proxy import Proxy, between
from ludotheque.server.neighbours import Neighbours
from tests.server.house import ME, Guest, Socket, bot, ok, until
from tests.server.test_workers import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")]


_MOST = 8
"""So many sockets one address may have."""
_TOO_MANY = 4429


class Workers(NamedTuple):
    address: str
    redis: Proxy


@pytest.fixture(scope="module")
def workers(postgres_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """Two processes behind one address; the line to Redis can fail."""
    with between(redis_url) as (proxy, url):
        options = ("--database", postgres_url, "--redis", url, "--workers", "2", "--log-level", "warning")
        more = ("--requests-per-minute", "1000000", "--proxies", "127.0.0.1", "--sockets-per-address", str(_MOST))
        with served(tmp_path_factory.mktemp("workers"), *options, *more) as address:
            until(lambda: belong_to_both(Guest(address)), 120)
            yield Workers(address, proxy)


def process_of(socket: Socket) -> int:
    """The process that holds the other end of a connection."""
    peer, own = socket.connection.remote_address[1], socket.connection.local_address[1]
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        fields = line.split()
        if fields[1].endswith(f":{peer:04X}") and fields[2].endswith(f":{own:04X}"):
            return holder(f"socket:[{fields[9]}]")
    return 0


def holder(what: str) -> int:
    for folder in Path("/proc").glob("[0-9]*/fd"):
        try:
            if any(os.readlink(each) == what for each in folder.iterdir()):
                return int(folder.parent.name)
        except OSError:
            continue
    return 0


def where(guest: Guest, table: str, times: int = 4) -> set[int]:
    """Which processes serve sockets of a table, one after the other."""
    found = set()
    for _ in range(times):
        with guest.live(table) as socket:
            socket.next("table")
            found.add(process_of(socket))
    return found


def belong_to_both(guest: Guest) -> bool:
    """Whether each of some new tables has one process, and not all of them the same. By chance they may have:
    then others are opened."""
    owners = [where(guest, guest.opens("rolit", ME, ME)) for _ in range(6)]
    return all(len(each) == 1 for each in owners) and len(set().union(*owners)) == 2


def play(guest: Guest, table: str, seconds: float) -> tuple[int, float]:
    """Plays over sockets, coming back when one breaks; how many moves were acknowledged, and the longest standstill."""
    until_ = time.monotonic() + seconds
    acknowledged, longest, last = 0, 0.0, time.monotonic()
    while time.monotonic() < until_:
        try:
            with guest.live(table) as socket:
                seen = socket.next("table")
                while time.monotonic() < until_ and not seen["over"]:
                    key = str(seen["sequence"])
                    socket.send(type="move", seat=seen["seat"], move=seen["moves"][0], key=key)
                    sequence = socket.next("moved", timeout=5)["sequence"]
                    acknowledged, now = max(acknowledged, sequence), time.monotonic()
                    longest, last = max(longest, now - last), now
                    seen = socket.at(sequence)
                    time.sleep(0.15)
                if seen["over"]:
                    break
        except (WebSocketException, OSError):
            time.sleep(0.1)
    return acknowledged, longest


def test_sockets_of_a_table_end_up_at_one_process(workers: Workers) -> None:
    ada = Guest(workers.address)
    processes = set[int]()
    for number in itertools.count():
        (served_by,) = where(ada, ada.opens("rolit", ME, ME))
        processes.add(served_by)
        if number >= 3 and len(processes) == 2:
            break
        assert number < 30, "one has them all: by luck that happens once in a thousand million times"


def test_it_does_not_need_redis(workers: Workers) -> None:
    ada = Guest(workers.address)
    workers.redis.refuse()
    try:
        tables = [ada.opens("rolit", ME, ME) for _ in range(4)]
        assert all(len(where(ada, table)) == 1 for table in tables)
        assert play(ada, tables[0], 2)[0] > 5
    finally:
        workers.redis.heal()


def test_a_bot_answers_whoever_was_asked(workers: Workers) -> None:
    """Moves over HTTP reach any process; the bot thinks at the table's own, and moves once."""
    ada = Guest(workers.address)
    for _ in range(4):
        move_thrice(ada, ada.opens("rolit", ME, bot()))


def move_thrice(guest: Guest, table: str) -> None:
    for number in range(3):
        seen = until(lambda: (now := guest.sees(table, plain=1)) and now["waiting"] == [0] and now)
        assert seen["number"] == 2 * number, "the bot has moved once"
        ok(guest.plays(table, 0, seen["moves"][0]))


def test_another_process_takes_over_from_one_that_is_killed(workers: Workers) -> None:
    ada = Guest(workers.address)
    table = ada.opens("rolit", ME, ME, options={"size": 8})
    owner = where(ada, table).pop()
    assert play(ada, table, 1)[0] > 2
    os.kill(owner, signal.SIGKILL)
    acknowledged, longest = play(ada, table, 6)
    assert longest < 3, f"stood still for {longest:.1f} s"
    log = ada.sees(table, plain=1)
    assert log["sequence"] >= acknowledged > 10
    assert log["sequence"] - 1 == log["number"], "every entry is a move, and none is there twice"


def test_another_process_takes_over_from_one_that_is_frozen(workers: Workers) -> None:
    """It says nothing, but its connections stand: whoever waits in vain comes back, to the other one. When there are
    two again, tables have one place again, and who watched elsewhere was sent there."""
    ada = Guest(workers.address)
    table = ada.opens("rolit", ME, ME, options={"size": 8})
    owner = where(ada, table).pop()
    os.kill(owner, signal.SIGSTOP)
    try:
        seen = until(lambda: played_elsewhere(ada, table, owner), 60)
    finally:
        with contextlib.suppress(ProcessLookupError):  # who watches over the processes has replaced it by now
            os.kill(owner, signal.SIGCONT)
    tables = [table, *(ada.opens("rolit", ME, ME) for _ in range(5))]
    until(lambda: len({process for each in tables for process in where(ada, each, 1)}) == 2, 60)
    until(lambda: all(len(where(ada, each)) == 1 for each in tables), 60)
    log = ada.sees(table, plain=1)
    assert (log["sequence"], log["number"]) == (seen, seen - 1), "what was acknowledged is there, once"


def played_elsewhere(guest: Guest, table: str, frozen: int) -> int:
    """Plays a move where another process answers; the number of its entry, or 0."""
    try:
        with guest.live(table) as socket:
            seen = socket.next("table", timeout=2)
            if process_of(socket) == frozen:
                return 0
            socket.send(type="move", seat=seen["seat"], move=seen["moves"][0], key=str(seen["sequence"]))
            return int(socket.next("moved", timeout=10)["sequence"])
    except (WebSocketException, OSError):
        return 0


def test_what_comes_through_a_proxy_is_known_by_its_own_address_wherever_it_goes(workers: Workers) -> None:
    """Connections that are passed on are counted as those of who asked, not as the proxy's."""
    ada = Guest(workers.address)
    tables = [ada.opens("rolit", ME, ME) for _ in range(2)]
    for table in tables:
        with contextlib.ExitStack() as stack:
            for number in range(3 * _MOST):
                socket = stack.enter_context(forwarded(ada, table, f"203.0.113.{number}"))
                assert socket.next("table")
        with contextlib.ExitStack() as stack:
            for _ in range(_MOST):
                assert stack.enter_context(forwarded(ada, table, "198.51.100.7")).next("table")
            with pytest.raises(ConnectionClosed) as closed, forwarded(ada, table, "198.51.100.7") as socket:
                socket.next("table")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == _TOO_MANY


def forwarded(guest: Guest, table: str, address: str) -> contextlib.AbstractContextManager[Socket]:
    """A socket as a proxy passes it on for somebody."""
    return guest.live(table, **{"X-Forwarded-For": address})


def test_one_that_comes_takes_only_its_share() -> None:
    """Rendezvous hashing: what another one had stays with it, but for what the new one takes."""
    tables = [f"t{number}" for number in range(300)]
    one = Neighbours()
    one._ready = True
    one._heard = {name: time.monotonic() for name in ("two", "three")}
    before = {table: one.owner(table) for table in tables}
    assert len(set(before.values())) == 3
    one._heard["four"] = time.monotonic()
    after = {table: one.owner(table) for table in tables}
    moved = [table for table in tables if after[table] != before[table]]
    assert all(after[table] == "four" for table in moved)
    assert 40 < len(moved) < 115
