"""Who may do what, and what nobody may: cookies, tokens, origins, sizes, rates, headers, journal."""

from __future__ import annotations

import base64
import hashlib
import hmac
import importlib.util
import logging
from pathlib import Path

import httpx
import pytest

from ludotheque.core.text import Refusal
from ludotheque.server import journal
from ludotheque.server.http import identity
from ludotheque.server.http.identity import Signer
from ludotheque.server.http.limits import Rate
from ludotheque.server.settings import Settings
from ludotheque.tables.opening import tidy_nickname
from tests.server.house import ME, OPEN, Guest, House, ok, open_house, refused, settings


def test_cookies_are_signed_and_kept_from_scripts(house: House) -> None:
    answer = httpx.get(f"{house.address}/api/me")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    value = answer.cookies["visitor"]
    visitor = answer.json()["visitor"]
    again = httpx.get(f"{house.address}/api/me", cookies={"visitor": value})
    assert again.json()["visitor"] == visitor
    assert "set-cookie" not in again.headers
    changed = value[:-2] + ("AA" if not value.endswith("AA") else "BB")
    for forged in (changed, value.partition(".")[0], "x." + value.partition(".")[2], "é", "." * 300):
        other = httpx.get(f"{house.address}/api/me", headers=[(b"cookie", f"visitor={forged}".encode())])
        assert other.json()["visitor"] != visitor
        assert "set-cookie" in other.headers


def test_the_key_is_made_once_and_is_ours_alone(tmp_path: Path) -> None:
    key = identity.signing_key(tmp_path / "data")
    assert len(key) == 32
    assert identity.signing_key(tmp_path / "data") == key
    assert (tmp_path / "data" / "signing.key").stat().st_mode & 0o777 == 0o600
    assert Signer(key).visitor(Signer(key).cookie("v")) == "v"
    assert Signer(key).visitor(Signer(b"other").cookie("v")) is None


def test_what_proves_a_page_is_another_each_time_and_one_of_earlier_versions_still_does() -> None:
    signer = Signer(b"key")
    given = [signer.csrf("ada") for _ in range(3)]
    assert len(set(given)) == 3
    assert all(signer.csrf_proved("ada", each) for each in given)
    assert not any(signer.csrf_proved("bo", each) for each in given)
    for forged in ("", ".", "salt.", given[0].partition(".")[2], "x" + given[0]):
        assert not signer.csrf_proved("ada", forged)
    earlier = base64.urlsafe_b64encode(hmac.new(b"key", b"csrf:ada", hashlib.sha256).digest()[:24]).decode()
    assert signer.csrf_proved("ada", earlier)


def test_somebody_else_s_cookie_is_refused(house: House) -> None:
    """A cookie proves a visitor; one made up from another's id, or another server's, proves nobody."""
    ada, eve = house.guest(), house.guest()
    table = ada.opens("hopsy", ME, ME)
    move = ada.sees(table, plain=1)["moves"][0]
    own_id = ada.http.cookies["visitor"].partition(".")[0]
    eve.http.cookies.set("visitor", f"{own_id}.{eve.http.cookies['visitor'].partition('.')[2]}", domain="127.0.0.1")
    refused(eve.plays(table, 0, move), "not-your-seat")
    assert eve.sees(table)["you"] == []


def test_requests_of_other_sites_are_refused(house: House) -> None:
    ada = house.guest()
    body = {"game": "hopsy", "seats": [ME, ME]}
    refused(ada.http.post("/api/tables", json=body), "no-csrf")
    refused(ada.http.post("/api/tables", json=body, headers={"x-csrf": house.guest().csrf}), "no-csrf")
    refused(ada.http.post("/api/tables", json=body, headers=[(b"x-csrf", "é".encode())]), "no-csrf")
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = ada.http.post("/api/tables", json=body, headers={"x-csrf": ada.csrf, **headers})
        refused(answer, "wrong-origin")
        fresh = httpx.post(f"{house.address}/api/tables", json=body, headers=headers)
        refused(fresh, "wrong-origin")
    same = ada.http.post("/api/tables", json=body, headers={"x-csrf": ada.csrf, "origin": house.address})
    assert same.status_code == 201


