"""A game begun in the app goes on at the server that the app came from, with a guest, and comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.app.site import Person, Site
from tests.server.house import open_house, settings

pytestmark = pytest.mark.slow


class Below(Site):
    """The app as a server has it."""

    def __init__(self, address: str) -> None:
        self.address = address

    @property
    def url(self) -> str:
        return f"{self.address}/app/"


def test_a_game_goes_there_and_back(browser: Browser, built: Path, tmp_path: Path) -> None:
    with open_house(settings(tmp_path / "data", app=str(built))) as house:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        ada, bob = Person(context, Below(house.address)), house.guest("Bob")
        ada.open_table("hopsy", "me", "novice")
        beside = context.new_page()
        beside.goto(house.address)
        beside.bring_to_front()
        assert ada.ask("GET", "/me")["visitor"] == "me", "pages of the server are not asked what only the app knows"
        ada.frame.locator("#invite summary").click()
        ada.frame.locator("#carry button").last.click()
        expect(ada.page.locator(".seats li")).to_have_count(2, timeout=30_000)
        table = ada.page.url.rpartition("/")[2]
        assert ada.page.url == f"{house.address}/t/{table}"
        bob.sits(table, 1)
        expect(ada.page.locator("#seats")).to_contain_text("Bob")
        bob.does(table, 1, "resign")
        expect(ada.page.locator("#rematch")).to_be_visible()
        ada.page.locator("#elsewhere").get_by_text("Take this game along").click()
        ada.ready()
        expect(ada.page).to_have_url(re.compile(r"/app/t/\w+$"), timeout=60_000)
        expect(ada.frame.locator("#seats")).to_contain_text("Bob")
        expect(ada.frame.locator("#rematch")).to_be_visible()
        context.close()
        assert ada.troubles == []
