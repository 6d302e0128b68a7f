"""Two processes agree on every table, whatever Redis loses between them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import httpx
import pytest

from benchmarks.proxy import Proxy, between
from tests.server.house import ME, Guest, House, bot, ok, open_house, settings, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pair(
    postgres_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[House, House, Proxy]]:
    """Two servers; the second one's line to Redis can fail."""
    folder = tmp_path_factory.mktemp("pair")
    chosen = {"database": postgres_url, "redis": redis_url}
    with between(redis_url) as (proxy, url):
        second = settings(folder, **{**chosen, "redis": url})
        with open_house(settings(folder, **chosen)) as one, open_house(second) as two:
            yield one, two, proxy
            proxy.heal()


def twin(guest: Guest, house: House) -> Guest:
    """The same visitor at another server."""
    other = Guest(house.address)
    other.http.cookies, other.csrf = guest.http.cookies, guest.csrf
    return other


def plays(guest: Guest, table: str) -> int:
    seen = guest.sees(table, plain=1)
    return int(ok(guest.plays(table, seen["seat"], seen["moves"][0]))["sequence"])


@pytest.mark.parametrize("way", ["refuse", "freeze"])
def test_who_looks_sees_what_is_stored(pair: tuple[House, House, Proxy], way: str) -> None:
    """Without Redis: a page loaded anew at once, one that is open within a moment, and both may move."""
    one, two, proxy = pair
    ada = one.guest()
    eve = twin(ada, two)
    table = ada.opens("rolit", ME, ME)
    with eve.live(table) as socket:
        socket.next("table")
        getattr(proxy, way)()
        try:
            for mover in (ada, eve, ada, ada):
                sequence = plays(mover, table)
                assert ada.sees(table)["sequence"] == eve.sees(table)["sequence"] == sequence
            sequence = plays(ada, table)
            began = time.monotonic()
            socket.at(sequence)
            assert time.monotonic() - began < 8
            until(lambda: httpx.get(f"{two.address}/healthz").status_code == 503, 10)
        finally:
            proxy.heal()
    until(lambda: httpx.get(f"{two.address}/healthz").status_code == 200, 10)


def test_short_breaks_leave_nobody_behind(pair: tuple[House, House, Proxy]) -> None:
    """What one process said while the other did not listen: those who watch there are told all the same."""
    one, two, proxy = pair
    ada, eve = one.guest(), two.guest()
    tables = [ada.opens("rolit", ME, ME) for _ in range(5)]
    with contextlib.ExitStack() as watching:
        for table in tables:
            watching.enter_context(eve.live(table)).next("table")
        for _ in range(6):
            proxy.cut()
            for table in tables:
                plays(ada, table)
        lives = [two.services.registry.in_memory[table] for table in tables]
        until(lambda: all(live.table.sequence == 7 for live in lives), 8)


def test_bots_are_taken_over_from_a_process_that_is_gone(pair: tuple[House, House, Proxy]) -> None:
    """The process whose bots were to move says nothing any more: the other one's do."""
    one, two, _ = pair
    ada, eve = one.guest(), two.guest()
    table = ada.opens("rolit", ME, bot())
    eve.sees(table)
    one.services.registry.care._closing = True  # as good as gone: it stores the move, and its bots do nothing
    try:
        plays(ada, table)
        live = two.services.registry.in_memory[table]
        until(lambda: live.table.sequence >= 3, 10)
    finally:
        one.services.registry.care._closing = False
