"""Plic-Plac as a memory game: there is time to look, a cut is timed, and nobody leaves the game by a slip."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import MOVES, PICKED, open_table, sit, visit
from tests.browser.conftest import People
from tests.browser.windows import TIGHT, resize

pytestmark = pytest.mark.slow

ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot", "bot": "novice"}, {"kind": "open"}
UP = '#board g.item.up[data-id^="card-"]'
CARDS = '#board g.item.next[data-id^="card-"]'


def say(page: Page, verb: str) -> Locator:
    return page.locator(f'.choices [data-id="say-{verb}"]')


LET_GO = '.choices:not(.resting) [data-id="say-let-go"]'


def my_look(page: Page) -> None:
    """It is for me to pick a secret card; what I might cut meanwhile I let go, or the page does where nothing else is
    left."""
    for _ in range(600):
        told = page.locator("#turn").inner_text()
        if "À vous" in told and "une carte secrète" in told and page.locator(CARDS).count():
            return
        page.evaluate("css => document.querySelector(css)?.click()", LET_GO)
        if page.locator("#rematch").is_visible():  # luck had it that every pair matched
            page.locator("#rematch").click()
        page.wait_for_timeout(100)
    raise AssertionError(f"it is never my turn: {told}")


def mover_of(one: Page, other: Page) -> tuple[Page, Page]:
    """Whose turn it is, and the other one."""
    while True:
        for mover, waits in ((one, other), (other, one)):
            if mover.locator("#turn.mine").count() and not waits.locator("#turn.mine").count():
                return mover, waits
        one.wait_for_timeout(50)


def shown(page: Page, turn: int) -> None:
    """Shows two cards, other ones each turn, and waits until the page knows: until then it tells what was asked."""
    my_look(page)
    announced = page.locator(MOVES).count() + 1
    page.locator(CARDS).nth(turn % page.locator(CARDS).count()).click()
    say(page, "plic-plac").click()
    expect(page.locator(PICKED)).to_have_count(1)
    expect(page.locator(MOVES)).to_have_count(announced)
    page.locator(CARDS).nth((3 * turn + 1) % page.locator(CARDS).count()).click()
    page.wait_for_function("([moves, n]) => document.querySelectorAll(moves).length > n", arg=[MOVES, announced])


def show_until(page: Page, words: str, said: str = "#turn") -> None:
    """Shows two cards turn after turn, until that is what it came to."""
    for turn in range(30):
        shown(page, turn)
        for _ in range(300):
            told = page.locator("#turn").inner_text()
            if words in page.locator(said).inner_text() and "À vous" not in told:
                return
            if "À vous" in told:
                break  # it came to something else, and the others have had their turn
            page.wait_for_timeout(50)
    raise AssertionError(f"it never came to {words!r}")


def test_cards_that_go_back_can_be_looked_at(people: People, picture: Callable[..., None]) -> None:
    page = people.person("Ada", width=390, height=844)
    open_table(page, "plic_plac", [ME, BOT], cards="4x4", look="8")
    show_until(page, "reviennent")
    began = time.monotonic()
    expect(page.locator(UP)).to_have_count(2)
    expect(page.locator("#ring svg")).to_be_visible()
    expect(page.get_by_role("button", name="Vu, on continue")).to_be_visible()
    picture(page, "memory-look-390")
    moves = page.locator(MOVES).count()
    page.wait_for_function("([moves, n]) => document.querySelectorAll(moves).length > n", arg=[MOVES, moves])
    assert time.monotonic() - began > 4, "the bot did not wait"


def test_a_newcomer_reads_what_it_came_to_in_every_window(people: People) -> None:
    """By the coach, or where there is no room for it, by the board's own words; never twice."""
    page = people.person("Ada", newcomer=True)
    open_table(page, "plic_plac", [ME, BOT], cards="4x4", look="8")
    show_until(page, "reviennent", "#coach-line")
    for size in (*TIGHT, (1024, 768), (1280, 800)):
        resize(page, *size)
        said = [page.locator(place).inner_text() for place in ("#coach-line", "#turn") if page.is_visible(place)]
        assert sum("reviennent" in each for each in said) == 1, (size, said)
    page.get_by_role("button", name="Vu, on continue").click()
    expect(page.locator("#coach-line")).not_to_contain_text("reviennent")


def test_a_tap_is_enough(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "plic_plac", [ME, BOT], cards="4x4", look="8")
    show_until(page, "reviennent")
    began, moves = time.monotonic(), page.locator(MOVES).count()
    page.get_by_role("button", name="Vu, on continue").click()
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
    mover, other = mover_of(ada, bo)
    for turn in range(20):
        shown(mover, turn)
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
    mover, other = mover_of(ada, bo)
    for turn in range(20):
        shown(mover, turn)
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
    ada, bo = people.person("Ada", width=390, height=844), people.person("Bo")
    table = open_table(ada, "plic_plac", [ME, OPEN], cards="4x4", look="2")
    visit(bo, table)
    sit(bo, 1, "Bo")
    _, page = mover_of(ada, bo)  # also who is not waited for may call it
    other = bo if page is ada else ada
    said = page.locator(MOVES).filter(has_text=re.compile("blocage", re.IGNORECASE))
    say(page, "blocage").click()
    expect(page.locator("#ask-text")).to_contain_text("vous ne jouez plus")
    picture(page, "memory-blocage")
    page.locator("#ask").get_by_role("button", name="Non").click()
    expect(page.locator("#ask")).to_be_hidden()
    assert said.count() == 0, "a slip was played"
    say(page, "blocage").click()
    page.locator("#ask").get_by_role("button", name="Oui").click()
    expect(page.locator("#ask-text")).to_contain_text("Il reste une paire")
    expect(said).to_have_count(1)
    my_look(other)
    other.locator(CARDS).first.click()
    say(other, "pass").click()
    expect(page.locator("#turn small")).to_contain_text("une carte secrète")
    expect(page.locator("#ask-text")).to_contain_text("Il reste une paire")
    page.locator("#ask").get_by_role("button", name="D'accord").click()
    expect(page.locator("#ask")).to_be_hidden()
    expect(page.locator("#choices")).to_contain_text("personne ne vous attend")
    picture(page, "memory-out")


