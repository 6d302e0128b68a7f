"""Whole games in real browsers: online, on one device, against a bot; undo, rematch, hidden cards."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from tests.browser.acts import (
    MOVES,
    NEXT,
    api,
    click,
    moves_are,
    open_table,
    play_any,
    short_game,
    sit,
    visit,
)
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
ME = {"kind": "me"}
OPEN = {"kind": "open"}


def test_two_browsers_play_a_whole_game_of_hopsy_online_and_a_rematch(people: People, picture: Keep) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    ada.goto("/games/hopsy")
    ada.locator("label:has(input[value=online])").click()
    expect(ada.locator("#seating select").nth(1)).to_have_value("open")
    ada.get_by_role("button", name="Ouvrir la table").click()
    ada.wait_for_url("**/t/*")
    expect(ada.locator("#turn")).to_contain_text("On attend")
    link = ada.locator("#link").input_value()
    assert link == ada.url, "the invitation is the address of the table"
    expect(ada.locator("#copy")).to_have_text("Copier le lien")
    picture(ada, "hopsy-invitation")
    bo.goto(link)
    sit(bo, 1)
    expect(ada.locator('[data-seat="1"] .who')).to_have_text("Bo")
    game = short_game("hopsy", 9, 21)
    pages = [ada, bo]
    for number, (seat, _, path) in enumerate(game, 1):
        expect(pages[seat].locator("#turn")).to_contain_text("À vous de jouer")
        assert pages[1 - seat].locator(NEXT).count() == 0, "only who is to move can choose"
        click(pages[seat], path)
        for page in pages:
            moves_are(page, number)
    winner = game[-1][0]
    expect(pages[winner].locator("#turn")).to_contain_text("Gagné")
    expect(pages[1 - winner].locator("#turn")).to_contain_text(f"{'Ada' if winner == 0 else 'Bo'} gagne")
    picture(ada, "hopsy-won")
    _rematch(pages, winner)


def _rematch(pages: list[Page], winner: int) -> None:
    """Who lost begins the next game: takes the red pawns."""
    names = ["Ada", "Bo"]
    pages[0].locator('[data-action="rematch"]').click()
    expect(pages[0].locator("#ask")).to_contain_text("On attend")
    expect(pages[0].locator("#rematch")).to_be_hidden()
    pages[1].locator("#ask-answers").get_by_text("Non").click()
    expect(pages[0].locator(".toast")).to_have_text("Bo ne veut pas de revanche.")
    pages[0].locator("#rematch").click()
    pages[1].locator("#ask-answers").get_by_text("Oui").click()
    for page in pages:
        expect(page.locator('[data-seat="0"] .who')).to_have_text(names[1 - winner])
        moves_are(page, 0)
        expect(page.locator("#match")).to_contain_text(f"{names[winner]} : 1")
    expect(pages[1 - winner].locator("#turn")).to_contain_text("À vous de jouer")
    pages[0].locator("#replay-link").click()
    expect(pages[0].locator("#caption")).to_contain_text("Début")


def test_four_seats_of_rolit_on_one_device(people: People, picture: Keep) -> None:
    page = people.person("Ada")
    page.goto("/games/rolit")
    page.locator("label:has(input[value=here])").click()
    page.locator('[data-option="players"]').select_option("4")
    expect(page.locator("#seating li")).to_have_count(4)
    for row, name in enumerate(["Bo", "Cy", "Di"], 1):
        page.locator("#seating li").nth(row).locator("input").fill(name)
    picture(page, "rolit-form")
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url("**/t/*")
    for number in range(1, 33):
        turn = ["Ada", "Bo", "Cy", "Di"][(number - 1) % 4]
        expect(page.locator("#turn")).to_contain_text(f"À vous, {turn}")
        play_any(page, number)
        if number == 14:
            picture(page, "rolit-four")
    expect(page.locator("#turn")).to_contain_text("gagne")
    expect(page.locator(".seat.won")).not_to_have_count(0)
    expect(page.locator("#replay-link")).to_be_visible()


def test_a_game_against_a_bot_with_a_hint_and_undo(people: People, picture: Keep) -> None:
    page = people.person("Ada", calm=False)
    page.goto("/games/rolit")
    page.locator('[data-option="size"]').select_option("4")
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator('[data-seat="1"] .what')).to_contain_text("Robot")
    page.locator('[data-action="hint"]').click()
    expect(page.locator(".halo.hinted")).to_have_count(1)
    expect(page.locator(".toast")).to_contain_text("Conseil")
    picture(page, "rolit-hint")
    play_any(page, 1)
    moves_are(page, 2)
    page.locator('[data-action="undo"]').click()
    moves_are(page, 0)
    expect(page.locator("#moves .none")).to_be_visible()
    number = 0
    while number < 12:
        play_any(page, number + 1)
        number = min(12, number + 2)
        moves_are(page, number)
    expect(page.locator("#turn")).to_contain_text(re.compile("Gagné|gagne|nulle|partagée"))
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.locator('[data-action="rematch"]')).to_be_in_viewport(ratio=1)
    page.locator('[data-action="rematch"]').click()
    expect(page.locator("#match")).to_be_visible()


def test_undo_and_draw_online_need_consent(people: People) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    table = open_table(ada, "hopsy", [ME, OPEN])
    visit(bo, table)
    sit(bo, 1)
    click(ada, short_game("hopsy", 9, 21)[0][2])
    moves_are(bo, 1)
    ada.locator('[data-action="undo"]').click()
    expect(bo.locator("#ask")).to_contain_text("Ada voudrait reprendre")
    bo.locator("#ask-answers").get_by_text("Non").click()
    expect(ada.locator("#ask")).to_be_hidden()
    moves_are(ada, 1)
    ada.locator('[data-action="undo"]').click()
    bo.locator("#ask-answers").get_by_text("Oui").click()
    moves_are(ada, 0)
    ada.set_viewport_size({"width": 768, "height": 1024})
    offer = ada.locator('[data-action="offer-draw"]')
    offer.scroll_into_view_if_needed()
    offer.click()
    expect(offer).to_be_disabled()  # and not hidden: pressed twice, it is not another button that is hit
    expect(ada.locator("#ask")).to_be_in_viewport(ratio=1)  # above the board, though the button is below
    expect(bo.locator("#ask")).to_contain_text("nulle")
    bo.locator("#ask-answers").get_by_text("Oui").click()
    for page in (ada, bo):
        expect(page.locator("#turn")).to_contain_text("Partie nulle")
        expect(page.locator(".seat .tally")).to_have_text(["", ""])  # half a point each says nothing more


def test_resign_after_a_question(people: People) -> None:
    ada = people.person("Ada")
    open_table(ada, "hopsy", [ME, {"kind": "bot", "bot": "random"}])
    ada.locator('[data-action="resign"]').click()
    ada.locator("#ask-answers").get_by_text("Non").click()
    expect(ada.locator("#turn")).to_contain_text("À vous")
    ada.locator('[data-action="resign"]').click()
    ada.locator("#ask-answers").get_by_text("Oui").click()
    expect(ada.locator("#turn")).to_contain_text("gagne")


def test_players_without_a_name_are_called_in_a_sentence_that_suits_them(people: People) -> None:
    page = people.person()
    open_table(page, "plic_plac", [{"kind": "me", "nickname": "joueur 1"}, {"kind": "me", "nickname": "joueur 2"}])
    expect(page.locator("#handover-to")).to_contain_text("Passez l'appareil : joueur")


def test_hidden_cards_are_handed_over(people: People, picture: Keep) -> None:
    """Nothing of another's cards is on the page before they say that they hold the device."""
    page = people.person("Ada")
    table = open_table(page, "plic_plac", [ME, {"kind": "me", "nickname": "Bo"}])
    cover = page.locator("#handover")
    expect(cover).to_be_visible()
    assert page.locator("#board svg").count() == 0
    first = page.locator("#handover-to").inner_text()
    picture(page, "plic-plac-handover")
    page.locator("#handover-ready").click()
    expect(cover).to_be_hidden()
    before = page.locator(MOVES).count()
    page.locator('[data-id="card-8"].next').click()
    moves_are(page, before + 1)
    expect(page.locator('[data-id="card-8"]')).to_have_class("item secret up")
    picture(page, "plic-plac-secret")
    page.locator('[data-id="say-pass"]').click()
    expect(cover).to_be_visible()
    expect(page.locator("#handover-to")).not_to_have_text(first)
    assert page.locator("#board svg").count() == 0
    page.reload()
    expect(cover).to_be_visible()
    assert "secret up" not in page.content()
    told = api(page, "GET", f"/tables/{table}").json()
    assert told["seat"] is None, "who has not said who they are sees what a spectator sees"


