"""Nothing compiled, and a core kept busy: what a person waits for, by the clock of their pages."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ludotheque.core.boards.compiled import compiles
from tests.browser.acts import MOVES, NEXT, api, play_any
from tests.browser.conftest import People
from tests.cases import OURS
from tests.server.cold import ANSWER_SECONDS, BOARD_SECONDS, cold_server

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not compiles(), reason="nothing is compiled here")]

_NOTE = """
addEventListener("click", () => (localStorage.pressed = Date.now()), true);
new MutationObserver(() => {
  const since = Date.now() - Number(localStorage.pressed);
  if (document.querySelector(%r)) window.firstBoard ??= since;
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""How long after what was pressed last there is something to choose at a table."""


def _opened(page: Page, game: str) -> None:
    """Opens a table against a bot, as a newcomer does."""
    page.goto(f"/games/{game}")
    expect(page.locator("#seating li").first).to_be_visible()
    page.locator("#new-table button[type=submit]").click(no_wait_after=True)


def _answer(page: Page) -> float:
    """Plays until the bot is asked for something: how long it takes then."""
    table = page.url.rpartition("/")[2]
    while True:
        expect(page.locator(NEXT).first).to_be_visible()
        moves = page.locator(MOVES).count()
        play_any(page, moves + 1)
        began = time.monotonic()
        told = api(page, "GET", f"/tables/{table}").json()
        if 1 in told["waiting"] or told["moves"][-1]["seat"] == 1:
            page.wait_for_function(
                "([moves, n]) => document.querySelectorAll(moves).length > n", arg=[MOVES, moves + 1]
            )
            return time.monotonic() - began


def test_five_boxes_are_opened_at_once(browser: Browser, tmp_path: Path) -> None:
    with cold_server(tmp_path) as (address, busy):
        people = People(browser, address)
        pages = {game: people.person("Ada", newcomer=True) for game in OURS}
        for game, page in pages.items():
            page.add_init_script(_NOTE % NEXT)
            _opened(page, game)
        for page in pages.values():
            page.wait_for_url("**/t/*")
            expect(page.locator(NEXT).first).to_be_attached()
        boards = {game: page.evaluate("window.firstBoard") / 1000 for game, page in pages.items()}
        answers = {game: _answer(page) for game, page in pages.items()}
        patience = busy.patience()
        for context in people.contexts:
            context.close()
    assert max(boards.values()) < BOARD_SECONDS * patience, (boards, patience)
    assert max(answers.values()) < ANSWER_SECONDS * patience, (answers, patience)
    assert not people.troubles
