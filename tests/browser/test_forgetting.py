"""Somebody takes their data and is forgotten, in a real browser; who only asks is still there."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.acts import api, open_table
from tests.browser.conftest import People

pytestmark = pytest.mark.slow


def test_data_and_goodbye(people: People) -> None:
    ada = people.person("Ada Oubli")
    table = open_table(ada, "hopsy", [{"kind": "me"}, {"kind": "me"}])
    ada.goto("/me")
    with ada.expect_download() as downloading:
        ada.locator("#data-get").click()
    told = json.loads(downloading.value.path().read_text(encoding="utf-8"))
    assert (told["nickname"], told["tables"][0]["id"]) == ("Ada Oubli", table)
    ada.locator("#forget").click()
    expect(ada.locator("#forget-ask")).to_contain_text("définitivement")
    expect(ada.locator("#forget-no")).to_be_focused()
    ada.locator("#forget-no").click()
    expect(ada.locator("#forget-ask")).to_be_hidden()
    assert api(ada, "GET", "/me").json()["nickname"] == "Ada Oubli"
    ada.locator("#forget").click()
    ada.locator("#forget-yes").click()
    expect(ada.locator(".toast")).to_contain_text("rien n'est plus gardé de vous")
    expect(ada.locator("#me [name=nickname]")).to_have_value("")
    expect(ada.locator(".menu-me")).to_have_text("Moi")
    assert api(ada, "GET", f"/tables/{table}").status == 404