def test_simultaneous_choices_and_interruptions_on_one_device(people: People) -> None:
    """Who is not waited for can still interrupt: their seat offers it, behind the hand-over screen."""
    page = people.person("Ada")
    open_table(page, "plic_plac", [ME, {"kind": "me", "nickname": "Bo"}, {"kind": "me", "nickname": "Cy"}], players="3")
    page.locator("#handover-ready").click()
    expect(page.locator(NEXT).first).to_be_visible()
    offers = page.locator(".seat:not(.turning) .offers button")
    expect(offers).to_have_count(2)
    offers.first.click()
    expect(page.locator("#handover")).to_be_visible()
    page.locator("#handover-ready").click()
    expect(page.locator(NEXT)).to_have_count(1)
    expect(page.locator('[data-id="say-blocage"].next')).to_be_visible()


def test_a_clock_runs_out(people: People) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    table = open_table(ada, "hopsy", [ME, OPEN], clock="5")
    visit(bo, table)
    sit(bo, 1)
    expect(ada.locator('[data-clock="0"]')).to_have_text(re.compile("0:0[0-4]"))
    expect(ada.locator("#turn")).to_contain_text("Bo gagne")
    expect(ada.locator("#turn small")).to_contain_text("temps écoulé")


def test_a_bot_replaces_who_left(people: People) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    table = open_table(ada, "hopsy", [ME, OPEN])
    visit(bo, table)
    sit(bo, 1)
    bo.locator('[data-action="leave"]').click()
    bo.locator("#ask-answers").get_by_text("Oui").click()
    expect(ada.locator('[data-seat="1"]')).to_contain_text("place libre")
    expect(ada.locator('[data-seat="1"] .offers button')).to_have_text(["Jouer aussi cette place", "Mettre un robot"])
    ada.locator('[data-seat="1"] .offers button', has_text="Mettre un robot").click()
    expect(ada.locator('[data-seat="1"]')).to_contain_text("Robot")
    click(ada, short_game("hopsy", 9, 21)[0][2])
    moves_are(ada, 2)


