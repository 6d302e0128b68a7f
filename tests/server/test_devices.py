"""One person on two devices: the link works once, for a while, and only when the first device allows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludotheque.server.http import devices
from ludotheque.server.http.devices import kind_of
from ludotheque.tables.log import now_ms
from tests.server.house import ME, OPEN, Guest, House, ok, open_house, refused, settings

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"


def shown(person: Guest) -> str:
    """The key in the link that a device shows."""
    offer = ok(person.post("/api/me/devices"))
    assert offer["qr"].startswith("<?xml") or offer["qr"].startswith("<svg")
    link, _, key = offer["url"].partition("#")
    assert link.endswith("/device")
    return str(key)


def asks(device: Guest, key: str) -> str:
    """A device asks; the number it shows."""
    told = ok(device.post("/api/devices/ask", {"key": key}))
    assert told["state"] == "asked"
    return str(told["number"])


def answers(person: Guest, number: str, *, allow: bool = True) -> str:
    return str(ok(person.post("/api/me/devices/answer", {"number": number, "allow": allow}))["state"])


def who(device: Guest) -> str:
    return str(ok(device.get("/api/me"))["visitor"])


def test_a_second_device_is_the_same_person_once_the_first_has_allowed_it(house: House) -> None:
    ada, phone, bo = house.guest("Ada"), house.guest(), house.guest("Bo")
    phone.http.headers["user-agent"] = PHONE
    theirs = ada.opens("hopsy", ME, OPEN)
    found_on_the_phone = bo.opens("hopsy", ME, OPEN)
    phone.sits(found_on_the_phone, 1, nickname="Ada")
    key = shown(ada)
    assert ok(phone.post("/api/devices/look", {"key": key})) == {"state": "offered", "nickname": "Ada", "number": ""}
    assert ok(ada.get("/api/me/devices"))["state"] == "offered"
    number = asks(phone, key)
    assert re.fullmatch(r"[1-9]\d\d", number)
    asked = ok(ada.get("/api/me/devices"))
    assert (asked["state"], asked["number"], asked["kind"]) == ("asked", number, "phone")
    assert 0 < asked["seconds"] <= devices.SECONDS
    assert ok(phone.post("/api/devices/take", {"key": key}))["state"] == "asked", "nothing before it is allowed"
    assert who(phone) != who(ada)
    assert answers(ada, number) == "allowed"
    taken = phone.post("/api/devices/take", {"key": key})
    assert ok(taken)["state"] == "taken"
    assert "HttpOnly" in taken.headers["set-cookie"]
    assert who(phone) == who(ada)
    assert ok(ada.get("/api/me/devices"))["state"] == "taken"
    assert phone.sees(theirs)["you"] == ada.sees(theirs)["you"] == [0], "both devices have the seat"
    assert ada.sees(found_on_the_phone)["you"] == [1], "what the phone had has come along"


def test_an_answer_that_got_lost_can_be_asked_for_again(house: House) -> None:
    ada, phone = house.guest("Ada"), house.guest()
    before = dict(phone.http.cookies)
    key = shown(ada)
    number = asks(phone, key)
    assert asks(phone, key) == number, "asking again is the same question"
    assert answers(ada, number) == answers(ada, number) == "allowed"
    ok(phone.post("/api/devices/take", {"key": key}))
    phone.http.cookies.clear()
    phone.http.cookies.update(before)
    assert ok(phone.post("/api/devices/take", {"key": key}))["state"] == "taken"
    assert who(phone) == who(ada)


def test_who_is_refused_gets_nothing(house: House) -> None:
    ada, phone = house.guest("Ada"), house.guest()
    key = shown(ada)
    number = asks(phone, key)
    assert answers(ada, number, allow=False) == "refused"
    refused(ada.post("/api/me/devices/answer", {"number": number, "allow": True}), "not-now")
    assert ok(phone.post("/api/devices/take", {"key": key}))["state"] == "refused"
    assert ok(phone.post("/api/devices/ask", {"key": key}))["state"] == "refused"
    assert who(phone) != who(ada)


def test_a_link_works_for_one_device(house: House) -> None:
    ada, phone, eve = house.guest("Ada"), house.guest(), house.guest()
    key = shown(ada)
    number = asks(phone, key)
    for step in ("look", "ask", "take"):
        refused(eve.post(f"/api/devices/{step}", {"key": key}), "wrong-code")
    answers(ada, number)
    ok(phone.post("/api/devices/take", {"key": key}))
    for step in ("look", "ask", "take"):
        refused(eve.post(f"/api/devices/{step}", {"key": key}), "wrong-code")
    assert who(eve) != who(ada)


def test_a_new_link_replaces_the_old_one(house: House) -> None:
    ada, phone = house.guest("Ada"), house.guest()
    old = shown(ada)
    number = asks(phone, old)
    shown(ada)
    refused(phone.post("/api/devices/take", {"key": old}), "wrong-code")
    refused(ada.post("/api/me/devices/answer", {"number": number, "allow": True}), "not-now")


def test_only_the_person_themselves_allows_it(house: House) -> None:
    ada, phone, eve = house.guest("Ada"), house.guest(), house.guest("Eve")
    key = shown(ada)
    number = asks(phone, key)
    for other in (eve, phone):
        refused(other.post("/api/me/devices/answer", {"number": number, "allow": True}), "not-now")
    shown(eve)
    refused(eve.post("/api/me/devices/answer", {"number": number, "allow": True}), "not-now")
    wrong = "100" if number != "100" else "101"
    refused(ada.post("/api/me/devices/answer", {"number": wrong, "allow": True}), "not-now")
    assert ok(phone.post("/api/devices/take", {"key": key}))["state"] == "asked"
    refused(ada.post("/api/devices/ask", {"key": shown(ada)}), "not-now")


def test_a_link_is_soon_too_old(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, phone = house.guest("Ada"), house.guest()
    key = shown(ada)
    number = asks(phone, key)
    later = now_ms() + devices.SECONDS * 1000 + 1000
    with monkeypatch.context() as passed:
        passed.setattr(devices, "now_ms", lambda: later)
        assert ok(ada.get("/api/me/devices"))["state"] == "none"
        refused(ada.post("/api/me/devices/answer", {"number": number, "allow": True}), "not-now")
        for step in ("look", "ask", "take"):
            refused(phone.post(f"/api/devices/{step}", {"key": key}), "wrong-code")
    answers(ada, number)
    with monkeypatch.context() as passed:
        passed.setattr(devices, "now_ms", lambda: later)
        refused(phone.post("/api/devices/take", {"key": key}), "wrong-code")
    assert who(phone) != who(ada)


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def test_each_step_may_be_another_process(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The state is in the database: two servers with the same one are as good as one."""
    url = request.getfixturevalue("postgres_url") if database == "postgres" else ""
    with open_house(settings(tmp_path, database=url)) as one, open_house(settings(tmp_path, database=url)) as two:
        ada, phone, eve = one.guest("Ada"), two.guest(), two.guest()
        key = shown(ada)
        ada.http.base_url = two.address
        number = asks(phone, key)
        eve.http.base_url = one.address
        refused(eve.post("/api/devices/ask", {"key": key}), "wrong-code")
        assert ok(ada.get("/api/me/devices"))["number"] == number
        phone.http.base_url = one.address
        assert answers(ada, number) == "allowed"
        assert ok(phone.post("/api/devices/take", {"key": key}))["state"] == "taken"
        assert who(phone) == who(ada)


