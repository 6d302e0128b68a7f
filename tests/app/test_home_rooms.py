"""What else one does at home: lessons and puzzles, days and bests, drawings, analysis; and pages of all of it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludotheque.answers import drafts as draft_answers
from ludotheque.core.catalogues import languages
from ludotheque.core.cupboard import find
from ludotheque.core.lesson import lessons_of
from ludotheque.core.puzzle import puzzles_of
from ludotheque.drawing.editor import editor_of
from tests.app.device import Device
from tests.app.test_home import HERE, opened, play
from tests.cases import OURS
from tests.volume import volume

ALONE = {"game": "rolit", "options": {"players": "1", "size": "4"}, "seats": [{"kind": "me"}]}


def test_what_is_reached_alone_is_kept_with_the_last_move() -> None:
    device, rng = Device(), random.Random(2)
    for number in range(3):
        table = device.call("POST", "/tables", ALONE)["id"]
        play(device, table, 100, rng)
        ended = device.call("GET", f"/tables/{table}/best", language="fr")
        assert ended["words"]
        assert ended["best"]
        device.killed()
        assert device.call("GET", f"/tables/{table}/best", language="fr") == ended
        assert number or ended["new"]
    (best,) = device.call("GET", "/me/bests", game="rolit")
    assert best["words"] == device.call("GET", "/me/bests")[0]["words"]
    assert device.call("GET", "/me/bests", game="hopsy") == []
    page = device.ask("GET", "/page/games/rolit")["content"]
    assert (page["template"], page["facts"]["bests"]) == ("bests.html", [best])


def test_the_days_task_has_everybodys_luck() -> None:
    rolls = []
    for device in (Device(), Device()):
        table = device.call("POST", "/daily/2026-11-16/hop_plie")["id"]
        rolls.append([entry["move"] for entry in device.entries(table) if entry.get("seat") == -1])
        assert device.call("GET", f"/daily/tables/{table}") == {"date": "2026-11-16", "over": False, "words": ""}
    assert rolls[0] == rolls[1] != []
    assert device.refused("POST", "/daily/2026-11-16/hopsy")["status"] == 404, "that one is a puzzle"


def test_a_puzzle_is_tried_and_solved() -> None:
    device = Device()
    at = "/games/hopsy/puzzles/1"
    assert device.call("GET", f"{at}/solution")["shown"]
    right = puzzles_of(find("hopsy"))[0].stages[0].right
    tried = device.call("GET", f"{at}/try", tried=[right])
    assert tried["status"] in ("right", "solved")
    assert device.refused("GET", f"{at}/try?tried=nonsense")["code"] == "illegal-move"


def test_drawings_are_judged_tried_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.home.sketches.GAMES", 1)
    monkeypatch.setattr(draft_answers, "GAMES", 1)
    monkeypatch.setattr("ludotheque.bots.alone._BOT", "novice")
    device, at = Device(), "/games/hop_plie"
    editor = editor_of(find("hop_plie"))
    assert editor is not None
    sample = next(iter(editor.samples()))
    assert device.call("GET", f"{at}/editor/{sample.kind}", language="fr")["brushes"]
    given = {"code": sample.code, "name": "Étoile"}
    judged = device.call("POST", f"{at}/drafts/judged", given)
    assert (judged["mistakes"], judged["name"]) == ([], "Étoile")
    told: dict[str, Any] = {"words": ""}
    while not told["words"]:
        told = device.call("GET", f"{at}/drafts/difficulty", code=sample.code)
    assert told["done"] == told["total"] == 2
    kept = device.call("POST", f"{at}/drafts", given)
    device.killed()
    assert device.call("GET", f"{at}/drafts/mine") == {"drafts": [kept], "can_publish": False}
    drawn = device.ask("GET", f"/games/hop_plie/draft.svg?d={sample.code}&pose=0")
    assert (drawn["media"], drawn["text"][:4]) == ("image/svg+xml", "<svg")
    page = device.ask("GET", f"/page/games/hop_plie/draw?d={sample.code}")["content"]
    assert page["blocks"]["carried"]["code"] == sample.code
    assert device.refused("PUT", f"/me/drafts/{kept['id']}", {"public": True})["code"] == "not-now"
    device.call("DELETE", f"/me/drafts/{kept['id']}")
    assert device.refused("DELETE", f"/me/drafts/{kept['id']}")["status"] == 404


@pytest.mark.parametrize("game", ["hopsy", "plic_plac"])
def test_a_finished_game_is_judged_a_little_more_each_time(game: str) -> None:
    device, rng = Device(), random.Random(4)
    options = {"cards": "2x2"} if game == "plic_plac" else {"max_plies": "4"}
    table = opened(device, game, HERE, options=options)
    play(device, table, 200, rng)
    assert device.call("GET", f"/tables/{table}")["over"]
    found: list[int] = []
    told: dict[str, Any] = {"done": 0, "total": 1}
    while told["done"] < told["total"]:
        told = device.call("GET", f"/tables/{table}/analysis?after={max(found, default=0)}", language="fr")
        found += [move["number"] for move in told["moves"]]
    assert len(found) == len(set(found)) == told["total"]


def test_a_game_given_up_keeps_its_cards_hidden() -> None:
    device = Device()
    table = opened(device, "plic_plac", HERE)
    device.call("POST", f"/tables/{table}/actions", {"action": "resign", "seat": 0})
    assert device.refused("GET", f"/tables/{table}/analysis")["code"] == "not-now"


def test_bots_have_opinions_and_records_come_and_go() -> None:
    device, rng = Device(), random.Random(4)
    table = opened(device, "rolit", HERE)
    play(device, table, 4, rng)
    tree = device.call("POST", "/analysis/read", {"text": device.call("GET", f"/tables/{table}/record")})
    written = device.call("POST", "/analysis/write", tree)["text"]
    assert device.call("POST", "/analysis/read", {"text": written}) == tree
    board = {
        "game": "rolit",
        "options": tree["options"],
        "moves": [[each["seat"], each["move"]] for each in tree["nodes"]],
    }
    opinion = device.call("POST", "/analysis/opinion", {**board, "effort": 0}, "fr")
    moves = device.call("POST", "/analysis/moment", board)["now"]["paths"]
    assert opinion["candidates"][0]["move"] in moves


def test_all_can_be_taken_along_and_thrown_away() -> None:
    device = Device()
    device.call("PUT", "/me", {"nickname": "  Ada "})
    tables = [opened(device, game, HERE) for game in OURS * 2]
    device.killed()
    assert device.call("GET", "/me")["nickname"] == "Ada"
    data = json.loads(device.call("GET", "/me/data"))
    assert {table["id"] for table in data["tables"]} == set(tables)
    assert len(device.call("GET", "/me/tables")["tables"]) == len(tables)
    assert device.call("DELETE", "/me") == {"deleted": len(tables), "changed": 0}
    assert (device.logs, device.values) == ({}, {})
    assert device.call("GET", "/me/tables") == {"tables": []}
    assert device.refused("GET", f"/tables/{tables[0]}")["code"] == "no-table"


@pytest.mark.parametrize("language", languages())
def test_pages_are_told_in_every_language(language: str) -> None:
    device = Device()
    table = opened(device, "plic_plac", HERE)
    paths = [f"/t/{table}", f"/t/{table}/tv", f"/t/{table}/replay", "/me", "/games/hopsy", "/games/hop_plie/draw"]
    paths += [
        "/daily",
        "/daily/2026-11-16",
        "/daily/2026-11-16/hopsy",
        "/puzzles/hopsy/1",
        f"/games/rolit/lessons/{lessons_of(find('rolit'))[0].id}",
    ]
    for path in paths:
        told = device.ask("GET", f"/page{path}", language=language)
        assert told["status"] == 200, (path, told)
        assert told["content"]["template"].endswith(".html")
    snapshot = device.ask("GET", f"/page/t/{table}", language=language)["content"]["blocks"]["snapshot"]
    assert snapshot["language"] == language
    assert snapshot["seat"] is None, "whoever looks says so first"
    for path in ("/t/nowhere", "/daily/2999-01-01", "/puzzles/hopsy/9999", "/games/hopsy/draw", "/games/chess"):
        assert device.ask("GET", f"/page{path}", language=language)["status"] == 404


@pytest.mark.parametrize("game", OURS)
def test_whatever_happens_at_a_table_can_travel(game: str) -> None:
    """Any action that is offered, in any order: the log that comes of it makes the same table elsewhere."""
    rng = random.Random(game)
    for seats in (HERE, [*HERE[:1], {"kind": "bot", "bot": "random"}]):
        device = Device()
        table = opened(device, game, seats, clock=rng.choice([None, {"seconds": 60, "increment": 1}]))
        for number in range(volume(40, 400)):
            now = device.call("GET", f"/tables/{table}")
            offers = [(each["seat"], can) for each in now["seats"] for can in each["can"]]
            moves = [each for each in offers if each[1] == "move"]
            offers = [each for each in offers if each[1] != "leave" or len(now["you"]) > 1]
            seat, action = rng.choice(moves if moves and rng.random() < 0.6 else offers)
            _done(device, table, seat, action, number, rng)
            device.pass_time()
        log = device.call("GET", f"/tables/{table}/log")
        there = device.call("POST", "/tables/carried", log)["id"]
        one, other = (device.call("GET", f"/tables/{each}", language="fr") for each in (table, there))
        for told in ("moves", "scene", "match", "outcome", "options", "can", "asked"):
            assert one[told] == other[told], told


def _done(device: Device, table: str, seat: int, action: str, number: int, rng: random.Random) -> None:
    at = f"/tables/{table}"
    if action == "move":
        moves = device.call("GET", f"{at}/moves", seat=seat)["moves"]
        device.call("POST", f"{at}/moves", {"seat": seat, "move": rng.choice(moves), "key": str(number)})
    elif action == "sit":
        device.call("POST", f"{at}/seats/{seat}", {"nickname": "Eve"})
    elif action == "leave":
        device.call("DELETE", f"{at}/seats/{seat}")
    elif action == "replace":
        device.call("PUT", f"{at}/seats/{seat}/bot", {"bot": "random"})
    elif action not in ("", "hint"):
        device.call("POST", f"{at}/actions", {"seat": seat, "action": action, "phrase": "hello"})