def test_paper_is_drawn_on_and_folded_by_clicks(people: People, picture: Keep) -> None:
    """Alone with Hop ! C'est plié, every move clicked, until a corner is folded: its flap covers what it should."""
    page = people.person("Ada")
    table = open_table(page, "hop_plie", [ME], players="1")
    for _ in range(120):
        told = api(page, "GET", f"/tables/{table}").json()
        move = _planned(told["game"], told["options"], told["moves"])
        if len(told["paths"]) > 1 or move == "done":  # one die that may be taken is taken by itself
            click(page, told["paths"][move])
        expect(page.locator(MOVES)).not_to_have_count(len(told["moves"]))
        if move.startswith("fold"):
            corner = move.split()[1]
            break
    else:
        raise AssertionError("nothing was folded")
    flap = page.locator(f'[data-group="flap-{corner}"]')
    expect(flap).to_have_count(1)
    assert flap.locator(".item").count() in (6, 15), "the back of a small or of a large corner"
    expect(page.locator(f'[data-id="cell-{corner}"]')).to_have_count(0)
    picture(page, "hop-plie-folded")


def _planned(game: str, options: dict[str, str], moves: list[dict[str, str]]) -> str:
    """What a bot would do after these moves."""
    state = lt.start(game, **options)
    for played in moves:
        state = state.play(played["text"])
    return str(lt.bot(game, "greedy").choose(state.view(0), state.moves(0), random.Random(1)))
