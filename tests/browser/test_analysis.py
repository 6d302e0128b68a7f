"""The analysis board in a browser: moves, ways back, branches, a link, a record, and the way there from a replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from ludotheque.core.record import Record
from tests.browser.acts import api, click, open_table
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
WON = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"
BUSY = 90_000
"""Milliseconds: bots may have to be started first, on a machine that has other work."""
OPINION = {
    "seat": 0,
    "candidates": [{"move": "F3-E4", "words": "Somewhere", "value": 0.5, "path": []}] * 5,
    "line": [],
    "certain": None,
}
ALONE = [{"kind": "me"}]


def at(page: Page, moves: int) -> None:
    expect(page.locator(f'#table[data-at="{moves}"]')).to_be_visible()


def pawn_from(page: Page, square: str) -> str:
    """The id of the pawn that can be chosen there."""
    name = page.locator(f'g.next[aria-label*="{square}"]').first.get_attribute("data-id")
    assert name is not None
    return name


def play(page: Page, move: str) -> None:
    start, end = move.split("-")
    click(page, [pawn_from(page, start), end])


def test_moves_are_tried_branched_shared_and_saved(people: People, tmp_path: Path) -> None:
    page = people.person(width=1280, height=800)
    page.goto("/analysis/hopsy?lang=en")
    at(page, 0)
    play(page, "F3-E4")
    at(page, 1)
    play(page, "A3-B2")
    at(page, 2)
    page.locator("#to-back").click()
    at(page, 1)
    play(page, "A1-B1")
    at(page, 2)
    expect(page.locator(".variation")).to_have_count(1)
    expect(page.locator("#tree [aria-current]")).to_have_text("2. A1-B1")
    with page.expect_download() as saved:
        page.locator("#save").click()
    saved.value.save_as(tmp_path / "record.txt")
    record = Record.loads((tmp_path / "record.txt").read_text(encoding="utf-8"))
    assert [played.move for played in record.moves] == ["F3-E4", "A3-B2"]
    assert [played.move for played in record.variations[0].moves] == ["A1-B1"]
    page.locator("#share-link").click()
    expect(page.locator("#link")).not_to_have_value("")
    link = page.locator("#link").input_value()
    other = people.person(width=390, height=760)
    other.goto(link)
    at(other, 2)
    expect(other.locator("#tree [aria-current]")).to_have_text("2. A1-B1")
    assert other.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    page.locator("#promote").click()
    expect(page.locator(".variation button")).to_have_text("2. A3-B2")
    page.locator("#remove").click()
    at(page, 1)
    expect(page.locator(".variation")).to_have_count(0)


def test_what_bots_say_moves_no_button_under_a_finger(people: People) -> None:
    """It comes by itself, above the buttons: while one of them is pressed it waits, and the press counts."""
    page = people.person(width=1280, height=800)
    asked: list[Route] = []
    page.route("**/api/analysis/opinion?*", lambda route: asked.append(route))
    with page.expect_request("**/api/analysis/opinion?*", timeout=BUSY):
        page.goto("/analysis/hopsy?lang=en")
    at(page, 0)
    button = page.locator("#share-link")
    before = button.bounding_box()
    assert before is not None
    page.mouse.move(before["x"] + 20, before["y"] + before["height"] / 2)
    page.mouse.down()
    asked[0].fulfill(json=OPINION)
    page.wait_for_timeout(400)
    assert button.bounding_box() == before
    page.mouse.up()
    expect(page.locator("#link")).not_to_have_value("")
    expect(page.locator("#candidates button").first).to_be_visible()


def test_bots_say_what_is_certain_and_a_position_is_set_up(people: People) -> None:
    page = people.person(width=1280, height=800)
    page.goto("/analysis/hopsy?lang=en")
    at(page, 0)
    page.locator("details", has=page.locator("#set-up")).locator("summary").click()
    field = page.locator('#set-up [data-option="position"]')
    field.fill("nonsense")
    page.locator("#set-up button[type=submit]").click()
    expect(page.locator("#set-up-problem")).to_contain_text("position")
    field.fill(WON)
    page.locator("#set-up button[type=submit]").click()
    expect(page.locator("#certain")).to_have_text("Certain: Red wins within 1 move.", timeout=BUSY)
    page.locator("#candidates button").first.click()
    at(page, 1)
    expect(page.locator("#caption")).to_contain_text("Red wins")


@pytest.mark.parametrize("game", ["hopsy", "hops_dice", "rolit"])
def test_a_position_is_set_up_by_hand(people: People, game: str) -> None:
    """Pieces are put on squares with clicks; what is not possible is refused in words, and what is can be played on."""
    page = people.person("Ada", width=390, height=844)
    page.goto(f"/analysis/{game}")
    at(page, 0)
    page.locator("summary", has_text="Installer une position").click()
    page.locator("#by-hand").click()
    tray = page.locator("#choices .set-piece")
    expect(page.locator("#choices")).to_contain_text("Qui joue ?")
    first = page.locator('#board [data-id^="on-"]').first
    expect(first).to_be_attached()
    before = page.locator('#board [data-id^="on-"]').count()
    place = (first.get_attribute("data-id") or "").removeprefix("on-")
    page.get_by_role("button", name="Enlever").click()
    click(page, [f"on-{place}"])
    expect(page.locator('#board [data-id^="on-"]')).to_have_count(before - 1)
    tray.last.click()
    expect(tray.last).to_have_attribute("aria-pressed", "true")
    click(page, ["D4" if game == "hopsy" else "B2"])
    expect(page.locator('#board [data-id^="on-"]')).to_have_count(before)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if game == "hops_dice":  # a black die for a red one: refused, and the pieces stay
        page.locator("#choices").get_by_role("button", name="Commencer d'ici").click()
        expect(page.locator("#toasts")).to_contain_text("La position est impossible")
        expect(page.locator('#board [data-id^="on-"]')).to_have_count(before)
        page.get_by_role("button", name="Laisser tomber").click()
    else:
        page.locator("#choices").get_by_role("button", name="Commencer d'ici").click()
    at(page, 0)
    expect(page.locator('#board [data-id^="on-"]')).to_have_count(0)
    expect(page.locator("#board g.next").first).to_be_attached()


def test_things_explain_themselves_on_puzzles_and_on_the_board(people: People) -> None:
    for address in ("/analysis/rolit", "/puzzles/rolit/1"):
        page = people.person("Ada")
        page.goto(address)
        expect(page.locator("#board g.next").first).to_be_attached()
        box = page.locator('#board [data-id^="ball-"]').first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        expect(page.locator(".explanation")).to_be_visible()
        expect(page.locator(".explanation")).not_to_be_empty()
        page.mouse.up()


def test_from_a_moment_of_a_replay(people: People) -> None:
    page = people.person("Ada")
    table = open_table(page, "rolit", ALONE, players="1", size="4")
    while not (seen := api(page, "GET", f"/tables/{table}?plain=1").json())["over"]:
        assert api(page, "POST", f"/tables/{table}/moves", {"seat": seen["seat"], "move": seen["moves"][0]}).ok
    page.goto(f"/t/{table}/replay?lang=en")
    page.locator("#forward").click()
    page.locator("#forward").click()
    expect(page.locator("#analyse")).to_have_attribute("href", address_at(2, page, table))
    page.locator("#analyse").click()
    page.wait_for_url("**/analysis/rolit**")
    at(page, 2)
    expect(page.locator("#tree button")).to_have_count(12)


def address_at(move: int, page: Page, table: str) -> str:
    """Where the button leads."""
    origin = page.evaluate("() => location.origin")
    return f"{origin}/analysis/rolit?table={table}&at={move}"
