"""A page on a slow line is slow, never wrong: answers that come late, things pressed before something has arrived."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.acts import Held, api, click, in_words, moves_are, open_table, short_game
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
HERE = [{"kind": "me", "nickname": "Ada"}, {"kind": "me", "nickname": "Bo"}]


def _two_games(page: Page) -> str:
    """A match: a game of one move, and one of two."""
    table = open_table(page, "hopsy", HERE)
    played = short_game("hopsy", 9, 21)
    for moves in (1, 2):
        for seat, move, _ in played[:moves]:
            assert api(page, "POST", f"/tables/{table}/moves", {"seat": seat, "move": move}).ok
        assert api(page, "POST", f"/tables/{table}/actions", {"action": "resign", "seat": 1}).ok
        if moves == 1:
            assert api(page, "POST", f"/tables/{table}/actions", {"action": "rematch", "seat": 0}).ok
    page.goto(f"/t/{table}/replay")
    expect(page.locator("#games option")).to_have_count(2)
    expect(page.locator("#slider")).to_have_attribute("max", "2")
    return table


def test_the_end_of_a_game_that_is_still_to_come(people: People) -> None:
    """Another game of the match is chosen, and its end, before anything of it is there."""
    page = people.person("Ada")
    _two_games(page)
    held = Held(page, "**/replay?*", lambda url: "game=1" in url)
    page.locator("#games").select_option("1")
    held.wait()
    page.locator("#last").click()
    page.locator("#back").click()
    page.locator("#last").click()
    held.release()
    expect(page.locator("#slider")).to_have_value("1")
    expect(page.locator("#caption")).to_contain_text(in_words("hopsy", short_game("hopsy", 9, 21)[0][1]))
    assert not [url for url in held.asked if "Infinity" in url or "NaN" in url], held.asked


def test_pages_of_a_game_that_was_left_change_nothing(people: People) -> None:
    page = people.person("Ada")
    _two_games(page)
    held = Held(page, "**/replay?*", lambda url: "game=1" in url)
    page.locator("#games").select_option("1")
    held.wait()
    page.locator("#games").select_option("2")
    expect(page.locator("#slider")).to_have_attribute("max", "2")
    with page.expect_response("**/replay?*game=1*"):
        held.release()
    page.locator("#last").click()
    expect(page.locator("#slider")).to_have_value("2")
    expect(page.locator("#caption")).to_contain_text(in_words("hopsy", short_game("hopsy", 9, 21)[1][1]))
    expect(page.locator("#slider")).to_have_attribute("max", "2")


def test_play_pressed_again_and_again_plays_once(people: People) -> None:
    page = people.person("Ada")
    _two_games(page)
    page.clock.install(time=0)
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)  # else time goes on while the test is kept waiting
    for _ in range(5):
        page.locator("#play").click()
    expect(page.locator("#play")).to_have_class("button round strong playing")
    page.clock.run_for(1150)
    expect(page.locator("#slider")).to_have_value("1")
    page.clock.run_for(300)
    expect(page.locator("#slider")).to_have_value("1")


@pytest.mark.parametrize("answers", [True, False], ids=["answer", "question"])
def test_advice_that_comes_late_is_not_given(people: People, answers: bool) -> None:
    """Nor is a refusal of it, when the question itself was late."""
    page = people.person("Ada")
    open_table(page, "hopsy", HERE)
    held = Held(page, "**/hint*", answers=answers)
    page.locator('[data-action="hint"]').click()
    held.wait()
    click(page, short_game("hopsy", 9, 21)[0][2])
    moves_are(page, 1)
    with page.expect_response("**/hint*"):
        held.release()
    page.wait_for_timeout(300)
    assert page.locator(".halo.hinted").count() == 0
    assert page.locator(".toast").count() == 0


def test_what_is_pressed_twice_is_done_once(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "hopsy", HERE)
    game = short_game("hopsy", 9, 21)
    for number, (_, _, path) in enumerate(game[:3], 1):
        click(page, path)
        moves_are(page, number)
    held = Held(page, "**/actions*")
    for _ in range(3):
        page.locator('[data-action="undo"]').click()
    held.wait()
    held.release()
    moves_are(page, 2)
    assert len(held.asked) == 1


def test_a_yes_is_said_by_whoever_was_asked(people: People) -> None:
    """Ada is asked whether she resigns, moves first, and then says yes: it is she who resigns, not Bo."""
    page = people.person("Ada")
    open_table(page, "hopsy", HERE)
    page.locator('[data-action="resign"]').click()
    click(page, short_game("hopsy", 9, 21)[0][2])
    moves_are(page, 1)
    page.locator("#ask-answers button").first.click()
    expect(page.locator(".seat.won .who")).to_have_text("Bo")


def test_a_table_comes_alive_though_its_symbols_come_late(people: People) -> None:
    page = people.person("Ada")
    failed: list[str] = []

    def fail(route: Route) -> None:
        failed.append(route.request.url)
        route.abort() if len(failed) < 3 else route.continue_()

    page.route("**/symbols*", fail)
    open_table(page, "hopsy", HERE)
    click(page, short_game("hopsy", 9, 21)[0][2])
    moves_are(page, 1)
    assert len(failed) == 3


def test_a_table_is_opened_once_however_often_one_presses(people: People) -> None:
    """The button stays shut until the table's page is there."""
    page = people.person("Ada")
    page.goto("/games/hopsy")
    page.evaluate(
        "() => addEventListener('pagehide', () => sessionStorage.setItem('shut',"
        " document.querySelector('#new-table button[type=submit]').disabled))"
    )
    page.locator("#new-table button[type=submit]").dblclick()
    page.wait_for_url("**/t/*")
    assert page.evaluate("sessionStorage.getItem('shut')") == "true"
    assert len(api(page, "GET", "/me/tables").json()["tables"]) == 1


