"""Plic-Plac as a memory game: there is time to look, a cut is timed, and nobody leaves the game by a slip."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import MOVES, open_table, sit, visit
from tests.browser.conftest import People

pytestmark = pytest.mark.slow

ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot", "bot": "novice"}, {"kind": "open"}
UP = '#board g.item.up[data-id^="card-"]'
CARDS = '#board g.item.next[data-id^="card-"]'


def say(page: Page, verb: str) -> Locator:
    return page.locator(f'.choices [data-id="say-{verb}"]')


def my_look(page: Page) -> None:
    """It is for me to pick a secret card."""
    expect(page.locator("#turn")).to_contain_text("À vous", timeout=60_000)
    expect(page.locator(CARDS).first).to_be_visible()


def shown(page: Page) -> None:
    """Shows two cards."""
    my_look(page)
    page.locator(CARDS).first.click()
    say(page, "plic-plac").click()
    page.locator(CARDS).last.click()


def show_until(page: Page, words: str) -> None:
    """Shows two cards turn after turn, until that is what it came to."""
    for _ in range(30):
        shown(page)
        expect(page.locator("#turn small")).to_contain_text(re.compile("reviennent|empoche|coupe"))
        if page.locator("#turn small").filter(has_text=words).count():
            return
        my_look(page)
    raise AssertionError(f"it never came to {words!r}")


def test_cards_that_go_back_can_be_looked_at(people: People, picture: Callable[..., None]) -> None:
    page = people.person("Ada", width=390, height=844)
    open_table(page, "plic_plac", [ME, BOT], cards="4x4")
    show_until(page, "reviennent")
    began = time.monotonic()
    expect(page.locator(UP)).to_have_count(2)
    expect(page.locator("#ring svg")).to_be_visible()
    expect(page.get_by_role("button", name="Vu, on continue")).to_be_visible()
    picture(page, "memory-look-390")
    moves = page.locator(MOVES).count()
    page.wait_for_function("([moves, n]) => document.querySelectorAll(moves).length > n", arg=[MOVES, moves])
    assert time.monotonic() - began > 2, "the bot did not wait"


def test_a_tap_is_enough(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "plic_plac", [ME, BOT], cards="4x4", look="8")
    show_until(page, "reviennent")
    began = time.monotonic()
    page.get_by_role("button", name="Vu, on continue").click()
    moves = page.locator(MOVES).count()
    page.wait_for_function("([moves, n]) => document.querySelectorAll(moves).length > n", arg=[MOVES, moves])
    assert time.monotonic() - began < 7, "the bot waited for somebody who had seen enough"


def test_somebody_quick_takes_nothing_away_from_the_others(people: People) -> None:
    """Who goes on at once does so; whoever still looks is shown it when they have looked."""
    ada, bo = people.person("Ada"), people.person("Bo")
    for page in (ada, bo):
        page.clock.install(time=0)
    table = open_table(ada, "plic_plac", [ME, OPEN], cards="4x4", look="8", cut="5")
    visit(bo, table)
    sit(bo, 1, "Bo")
    for page in (ada, bo):
        page.clock.pause_at(
            page.evaluate("Date.now() / 1000") + 1
        )  # for them time stands still: what they see is not a matter of luck
    mover, other = (ada, bo) if ada.locator("#turn.mine").count() else (bo, ada)
    for _ in range(20):
        shown(mover)
        expect(mover.locator("#turn small")).to_contain_text(re.compile("reviennent|empoche|coupe"))
        if mover.locator("#turn small").filter(has_text="reviennent").count():
            break
        if mover.locator("#turn small").filter(has_text="coupe").count():
            expect(mover.locator("#turn small")).to_contain_text("empoche", timeout=30_000)
        mover, other = other, mover
    expect(mover.locator(UP)).to_have_count(2)
    expect(other.locator(UP)).to_have_count(2)
    other.locator(CARDS).first.click()
    expect(say(other, "pass")).to_be_visible()
    assert mover.locator(UP).count() == 2, "the cards were taken from under their eyes"
    mover.clock.run_for(8100)
    expect(mover.locator(UP)).to_have_count(0)


def test_a_cut_is_timed(people: People, picture: Callable[..., None]) -> None:
    """The ring shrinks, and when nobody has cut the game goes on by itself."""
    ada, bo = people.person("Ada"), people.person("Bo", width=320, height=568)
    table = open_table(ada, "plic_plac", [ME, OPEN], cards="2x6", cut="5")
    visit(bo, table)
    sit(bo, 1, "Bo")
    mover, other = (ada, bo) if ada.locator("#turn.mine").count() else (bo, ada)
    for _ in range(20):
        shown(mover)
        expect(mover.locator("#turn small")).to_contain_text(re.compile("reviennent|empoche|coupe"))
        if mover.locator("#turn small").filter(has_text="coupe").count():
            break
        mover, other = other, mover
    expect(other.locator("#ring svg")).to_be_visible()
    expect(say(other, "let-go")).to_be_visible()
    picture(other, "memory-cut")
    expect(mover.locator("#turn small")).to_contain_text("empoche 2 cartes", timeout=30_000)
    expect(say(other, "let-go")).to_have_count(0)


def test_a_blocage_is_asked_about_first(people: People, picture: Callable[..., None]) -> None:
    page = people.person("Ada", width=390, height=844)
    open_table(page, "plic_plac", [ME, BOT, BOT], cards="4x4", players="3", look="2")
    my_look(page)
    said = page.locator(MOVES).filter(has_text=re.compile("joueur 1.*blocage", re.IGNORECASE))
    say(page, "blocage").click()
    expect(page.locator("#ask-text")).to_contain_text("vous ne jouez plus")
    picture(page, "memory-blocage-390")
    page.locator("#ask").get_by_role("button", name="Non").click()
    expect(page.locator("#ask")).to_be_hidden()
    assert said.count() == 0, "a slip was played"
    say(page, "blocage").click()
    page.locator("#ask").get_by_role("button", name="Oui").click()
    expect(page.locator("#ask-text")).to_contain_text("Il reste une paire")
    assert said.count() == 1
    moves = page.locator(MOVES).count()
    page.wait_for_function("([moves, n]) => document.querySelectorAll(moves).length > n + 3", arg=[MOVES, moves])
    expect(page.locator("#ask-text")).to_contain_text("Il reste une paire")
    page.locator("#ask").get_by_role("button", name="D'accord").click()
    expect(page.locator("#ask")).to_be_hidden()
    expect(page.locator("#choices")).to_contain_text("personne ne vous attend")
    picture(page, "memory-out-390")
