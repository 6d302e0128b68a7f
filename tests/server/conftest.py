"""Servers for the tests: one for all tests of a process, real databases where they are asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis import Redis

from benchmarks.servers import postgres, redis
from tests.server.house import House, open_house, settings


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(settings(tmp_path_factory.mktemp("house"))) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="module")
def redis_url(redis_server: str) -> str:
    """Empty: all tests come from one address, and what some have asked for must not be counted against the others."""
    with Redis.from_url(redis_server) as line:
        line.flushall()
    return redis_server
