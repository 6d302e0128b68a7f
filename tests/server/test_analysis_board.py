"""The analysis board over the network: any line, what bots think, records; no secret of a game that goes on."""

from __future__ import annotations

import random
from typing import Any

from tests.server.house import ME, Guest, House, bot, ok, refused

WON = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"


def at(person: Guest, game: str, *moves: tuple[str, str], **options: str) -> Any:
    return ok(person.post("/api/analysis/moment", {"game": game, "options": options, "moves": moves}))


def test_moves_are_tried_freely(house: House) -> None:
    ada = house.guest("Ada")
    start = at(ada, "hopsy")
    assert (start["now"]["seat"], start["over"], start["chance"]) == (0, False, None)
    assert start["position"] == "brbrbr/....../....../....../....../rbrbrb r"
    after = at(ada, "hopsy", ("red", "F3-E4"))
    assert after["acting"] == [{"seat": 1, "id": "black", "name": "black"}]
    assert after["words"] == "Red: the pawn from F3 to E4"
    assert "A3-B2" in after["now"]["paths"]
    won = at(ada, "hopsy", ("red", "E3-E5"), position=WON)
    assert won["over"]
    assert "red" in won["outcome"].lower()
    assert ada.post("/api/analysis/moment", {"game": "hopsy", "moves": [["red", "A1-A1"]]}).status_code == 422
    assert ada.post("/api/analysis/moment", {"game": "hopsy", "options": {"position": "x"}}).status_code == 422
    assert ada.post("/api/analysis/moment", {"game": "chess"}).status_code == 404
    assert (
        ada.post("/api/analysis/moment", {"game": "hop_plie", "options": {"sheet": "/etc/passwd"}}).status_code == 422
    )


def test_a_position_is_set_up_by_hand(house: House) -> None:
    ada = house.guest("Ada")
    first = {"game": "rolit", "options": {"size": "4"}}
    move = next(iter(ok(ada.post("/api/analysis/moment", first))["now"]["paths"]))
    board = {**first, "moves": [["red", move]]}
    told = ok(ada.post("/api/analysis/setup", board))
    assert told["mover"] == "g"
    assert [each["letter"] for each in told["movers"]] == ["r", "g"]
    assert len(told["pieces"]) == 4
    position = ok(ada.post("/api/analysis/moment", board))["position"]
    assert told["position"] == position, "it begins with what is on the board"
    cells = {**told["cells"], "A1": "g", "Z9": "r", "A3": "?"}
    changed = ok(ada.post("/api/analysis/setup", {**board, "cells": cells, "mover": "r"}))
    assert changed["cells"] == {**told["cells"], "A1": "g"}, "what is no square and no piece is left out"
    assert changed["position"] == "g" + position[1:-1] + "r"
    assert {item["id"] for item in changed["scene"]["items"]} >= {f"on-{square}" for square in changed["cells"]}
    begun = {"game": "rolit", "options": {"size": "4", "position": changed["position"]}}
    assert ok(ada.post("/api/analysis/moment", begun))["position"] == changed["position"]
    refused(ada.post("/api/analysis/setup", {"game": "plic_plac"}), "not-now")


def test_things_explain_themselves(house: House) -> None:
    ada = house.guest("Ada")
    told = ok(ada.post("/api/analysis/explanation", {"game": "hopsy", "thing": "pawn-1"}))
    assert told["what"].startswith("A red pawn.")
    told = ok(ada.get("/api/games/hopsy/puzzles/1/explanation", thing="pawn-1"))
    assert told["what"].startswith("A red pawn.")


def test_chance_is_chosen_or_drawn(house: House) -> None:
    ada = house.guest("Ada")
    rolls = at(ada, "hop_plie", players="1")["chance"]
    assert {"move": "roll 4 3", "words": "Rolls 4 and 3"} in rolls
    drawn = ok(ada.post("/api/analysis/chance", {"game": "hop_plie", "options": {"players": "1"}}))
    assert drawn["move"] in [roll["move"] for roll in rolls]
    first = ("chance", "first 1")
    assert at(ada, "plic_plac", first)["chance"] == [], "too many to list"
    deal = ok(ada.post("/api/analysis/chance", {"game": "plic_plac", "moves": [first]}))
    assert at(ada, "plic_plac", first, (deal["seat"], deal["move"]))["now"]["seat"] == 0
    assert ada.post("/api/analysis/chance", {"game": "hopsy"}).status_code == 409


