"""“Your turn” reaches somebody who looks at another tab: once a turn, and only there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import api, open_table, play_any, sit, visit
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
PAIR = [{"kind": "me"}, {"kind": "open"}]

# A headless browser has no other tab to look at, and no place for messages: both are played.
ELSEWHERE = """
  let hidden = false;
  Object.defineProperty(Document.prototype, "hidden", { get: () => hidden });
  window.looksElsewhere = (elsewhere) => { hidden = elsewhere; document.dispatchEvent(new Event("visibilitychange")); };
"""
MESSAGES = """
  window.told = []; window.asked = 0;
  window.Notification = class extends EventTarget {
    static permission = "default";
    static async requestPermission() { window.asked += 1; return (this.permission = "%s"); }
    constructor(title, { body }) { super(); this.title = title; window.told.push(this); }
    close() { this.closed = true; }
  };
"""


def two_at_a_table(people: People, permission: str = "granted") -> tuple[Page, Page]:
    ada, bo = people.person("Ada"), people.person("Bo")
    bo.context.add_init_script(ELSEWHERE + MESSAGES % permission)
    table = open_table(ada, "hopsy", PAIR)
    visit(bo, table)
    sit(bo, 1)
    expect(ada.locator("#turn")).to_contain_text("À vous de jouer")
    return ada, bo


def looks_elsewhere(page: Page, *, elsewhere: bool) -> None:
    page.evaluate("(elsewhere) => window.looksElsewhere(elsewhere)", elsewhere)


def test_title_and_icon_call_and_go_back(people: People) -> None:
    ada, bo = two_at_a_table(people)
    icon = bo.locator('link[rel="icon"]')
    before = bo.title()
    looks_elsewhere(bo, elsewhere=True)
    play_any(ada, 1)
    expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
    assert bo.title().startswith("🔔 À vous de jouer"), bo.title()
    assert bo.request.get("/static/icon-turn.svg").ok
    looks_elsewhere(bo, elsewhere=False)
    expect(icon).to_have_attribute("href", "/static/icon.svg")
    assert bo.title().startswith("▶ À vous de jouer")
    play_any(bo, 2)
    expect(bo.locator("#turn")).to_contain_text("Ada")
    assert bo.title() == before
    assert bo.evaluate("[window.asked, window.told.length]") == [0, 0], "nobody was asked or told who did not want it"


def test_nobody_is_called_who_is_looking(people: People) -> None:
    ada, bo = two_at_a_table(people)
    bo.locator("#notify").click()
    expect(bo.locator("#notify")).to_have_attribute("aria-pressed", "true")
    play_any(ada, 1)
    expect(bo.locator("#turn")).to_contain_text("À vous de jouer")
    looks_elsewhere(bo, elsewhere=True)  # the turn was seen: leaving calls nobody
    expect(bo.locator('link[rel="icon"]')).to_have_attribute("href", "/static/icon.svg")
    assert bo.evaluate("window.told.length") == 1, "only how it will look"


def test_a_message_once_a_turn_for_those_who_asked_for_it(people: People) -> None:
    ada, bo = two_at_a_table(people)
    assert bo.evaluate("window.asked") == 0, "never by itself"
    bo.locator("#notify").click()
    expect(bo.locator(".toast")).to_be_visible()
    assert bo.evaluate("window.asked") == 1
    looks_elsewhere(bo, elsewhere=True)
    play_any(ada, 1)
    bo.wait_for_function("window.told.length === 2")
    assert bo.evaluate("window.told[1].title") == "À vous de jouer"
    api(ada, "POST", f"/tables/{ada.url.rsplit('/', 1)[1]}/actions", {"seat": 0, "action": "phrase", "phrase": "bravo"})
    looks_elsewhere(bo, elsewhere=False)
    assert bo.evaluate("window.told[1].closed") is True, "who has come needs no message"
    looks_elsewhere(bo, elsewhere=True)
    looks_elsewhere(bo, elsewhere=False)
    assert bo.evaluate("window.told.length") == 2, "once a turn"
    bo.locator("#notify").click()
    expect(bo.locator("#notify")).to_have_attribute("aria-pressed", "false")
    play_any(bo, 2)
    looks_elsewhere(bo, elsewhere=True)
    play_any(ada, 3)
    expect(bo.locator('link[rel="icon"]')).to_have_attribute("href", "/static/icon-turn.svg")
    assert bo.evaluate("window.told.length") == 2, "switched off again"


def test_a_browser_that_refuses_is_told_of(people: People) -> None:
    ada, bo = two_at_a_table(people, "denied")
    bo.locator("#notify").click()
    expect(bo.locator(".toast")).to_be_visible()
    expect(bo.locator("#notify")).to_have_attribute("aria-pressed", "false")
    looks_elsewhere(bo, elsewhere=True)
    play_any(ada, 1)
    expect(bo.locator('link[rel="icon"]')).to_have_attribute("href", "/static/icon-turn.svg")
    assert bo.evaluate("window.told.length") == 0


def test_a_browser_without_messages_is_told_of(people: People) -> None:
    _, bo = two_at_a_table(people)
    bo.evaluate("delete window.Notification")
    bo.locator("#notify").click()
    expect(bo.locator(".toast")).to_be_visible()
    expect(bo.locator("#notify")).to_have_attribute("aria-pressed", "false")
