"""What goes wrong in life: reloads, lost connections, a killed server, hostile names, other people's cookies."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.acts import api, click, moves_are, open_table, short_game, sit, visit
from tests.browser.conftest import People, new_server

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
PAIR = [{"kind": "me"}, {"kind": "open"}]


def test_a_reload_in_mid_game_and_in_mid_choice(people: People) -> None:
    ada, bo = people.person("Ada"), people.person("Bo")
    visit(bo, open_table(ada, "hopsy", PAIR))
    sit(bo, 1)
    game = short_game("hopsy", 9, 21)
    click(ada, game[0][2])
    moves_are(bo, 1)
    click(bo, game[1][2][:1])
    bo.reload()
    moves_are(bo, 1)
    click(bo, game[1][2])
    ada.reload()
    moves_are(ada, 2)
    click(ada, game[2][2])
    moves_are(bo, 3)


def test_a_lost_connection_is_told_and_made_good(people: People, picture: Keep) -> None:
    """Moves made meanwhile arrive when the connection is back."""
    ada, bo = people.person("Ada"), people.person("Bo")
    visit(bo, open_table(ada, "hopsy", PAIR))
    sit(bo, 1)
    game = short_game("hopsy", 9, 21)
    click(ada, game[0][2])
    for page in (ada, bo):
        moves_are(page, 1)
    ada.context.set_offline(True)
    expect(ada.locator("#offline")).to_contain_text("Connexion perdue")
    picture(ada, "offline")
    click(bo, game[1][2])
    moves_are(bo, 2)
    moves_are(ada, 1)
    ada.context.set_offline(False)
    moves_are(ada, 2)
    expect(ada.locator("#offline")).to_be_hidden()
    bo.context.set_offline(True)
    expect(bo.locator("#offline")).to_be_visible()
    click(ada, game[2][2])
    moves_are(ada, 3)
    bo.context.set_offline(False)
    moves_are(bo, 3)


def test_a_killed_server_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    """The pages find the server again by themselves, and a move made meanwhile is sent once it is back."""
    server = new_server(tmp_path)
    people = People(browser, server.url)
    try:
        ada, bo = people.person("Ada"), people.person("Bo")
        visit(bo, open_table(ada, "hopsy", PAIR))
        sit(bo, 1)
        game = short_game("hopsy", 9, 21)
        click(ada, game[0][2])
        moves_are(bo, 1)
        server.kill()
        expect(bo.locator("#offline")).to_be_visible()
        click(bo, game[1][2])
        server.start()
        for page in (ada, bo):
            moves_are(page, 2)
            expect(page.locator("#offline")).to_be_hidden()
        click(ada, game[2][2])
        moves_are(bo, 3)
    finally:
        for context in people.contexts:
            context.close()
        server.stop()
    assert people.troubles == []


def test_a_hostile_nickname_is_only_a_name(people: People) -> None:
    ada, hostile = people.person("Ada"), ('"><script>a()</script>', "{{7*7}}</script>&amp;", "<img src=x onerror=a()>")
    table = open_table(ada, "plic_plac", [{"kind": "me"}, *([{"kind": "open"}] * 3)], public="yes", players="4")
    for seat, name in enumerate(hostile, start=1):
        guest = people.person(name)
        assert api(guest, "GET", "/me").json()["nickname"] == name[:24]
        assert api(guest, "POST", f"/tables/{table}/seats/{seat}", {"nickname": name[:24]}).ok
        expect(ada.locator(f'[data-seat="{seat}"] .who')).to_have_text(name[:24])
    for address in (f"/t/{table}", f"/t/{table}/tv", "/tables", "/me"):
        guest.goto(address)
        for name in hostile if "/t/" in address else hostile[-1:]:
            expect(guest.locator("body")).to_contain_text(name[:24])
        assert guest.locator('img[src="x"]').count() == 0
        assert guest.locator("script:not([src], [type='application/json'])").count() == 0


def test_somebody_elses_seat_and_cookie(people: People, browser: Browser) -> None:
    ada, eve = people.person("Ada"), people.person("Eve")
    table = open_table(ada, "hopsy", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    visit(eve, table)
    move = {"seat": 0, "move": short_game("hopsy", 9, 21)[0][1]}
    refused = api(eve, "POST", f"/tables/{table}/moves", move)
    assert refused.status == 403
    assert refused.json()["error"]["code"] == "not-your-seat"
    theirs = next(each for each in ada.context.cookies() if each.get("name") == "visitor")
    assert theirs.get("httpOnly") is True
    assert theirs.get("sameSite") == "Lax"
    visitor = str(theirs.get("value")).split(".", 1)[0]
    own = next(each for each in eve.context.cookies() if each.get("name") == "visitor")
    signature = str(own.get("value")).split(".", 1)[1]
    eve.context.add_cookies([{"name": "visitor", "value": f"{visitor}.{signature}", "url": people.base}])
    visit(eve, table)
    expect(eve.locator("#watching")).to_contain_text("Vous regardez")
    assert api(eve, "POST", f"/tables/{table}/moves", move).status == 403
    # Even with the true cookie a request from elsewhere is refused: it lacks the token of our pages.
    forged = ada.request.post(f"/api/tables/{table}/moves", data=move)
    assert forged.status == 403
    assert forged.json()["error"]["code"] == "no-csrf"
    moves_are(ada, 0)


def test_a_recovery_code_moves_a_seat_to_another_device(people: People, picture: Keep) -> None:
    laptop, phone = people.person("Ada"), people.person(width=390, height=844)
    table = open_table(laptop, "hopsy", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    laptop.goto("/me")
    laptop.locator("#recovery-get").click()
    expect(laptop.locator("#recovery-code")).not_to_be_empty()
    picture(laptop, "recovery")
    phone.goto("/me")
    phone.locator("#recover [name=code]").fill(laptop.locator("#recovery-code").inner_text().lower())
    with phone.expect_navigation():
        phone.locator("#recover button").click()
    visit(phone, table)
    expect(phone.locator("#turn")).to_contain_text("À vous de jouer")
    visit(laptop, table)
    expect(laptop.locator("#watching")).to_contain_text("Vous regardez")


def test_pages_that_are_not_there(people: People, picture: Keep) -> None:
    page = people.person()
    for address in ("/nowhere", "/games/chess", "/t/aaaaaaaaaaaa", "/t/aaaaaaaaaaaa/replay"):
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 404
        expect(page.locator("h1")).to_contain_text("armoire")
    picture(page, "not-found")


def test_nothing_inline_and_a_strict_policy(people: People) -> None:
    page = people.person("Ada")
    table = open_table(page, "rolit", [{"kind": "me"}, {"kind": "open"}])
    for address in ("/", "/games/rolit", "/tables", "/me", "/docs", f"/t/{table}", f"/t/{table}/tv"):
        answer = page.goto(address)
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        html = answer.text()
        assert " style=" not in html
        assert " onclick=" not in html
        assert "http://" not in html.replace(people.base, "").replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in html


def test_the_form_is_whole_without_asking_for_seats(people: People) -> None:
    """Whoever opens a table at once gets the bot the form shows, even if the server never tells of seats."""
    page = people.person("Ada")
    page.route("**/games/*/seats*", lambda route: route.abort())
    page.goto("/games/hop_plie")
    page.locator("#new-table button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator('[data-seat="1"] .what')).to_contain_text("Robot")


def test_a_slow_list_of_seats_makes_the_form_slow_and_never_wrong(people: People) -> None:
    page = people.person("Ada")
    page.goto("/games/rolit")

    def later(route: Route) -> None:
        time.sleep(1.5)
        route.continue_()

    page.route("**/games/*/seats*", later)
    page.locator('[data-option="players"]').select_option("4")
    page.locator("#new-table button[type=submit]").click()
    page.wait_for_url("**/t/*")
    for seat in (1, 2, 3):
        expect(page.locator(f'[data-seat="{seat}"] .what')).to_contain_text("Robot")
