"""Many bots at once: those who wait come in turn, and when the house is full people are told."""

from __future__ import annotations

import asyncio

import pytest

from ludotheque.server.metrics import Metrics
from ludotheque.server.think.processes import Thinkers
from ludotheque.server.think.turns import Turns
from tests.server.house import ME, House, bot, in_a_loop


def test_who_asks_for_much_waits_behind_themselves() -> None:
    async def asked() -> list[str]:
        turns, came, all_wait = Turns(), list[str](), asyncio.Event()

        async def think(who: str) -> None:
            async with turns.of(who):
                came.append(who)
                await all_wait.wait()

        async with asyncio.TaskGroup() as group:
            for who in "aaaaabbc":
                group.create_task(think(who))
                await asyncio.sleep(0)
            assert turns.taken
            assert turns.waiting == 7
            all_wait.set()
        assert not turns.taken
        assert not turns.waiting
        return came

    assert "".join(in_a_loop(asked())) == "aabcabaa", "the first at once; then each in turn"


def test_a_turn_that_nobody_waits_for_any_more_is_the_next_one_s() -> None:
    async def asked() -> bool:
        turns = Turns()

        async def think(who: str) -> str:
            async with turns.of(who):
                return who

        async with turns.of("first"):
            gone, last = asyncio.create_task(think("gone")), asyncio.create_task(think("last"))
            late = asyncio.create_task(think("late"))
            await asyncio.sleep(0)
            assert turns.waiting == 3
            gone.cancel()
            await asyncio.sleep(0)
            assert turns.waiting == 2
        last.cancel()  # its turn has come, and it has not noticed yet
        return await asyncio.wait_for(late, 5) == "late" and not turns.taken

    assert in_a_loop(asked())


def test_when_the_house_is_full_people_are_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = house.guest("Ada")
    table = ada.opens("hopsy", ME, bot())
    monkeypatch.setattr(Turns, "waiting", property(lambda turns: 100_000))
    refused = ada.post("/api/tables", {"game": "hopsy", "seats": [ME, bot()]})
    assert refused.status_code == 503
    assert refused.json()["error"]["code"] == "busy"
    assert "maison est pleine" in refused.json()["error"]["message"]["fr"]
    assert ada.post(f"/api/tables/{table}/hint", {"seat": 0}).status_code == 503
    assert ada.opens("hopsy", ME, ME), "people among themselves need no bots"


def test_a_house_where_thoughts_are_quick_is_not_full() -> None:
    assert not Thinkers(1, 1.0, Metrics()).full
