"""Puzzles and the day's tasks over the network: nothing is told too early, and luck is the same for everybody."""

from __future__ import annotations

import datetime
import random

from ludotheque.core import daily
from ludotheque.core.cupboard import find, games
from ludotheque.core.puzzle import puzzles_of
from tests.server.house import Guest, House, ok

TODAY = daily.today()
TOO_SOON = TODAY + datetime.timedelta(2)
"""Not yet there, though midnight may pass while the tests run."""


def test_the_solution_is_told_to_those_who_ask(house: House) -> None:
    ada, game = house.guest("Ada"), find("hopsy")
    puzzle = next(each for each in puzzles_of(game) if len(each.stages) > 1)
    first, second = puzzle.stages[:2]
    listed = ok(ada.get("/api/games/hopsy/puzzles"))
    assert listed == [{"number": each.number, "grade": each.grade} for each in puzzles_of(game)]
    address = f"/api/games/hopsy/puzzles/{puzzle.number}"
    told = ok(ada.get(address))
    assert set(told) == {"number", "grade", "words", "earlier", "now"}
    assert set(told["now"]["paths"]) == {first.right, *first.wrong}
    wrong = ok(ada.get(f"{address}/try", tried=next(iter(first.wrong))))
    assert (wrong["status"], wrong["kept"]) == ("wrong", 0)
    assert wrong["now"] == told["now"], "one goes on from where one was"
    right = ok(ada.get(f"{address}/try", tried=first.right))
    assert right["status"] == "right"
    assert second.right in right["now"]["paths"]
    solved = ok(ada.get(f"{address}/try", tried=[first.right, second.right]))
    assert solved["status"] in ("right", "solved")
    assert len(ok(ada.get(f"{address}/solution"))["shown"]) >= 2
    assert ada.get(f"{address}/try", tried="A1-A1").status_code == 422
    assert ada.get("/api/games/hopsy/puzzles/9999").status_code == 404
    assert first.right not in ada.get(f"/puzzles/hopsy/{puzzle.number}").text


def test_the_pages_are_there(house: House) -> None:
    ada = house.guest("Ada")
    listed = ada.get("/puzzles").text
    for game in games().values():
        for puzzle in puzzles_of(game):
            assert f'href="/puzzles/{game.id}/{puzzle.number}"' in listed
    day = ada.get("/daily").text
    assert all(f'data-game="{name}"' in day for name in games())
    assert ada.get(f"/daily/{TODAY}").status_code == 200
    assert ada.get(f"/daily/{TODAY}/hopsy").status_code == 200
    for nothing in (f"/daily/{TOO_SOON}", f"/daily/{TOO_SOON}/hopsy", "/daily/1999-01-01", "/daily/soon"):
        assert ada.get(nothing).status_code == 404
    assert ada.get(f"/daily/{TODAY}/plic_plac").status_code == 404, "that is played at a table"


def rolls(person: Guest, table: str, many: int, seed: int) -> list[str]:
    """What chance did first, whatever the player did in between."""
    rng = random.Random(seed)
    while True:
        record = person.get(f"/api/tables/{table}/record").text
        found = [line.partition(". chance ")[2] for line in map(str.strip, record.splitlines()) if ". chance " in line]
        if len(found) >= many:
            return found[:many]
        seen = person.sees(table, plain=1)
        ok(person.plays(table, 0, rng.choice(seen["moves"])))


def test_everybody_has_the_same_luck_that_day(house: House) -> None:
    tables = {}
    for name in ("Ada", "Bo"):
        person = house.guest(name)
        assert person.post(f"/api/daily/{TOO_SOON}/hop_plie").status_code == 404
        assert person.post(f"/api/daily/{TODAY}/hopsy").status_code == 404, "a puzzle needs no table"
        table = ok(person.post(f"/api/daily/{TODAY}/hop_plie"))["id"]
        tables[name] = rolls(person, table, 4, seed=len(name))
        assert ok(person.get(f"/api/daily/tables/{table}")) == {"date": str(TODAY), "over": False, "words": ""}
    assert tables["Ada"] == tables["Bo"]
    game = find("hop_plie")
    task = daily.task(game, TODAY)
    assert task is not None
    state = game.start(**(task.options or {}))
    assert tables["Ada"][0] == daily.luck(game, str(TODAY), state, 0)


def test_a_days_game_tells_how_it_went_and_is_no_best(house: House) -> None:
    cleo, rng = house.guest("Cleo"), random.Random(1)
    table = ok(cleo.post(f"/api/daily/{TODAY}/plic_plac"))["id"]
    while not (seen := cleo.sees(table, plain=1))["over"]:
        moves = [move for move in seen["moves"] if not move.startswith("blocage")]
        ok(cleo.plays(table, 0, "blocage" if rng.random() < 0.1 and "blocage" in seen["moves"] else rng.choice(moves)))
    told = ok(cleo.get(f"/api/daily/tables/{table}"))
    assert told["over"]
    assert told["words"]
    assert ok(cleo.get("/api/me/bests")) == []


def test_the_days_tasks_as_programs_see_them(house: House) -> None:
    tasks = ok(house.guest().get(f"/api/daily/{TODAY}"))
    assert [task["game"] for task in tasks] == list(games())
    assert all((task["puzzle"] is None) != (task["options"] is None) for task in tasks)