def test_a_blocage_is_asked_about_also_in_the_middle_of_another_choice(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "plic_plac", [ME], players="1")
    my_look(page)
    page.locator(CARDS).first.click()
    say(page, "plic-plac").click()
    expect(page.locator(PICKED)).to_have_count(1)
    say(page, "blocage").click()
    expect(page.locator("#ask-text")).to_contain_text("Si c'est faux")
    page.locator("#ask").get_by_role("button", name="Non").click()
    expect(page.locator("#ask")).to_be_hidden()
    expect(page.locator(MOVES).filter(has_text=re.compile("blocage", re.IGNORECASE))).to_have_count(0)


def test_what_happened_is_told_also_when_one_has_begun_oneself(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    open_table(page, "plic_plac", [ME, BOT], cards="4x4", look="off", cut="off")
    bots = page.locator(MOVES).filter(has_text="joueur 2 : regarde")
    for _ in range(6):
        my_look(page)
        if bots.count():
            break
        page.locator(CARDS).first.click()
        say(page, "pass").click()
    page.locator(CARDS).first.click()
    expect(say(page, "pass")).to_be_visible()
    page.locator("#coach-again").click()
    name = page.locator('[data-seat="1"] .who').inner_text()
    expect(page.locator(".toast").last).to_contain_text(f"{name} : regarde la carte")


def test_who_is_out_reads_it_before_the_device_is_handed_on(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "plic_plac", [ME, {"kind": "me", "nickname": "Bo"}])
    page.locator("#handover-ready").click()
    first = page.locator("#turn").inner_text()
    say(page, "blocage").click()
    page.locator("#ask button").first.click()
    expect(page.locator("#ask-text")).to_contain_text("Il reste une paire")
    page.wait_for_timeout(1500)
    expect(page.locator("#handover")).to_be_hidden()
    page.locator("#ask button").click()
    expect(page.locator("#handover")).to_be_visible()
    page.locator("#handover-ready").click()
    expect(page.locator("#turn")).not_to_have_text(first)
    expect(page.locator("#ask")).to_be_hidden()


def test_everybody_looks_before_the_device_is_handed_on(people: People) -> None:
    page = people.person("Ada", width=320, height=568)
    open_table(page, "plic_plac", [ME, {"kind": "me", "nickname": "Bo"}], look="8")
    ready, looks = page.locator("#handover-ready"), page.locator("#turn").filter(has_text="Regardez bien")
    mine = page.locator(f"{CARDS}, .choices:not(.resting) [data-id=say-let-go]")
    for turn in range(12):
        expect(ready.or_(mine).or_(looks).filter(visible=True).first).to_be_visible()
        if looks.count():
            break
        if ready.is_visible():
            ready.click()
            expect(mine.first).to_be_visible()
        if say(page, "let-go").count():
            say(page, "let-go").click()
            expect(say(page, "let-go")).to_have_count(0)
            continue
        page.locator(CARDS).nth(turn).click()
        say(page, "plic-plac").click()
        page.locator(CARDS).nth(turn + 3).click()
    page.get_by_role("button", name="Vu, on continue").click()
    expect(page.locator("#handover")).to_be_visible()


def test_who_may_cut_is_told_so_on_the_cover_while_the_time_runs(people: People) -> None:
    """Nobody passes a device quickly without knowing why."""
    page = people.person("Ada")
    open_table(page, "plic_plac", [ME, {"kind": "me", "nickname": "Bo"}], cut="30", look="2")
    ready, why = page.locator("#handover-ready"), page.locator("#handover-why")
    for turn in range(30):
        expect(ready).to_be_visible()
        if why.is_visible():
            break
        ready.click()
        shown(page, turn)
    expect(why).to_contain_text("peut couper")
    expect(page.locator("#ring svg")).to_be_visible()
    ring = page.locator("#ring").bounding_box()
    assert ring is not None
    covers = "([x, y]) => document.elementFromPoint(x, y).closest('#handover') !== null"
    at = [ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2]
    assert not page.evaluate(covers, at), "the time that runs is not covered"
    ready.click()
    expect(page.locator(LET_GO)).to_be_visible()
    expect(why).to_be_hidden()


def test_the_board_stays_as_it_is_from_one_question_to_the_next(people: People) -> None:
    page = people.person("Ada", width=390, height=844, newcomer=True)
    open_table(page, "plic_plac", [ME], players="1")
    board = page.locator("#board svg")
    my_look(page)
    sizes = [board.bounding_box()]  # what is not asked yet has its room already
    for turn in range(2):
        my_look(page)
        page.locator(CARDS).nth(turn).click()
        expect(say(page, "pass")).to_be_visible()
        sizes.append(board.bounding_box())
        say(page, "plic-plac").click()
        sizes.append(board.bounding_box())
        say(page, "plic-plac").click()  # pressed again it is let go
        expect(page.locator(PICKED)).to_have_count(0)
        sizes.append(board.bounding_box())
        say(page, "pass").click()
    my_look(page)
    sizes.append(board.bounding_box())
    assert all(size == sizes[0] for size in sizes), sizes
