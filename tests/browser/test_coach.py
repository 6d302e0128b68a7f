"""The coach at a table: what is asked, why a click did nothing, what a thing is, what has happened; and silence."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import Held, click, moves_are, open_table, play_any
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
ALONE = [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]
LINE = "#coach-line"
LISTEN = """
() => {
  const line = document.querySelector('#coach-line');
  window.said = [];
  const hear = () => said.push([line.textContent, document.querySelectorAll('g.next').length]);
  new MutationObserver(hear).observe(line, { childList: true });
}
"""
"""What is said for a moment only must not be missed."""


def middle(page: Page, thing: str) -> tuple[float, float]:
    box = page.locator(f'.scene g[data-id="{thing}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_newcomer_is_told_what_is_asked_and_why_a_click_does_nothing(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    open_table(page, "hopsy", ALONE)
    expect(page.locator(LINE)).to_contain_text("Choisissez un de vos pions rouges")
    expect(page.locator("#coach-lesson")).to_have_text("Jamais joué ? 1 minute")
    page.mouse.click(*middle(page, "pawn-7"))
    expect(page.locator(LINE)).to_have_text("Ce pion est noir : vous jouez les rouges.")
    click(page, ["pawn-5"])
    expect(page.locator(LINE)).to_contain_text("Choisissez où il va")
    page.mouse.click(*middle(page, "C3"))
    expect(page.locator(LINE)).to_contain_text("Votre pion ne peut pas y aller")
    click(page, ["E3"])
    moves_are(page, 2)
    expect(page.locator("#coach-said")).not_to_be_empty()
    expect(page.locator(LINE)).to_contain_text("Choisissez un de vos pions rouges")


def test_why_a_click_did_nothing_is_told_though_the_pointer_rests_there_and_the_answer_is_slow(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    open_table(page, "hopsy", ALONE)
    expect(page.locator(LINE)).to_contain_text("Choisissez un de vos pions rouges")
    held = Held(page, "**/explanation*")
    x, y = middle(page, "pawn-7")
    page.mouse.click(x, y)
    page.mouse.move(x + 15, y)
    held.wait(2)  # why, and as the pointer stays, what
    held.release()
    expect(page.locator(LINE)).to_have_text("Ce pion est noir : vous jouez les rouges.")
    expect(page.locator(".explanation")).to_be_visible()


def test_things_explain_themselves_when_pointed_at_and_when_held(people: People) -> None:
    page = people.person("Ada", width=390, height=844, newcomer=True)
    open_table(page, "hop_plie", ALONE)
    expect(page.locator(LINE)).to_contain_text("Choisissez l'un des dés")
    x, y = middle(page, "cell-B3")
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator(".explanation")).to_contain_text("Un smiley")
    page.mouse.up()
    expect(page.locator(LINE)).to_contain_text("Choisissez l'un des dés")  # holding is no click
    page.mouse.move(*middle(page, "cell-H8"))
    expect(page.locator(".explanation")).to_contain_text("Une cible")
    page.mouse.move(2, 2)
    expect(page.locator(".explanation")).to_be_hidden()


def test_what_a_key_has_asked_for_goes_with_the_next_key(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    open_table(page, "hopsy", ALONE)
    page.locator('g.next[data-id="pawn-5"]').focus()
    page.keyboard.press("?")
    expect(page.locator(".explanation")).to_contain_text("Un pion rouge")
    page.keyboard.press("Enter")
    expect(page.locator('g.picked[data-id="pawn-5"]')).to_have_count(1)
    expect(page.locator(".explanation")).to_be_hidden()


def test_the_board_stays_where_it_is_from_the_first_turn_to_the_second(people: People) -> None:
    page = people.person("Ada", language="de-DE", newcomer=True)
    page.goto("/")
    page.evaluate("""localStorage['ludotheque-learnt'] = '{"lessons": {"hopsy hopsy": "done"}}'""")
    open_table(page, "hopsy", ALONE)
    expect(page.locator("#coach-lesson")).to_have_text("Lektion")
    before = page.locator(".scene").bounding_box()
    click(page, ["pawn-5", "E3"])
    moves_are(page, 2)
    expect(page.locator("#coach-again")).to_be_visible()
    click(page, ["pawn-6"])
    expect(page.locator(LINE)).to_contain_text("wohin")
    assert page.locator(".scene").bounding_box() == before


@pytest.mark.parametrize("game", ["hopsy", "hops_dice", "rolit", "plic_plac"])
def test_a_phone_held_sideways_has_room_for_the_coach(people: People, game: str) -> None:
    page = people.person("Ada", width=844, height=390, language="de-DE", newcomer=True)
    open_table(page, game, ALONE)
    expect(page.locator(LINE)).not_to_be_empty()
    expect(page.locator("#coach")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("height", "beside"), [(844, 0), (568, 1)], ids=["phone", "small phone"])
def test_on_a_phone_the_way_to_the_lesson_stays_though_a_bot_begins(people: People, height: int, beside: int) -> None:
    page = people.person("Ada", width=390 if height > 600 else 320, height=height, newcomer=True)
    open_table(page, "hopsy", [{"kind": "bot", "bot": "novice"}, {"kind": "me"}])
    moves_are(page, 1)
    expect(page.locator("g.next").first).to_be_attached()
    way = page.locator(".to-lesson").nth(beside)
    expect(way).to_be_visible()
    expect(way).to_have_text("Jamais joué ? 1 minute")
    if not beside:
        expect(page.locator("#coach-again")).to_be_hidden()
        play_any(page, 2)
        moves_are(page, 3)
        expect(page.locator("#coach-again")).to_be_visible()
        expect(way).to_be_hidden()


def test_what_happened_is_shown_again_and_then_the_game_goes_on(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    open_table(page, "hopsy", ALONE)
    expect(page.locator("#coach-again")).to_be_hidden()
    click(page, ["pawn-5", "E3"])
    moves_are(page, 2)
    expect(page.locator("g.next").first).to_be_attached()
    page.evaluate(LISTEN)
    page.locator("#coach-again").click()
    page.wait_for_function("() => said.length > 1 && document.querySelector('g.next')")
    expect(page.locator(LINE)).to_contain_text("Choisissez un de vos pions rouges")
    first, *more = page.evaluate("() => said")
    assert first == ["Voilà comment c'était.", 0], "while it is shown nothing can be chosen"
    assert more


def test_who_knows_one_game_of_a_box_is_new_to_the_other(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    page.goto("/")
    page.evaluate("""localStorage['ludotheque-learnt'] = '{"games": {"hopsy hopsy": 2}}'""")
    open_table(page, "hopsy", ALONE)
    expect(page.locator("g.next").first).to_be_attached()
    expect(page.locator("#coach")).to_be_hidden()
    open_table(page, "hopsy", ALONE, variant="mix")
    expect(page.locator(LINE)).not_to_be_empty()
    expect(page.locator("#coach-lesson")).to_have_text("Jamais joué ? 1 minute")


def test_games_that_were_counted_by_the_box_alone_still_count(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    page.goto("/")
    page.evaluate("""localStorage['ludotheque-learnt'] = '{"games": {"hopsy": 2}}'""")
    for variant in ("hopsy", "mix"):
        open_table(page, "hopsy", ALONE, variant=variant)
        expect(page.locator("g.next").first).to_be_attached()
        expect(page.locator("#coach")).to_be_hidden()
    open_table(page, "rolit", [{"kind": "me"}, {"kind": "me", "nickname": "Bo"}])
    expect(page.locator(LINE)).not_to_be_empty()


def test_one_tap_silences_the_coach_and_another_brings_it_back(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    open_table(page, "rolit", ALONE)
    expect(page.locator("#coach")).to_be_visible()
    page.locator("#coach-off").click()
    expect(page.locator("#coach")).to_be_hidden()
    page.reload()
    expect(page.locator("g.next").first).to_be_attached()
    expect(page.locator("#coach")).to_be_hidden()
    page.locator("g.next").first.click()
    moves_are(page, 2)
    page.locator("#again").click()  # whoever needs no coach may ask all the same
    expect(page.locator(".toast")).to_contain_text("la boule en")
    expect(page.locator("g.next").first).to_be_attached()
    page.locator("#coach-on").click()
    expect(page.locator(LINE)).to_contain_text("Posez une boule rouge")
