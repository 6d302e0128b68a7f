"""Seeing what is mine and what I may do: pieces beside the names, ghosts, ways, dice to click, forced moves, a win."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import ludotheque as lt
from ludotheque.bots.characters import NAMES
from ludotheque.core.catalogues import languages
from ludotheque.drawing.drawn import drawn
from ludotheque.games.hop_plie.pages import FOLD_NAMES
from tests.browser.acts import MOVES, NEXT, api, click, moves_are, open_table, play_any, visit
from tests.browser.conftest import People
from tests.cases import OURS
from tests.volume import usually

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
ME = {"kind": "me", "nickname": "Ada"}
BO = {"kind": "me", "nickname": "Bo"}
ALMOST = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"
"""Red wins with E3-E5."""
MIX = "b.B.r./.r..b./..R.../B..r../..Rb../R..B.. r"
WINNING = ["B2", "C3", "D4", "E5"]


LENGTHS = """
words => words.map((each) => {
  const text = document.querySelector('[data-id="named-A1-small"] text');
  text.textContent = each;
  const times = (text.getScreenCTM().a * Math.SQRT2) / text.ownerSVGElement.getScreenCTM().a;
  return (text.getComputedTextLength() + 7) * times;
})
"""
"""How long words are there, in hundredths of a cell; what is written there is turned by half a right angle."""


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "bot": level}


def shown(page: Page, css: str) -> list[str]:
    """The symbols of what is drawn there."""
    found: list[str] = page.locator(f"{css} use").evaluate_all("all => all.map((each) => each.getAttribute('href'))")
    return [each.removeprefix("#") for each in found]


@pytest.mark.parametrize("game", usually(("hopsy", "plic_plac", "hop_plie"), OURS))
def test_every_seat_shows_its_piece(people: People, picture: Keep, game: str) -> None:
    page = people.person("Ada", language="en-GB")
    open_table(page, game, [ME, bot("novice")])
    pieces = page.locator(".seat .token .symbol")
    expect(pieces).to_have_count(2)
    symbols = {f"{game}-{token.symbol}" for token in drawn(lt.start(game)).scene(0).tokens}
    assert set(shown(page, ".seat .token")) == symbols
    for at in range(2):
        assert page.locator(f'[data-seat="{at}"] .token use').evaluate("each => each.getBBox().width") > 20, "is drawn"
    picture(page, f"seen-{game}")


THINKING = """async ([seats, waiting, over]) => {
  const { Pausing } = await import("/static/pausing.js");
  const times = { turn_started_ms: 1000, server_ms: 1000, hurry: null, pause: null };
  const table = { over, waiting, seats, ...times, scene: { notice: "" } };
  new Pausing(() => {}).begin(table, performance.now());
  const [ring] = document.getElementById("ring").getAnimations({ subtree: true });
  return ring?.effect.getTiming().duration ?? null;
}"""


def test_a_ring_says_how_long_a_bot_thinks(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "hopsy", [ME, bot("novice")])
    person, novice, master = ({"bot_seconds": seconds} for seconds in (None, None, 2.5))
    for seats, waiting, over, expected in (
        ([person, master], [1], False, 2500),
        ([person, master], [0], False, None),
        ([person, novice], [1], False, None),
        ([person, master], [0, 1], False, None),
        ([person, master], [1], True, None),
    ):
        assert page.evaluate(THINKING, [seats, waiting, over]) == expected


def test_pieces_are_seen_behind_the_screen_that_covers_cards(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "plic_plac", [ME, BO])
    expect(page.locator("#handover")).to_be_visible()
    assert page.locator("#board svg").count() == 0
    width = page.locator(".seat .token use").first.evaluate("each => each.getBBox().width")
    assert width > 20, "the symbols stay though the board is gone"


def test_places_show_a_ghost_of_ones_own_piece(people: People, picture: Keep) -> None:
    page = people.person("Ada")
    open_table(page, "rolit", [ME, BO], size="6")
    expect(page.locator("g.floor.next")).to_have_count(3)
    assert shown(page, ".halo .coming") == ["rolit-ball-r"] * 3
    expect(page.locator(".halo .dot, .halo .spot")).to_have_count(0)
    opacity = page.locator(".halo .coming").first.evaluate("each => Number(getComputedStyle(each).opacity)")
    assert 0.4 < opacity < 0.8
    play_any(page, 1)
    assert set(shown(page, ".halo .coming")) == {"rolit-ball-g"}, "the ball of who is to move now"
    open_table(page, "hopsy", [ME, BO])
    expect(page.locator("g.next")).to_have_count(6)
    expect(page.locator(".halo .coming")).to_have_count(0)
    page.locator('[data-id="pawn-6"]').hover()
    assert set(shown(page, ".halo .coming")) == {"hopsy-pawn-r"}, "also before it is chosen"
    page.locator('[data-id="pawn-6"]').click()
    places = page.locator("g.floor.next").count()
    assert shown(page, ".halos .coming") == ["hopsy-pawn-r"] * places
    picture(page, "seen-ghosts")


def _choice(page: Page) -> tuple[str, list[str], dict[str, Any]]:
    """A table of Hops where a die can end on a square with several values: die, square and values."""
    table = open_table(page, "hops_dice", [ME, BO])
    for _ in range(40):
        told = api(page, "GET", f"/tables/{table}").json()
        long = next((path for path in told["paths"].values() if len(path) == 3), None)
        if long:
            visit(page, table)
            return table, long, told
        moves = list(told["paths"])
        move = max(moves, key=lambda each: int(each.partition("=")[2][0]))
        assert api(page, "POST", f"/tables/{table}/moves", {"seat": told["seat"], "move": move}).ok
    raise AssertionError("no die had a choice")


def test_hops_shows_values_and_ways_and_asks_which_value(people: People, picture: Keep) -> None:
    page = people.person("Ada", language="en-GB")
    _, (die, square, value), told = _choice(page)
    page.locator(f'.next[data-id="{die}"]').click()
    expect(page.locator(".foreseen .way").first).to_be_attached()
    for played in page.locator(".scene .item.ghost, .scene .trail").all():  # a die there looked like another value
        expect(played).to_be_hidden()
    ends = {move: path for move, path in told["paths"].items() if path[0] == die}
    assert set(shown(page, ".halos .coming")) == {f"hops_dice-{told['ghosts'][move]}" for move in ends}
    expect(page.locator(".foreseen .way:not(.full)")).to_have_count(len(ends))
    page.locator(f'g.next[data-id="{square}"]').hover()
    expect(page.locator(".foreseen .way.full")).to_have_count(2)
    expect(page.locator(".choices .told")).to_have_count(0)
    picture(page, "seen-hops-way")
    page.locator(f'.next[data-id="{square}"]').click()
    expect(page.locator(".choices .told")).to_have_text("Which value shall the die show in the end?")
    expect(page.locator("#choices")).to_have_attribute("aria-label", "Which value shall the die show in the end?")
    picture(page, "seen-hops-value")
    page.locator("#coach-on").click()
    expect(page.locator("#coach-line")).to_have_text("Which value shall the die show in the end?")
    before = page.locator(MOVES).count()
    page.locator(f'g.next[data-id="{value}"]').click()
    moves_are(page, before + 1)
    expect(page.locator(".foreseen .way")).to_have_count(0)


def test_ways_that_come_late_or_never_change_nothing(people: People) -> None:
    page = people.person("Ada")
    held: list[Route] = []
    page.route("**/ways?*", lambda route: held.append(route))
    open_table(page, "hopsy", [ME, BO])
    page.locator('.next[data-id="pawn-6"]').click()
    expect(page.locator(".halos .coming").first).to_be_attached()
    click(page, ["E4"])
    moves_are(page, 1)
    expect(page.locator("#turn")).to_contain_text("Bo")
    assert held
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".foreseen .way")).to_have_count(0)
    page.unroute("**/ways?*")
    page.route("**/ways?*", lambda route: route.abort())
    page.locator("g.next").first.click()
    expect(page.locator(".halos .coming").first).to_be_attached()
    page.locator("g.floor.next").first.click()
    moves_are(page, 2)


def test_a_die_is_taken_by_clicking_it(people: People, picture: Keep) -> None:
    page = people.person("Ada", language="en-GB")
    open_table(page, "hop_plie", [ME, BO])
    expect(page.locator(".choices .told")).to_have_text("Which die do you take?")
    page.locator('g.next[data-id="die-white"]').click()
    moves_are(page, 2)
    expect(page.locator(f"{MOVES}").last).to_contain_text("takes the white die")
    assert set(shown(page, ".halo .coming")) == {"hop_plie-ghost-pen"}
    page.locator("g.floor.next").first.hover()
    assert set(shown(page, ".halo .coming")) == {"hop_plie-ghost-pen", "hop_plie-ghost-cross"}
    page.locator("g.floor.next").first.click()
    assert "hop_plie-ghost-cross" in shown(page, ".halo .coming")
    picture(page, "seen-crosses")


def test_a_forced_die_is_taken_after_a_moment_and_said(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    table = open_table(page, "hop_plie", [ME], players="1")
    told = api(page, "GET", f"/tables/{table}").json()
    assert list(told["paths"]) == ["black"], "the first box is black"
    moves_are(page, 2)
    expect(page.locator(".toast")).to_contain_text("Nothing else to choose: Black die")
    page.locator('[data-action="undo"]').click()
    moves_are(page, 1)
    page.wait_for_timeout(2500)
    moves_are(page, 1)
    page.locator('g.next[data-id="die-black"]').click()
    moves_are(page, 2)


def test_a_choice_of_two_dice_is_left_to_the_player(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    open_table(page, "hop_plie", [ME, bot("random")])
    expect(page.locator(NEXT)).to_have_count(4)
    page.wait_for_timeout(2500)
    moves_are(page, 1)
    open_table(page, "hopsy", [ME, BO])
    page.wait_for_timeout(2000)
    moves_are(page, 0)


def test_done_stands_back_until_nothing_else_is_left_and_one_key_is_enough(people: People, picture: Keep) -> None:
    page = people.person("Ada", language="en-GB")
    table = open_table(page, "hop_plie", [ME], players="1")
    moves_are(page, 2)
    done = page.locator('.choices [data-id="done"]')
    expect(done).to_have_class(re.compile(r"\bquiet\b"))
    for _ in range(20):
        told = api(page, "GET", f"/tables/{table}").json()
        rows = [move for move in told["paths"] if move != "done"]
        if not rows:
            break
        assert api(page, "POST", f"/tables/{table}/moves", {"seat": 0, "move": rows[0]}).ok
    expect(done).to_have_class(re.compile(r"\bstrong\b"))
    expect(done).not_to_have_class(re.compile(r"\bquiet\b"))
    picture(page, "seen-done")
    before = len(told["moves"])
    page.keyboard.press("Enter")
    expect(page.locator(MOVES)).not_to_have_count(before)
    expect(page.locator(f"{MOVES} >> text=is done")).to_have_count(1)


def test_what_is_reached_is_counted_beside_the_sheet_and_in_the_list(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    open_table(page, "hop_plie", [ME, bot("random")])
    expect(page.locator('[data-id="count-0"]')).to_have_accessible_name("targets: 0 of 5")
    expect(page.locator('[data-id="count-1-number"]')).to_contain_text("0/16")
    expect(page.locator('[data-seat="0"] .count')).to_have_text(["0/5", "0/16", "0/4"])
    expect(page.locator('[data-seat="0"] .count').first).to_have_accessible_name("targets: 0 of 5")
    expect(page.locator('[data-id="named-A1-small"]')).to_contain_text("small 0/3")
    words = [f"{name.to(code)} 0/3" for name in FOLD_NAMES.values() for code in languages()]
    assert max(page.evaluate(LENGTHS, words)) < 272, "it has so much room on its line"


def test_le_mix_is_played_by_its_name_and_won_by_its_line(people: People) -> None:
    page = people.person("Ada", language="en-GB")
    table = open_table(page, "hopsy", [ME, BO], variant="mix", position=MIX)
    expect(page.locator("h1")).to_have_text("Le Mix")
    assert "Le Mix" in page.title()
    click(page, api(page, "GET", f"/tables/{table}").json()["paths"]["E3-E5"])
    expect(page.locator("#turn")).to_contain_text("Ada wins!")
    expect(page.locator("#turn small")).to_have_text("four in line, plain and marked in turn")
    visit(page, table, "/tv")
    expect(page.locator("h1")).to_have_text("Le Mix")
    page.goto("/tables")
    expect(page.locator("#mine")).to_contain_text("Le Mix")
    page.goto(f"/analysis/hopsy?table={table}")
    expect(page.locator("h1")).to_contain_text("Le Mix")


def test_bots_have_names_and_faces(people: People, picture: Keep) -> None:
    page = people.person("Ada", language="en-GB")
    table = open_table(page, "rolit", [ME, bot("player"), bot("player"), bot("master")], players="4")
    who = page.locator(".seat .who")
    expect(who).to_have_count(4)
    names = who.all_inner_texts()
    assert names[0] == "Ada"
    assert {*names[1:3]} < set(NAMES["player"])
    assert names[3] in NAMES["master"]
    assert len(set(names)) == 4
    faces = page.locator(".seat .face")
    expect(faces).to_have_count(3)
    assert len(set(faces.evaluate_all("all => all.map((each) => each.src)"))) == 3
    for at in range(3):
        page.wait_for_function("at => document.querySelectorAll('.seat .face')[at].naturalWidth > 0", arg=at)
    expect(page.locator('[data-seat="1"] .what')).to_contain_text("Player bot")
    picture(page, "seen-bots")
    play_any(page, 1)
    moves_are(page, 4)
    expect(page.locator("#announce")).to_contain_text(f"({names[3]})")
    page.reload()
    expect(who).to_have_text(names)
    seats = api(page, "GET", f"/tables/{table}").json()["seats"]
    assert [seat["bot"] for seat in seats] == [None, "player", "player", "master"]


RAINED = """() => {
  window.rained = 0;
  new MutationObserver(() => { window.rained = Math.max(rained, document.querySelectorAll('.confetti i').length); })
    .observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("calm", [True, False], ids=["calm", "lively"])
def test_a_win_is_celebrated_and_its_line_shown(people: People, picture: Keep, calm: bool) -> None:
    page = people.person("Ada", language="en-GB", calm=calm)
    table = open_table(page, "hopsy", [ME, BO], position=ALMOST)
    page.evaluate(RAINED)
    click(page, api(page, "GET", f"/tables/{table}").json()["paths"]["E3-E5"])
    expect(page.locator("#turn")).to_contain_text("Ada wins!")
    for square in WINNING:
        expect(page.locator(f'[data-id="mark-won-{square}"]')).to_be_attached()
    expect(page.locator("g.item.won")).to_have_count(4)
    if calm:
        assert page.evaluate("window.rained") == 0
    else:
        page.wait_for_function("() => window.rained > 20")
    picture(page, f"seen-won-{calm}")
    expect(page.locator(".confetti")).to_have_count(0)
    page.evaluate("window.rained = 0")
    page.reload()
    page.evaluate(RAINED)
    expect(page.locator("g.item.won")).to_have_count(4)
    assert page.evaluate("window.rained") == 0, "once is enough"


def test_who_lost_to_a_bot_is_not_rained_upon(people: People) -> None:
    page = people.person("Ada", language="en-GB", calm=False)
    open_table(page, "hopsy", [ME, bot("random")])
    page.evaluate(RAINED)
    page.locator('[data-action="resign"]').click()
    page.locator("#ask-answers").get_by_text("Yes").click()
    expect(page.locator("#turn")).to_contain_text("wins")
    page.wait_for_timeout(500)
    assert page.evaluate("window.rained") == 0


def test_on_a_tablet_the_words_of_four_players_have_room(people: People) -> None:
    page = people.person("Ada", width=768, height=1024)
    open_table(page, "rolit", [{"kind": "me"}, *[{"kind": "bot", "bot": "novice"}] * 3], players="4")
    told = page.locator(".seat .person")
    expect(told).to_have_count(4)
    for person in told.all():
        box = person.bounding_box()
        assert box is not None
        assert box["width"] > 70, "no word is broken letter by letter"
