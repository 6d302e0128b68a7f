"""Spectators, the large screen, replays, the lobby, phrases."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.acts import NEXT, api, click, moves_are, open_table, short_game, sit, visit
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
        moves_are(cy, number)
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
    table = open_table(ada, "plic_plac", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    expect(ada.locator(NEXT).first).to_be_visible()
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
    expect(ada.locator("#caption")).to_contain_text(game[0][1])
    ada.locator("#slider").fill(str(len(game)))
    expect(ada.locator("#caption")).to_contain_text(game[-1][1])
    ada.locator("#first").click()
    ada.locator("#play").click()
    expect(ada.locator("#caption")).to_contain_text(game[1][1])
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
    expect(ada.locator("#caption")).to_contain_text(short_game("hopsy", 9, 21)[0][1])


def test_a_running_game_has_no_replay_yet(people: People) -> None:
    ada = people.person("Ada")
    table = open_table(ada, "hopsy", HERE)
    ada.goto(f"/t/{table}/replay")
    expect(ada.locator(".card")).to_contain_text("pas finie")


def test_a_public_table_is_found_in_the_lobby(people: People, picture: Keep) -> None:
    ada, bo = people.person("Ada du salon"), people.person("Bo")
    ada.goto("/games/rolit")
    ada.locator("input[value=online]").check(force=True)
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
