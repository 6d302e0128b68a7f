"""Drawing in a browser: by mouse, by touch and by keyboard; mistakes are marked, and a good sheet is played at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import api
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
LONG = 60_000
"""The process that judges drawings is started when the first one comes."""


def cell(page: Page, surface: int, name: str) -> Locator:
    """A cell, by what it is called."""
    return page.locator(".surface").nth(surface).get_by_role("button", name=re.compile(f"^{name}(,|$)"))


def good(page: Page) -> None:
    expect(page.locator("#draw-play")).to_be_enabled(timeout=LONG)
    expect(page.locator("#draw-mistakes li")).to_have_count(0)


def test_a_sheet_is_spoilt_mended_kept_shared_and_played(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    page.goto("/games/hop_plie")
    page.get_by_role("link", name="A sheet of your own").click()
    good(page)
    expect(page.locator("#draw-poses button")).to_have_count(81)
    page.locator("label:has(input)").filter(has_text="Nothing").click()
    cell(page, 0, "H8").click()
    expect(page.locator("#draw-mistakes")).to_contain_text("H8: something is missing: target")
    expect(page.locator("#draw-play")).to_be_disabled()
    assert cell(page, 0, "H8").evaluate("each => each.matches('.wrong')")
    page.locator("#draw-mistakes button").first.click()
    assert page.evaluate("document.activeElement.ariaLabel") == "H8"
    page.locator("#draw-undo").click()
    good(page)
    page.locator("#draw-name").fill("Shooting stars")
    page.locator("#draw-keep").click()
    expect(page.locator("#draw-mine li")).to_have_count(1)
    page.locator("#draw-poses button").nth(5).click()
    expect(page.locator("#draw-large-picture")).to_be_visible()
    page.wait_for_function("document.getElementById('draw-large-picture').naturalWidth > 0")
    page.keyboard.press("Escape")
    link = page.locator("#draw-link").input_value()
    other = people.person("Bo", language="en-GB", width=390, height=844)
    other.goto(link)
    good(other)
    expect(other.locator("#draw-name")).to_have_value("Shooting stars")
    other.locator("#draw-play").click()
    other.wait_for_url("**/t/*")
    expect(other.locator('[data-id="cell-H8"]')).to_be_visible()


def test_what_is_kept_can_be_chosen_for_a_new_table(people: People) -> None:
    page = people.person("Ada", language="en-GB", width=390, height=844)
    page.goto("/games/hop_plie/draw")
    good(page)
    page.locator("#draw-kind").select_option("1")
    page.locator("#draw-name").fill("Shooting stars")
    page.locator("#draw-keep").click()
    expect(page.locator("#draw-mine li")).to_have_count(1)
    page.goto("/games/hop_plie")
    page.locator(".more summary").click()
    sheet = page.get_by_label("A sheet of one's own")
    expect(sheet.locator("option")).to_have_text(["the game's choice", "Shooting stars"])
    expect(page.locator("textarea")).to_have_count(0)
    page.locator('[data-option="players"]').select_option("2")
    sheet.select_option("Shooting stars")
    page.locator("#new-table [type=submit]").click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[1].partition("?")[0]
    assert api(page, "GET", f"/tables/{table}").json()["options"]["sheet"].startswith("name: Shooting stars")
    page.goto("/games/hop_plie")
    page.locator(".more summary").click()
    page.get_by_role("link", name="Draw it yourself").click()
    good(page)


def test_by_keyboard_alone(people: People) -> None:
    page = people.person(language="en-GB")
    page.goto("/games/hop_plie/draw")
    good(page)
    cell(page, 0, "A1").focus()
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.ariaLabel") == "B2"
    page.keyboard.press("Enter")
    expect(cell(page, 0, "B2")).to_have_attribute("aria-label", "B2, Start point")
    page.keyboard.press("Delete")
    expect(cell(page, 0, "B2")).to_have_attribute("aria-label", "B2")
    page.reload()
    good(page)
    page.locator("#draw-kind").select_option("4")
    expect(page.locator("#draw-poses button")).to_have_count(512)
    expect(page.locator("#draw-mistakes li").first).to_be_visible(timeout=LONG)
