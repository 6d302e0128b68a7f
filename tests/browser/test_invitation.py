"""A guest who opens a table's link is invited: by whom, to what, with whom; one name, one button."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.acts import api, open_table, visit
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
PAIR = [{"kind": "me"}, {"kind": "open"}]


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390), (1280, 800)])
def test_a_guest_sits_down(people: People, picture: Keep, width: int, height: int) -> None:
    ada, guest = people.person("Ada"), people.person(width=width, height=height)
    table = open_table(ada, "hopsy", PAIR, variant="mix")
    visit(guest, table)
    invitation = guest.get_by_role("dialog", name="Ada")
    expect(invitation).to_contain_text("Le Mix")
    expect(invitation).to_contain_text("Hopsy")
    expect(guest.locator("#invitation-seated")).to_contain_text("Ada")
    expect(invitation.locator("input")).to_have_count(1)
    expect(invitation.locator("button")).to_have_count(1)
    assert guest.evaluate("document.querySelector('#invitation img').naturalWidth") > 0
    picture(guest, f"invited-{width}")
    for part in ("button", "#just-watch"):
        place = invitation.locator(part).bounding_box()
        assert place is not None
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
        assert place["y"] >= 0
        assert place["y"] + place["height"] <= height, f"{part} is in sight without scrolling"
    invitation.locator("button").click()
    expect(invitation.locator(".form-error")).not_to_be_empty()
    invitation.locator("input").fill("Bo")
    invitation.locator("button").click()
    expect(guest.locator("#invitation")).to_be_hidden()
    expect(guest.locator('[data-seat="1"] .what')).to_contain_text("vous")
    expect(ada.locator('[data-seat="1"] .who')).to_have_text("Bo")
    assert api(guest, "GET", "/me").json()["nickname"] == "Bo", "the name is known from now on"
    visit(guest, table)
    expect(guest.locator("#invitation")).to_be_hidden()


def test_who_is_known_need_not_type_and_who_plays_is_not_asked(people: People) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    table = open_table(ada, "rolit", [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}], players="3")
    expect(ada.locator("#invitation")).to_be_hidden()
    visit(bo, table)
    expect(bo.locator("#invitation input")).to_have_value("Bo")
    expect(bo.locator("#invitation-seated")).to_contain_text(re.compile(r"Ada, \w+"))
    bo.locator("#invitation button").click()
    expect(bo.locator('[data-seat="1"] .what')).to_contain_text("vous")
    bo.locator('[data-action="leave"]').click()
    bo.locator("#ask-answers button").first.click()
    expect(bo.locator('[data-seat="1"] .who')).to_have_text("place libre")
    expect(bo.locator("#invitation")).to_be_hidden()


def test_who_only_watches_is_asked_once(people: People) -> None:
    ada, eve = people.person("Ada"), people.person()
    table = open_table(ada, "hopsy", PAIR)
    for leave in ("link", "escape"):
        visit(eve, table)
        expect(eve.locator("#invitation button")).to_be_enabled()
        if leave == "link":
            eve.locator("#just-watch").click()
        else:
            eve.keyboard.press("Escape")
        expect(eve.locator("#invitation")).to_be_hidden()
        expect(eve.locator("#watching")).to_contain_text("Vous regardez")
        eve.reload()
        expect(eve.locator("#turn")).not_to_be_empty()
        expect(eve.locator("#invitation")).to_be_hidden()
    eve.locator("#join [name=nickname]").fill("Eve")
    eve.locator('[data-seat="1"] .offers .strong').click()
    expect(eve.locator('[data-seat="1"] .what')).to_contain_text("vous")


def test_a_seat_that_is_taken_meanwhile(people: People) -> None:
    ada, bo, cy = people.person("Ada"), people.person("Bo"), people.person("Cy")
    table = open_table(ada, "hopsy", PAIR)
    visit(cy, table)
    expect(cy.locator("#invitation button")).to_be_enabled()
    visit(bo, table)
    bo.locator("#invitation button").click()
    expect(cy.locator("#invitation")).to_be_hidden()
    expect(cy.locator(".toast")).to_be_visible()
    expect(cy.locator("#watching")).to_contain_text("Vous regardez")


def test_nothing_can_be_pressed_before_the_page_is_ready(people: People) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    table = open_table(ada, "hopsy", PAIR)
    held: list[Route] = []
    bo.route("**/symbols*", lambda route: held.append(route))
    with bo.expect_request("**/symbols*"):
        bo.goto(f"/t/{table}")
    expect(bo.locator("#invitation button")).to_be_visible()
    expect(bo.locator("#invitation button")).to_be_disabled()
    held[0].continue_()
    bo.locator("#invitation button").click()
    expect(bo.locator('[data-seat="1"] .what')).to_contain_text("vous")
