"""What stands beside the board: the rules, and the invitation with its link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import MOVES, Held, api, moves_are, open_table, short_game
from tests.browser.conftest import People
from tests.cases import OURS
from tests.volume import usually

pytestmark = pytest.mark.slow
HERE = [{"kind": "me", "nickname": "Ada"}, {"kind": "me", "nickname": "Bo"}]
PAIR = [{"kind": "me"}, {"kind": "open"}]
PLACE = """
anchor => {
  const chapter = document.getElementById(anchor);
  return [chapter.getBoundingClientRect().top + scrollY, document.documentElement.scrollHeight];
}
"""
LOADED = """
() => {
  const pictures = [...document.querySelectorAll('.prose img')];
  for (const picture of pictures) picture.loading = 'eager';
  return pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
}
"""


@pytest.mark.parametrize("game", usually(("rolit", "hop_plie"), OURS))
def test_a_link_into_the_rules_leads_where_it_says(people: People, game: str) -> None:
    """Pictures have their room before they come, so that no chapter moves when they do."""
    page = people.person()
    held = [Held(page, pictures) for pictures in ("**/diagrams/**", "**/picture.svg*")]
    page.goto(f"/games/{game}", wait_until="domcontentloaded")
    anchors = page.eval_on_selector_all(
        ".chapters a", "links => links.map((link) => link.getAttribute('href').slice(1))"
    )
    assert len(anchors) > 2
    page.locator(f'.chapters a[href="#{anchors[-1]}"]').click()
    before = [page.evaluate(PLACE, anchor) for anchor in anchors]
    top = page.evaluate("anchor => document.getElementById(anchor).getBoundingClientRect().top", anchors[-1])
    assert -1 <= top < 720, "one is there"
    for each in held:
        each.release()
    page.wait_for_function(LOADED)
    for anchor, (place, height) in zip(anchors, before, strict=True):
        assert page.evaluate(PLACE, anchor) == pytest.approx([place, height], abs=2), anchor


def _rules(page: Page) -> None:
    page.locator("#rules-link").click()
    expect(page.locator("#drawer .prose")).to_be_visible()


def test_the_rules_open_beside_a_table_that_goes_on(people: People) -> None:
    page = people.person("Ada")
    table = open_table(page, "hopsy", HERE)
    _rules(page)
    assert page.url.endswith(f"/t/{table}")
    drawer, board = page.locator("#drawer").bounding_box(), page.locator(".scene").bounding_box()
    assert drawer is not None
    assert board is not None
    assert board["x"] + board["width"] <= drawer["x"], "nothing of the board is covered"
    seat, move, path = short_game("hopsy", 9, 21)[0]
    page.locator(f'.next[data-id="{path[0]}"]').click()
    page.locator(f'.next[data-id="{path[1]}"]').click()
    moves_are(page, 1)
    expect(page.locator("#drawer")).to_be_visible()
    chapter = page.locator("#drawer .chapters a").last
    anchor = (chapter.get_attribute("href") or "").removeprefix("#")
    chapter.click()
    top = page.locator(f'[id="{anchor}"]').bounding_box()
    assert top is not None
    assert drawer["y"] <= top["y"] < drawer["y"] + drawer["height"]
    assert "#" not in page.url, "back leads where one came from"
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    expect(page.locator("#rules-link")).to_be_focused()
    assert (seat, move) == (0, short_game("hopsy", 9, 21)[0][1])


def test_on_a_phone_the_rules_are_a_sheet_over_the_lower_part(people: People) -> None:
    page = people.person("Ada", width=390, height=844)
    table = open_table(page, "hopsy", HERE)
    _rules(page)
    drawer = page.locator("#drawer").bounding_box()
    assert drawer is not None
    assert 300 < drawer["y"] < 500
    assert drawer["y"] + drawer["height"] == pytest.approx(844, abs=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert api(page, "POST", f"/tables/{table}/moves", {"seat": 0, "move": short_game("hopsy", 9, 21)[0][1]}).ok
    expect(page.locator(MOVES)).to_have_count(1)
    page.locator("#drawer-close").click()
    expect(page.locator("#drawer")).to_be_hidden()


def test_the_rules_have_a_page_of_their_own(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "rolit", HERE)
    _rules(page)
    with page.context.expect_page() as opened:
        page.locator(".drawer-head a").click()
    expect(opened.value.locator(".rulebook .prose")).to_be_visible()
    assert opened.value.url.endswith("/games/rolit/rules")


def test_rules_that_did_not_come_are_asked_for_again(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "rolit", HERE)
    page.route("**/rules", lambda route: route.abort())
    page.locator("#rules-link").click()
    expect(page.locator("#drawer-room p")).to_be_visible()
    page.locator("#drawer-close").click()
    page.unroute_all()
    _rules(page)


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
SOLVED_LATELY = """
found => {
  const day = (back) => new Date(Date.now() - back * 86400000).toISOString().slice(0, 10);
  const kept = {};
  for (const [game, tries] of found)
    for (const back of [0, 1, 2]) kept[`${day(back)} ${game}`] = { tries, helped: false, words: "solved" };
  localStorage.setItem("ludotheque-days", JSON.stringify(kept));
}
"""
NO_COPYING = "document.execCommand = () => false"


def test_the_link_is_copied_over_plain_http_too(people: People) -> None:
    """Browsers have no clipboard for pages that come over plain http, as on a local network."""
    page = people.person("Ada", language="en-GB")
    page.context.add_init_script(NO_CLIPBOARD)
    open_table(page, "hopsy", PAIR)
    page.locator("#copy").click()
    expect(page.locator(".toast")).to_have_text("Link copied")
    field = page.locator("#link")
    link = page.url
    field.evaluate("field => { field.readOnly = false; field.value = ''; field.focus(); }")
    page.keyboard.press("Control+V")
    expect(field).to_have_value(link)


def _pasted(page: Page) -> str:
    """What was copied."""
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'here' }))")
    page.locator("#here").focus()
    page.keyboard.press("Control+V")
    return page.locator("#here").input_value()


def test_an_analysis_is_copied_over_plain_http_too(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    page.context.add_init_script(NO_CLIPBOARD)
    page.goto("/analysis/hopsy")
    expect(page.locator(".scene g.next").first).to_be_visible()
    page.locator("#share-link").click()
    expect(page.locator(".toast")).to_have_text("Link copied")
    assert _pasted(page) == page.url


def test_each_days_result_is_copied_over_plain_http_too(people: People) -> None:
    """Of several on the page, the one that was asked for; it tells how many days in a row, and is a picture too."""
    page = people.person("Ada", language="en-GB")
    page.context.add_init_script(NO_CLIPBOARD)
    page.goto("/daily")
    page.evaluate(SOLVED_LATELY, [["hopsy", 2], ["rolit", 0]])
    page.reload()
    task = page.locator('.task[data-game="rolit"]')
    expect(task.locator(".streak")).to_have_text("3 days in a row")
    task.locator(".result summary").click()
    task.locator("button", has_text="Copy the result").click()
    expect(page.locator(".toast")).to_have_text("Result copied")
    words = _pasted(page)
    assert words.startswith("Ludothèque · Rolit"), words
    assert "\n🟩\n3 days in a row\n" in words
    with page.expect_download() as download:
        task.locator("button", has_text="As a picture").click()
    assert download.value.suggested_filename.startswith("ludotheque-rolit-")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_where_nothing_can_be_copied_the_link_is_selected_and_that_is_said(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    page.context.add_init_script(f"{NO_CLIPBOARD}; {NO_COPYING}")
    open_table(page, "hopsy", PAIR)
    page.locator("#copy").click()
    expect(page.locator(".toast")).to_contain_text("The link is selected")
    assert page.evaluate("getSelection().toString()") == page.url


def test_a_link_that_works_on_this_machine_only_says_so(people: People) -> None:
    """The tests' server listens on 127.0.0.1: no phone can reach it, and no code pretends one could."""
    page = people.person("Ada", language="en-GB")
    table = open_table(page, "hopsy", PAIR)
    expect(page.locator("#unreachable")).to_contain_text("ludotheque serve --host 0.0.0.0")
    assert page.locator("img.qr").count() == 0
    page.goto(f"/t/{table}/tv")
    assert page.locator("img.qr").count() == 0
