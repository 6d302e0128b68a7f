"""The form for a new table: games within the box are boxes of their own, one player plays alone, results are kept."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from ludotheque.bots.levels import USUAL
from ludotheque.core.cupboard import find
from tests.browser.acts import MOVES, api, play_any
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
Keep = Callable[..., None]


def opened(page: Page) -> str:
    page.locator("#new-table button[type=submit]").click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[1].partition("?")[0]


def options_of(page: Page, table: str) -> dict[str, str]:
    return dict(api(page, "GET", f"/tables/{table}").json()["options"])


@pytest.mark.parametrize(
    ("game", "asked"), [("hopsy", "Quel jeu ?"), ("hop_plie", "Niveau"), ("plic_plac", "Forme de la cagnotte")]
)
def test_variants_are_boxes_with_a_picture(people: People, picture: Keep, game: str, asked: str) -> None:
    page = people.person("Ada", width=320, height=568)
    page.goto(f"/games/{game}")
    expect(page.locator("#variants legend")).to_have_text(asked)
    boxes = page.locator("#variants .variant")
    variants = find(game).variants
    expect(boxes).to_have_count(len(variants))
    expect(page.locator("#variants input:checked")).to_have_count(1)
    for variant, box in zip(variants, boxes.all(), strict=True):
        expect(box).to_contain_text(variant.name.to("fr"))
        expect(box).to_contain_text(variant.line.to("fr"))
        box.scroll_into_view_if_needed()
        drawn = box.locator("img")
        page.wait_for_function("(image) => image.naturalWidth > 0", arg=drawn.element_handle())
    for name in {name for variant in variants for name in variant.options}:
        expect(page.locator(f'[data-option="{name}"]')).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    picture(page, f"variants-{game}")
    last = variants[-1]
    boxes.last.click()
    assert options_of(page, opened(page)) == dict(last.options)


def test_who_gives_no_name_is_called_by_everybody_in_their_own_language(people: People) -> None:
    page, guest = people.person(language="de-DE"), people.person(language="fr-FR")
    page.goto("/games/rolit")
    page.locator("label:has(input[value=here])").click()
    expect(page.locator("#seating .seat-here:visible")).to_have_count(1)
    table = opened(page)
    guest.goto(f"/t/{table}")
    expect(guest.locator(".seat .who")).to_have_text(["rouge", "vert"])
    page.goto("/tables")
    expect(page.locator("#mine li p")).to_contain_text("mit Grün")


WON = """
async (about) => {
  const { turnText } = await import("/static/telling.js");
  const people = [{ name: "red", nickname: "Ada", kind: "person" }, { name: "yellow", kind: "bot", bot_name: "Tom" },
    { name: "green", kind: "person" }];
  const seats = people.map((each, seat) => ({ ...each, seat, player: seat }));
  return turnText({ over: true, seats, you: about.you, outcome: { scores: [], reason: "", winners: about.winners } });
}
"""


def test_who_shares_a_win_is_told_so(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    page.goto("/")
    assert page.evaluate(WON, {"you": [0], "winners": [0, 1]}) == "You and Tom win!"
    assert page.evaluate(WON, {"you": [2], "winners": [0, 1]}) == "Ada and Tom win!"
    assert page.evaluate(WON, {"you": [0], "winners": [0]}) == "You win, well done!"


def test_the_usual_variant_and_bot_are_chosen_already(people: People) -> None:
    page = people.person("Ada")
    page.goto("/games/hopsy")
    table = opened(page)
    assert options_of(page, table) == {}
    assert [seat["bot"] for seat in api(page, "GET", f"/tables/{table}").json()["seats"]] == [None, USUAL]


def test_a_bot_is_met_before_the_table_is_opened(people: People) -> None:
    """Its name and its face are those it has at the table."""
    page = people.person("Ada", width=320, height=568)
    page.goto("/games/rolit")
    page.locator('[data-option="players"]').select_option("3")
    bots = page.locator("#seating li").nth(2)
    bots.locator("select").select_option("bot:expert")
    name = bots.locator("option:checked").inner_text().partition(" · ")[0]
    face = bots.locator("img")
    page.wait_for_function("(image) => image.naturalWidth > 0", arg=face.element_handle())
    expect(page.locator("#seating li").first.locator("img")).to_be_hidden()
    drawn = face.get_attribute("src")
    seats = api(page, "GET", f"/tables/{opened(page)}").json()["seats"]
    assert (seats[2]["bot"], seats[2]["bot_name"], seats[2]["bot_face"]) == ("expert", name, drawn)


def test_a_start_is_chosen_by_number_or_drawn_by_lot(people: People, picture: Keep) -> None:
    page = people.person("Ada", width=320, height=568)
    page.goto("/games/hopsy")
    number, lot = page.locator('[data-number="setup"]'), page.locator('[data-lot="setup"]')
    expect(number).to_be_hidden()
    page.locator('[data-option="setup"]').select_option("#")
    expect(number).to_have_value(re.compile(r"^[1-9]\d*$"))
    drawn = number.input_value()
    for _ in range(20):
        lot.click()
        if number.input_value() != drawn:
            break
    assert number.input_value() != drawn
    expect(page.locator("#certain")).to_be_hidden()
    number.fill("7272")
    number.blur()
    expect(page.locator("#form-error")).to_contain_text("7272")
    number.fill("417")
    number.blur()
    expect(page.locator("#form-error")).to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    picture(page, "balanced-start")
    assert options_of(page, opened(page)) == {"setup": "417"}


def test_who_begins_against_a_master_who_would_win_can_change_places(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    page.goto("/games/hopsy")
    expect(page.locator("#certain")).to_contain_text("Whoever begins wins")
    first, second = (page.locator("#seating li").nth(at).locator("select") for at in (0, 1))
    offer = page.locator("#begin-myself")
    second.select_option("bot:master")
    expect(offer).to_be_hidden()
    first.select_option("bot:master")
    expect(offer).to_be_hidden()
    second.select_option("me")
    offer.click()
    expect(first).to_have_value("me")
    expect(second).to_have_value("bot:master")
    expect(offer).to_be_hidden()
    table = opened(page)
    assert [seat["bot"] for seat in api(page, "GET", f"/tables/{table}").json()["seats"]] == [None, "master"]


def test_a_game_whose_seats_come_late_is_the_one_that_was_chosen(people: People) -> None:
    """Level 2 is chosen, then one player, while answers are slow: the table is what the form shows."""
    page = people.person("Ada")
    page.goto("/games/hop_plie")

    def later(route: Route) -> None:
        page.wait_for_timeout(700)
        route.continue_()

    page.route("**/games/*/seats*", later)
    page.locator("#variants .variant").nth(1).click()
    page.locator('[data-option="players"]').select_option("1")
    assert options_of(page, opened(page)) == {"players": "1", "level": "2"}


@pytest.mark.parametrize("game", ["rolit", "hop_plie", "plic_plac"])
def test_one_player_means_solo_and_says_so(people: People, game: str) -> None:
    page = people.person("Ada")
    page.goto(f"/games/{game}")
    expect(page.locator("#solo")).to_be_hidden()
    page.locator('[data-option="players"]').select_option("1")
    solo = find(game).solo
    assert solo is not None
    expect(page.locator("#solo")).to_contain_text(solo.aim.to("fr"))
    expect(page.locator('input[name="mode"][value="alone"]')).to_be_checked()
    expect(page.locator(".seating")).to_be_hidden()
    page.locator('[data-option="players"]').select_option("3")
    expect(page.locator("#solo")).to_be_hidden()
    expect(page.locator('input[name="mode"][value="bot"]')).to_be_checked()
    page.locator('.mode:has([value="alone"])').click()
    expect(page.locator('[data-option="players"]')).to_have_value("1")
    expect(page.locator("#solo")).to_be_visible()
    page.locator('.mode:has([value="here"])').click()
    expect(page.locator('[data-option="players"]')).to_have_value("2")
    expect(page.locator("#seating li")).to_have_count(2)
    page.locator('.mode:has([value="alone"])').click()
    opened(page)
    expect(page.locator("#aim")).to_contain_text(solo.aim.to("fr"))


def test_a_field_for_a_name_says_when_it_is_full(people: People) -> None:
    page = people.person()
    page.goto("/games/rolit")
    field, note = page.locator("#nickname"), page.locator("#nickname + .full")
    field.press_sequentially("Maximilienne-Alexandrin")
    expect(note).to_have_count(0)
    field.press_sequentially("e de la Tour")
    expect(note).to_have_text("Pas plus de 24 lettres ici.")
    assert field.input_value() == "Maximilienne-Alexandrine"
    field.press("Backspace")
    expect(note).to_be_hidden()


def test_errors_of_the_form_are_in_words(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    page.goto("/games/hopsy")
    page.locator("details.more summary").click()
    page.locator("#option-max_plies").fill("0")
    page.locator("#option-max_plies").dispatch_event("change")
    expect(page.locator("#form-error")).to_contain_text("“Draw after so many moves” cannot be “0”")
    expect(page.locator("#form-error")).not_to_contain_text("max_plies")


def test_the_best_result_alone_is_told_at_the_end_and_kept(people: People, picture: Keep) -> None:
    page = people.person("Ada", language="en-GB")
    page.goto("/games/rolit")
    page.locator('[data-option="players"]').select_option("1")
    page.locator('[data-option="size"]').select_option("4")
    opened(page)
    for number in range(1, 13):
        play_any(page, number)
    expect(page.locator("#best")).to_contain_text("New best")
    expect(page.locator("#turn")).to_contain_text("Well done!")  # nobody wins against oneself
    expect(page.locator('[data-action="rematch"]')).to_have_text("Once more")
    picture(page, "solo-best")
    result = api(page, "GET", "/me/bests?lang=en").json()[0]["words"]
    expect(page.locator("#best")).to_contain_text(result)
    page.locator('[data-action="rematch"]').click()
    expect(page.locator(MOVES)).to_have_count(0)
    expect(page.locator("#best")).to_be_hidden()
    page.goto("/games/rolit")
    expect(page.locator(".bests")).to_contain_text(result)
    page.goto("/me")
    expect(page.locator(".bests")).to_contain_text(result)
    expect(page.locator(".bests a")).to_have_text("Rolit")
    other = people.person("Bo")
    other.goto("/games/rolit")
    expect(other.locator(".bests")).to_have_count(0)