def test_bots_say_what_they_think_and_what_is_certain(house: House) -> None:
    ada = house.guest("Ada")
    board = {"game": "hopsy", "options": {"position": WON}}
    glance = ok(ada.post("/api/analysis/opinion", {**board, "effort": 0}))
    best = glance["candidates"][0]
    assert (best["value"], glance["certain"]) == (1, None)
    assert len(best["path"]) == 2
    proved = ok(ada.post("/api/analysis/opinion", {**board, "effort": 2}))
    assert proved["certain"]["words"] == "Certain: Red wins within 1 move."
    assert ada.post("/api/analysis/opinion", {"game": "hop_plie"}).status_code == 409, "it is for chance to move"


def test_what_bots_think_tells_no_hidden_card(house: House) -> None:
    """The same moves with cards exchanged that the seat has not seen: the same opinion."""
    ada = house.guest("Ada")
    options, cards = {"cards": "2x3"}, "cR cO cY sR sO sY"
    told = []
    for deal in (cards, "cR cO sY sR sO cY"):
        moves = [["chance", "first 1"], ["chance", f"deal {deal}"], ["1", "look 1"]]
        board = {"game": "plic_plac", "options": options, "moves": moves}
        told.append(ok(ada.post("/api/analysis/opinion", board)))
        assert ok(ada.post("/api/analysis/moment", board))["now"]["seat"] == 0
    assert told[0] == told[1]
    assert told[0]["candidates"]


def test_a_record_with_variations_is_read_and_written(house: House) -> None:
    ada = house.guest("Ada")
    nodes = [("red", "F3-E4", -1), ("black", "A3-B2", 0), ("black", "A1-B1", 0), ("red", "F1-E2", 2)]
    branches = [{"seat": seat, "move": move, "parent": parent} for seat, move, parent in nodes]
    tree = {"game": "hopsy", "options": {}, "names": {"red": "Ada"}, "nodes": branches}
    text = ok(ada.post("/api/analysis/write", tree))["text"]
    assert ";>  2. black A1-B1" in text
    assert ok(ada.post("/api/analysis/read", {"text": text})) == tree
    assert ada.post("/api/analysis/read", {"text": text.replace("A1-B1", "A1-A1")}).status_code == 422
    wrong = [{**branches[0], "parent": 5}]
    assert ada.post("/api/analysis/write", {**tree, "nodes": wrong}).status_code == 422


def test_a_game_that_goes_on_keeps_its_cards(house: House) -> None:
    """The record of an unfinished game of Plic-Plac holds no deal; so the board cannot be opened with it."""
    ada = house.guest("Ada")
    table = ada.opens("plic_plac", ME, bot(), options={"cards": "3x3"})
    text = ada.get(f"/api/tables/{table}/record").text
    assert "deal" not in text
    refused = ada.post("/api/analysis/read", {"text": text})
    assert refused.status_code == 422
    assert "hidden" in refused.json()["error"]["text"]


def test_a_finished_game_is_taken_to_the_board(house: House) -> None:
    ada, rng = house.guest("Ada"), random.Random(3)
    table = ada.opens("rolit", ME, options={"players": "1", "size": "4"})
    while not (seen := ada.sees(table, plain=1))["over"]:
        ok(ada.plays(table, seen["seat"], rng.choice(seen["moves"])))
    tree = ok(ada.post("/api/analysis/read", {"text": ada.get(f"/api/tables/{table}/record").text}))
    moves = [(node["seat"], node["move"]) for node in tree["nodes"]]
    assert at(ada, "rolit", *moves, **tree["options"])["over"]
    assert f'href="/analysis/rolit?table={table}"' in ada.get(f"/t/{table}/replay").text
