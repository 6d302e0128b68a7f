"""A game begun in the app goes on at the server that the app came from, with a guest, and comes back."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

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
        beside, asked = context.new_page(), list[str]()
        beside.on("request", lambda request: asked.append(request.url))
        beside.goto(house.address)
        beside.bring_to_front()
        assert ada.ask("GET", "/me")["visitor"] == "me", "pages of the server are not asked what only the app knows"
        assert not [url for url in asked if "/app/" in url], "nor do they load anything of it"
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


def away_for(alive: Callable[[], Awaitable[bool]], times: int) -> Callable[[], Coroutine[Any, Any, bool]]:
    """It is not well when it is asked so often, and then it is."""
    left = iter(range(times))

    async def asked() -> bool:
        return next(left, None) is None and await alive()

    return asked


def test_what_needs_a_network_goes_and_comes_with_it(browser: Browser, built: Path, tmp_path: Path) -> None:
    """Greyed out with a word of why while there is none, and offered again at once when there is."""
    with open_house(settings(tmp_path / "data", app=str(built))) as house:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        ada = Person(context, Below(house.address), "games/rolit")
        page = ada.page.frame_locator("iframe.page")
        away, way = page.locator(".mode.away"), page.get_by_role("link", name="Play it online")
        for _ in range(2):
            expect(way).to_be_visible()
            expect(way).to_have_attribute("href", "/games/rolit")
            expect(away).to_be_hidden()
            context.set_offline(True)
            expect(away).to_contain_text("Needs a network and a server")
            expect(way).to_be_hidden()
            context.set_offline(False)
        house.services.fanout.alive = away_for(house.services.fanout.alive, times=2)  # type: ignore[method-assign]
        ada.inside("/games/rolit")
        expect(away).to_contain_text("Needs a network and a server")
        expect(way).to_be_visible()  # it was away for a moment, and nobody had to ask again
        ada.inside("/games/hop_plie/draw")
        ada.frame.locator("#draw-name").fill("Shooting stars")
        there = page.locator("#draw-print").get_by_role("link", name="Print it from there")
        expect(there).to_have_attribute("href", re.compile(r"/games/hop_plie/draw\?d=.*&name=Shooting\+stars$"))
        ada.open_table("hopsy", "me", "me")
        page.locator("#invite summary").click()
        for _ in range(2):
            expect(page.locator("#carry")).to_be_visible()
            context.set_offline(True)
            expect(page.locator("#carry")).to_be_hidden()
            expect(page.locator("#unreachable")).to_be_visible()
            context.set_offline(False)
        context.close()
        assert ada.troubles == []