def test_keys_cannot_be_guessed(tmp_path: Path) -> None:
    with open_house(settings(tmp_path)) as house:
        ada, eve, phone = house.guest("Ada"), house.guest(), house.guest()
        key = shown(ada)
        assert len(key) >= 32
        for _ in range(30):
            refused(eve.post("/api/devices/look", {"key": key[:-1] + "~"}), "wrong-code")
        refused(eve.post("/api/devices/look", {"key": "A" * 32}), "too-many")
        assert ok(phone.post("/api/devices/look", {"key": key}))["nickname"] == "Ada", "a right key is not a guess"


def test_a_seat_s_token_is_nobody_s_device(house: House) -> None:
    robot = house.guest()
    token = ok(robot.post("/api/tables", {"game": "hopsy", "token": True}))["token"]
    for call in ("/api/me/devices", "/api/devices/look", "/api/devices/ask", "/api/devices/take"):
        answer = robot.http.post(call, json={"key": "x"}, headers={"authorization": f"Bearer {token}"})
        refused(answer, "not-your-seat")


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (PHONE, "phone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "phone"),
        ("Mozilla/5.0 (Linux; Android 15; Tab S9) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", "tablet"),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148", "tablet"),
        ("Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0", "computer"),
        ("", "computer"),
    ],
)
def test_devices_are_told_apart(agent: str, kind: str) -> None:
    assert kind_of(agent) == kind
