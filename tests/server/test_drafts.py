"""What people draw: judged, kept for them alone, shown to everybody only where the server's owner allows that."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from ludotheque.games.hop_plie.editor import draft_of
from ludotheque.games.hop_plie.sheet import of_level
from tests.server.house import House, open_house, settings

GAME = "/api/games/hop_plie"
GOOD = draft_of(of_level(1), "").code
WRONG = GOOD.replace("t", "u", 1)


@pytest.fixture(scope="module")
def open_to_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    chosen = settings(tmp_path_factory.mktemp("drawn"), public_drafts=True, drafts_per_visitor=3)
    with open_house(chosen) as running:
        yield running


def test_what_is_wrong_is_told_with_its_cells(house: House) -> None:
    guest = house.guest()
    told = guest.post(f"{GAME}/drafts/judged", {"code": GOOD, "name": "  Mine | "}).json()
    assert (told["mistakes"], told["name"]) == ([], "Mine")
    assert told["document"].startswith("name: Mine | level: 1")
    wrong = guest.post(f"{GAME}/drafts/judged", {"code": WRONG}).json()
    assert {"text": "H8: something is missing: target (front H8)", "cells": ["front-H8"]} in wrong["mistakes"]
    assert guest.post(f"{GAME}/drafts/judged", {"code": "1-?-0"}).status_code == 422
    assert guest.post("/api/games/hopsy/drafts/judged", {"code": GOOD}).status_code == 404
    assert guest.get("/games/hopsy/draw").status_code == 404
    assert guest.get("/games/hop_plie/draw", d="nonsense").status_code == 422
    picture = guest.get("/games/hop_plie/draft.svg", d=GOOD, pose=40)
    assert picture.text.startswith("<svg")
    assert guest.get("/games/hop_plie/draft.svg", d=GOOD, pose=9999).status_code == 404


def test_what_is_needed_to_draw_is_told(house: House) -> None:
    told = house.guest().get(f"{GAME}/editor/2", lang="de").json()
    assert [brush["letter"] for brush in told["brushes"]] == list("stuabcio")
    assert told["symbols"]["back-u"].startswith("<rect")
    assert len(told["poses"]) == 81
    assert house.guest().get(f"{GAME}/editor/7").status_code == 422


def test_a_drawing_is_printed_by_its_code(house: House) -> None:
    answer = house.guest().get("/games/hop_plie/paper.pdf", d=GOOD, name="Mine", what="box")
    assert answer.content.startswith(b"%PDF")


def test_drawings_are_kept_for_their_owner_alone(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    kept = ada.post(f"{GAME}/drafts", {"code": WRONG, "name": "Half done"})
    assert kept.status_code == 201
    (mine,) = ada.get(f"{GAME}/drafts/mine").json()["drafts"]
    assert (mine["name"], mine["code"], mine["public"]) == ("Half done", WRONG, False)
    assert bo.get(f"{GAME}/drafts/mine").json()["drafts"] == []
    assert bo.delete(f"/api/me/drafts/{mine['id']}").status_code == 404
    assert ada.put(f"/api/me/drafts/{mine['id']}", {"public": True}).status_code == 422, "there is no collection here"
    assert ada.get("/games/hop_plie/collection").status_code == 404
    assert ada.get(f"{GAME}/drafts").json() == {"drafts": [], "can_publish": False}
    assert ada.delete(f"/api/me/drafts/{mine['id']}").status_code == 200
    assert ada.get(f"{GAME}/drafts/mine").json()["drafts"] == []


@pytest.mark.slow
def test_a_collection_takes_what_is_good_and_gives_it_back(open_to_all: House) -> None:
    ada, bo = open_to_all.guest("Ada"), open_to_all.guest("Bo")
    ids = {}
    for name, code in (("Shooting stars", GOOD), ("Half done", WRONG), ("see www.example", GOOD)):
        ids[name] = ada.post(f"{GAME}/drafts", {"code": code, "name": name}).json()["id"]
    assert ada.post(f"{GAME}/drafts", {"code": GOOD, "name": "One more"}).status_code == 429
    for name, status in (("Half done", 409), ("see www.example", 422), ("Shooting stars", 200)):
        assert ada.put(f"/api/me/drafts/{ids[name]}", {"public": True}).status_code == status, name
    assert bo.put(f"/api/me/drafts/{ids['Half done']}", {"public": True}).status_code == 404
    (seen,) = bo.get(f"{GAME}/drafts").json()["drafts"]
    assert (seen["name"], seen["author"], seen["mine"]) == ("Shooting stars", "Ada", False)
    page = bo.get("/games/hop_plie/collection").text
    assert "Shooting stars" in page
    assert "Take it out" not in page
    assert "Take it out" in ada.get("/games/hop_plie/collection").text
    ada.put(f"/api/me/drafts/{ids['Shooting stars']}", {"public": False})
    assert bo.get(f"{GAME}/drafts").json()["drafts"] == []


def test_what_is_drawn_moves_along_to_another_device(open_to_all: House) -> None:
    phone, tablet = open_to_all.guest("Cleo"), open_to_all.guest()
    phone.post(f"{GAME}/drafts", {"code": GOOD, "name": "Mine"})
    code = phone.post("/api/me/recovery").json()["code"]
    tablet.post("/api/me/recover", {"code": code})
    assert [each["name"] for each in tablet.get(f"{GAME}/drafts/mine").json()["drafts"]] == ["Mine"]
    assert phone.get(f"{GAME}/drafts/mine").json()["drafts"] == []


@pytest.mark.slow
def test_bots_try_how_hard_it_is_while_somebody_waits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.think.trials.GAMES", 1)
    monkeypatch.setattr("ludotheque.answers.drafts.GAMES", 1)
    guest = house.guest()
    assert guest.get(f"{GAME}/drafts/difficulty", code=WRONG).status_code == 409
    parts, until = [0.0], time.monotonic() + 100
    while time.monotonic() < until:
        told = guest.get(f"{GAME}/drafts/difficulty", code=GOOD).json()
        parts.append(told["part"])
        if told["words"]:
            break
        time.sleep(0.3)
    assert parts == sorted(parts)
    assert told["beside"] == "alike", "it is the game's own"
    assert (told["total"], told["done"]) == (2, 2)
    assert "of 1 games won" in told["words"]
