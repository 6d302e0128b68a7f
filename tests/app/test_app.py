"""The app in a real browser, from files alone: whole games, no network, killed tabs, two tabs, a new version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ludotheque.app.folder import write
from tests.app.house import PYODIDE
from tests.app.site import BELOW, Person, Site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide is not installed: npm ci")
    root = tmp_path_factory.mktemp("space")
    write(root / BELOW, PYODIDE)
    running = Site(root)
    yield running
    running.shut()


@pytest.fixture(scope="module")
def person(browser: Browser, site: Site) -> Iterator[Person]:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    somebody = Person(context, site)
    yield somebody
    context.close()
    assert somebody.troubles == []


def test_a_whole_game_against_a_bot_without_a_network(person: Person, site: Site) -> None:
    """The first visit has fetched everything: after it, nothing is asked of anybody."""
    expect(person.page.locator("body[data-whole]")).to_be_attached(timeout=60_000)
    site.shut()
    try:
        person.page.reload()
        person.ready()
        expect(person.frame.locator("a.box")).to_have_count(5)
        table = person.open_table("hopsy", "me", "novice")
        assert person.page.url == f"{site.url}t/{table}"
        person.play(lambda: person.frame.locator("#rematch").is_visible())
        moves = person.moves()
        person.page.reload()
        person.ready()
        expect(person.frame.locator("#rematch")).to_be_visible()
        assert person.moves() == moves, "what was played is kept"
        assert person.ask("GET", f"/tables/{table}")["over"]
    finally:
        site.open()
