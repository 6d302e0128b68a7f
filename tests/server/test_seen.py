"""What is told of bots and of moves to come: names, faces, ways."""

from __future__ import annotations

import httpx

from ludotheque.bots.characters import NAMES
from ludotheque.bots.levels import SECONDS
from tests.server.house import ME, OPEN, House, bot, ok, refused


def test_a_bot_has_a_name_and_a_face_and_keeps_them(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.opens("hopsy", ME, bot("expert"))
    seat = ada.sees(table)["seats"][1]
    assert (seat["bot"], seat["nickname"]) == ("expert", ""), "as it was told before"
    assert seat["bot_name"] in NAMES["expert"]
    face = httpx.get(house.address + seat["bot_face"])
    assert face.headers["content-type"] == "image/svg+xml"
    assert face.text.startswith("<svg")
    assert httpx.get(f"{house.address}/faces/9-0.svg").status_code == 404
    first = ada.sees(table)["seats"][0]
    assert (first["bot_name"], first["bot_face"], first["bot_seconds"]) == (None, None, None)
    assert seat["bot_seconds"] > SECONDS["expert"], "people notice how long it thinks"
    ok(ada.does(table, 0, "resign"))
    ok(ada.does(table, 0, "rematch"))
    again = next(seat for seat in ada.sees(table)["seats"] if seat["kind"] == "bot")
    assert again["player"] == seat["player"]
    assert again["bot_name"] == seat["bot_name"], "through a whole match, whichever seat it takes"


def test_bots_of_one_level_have_different_names(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.opens("plic_plac", ME, *[bot("novice")] * 5, options={"players": 6})
    told = [seat["bot_name"] for seat in ada.sees(table)["seats"][1:]]
    assert set(told) <= set(NAMES["novice"])
    assert len(set(told)) == 5
    assert ada.sees(table)["seats"][1]["bot_seconds"] is None, "a novice answers at once"


def test_ways_are_told_to_who_may_move(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("hops_dice", ME, OPEN)
    bo.sits(table, 1)
    seen = ada.sees(table)
    first = next(iter(seen["paths"].values()))[0]
    told = ok(ada.get(f"/api/tables/{table}/ways", seat=0, first=first))
    assert told["number"] == 0
    assert set(told["ways"]) == {move for move, path in seen["paths"].items() if path[0] == first}
    assert all(way[-1]["symbol"] == seen["ghosts"][move] for move, way in told["ways"].items())
    refused(bo.get(f"/api/tables/{table}/ways", seat=0, first=first), "not-your-seat")
    assert ok(bo.get(f"/api/tables/{table}/ways", seat=1, first=first))["ways"] == {}, "it is not Bo's turn"
    assert bo.sees(table)["ghosts"] == {}


def test_le_mix_is_told_as_what_it_is(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.opens("hopsy", ME, ME, options={"variant": "mix"})
    seen = ada.sees(table)
    assert (seen["label"], seen["title"]) == ("Hopsy", "Le Mix")
