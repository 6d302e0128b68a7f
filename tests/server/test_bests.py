"""The best that people have reached alone is kept, told, and goes with them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.contract import CHANCE
from ludotheque.core.cupboard import find
from ludotheque.core.solo import compared
from ludotheque.server.store import bests
from ludotheque.server.store.database import Statement
from ludotheque.tables.results import SoloResult
from tests.server.house import ME, Guest, House, bot, ok, open_house, settings

ALONE = {"players": "1", "size": "4"}


def plays_alone(person: Guest, table: str, seed: int) -> Any:
    """Plays a table to its end with moves that the seed draws; the table then."""
    rng = random.Random(seed)
    while True:
        seen = person.sees(table, plain=1)
        if seen["over"]:
            return seen
        ok(person.plays(table, seen["seat"], rng.choice(seen["moves"])))


def result_of(seen: Any) -> int:
    return int(max(seen["outcome"]["scores"]))


def test_the_best_of_several_games_is_kept(house: House) -> None:
    ada = house.guest("Ada")
    assert ok(ada.get("/api/me/bests")) == []
    table = ada.opens("rolit", ME, options=ALONE)
    assert ok(ada.get(f"/api/tables/{table}/best")) == {"words": None, "best": None, "new": False}
    best = 0
    for seed in range(5):
        if seed:
            ok(ada.does(table, 0, "rematch"))
        reached = result_of(plays_alone(ada, table, seed))
        told = ok(ada.get(f"/api/tables/{table}/best"))
        assert told["new"] is (reached > best), "as good as before is not new"
        best = max(best, reached)
        assert told["words"] == f"{reached} balls of one colour"
        assert told["best"] == f"{best} balls of one colour"
    (kept,) = ok(ada.get("/api/me/bests"))
    assert kept["result"] == [best]
    assert kept["title"] == "Rolit"
    assert kept["options"] == ALONE
    assert kept["setting"] == "Size of the board: 4×4", "that one plays alone is known"
    assert ok(ada.get("/api/me/bests", game="hopsy")) == []
    assert ok(ada.get("/api/me/bests", game="rolit")) == [kept]
    assert kept["words"] in ada.get("/games/rolit").text, "told on the box"
    assert kept["words"] in ada.get("/me").text, "and on the page about oneself"


def test_a_game_of_before_is_kept_when_its_player_comes_back(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.opens("rolit", ME, options=ALONE)
    plays_alone(ada, table, 6)
    visitor = ada.http.cookies["visitor"].partition(".")[0]
    gone = Statement("DELETE FROM bests WHERE visitor = :visitor", {"visitor": visitor})
    in_its_loop(house, house.services.store.execute([gone]))
    assert ok(ada.get("/api/me/bests")) == []
    assert ok(house.guest().get(f"/api/tables/{table}/best"))["best"] is None
    assert ok(ada.get("/api/me/bests")) == [], "others do not bring it back"
    assert ok(ada.get(f"/api/tables/{table}/best"))["new"]
    assert len(ok(ada.get("/api/me/bests"))) == 1


def test_other_options_are_another_best_and_others_see_nothing(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    for options in (ALONE, {**ALONE, "colours": "green,yellow"}):
        plays_alone(ada, ada.opens("rolit", ME, options=options), 1)
    table = bo.opens("rolit", ME, bot(), options={"size": "4"})
    ok(bo.does(table, 0, "resign"))
    assert {best["setting"] for best in ok(ada.get("/api/me/bests"))} == {
        "Size of the board: 4×4",
        "Size of the board: 4×4, Colours, in seat order: green and yellow",
    }
    assert ok(bo.get("/api/me/bests")) == [], "that was not alone"
    theirs = ok(ada.get("/api/me/tables"))["tables"][0]["id"]
    assert ok(bo.get(f"/api/tables/{theirs}/best")) == {"words": None, "best": None, "new": False}


def test_times_that_a_table_keeps_do_not_split_results() -> None:
    given = {"players": "1", "cut": "off", "look": "8", "layout": "ring"}
    assert compared(find("plic_plac").options, given) == {"players": "1", "layout": "ring"}


def test_bests_go_along_to_another_device(house: House) -> None:
    ada, phone = house.guest("Ada"), house.guest()
    reached = [
        result_of(plays_alone(person, person.opens("rolit", ME, options=ALONE), seed))
        for person, seed in ((ada, 3), (phone, 4))
    ]
    code = ok(ada.post("/api/me/recovery"))["code"]
    ok(phone.post("/api/me/recover", {"code": code}))
    assert [best["result"] for best in ok(phone.get("/api/me/bests"))] == [[max(reached)]]
    assert ok(ada.get("/api/me/bests")) == []


def _result(visitor: str, *result: int, number: int = 1) -> SoloResult:
    """Of Hop ! C'est plié: more crowns, then fewer rounds."""
    return SoloResult(visitor, "hop_plie", {"players": "1"}, result, (result[0], -result[1]), "table", number)


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def test_only_what_is_better_replaces_a_best(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("postgres_url") if database == "postgres" else ""
    with open_house(settings(tmp_path, database=url)) as house:
        ada, phone = house.guest(), house.guest()

        def after(person: Guest, *result: int, number: int = 1) -> list[int]:
            """Somebody reaches so many crowns in so many rounds of Hop ! C'est plié; their best then."""
            visitor = person.http.cookies["visitor"].partition(".")[0]
            rank = result[0], -result[1]
            reached = SoloResult(visitor, "hop_plie", {"players": "1"}, result, rank, "table", number)
            in_its_loop(house, house.services.store.execute([bests.kept(reached, number)]))
            return list(ok(person.get("/api/me/bests"))[0]["result"])

        assert after(ada, 2, 22) == [2, 22]
        assert after(ada, 2, 24, number=2) == [2, 22], "slower"
        assert after(ada, 2, 21, number=3) == [2, 21], "as many crowns, sooner"
        assert after(ada, 3, 29, number=4) == [3, 29], "more crowns count first"
        assert after(ada, 1, 3, number=5) == [3, 29]
        told = ok(ada.get("/api/me/bests", lang="en"))[0]
        assert (told["words"], told["setting"]) == ("3 crowns, 29 rounds", "Level 1")
        assert after(phone, 2, 21) == [2, 21]
        ok(phone.post("/api/me/recover", {"code": ok(ada.post("/api/me/recovery"))["code"]}))
        assert [best["result"] for best in ok(phone.get("/api/me/bests"))] == [[3, 29]], "the better of two goes along"
        assert ok(ada.get("/api/me/bests")) == []


def in_its_loop(house: House, work: Coroutine[Any, Any, None]) -> None:
    """Runs something in the server's own loop."""
    loop = house.services.store._writers[0].get_loop()
    asyncio.run_coroutine_threadsafe(work, loop).result(30)


def test_what_is_lost_is_no_result() -> None:
    """Plic-Plac with cards left, Hop ! C'est plié with the column used up."""
    for name, options in (("plic_plac", {"players": 1, "stall": 1}), ("hop_plie", {"players": 1, "max_rounds": 1})):
        solo = find(name).solo
        assert solo is not None
        rng, state = random.Random(2), lt.start(name, **options)
        while not state.over:
            seat = state.acting[0]
            state = state.play(state.draw(rng) if seat == CHANCE else rng.choice(state.moves(seat)), seat)
        assert state.outcome is not None
        assert not state.outcome.winners
        assert solo.result(state) is None
