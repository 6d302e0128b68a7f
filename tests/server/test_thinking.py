"""Bots think elsewhere, with a time budget; the server stays awake."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from ludotheque.server.live import botturns
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables import jobs as thinking
from ludotheque.tables.jobs import Job, think
from tests.server import jobs
from tests.server.house import ME, House, bot, counted, in_a_loop, ok, open_house, settings, until


def test_a_job_is_followed_and_taken_back() -> None:
    job = Job("k", "hopsy", {}, (), ((0, "greedy"), (1, "random")))
    first = think(job)
    assert first is not None
    assert first[0] == 0
    longer = Job("k", "hopsy", {}, (first,), job.bots)
    second = think(longer)
    assert second is not None
    assert second[0] == 1
    assert thinking._sittings["k"].moves == (first,)
    again = think(job)
    assert again is not None
    assert again[0] == 0


@pytest.mark.slow
def test_a_bot_that_thinks_too_long_is_stopped_and_another_starts() -> None:
    metrics = Metrics()

    async def ask() -> tuple[int, str] | None:
        thinkers = Thinkers(1, Settings().bot_seconds, metrics)
        thinkers.open()
        job = Job("k", "rolit", {}, (), ((0, "greedy"), (1, "greedy")))
        await thinkers.run(job.key, think, job)
        with pytest.raises(TimeoutError):
            await thinkers.run(job.key, jobs.slow, job)
        try:
            return await thinkers.run(job.key, think, job)
        finally:
            await thinkers.close()

    assert in_a_loop(ask()) is not None
    assert counted(metrics.late_thoughts) == 1
    assert counted(metrics.thoughts) == 2


@pytest.mark.slow
def test_waiting_for_another_table_is_not_thinking() -> None:
    metrics = Metrics()

    async def ask() -> list[tuple[int, str] | None]:
        thinkers = Thinkers(1, 3.0, metrics)
        try:
            asked = [Job(str(i), "rolit", {}, (), ()) for i in range(5)]
            return await asyncio.gather(*(thinkers.run(job.key, jobs.ponders, job) for job in asked))
        finally:
            await thinkers.close()

    assert in_a_loop(ask()) == [(0, str(i)) for i in range(5)]
    assert counted(metrics.late_thoughts) == 0


@pytest.mark.slow
def test_the_game_goes_on_when_a_bot_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_house(settings(tmp_path, bot_seconds=0.3)) as house:
        monkeypatch.setattr(botturns, "think", jobs.slow)
        ada = house.guest()
        table = ada.opens("hopsy", ME, bot("greedy"))
        ok(ada.plays(table, 0, ada.sees(table, plain=1)["moves"][0]))
        began = time.perf_counter()
        assert ada.http.get("/healthz").status_code == 200
        assert time.perf_counter() - began < 15, "the server answers while bots think, for half a minute"
        until(lambda: ada.sees(table)["number"] == 2, 90)


def test_bots_play_among_themselves_to_the_end(house: House) -> None:
    ada = house.guest()
    table = ada.opens("plic_plac", bot(), bot("greedy"), bot(), options={"players": 3, "cards": "3x3"})
    until(lambda: ada.sees(table)["over"], 60)
    assert ada.sees(table)["can"] == []