def test_whoever_takes_the_device_while_the_line_is_down_sees_their_cards_later(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "plic_plac", HERE)
    expect(page.locator("#handover")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.locator("#handover-ready").click()
    page.context.set_offline(False)
    expect(page.locator("#handover")).to_be_hidden()
    expect(page.locator("g.next").first).to_be_visible()


def test_a_table_has_the_seats_of_its_options_though_the_line_was_down(people: People) -> None:
    page = people.person("Ada")
    page.goto("/games/rolit")
    expect(page.locator("#seating li")).to_have_count(2)
    page.route("**/seats?*", lambda route: route.abort())
    page.locator('[data-option="players"]').select_option("4")
    expect(page.locator("#form-error")).not_to_be_empty()
    page.locator("#new-table button[type=submit]").click()
    expect(page.locator("#new-table button[type=submit]")).to_be_enabled()  # nothing was opened, and one may try again
    page.unroute("**/seats?*")
    page.locator("#new-table button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seat .what", has_text="Robot")).to_have_count(3)


def test_the_kind_chosen_last_is_drawn_whatever_comes_late(people: People) -> None:
    page = people.person("Ada")
    page.goto("/games/hop_plie/draw")
    expect(page.locator("#draw-brushes input").first).to_be_attached()
    kinds = page.locator("#draw-kind")
    first, second, third = page.locator("#draw-kind option").evaluate_all("all => all.map(each => each.value)")[:3]
    expect(kinds).to_have_value(first)
    held = Held(page, "**/editor/*", lambda url: f"/editor/{second}?" in url)
    kinds.select_option(second)
    held.wait()
    kinds.select_option(third)
    expect(page.locator("#draw-link")).to_have_value(re.compile(rf"d={third}-"))
    with page.expect_response(f"**/editor/{second}?*"):
        held.release()
    page.locator("#draw-undo").click()  # one step back is the first kind: the second was never there
    expect(page.locator("#draw-link")).to_have_value(re.compile(rf"d={first}-"))
    expect(page.locator("#draw-undo")).to_be_disabled()


def test_chance_decides_once_however_often_one_presses(people: People) -> None:
    page = people.person("Ada")
    page.goto("/analysis/hop_plie")
    expect(page.locator("#table")).to_have_attribute("data-at", "0")
    held = Held(page, "**/analysis/chance*")
    roll = page.locator("#choices .button.strong")
    roll.click()
    roll.click()
    held.wait(2)
    held.release()
    expect(page.locator("#table")).to_have_attribute("data-at", "1")
    expect(page.locator("#tree li")).to_have_count(1)
    assert page.locator(".toast").count() == 0


def test_a_piece_that_was_not_put_down_is_not_there_later(people: People) -> None:
    page = people.person("Ada")
    page.goto("/analysis/hopsy")
    page.locator("details", has=page.locator("#by-hand")).locator("summary").click()
    page.locator("#by-hand").click()
    pieces = page.locator('#board [data-id^="on-"]')
    expect(pieces).to_have_count(12)
    page.route("**/analysis/setup*", lambda route: route.abort())
    click(page, ["C3"])
    expect(page.locator(".toast")).to_be_visible()
    page.unroute("**/analysis/setup*")
    click(page, ["D4"])
    expect(pieces).to_have_count(13)


def test_what_one_waits_for_is_said_in_words(people: People) -> None:
    """Only when it takes longer than a glance, and no longer than it takes; aloud too."""
    page = people.person("Ada", language="en-GB")
    held = Held(page, "**/api/tables?*")
    page.goto("/games/hopsy")
    page.locator("#new-table [type=submit]").click()
    held.wait()
    words = page.get_by_role("status").locator(".toast")
    expect(words).to_have_text("The table is being opened…")
    held.release()
    page.wait_for_url("**/t/*")
    expect(words).to_have_count(0)
    held = Held(page, "**/hint?*", answers=True)
    page.locator("[data-action=hint]").click()
    held.wait()
    expect(words).to_have_text("Asking the master for a hint…")
    held.release()
    expect(words.filter(has_text="Asking")).to_have_count(0)
    page.goto("/games/hopsy")
    page.route("**/paper.pdf?*", lambda route: None)
    page.locator(".print summary").click()
    page.locator(".print a").first.click(modifiers=["Control"])
    expect(words).to_have_text("The PDF is being made: that takes a few seconds.")
