"""Spectators, the large screen, replays, the lobby, phrases."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import ludotheque as lt
from tests.browser.acts import NEXT, api, click, in_words, moves_are, open_table, play_any, short_game, sit, visit
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
HERE = [{"kind": "me", "nickname": "Ada"}, {"kind": "me", "nickname": "Bo"}]


def test_a_spectator_and_the_large_screen_follow(people: People, picture: Keep) -> None:
    ada, cy = people.person("Ada"), people.person()
    table = open_table(ada, "hopsy", HERE)
    visit(cy, table)
    tv = people.person(width=1920, height=1080)
    visit(tv, table, "/tv")
    expect(cy.locator("#watching")).to_contain_text("Vous regardez")
    expect(ada.locator("#watching")).to_contain_text("2 regardent")
    game = short_game("hopsy", 9, 21)
    for number, (_, _, path) in enumerate(game[:4], 1):
        click(ada, path)
        for page in (ada, cy):
            moves_are(page, number)
    assert cy.locator(NEXT).count() == 0
    assert cy.locator("#says").is_hidden()
    pawn = game[3][2][0]
    place = ada.locator(f'[data-id="{pawn}"]').get_attribute("transform")
    for page in (cy, tv):
        expect(page.locator(f'[data-id="{pawn}"]')).to_have_attribute("transform", place or "")
    size = tv.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, 1080], "the large view fills the screen and nothing more"
    picture(tv, "tv")
    picture(cy, "spectator")


def test_the_large_screen_of_a_player_shows_no_secret(people: People) -> None:
    ada = people.person("Ada")
    table = open_table(ada, "plic_plac", [{"kind": "me"}, {"kind": "bot", "bot": "novice"}], cut="5")
    expect(ada.locator("#turn.mine small")).to_contain_text("Joueur 1 : une carte secrète", timeout=60_000)
    ada.locator("g.next").first.click()
    expect(ada.locator("g.secret.up")).to_have_count(1)
    visit(ada, table, "/tv")
    expect(ada.locator(".scene")).to_be_visible()
    expect(ada.locator("g.up")).to_have_count(0)


def test_a_finished_game_is_replayed_and_downloaded(people: People, picture: Keep) -> None:
    ada = people.person("Ada")
    table = open_table(ada, "hopsy", HERE)
    game = short_game("hopsy", 9, 21)
    for number, (_, _, path) in enumerate(game, 1):
        click(ada, path)
        moves_are(ada, number)
    ada.locator("#replay-link").click()
    ada.wait_for_url("**/replay")
    expect(ada.locator("#caption")).to_contain_text("Début")
    ada.locator("#forward").click()
    expect(ada.locator("#caption")).to_contain_text(in_words("hopsy", game[0][1]))
    ada.locator("#slider").fill(str(len(game)))
    expect(ada.locator("#caption")).to_contain_text(in_words("hopsy", game[-1][1]))
    ada.locator("#first").click()
    ada.locator("#play").click()
    expect(ada.locator("#caption")).to_contain_text(in_words("hopsy", game[1][1]))
    ada.locator("#play").click()
    picture(ada, "replay")
    with ada.expect_download() as record:
        ada.locator(".downloads a").nth(0).click()
    assert game[-1][1] in record.value.path().read_text(encoding="utf-8")
    with ada.expect_download() as animation:
        ada.locator(".downloads a").nth(1).click()
    drawn = animation.value.path().read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "<script" not in drawn
    assert api(ada, "GET", f"/tables/{table}/record").ok


def test_a_blunder_is_marked_and_can_be_visited(people: People, picture: Keep) -> None:
    """The curve is drawn, the missed win is marked on it, and mouse, keys and list lead there."""
    ada = people.person("Ada")
    position = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"
    table = open_table(ada, "hopsy", HERE, position=position)
    state = lt.start("hopsy", position=position)
    for number, move in enumerate(("A5-A6", "E4-A2"), 1):
        click(ada, state.paths(state.waiting[0])[move])
        moves_are(ada, number)
        state = state.play(move)
    api(ada, "POST", f"/tables/{table}/actions", {"action": "resign", "seat": 0})
    ada.goto(f"/t/{table}/replay")
    expect(ada.locator("#analysis-note")).to_have_text("1 gaffe", timeout=120_000)
    mark = ada.locator('#graph .blunder[data-number="1"]')
    expect(mark).to_have_count(1)
    listed = ada.locator("#blunders button")
    told = r"\?\? 1\. rouge \(Ada\)\s: le pion de A5 à A6 mieux\s: le pion de E3 à E5"
    expect(listed).to_have_accessible_name(re.compile(told))
    expect(ada.locator("#graph .curve")).to_have_count(1)

    listed.click()
    expect(ada.locator("#caption")).to_contain_text("le pion de A5 à A6")
    expect(ada.locator("#caption .flawed")).to_have_text("??")
    expect(ada.locator("#slider")).to_have_value("1")
    expect(ada.locator("#verdict")).to_contain_text("Gaffe")
    picture(ada, "replay-blunder")
    ada.locator("#better").click()
    expect(ada.locator(".halo.hinted")).to_have_count(2)
    expect(ada.locator("#slider")).to_have_value("0")
    expect(ada.locator("#verdict")).to_contain_text("le pion de E3 à E5")
    picture(ada, "replay-better")

    graph = ada.get_by_role("slider", name="Courbe de la partie")
    graph.focus()
    ada.keyboard.press("End")
    expect(ada.locator("#slider")).to_have_value("2")
    expect(graph).to_have_attribute("aria-valuenow", "2")
    ada.keyboard.press("PageDown")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("Coup 1 sur 2.*Gaffe"))
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 3, "y": 20})
    expect(ada.locator("#slider")).to_have_value("2")
    place = mark.bounding_box()
    assert place is not None
    graph.click(position={"x": place["x"] + place["width"] - box["x"], "y": 20})
    expect(ada.locator("#slider")).to_have_value("1")


def test_several_players_have_a_curve_each(people: People, picture: Keep) -> None:
    ada = people.person("Ada", width=390, height=844, dark=True)
    people_here = [{"kind": "me", "nickname": name} for name in ("Ada", "Bo", "Cy")]
    table = open_table(ada, "rolit", people_here, players="3", size="4")
    for number in range(1, 13):
        play_any(ada, number)
    ada.goto(f"/t/{table}/replay")
    expect(ada.locator("#analysis-note")).not_to_have_attribute("aria-busy", "true", timeout=120_000)
    expect(ada.locator("#graph .curve")).to_have_count(3)
    expect(ada.locator("#legend li")).to_have_text(["rouge (Ada)", "jaune (Bo)", "vert (Cy)"])
    assert ada.evaluate("document.documentElement.scrollWidth") <= 390
    picture(ada, "phone-replay-curves", whole=True)


def test_every_game_of_a_match_can_be_replayed(people: People) -> None:
    ada = people.person("Ada")
    table = open_table(ada, "hopsy", HERE)
    path = short_game("hopsy", 9, 21)[0][2]
    for _ in range(2):
        click(ada, path)
        moves_are(ada, 1)
        api(ada, "POST", f"/tables/{table}/actions", {"action": "resign", "seat": 1})
        ada.locator('[data-action="rematch"]').click()
        moves_are(ada, 0)
    ada.locator("#replay-link").click()
    expect(ada.locator("#games option")).to_have_count(2)
    ada.locator("#games").select_option("1")
    expect(ada.locator("#record")).to_have_attribute("href", re.compile("game=1"))
    ada.locator("#last").click()
    expect(ada.locator("#caption")).to_contain_text(in_words("hopsy", short_game("hopsy", 9, 21)[0][1]))


def test_a_running_game_has_no_replay_yet(people: People) -> None:
    ada = people.person("Ada")
    table = open_table(ada, "hopsy", HERE)
    ada.goto(f"/t/{table}/replay")
    expect(ada.locator(".card")).to_contain_text("pas finie")


def test_a_public_table_is_found_in_the_lobby(people: People, picture: Keep) -> None:
    ada, bo = people.person("Ada du salon"), people.person("Bo")
    ada.goto("/games/rolit")
    ada.locator("label:has(input[value=online])").click()
    ada.locator("details.more summary").click()
    ada.locator("input[name=public][value=yes]").check()
    ada.locator("#clock").select_option(index=2)
    ada.get_by_role("button", name="Ouvrir la table").click()
    ada.wait_for_url("**/t/*")
    bo.goto("/tables")
    card = bo.locator("#lobby li", has_text="Ada du salon").first
    expect(card).to_contain_text("Rolit")
    picture(bo, "lobby")
    card.locator("a").click()
    bo.wait_for_url("**/t/*")
    sit(bo, 1)
    expect(ada.locator("#turn")).to_contain_text("À vous de jouer")
    expect(ada.locator('[data-clock="0"]')).to_contain_text("5:0")
    ada.goto("/tables")
    expect(ada.locator("#mine li").first).to_contain_text("À vous de jouer")


def test_phrases_are_heard_by_all(people: People, picture: Keep) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    table = open_table(ada, "hopsy", [{"kind": "me"}, {"kind": "open"}])
    visit(bo, table)
    sit(bo, 1)
    expect(ada.locator('[data-seat="1"] .who')).to_have_text("Bo")
    bo.locator("#says summary").click()
    bo.locator("#phrases").get_by_text("Hop, c'est plié !").click()
    expect(ada.locator(".bubble")).to_contain_text("Hop, c'est plié !")
    expect(ada.locator("#announce")).to_contain_text("Bo dit")
    picture(ada, "phrase")