def test_every_answer_carries_a_strict_policy(house: House) -> None:
    for path in ("/api/me", "/api/games", "/healthz", "/api/tables/nosuchtable2", "/nothing", "/openapi.json"):
        answer = httpx.get(house.address + path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_token_speaks_for_one_table_only(house: House) -> None:
    ada = house.guest()
    one, two = ada.opens("hopsy", ME, OPEN), ada.opens("hopsy", ME, OPEN)
    robot = httpx.Client(base_url=house.address)
    token = ok(robot.post(f"/api/tables/{one}/seats/1", json={"token": True, "nickname": "Robot"}))["token"]
    robot = httpx.Client(base_url=house.address, headers={"authorization": f"Bearer {token}"})
    assert robot.get(f"/api/tables/{one}").json()["you"] == [1]
    assert robot.get(f"/api/tables/{two}").json()["you"] == []
    refused(robot.post(f"/api/tables/{two}/seats/1", json={}), "not-your-seat")
    refused(robot.post("/api/tables", json={"game": "hopsy"}), "not-your-seat")
    refused(robot.post("/api/me/recovery"), "not-your-seat")
    refused(robot.put("/api/me", json={"nickname": "x"}), "not-your-seat")
    wrong = httpx.get(f"{house.address}/api/tables/{one}", headers={"authorization": "Bearer seat_x"})
    refused(wrong, "wrong-token")


def test_a_recovery_code_moves_all_seats_once(house: House) -> None:
    ada, bo, phone = house.guest("Ada"), house.guest("Bo"), house.guest()
    one, two = ada.opens("hopsy", ME, OPEN), bo.opens("rolit", ME, OPEN)
    ada.sits(two, 1)
    code = ok(ada.post("/api/me/recovery"))["code"]
    refused(phone.post("/api/me/recover", {"code": "AAAA-BBBB-CCCC-DDDD"}), "wrong-code")
    taken = ok(phone.post("/api/me/recover", {"code": code.lower().replace("-", " ")}))
    assert sorted(taken["tables"]) == sorted([one, two])
    assert taken["nickname"] == "Ada"
    assert phone.sees(one)["you"] == [0]
    assert phone.sees(one)["owner"]
    assert phone.sees(two)["you"] == [1]
    assert ada.sees(one)["you"] == [], "the old device has handed over"
    refused(bo.post("/api/me/recover", {"code": code}), "wrong-code")
    assert {each["id"] for each in ok(phone.get("/api/me/tables"))["tables"]} == {one, two}


def test_nicknames_are_one_short_line(house: House) -> None:
    assert tidy_nickname("  Ada\n<b>  Love\u202elace ") == "Ada <b> Love lace"
    assert len(tidy_nickname("x" * 100)) == 24
    ada = house.guest("<script>alert(1)</script>")
    table = ada.opens("hopsy", ME, ME)
    assert ada.sees(table)["seats"][0]["nickname"] == "<script>alert(1)</script"[:24]


def test_visitors_are_told_nobody_s_id(house: House) -> None:
    ada, eve = house.guest("Ada"), house.guest()
    table = ada.opens("hopsy", ME, OPEN, public=True)
    secret = ada.http.cookies["visitor"].partition(".")[0]
    for path in (f"/api/tables/{table}", "/api/tables", f"/api/tables/{table}/record", "/metrics"):
        assert secret not in eve.get(path).text
    assert secret not in ada.get("/api/me").text


def test_large_and_hasty_requests_are_refused(tmp_path: Path) -> None:
    chosen = settings(tmp_path, requests_per_minute=30, tables_per_visitor=2, body_bytes=4096, tables_per_hour=4)
    with open_house(chosen) as house:
        ada = house.guest()
        refused(ada.post("/api/tables", {"game": "x" * 5000}), "too-large")

        def chunks() -> list[bytes]:
            return [b"x" * 1000] * 6

        answer = ada.http.put("/api/me", content=iter(chunks()), headers={"x-csrf": ada.csrf})
        refused(answer, "too-large")
        for _ in range(2):
            ada.opens("hopsy", ME, ME)
        refused(ada.post("/api/tables", {"game": "hopsy", "seats": [ME, ME]}), "too-many")
        for _ in range(5):
            answer = house_guest_opens(house)
        refused(answer, "too-many")
        for _ in range(40):
            answer = ada.get("/api/games")
        refused(answer, "too-many")
        assert ada.http.get("/healthz").status_code == 200


def house_guest_opens(house: House) -> httpx.Response:
    """Somebody without a cookie opens a table from the same address."""
    return httpx.post(f"{house.address}/api/tables", json={"game": "hopsy", "seats": [ME, ME]})


def test_rates() -> None:
    rate = Rate(3, 3600)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b")


def test_logs_tell_no_secrets(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "ludotheque"):
        ada = Guest(house.address, "Secretnickname")
        table = ada.opens("hopsy", ME, OPEN)
        token = ok(httpx.post(f"{house.address}/api/tables/{table}/seats/1", json={"token": True}))["token"]
        code = ok(ada.post("/api/me/recovery"))["code"]
        httpx.get(f"{house.address}/api/tables/{table}?secret=1", headers={"authorization": f"Bearer {token}"})
    written = "\n".join(f"{record.getMessage()} {getattr(record, 'fields', '')}" for record in caplog.records)
    assert "request" in written
    for secret in ("Secretnickname", token, code, table, ada.http.cookies["visitor"], ada.csrf, "secret=1"):
        assert secret not in written
    assert table[:4] in written


def test_log_lines_are_json() -> None:
    line = journal._Lines().format(logging.makeLogRecord({"msg": "hello", "levelname": "INFO", "fields": {"a": 1}}))
    assert '"event":"hello"' in line
    assert '"a":1' in line


def test_health_and_metrics(house: House) -> None:
    assert ok(httpx.get(f"{house.address}/healthz")) == {"ok": True, "database": True, "fanout": True}
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    ok(ada.plays(table, 0, ada.sees(table, plain=1)["moves"][0]))
    text = httpx.get(f"{house.address}/metrics").text
    assert 'ludotheque_moves_total{game="hopsy"}' in text
    assert "ludotheque_move_seconds_bucket" in text
    for line in text.splitlines():
        assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0


def test_behind_https_cookies_are_secure(tmp_path: Path) -> None:
    with open_house(settings(tmp_path, public_url="https://games.example")) as house:
        answer = httpx.get(f"{house.address}/api/me")
        assert "; Secure" in answer.headers["set-cookie"]
        ada = house.guest()
        table = ok(ada.post("/api/tables", {"game": "hopsy"}))
        assert table["url"] == f"https://games.example/t/{table['id']}"


@pytest.mark.parametrize(
    ("driver", "wanted"),
    [("psycopg", {"database": "postgresql://u@h/d"}), ("redis", {"redis": "redis://h"})],
)
def test_a_driver_that_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str, wanted: dict[str, str]
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == driver else found(name))
    with pytest.raises(Refusal, match=rf"{driver} is not installed: pip install 'ludotheque\[scale\]'"):
        settings(tmp_path, **wanted).check()
    settings(tmp_path).check()


def test_settings_that_cannot_work_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Redis"):
        Settings(data=tmp_path, workers=2).check()
    with pytest.raises(ValueError, match="http"):
        Settings(data=tmp_path, public_url="games.example").check()
    url = Settings(data=tmp_path, database="postgresql://u@h/d").database_url
    assert url == "postgresql+psycopg://u@h/d"
