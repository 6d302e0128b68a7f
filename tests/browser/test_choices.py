"""A choice under way stays while it is possible, whatever others do meanwhile, and goes with a word when it is not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.acts import MOVES, PICKED, api, click, moves_are, open_table, short_game, visit
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
PAIR = [{"kind": "me"}, {"kind": "open"}]
HERE = [{"kind": "me", "nickname": "Ada"}, {"kind": "me", "nickname": "Bo"}]
ENGLISH = "en-GB"


def _pair(people: People, game: str, **options: str) -> tuple[Page, Page, str]:
    """Two people at a table."""
    ada, bo = people.person("Ada", language=ENGLISH), people.person("Bo", language=ENGLISH)
    table = open_table(ada, game, PAIR, **options)
    assert api(bo, "POST", f"/tables/{table}/seats/1", {"nickname": "Bo"}).ok
    expect(ada.locator('[data-seat="1"] .who')).to_have_text("Bo")
    return ada, bo, table


def _say(page: Page, table: str, seat: int) -> None:
    assert api(page, "POST", f"/tables/{table}/actions", {"action": "phrase", "seat": seat, "phrase": "hello"}).ok


def _told(page: Page, table: str) -> dict[str, Any]:
    told: dict[str, Any] = api(page, "GET", f"/tables/{table}").json()
    return told


def test_a_hello_leaves_the_choice_alone(people: People) -> None:
    ada, bo, table = _pair(people, "hopsy")
    path = short_game("hopsy", 9, 21)[0][2]
    click(ada, path[:1])
    expect(ada.locator(PICKED)).to_have_count(1)
    _say(bo, table, 1)
    expect(ada.locator(".bubble")).to_be_visible()
    expect(ada.locator(f'g.picked[data-id="{path[0]}"]')).to_have_count(1)
    assert ada.locator(".toast").count() == 0, "nothing was lost"
    click(ada, path[1:])
    moves_are(ada, 1)


def test_what_another_draws_leaves_the_choice_alone(people: People) -> None:
    """In Hop ! C'est plié all draw at the same time."""
    ada, bo, table = _pair(people, "hop_plie", players="2")
    die = next(iter(_told(ada, table)["paths"]))
    assert api(ada, "POST", f"/tables/{table}/moves", {"seat": 0, "move": die}).ok
    told = _told(ada, table)
    assert told["acting"] == [0, 1]
    way = next(path for path in told["paths"].values() if len(path) > 1)
    click(ada, way[:1])
    expect(ada.locator(f'g.picked[data-id="{way[0]}"]')).to_have_count(1)
    for _ in range(2):
        before = len(_told(bo, table)["moves"])
        move = next(move for move in _told(bo, table)["paths"] if move.startswith("row"))
        assert api(bo, "POST", f"/tables/{table}/moves", {"seat": 1, "move": move}).ok
        expect(ada.locator(MOVES)).to_have_count(before + 1)
        expect(ada.locator(f'g.picked[data-id="{way[0]}"]')).to_have_count(1)
        if not any(move.startswith("row") for move in _told(bo, table)["paths"]):
            break
    click(ada, way[1:])
    expect(ada.locator(PICKED)).to_have_count(0)


def test_a_choice_that_is_no_longer_possible_goes_and_says_so(people: People) -> None:
    ada, _, table = _pair(people, "hopsy")
    game = short_game("hopsy", 9, 21)
    click(ada, game[0][2][:1])
    expect(ada.locator(PICKED)).to_have_count(1)
    assert api(ada, "POST", f"/tables/{table}/moves", {"seat": 0, "move": game[0][1]}).ok  # on another device of hers
    moves_are(ada, 1)
    expect(ada.locator(PICKED)).to_have_count(0)
    expect(ada.locator(".toast")).to_contain_text("no longer possible")


def test_the_board_stays_where_it_is_between_two_clicks(people: People) -> None:
    """The button that undoes a choice has its place from the beginning."""
    page = people.person("Ada", width=390, height=700, newcomer=True)
    for game in ("hopsy", "hop_plie"):
        table = open_table(page, game, HERE, **({"players": "2"} if game == "hop_plie" else {}))
        if game == "hop_plie":
            api(page, "POST", f"/tables/{table}/moves", {"seat": 0, "move": next(iter(_told(page, table)["paths"]))})
            moves_are(page, len(_told(page, table)["moves"]))
        way = next(path for path in _told(page, table)["paths"].values() if len(path) > 1)
        expect(page.locator(f'.next[data-id="{way[0]}"]')).to_have_count(1)
        expect(page.locator("#coach-line")).to_contain_text(_told(page, table)["coach"]["line"])
        before = page.locator(".scene").bounding_box()
        click(page, way[:1])
        expect(page.locator(PICKED)).to_have_count(1)
        assert page.locator(".scene").bounding_box() == before


def test_after_a_refused_move_one_can_choose_again(people: People) -> None:
    ada = people.person("Ada", language=ENGLISH)
    spoiled: list[str] = []

    def spoil(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def sent(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "move" and not spoiled:
                spoiled.append(said["move"])
                said["move"] = "A1-A1"
            server.send(json.dumps(said))

        line.on_message(sent)

    ada.route_web_socket("**/live*", spoil)
    open_table(ada, "hopsy", HERE)
    path = short_game("hopsy", 9, 21)[0][2]
    click(ada, path)
    expect(ada.locator(".toast")).to_be_visible()
    assert spoiled
    click(ada, path)
    moves_are(ada, 1)


def test_a_bot_that_is_being_chosen_stays_chosen(people: People) -> None:
    """Somebody comes to watch while the list is open: neither what was chosen nor the focus is lost."""
    ada, bo = people.person("Ada"), people.person("Bo")
    table = open_table(ada, "hopsy", PAIR)
    choice = ada.locator('[data-seat="1"] select')
    choice.select_option("expert")
    choice.focus()
    visit(bo, table)
    expect(ada.locator("#watching")).to_contain_text("1")
    expect(choice).to_have_value("expert")
    expect(choice).to_be_focused()


def test_a_name_that_is_missing_is_asked_for_beside_its_field(people: People) -> None:
    ada, bo = people.person("Ada"), people.person(width=390, height=844)
    visit(bo, open_table(ada, "hopsy", PAIR))
    bo.locator("#just-watch").click()
    bo.locator('[data-seat="1"] .offers .strong').click()
    field, told = bo.locator("#join [name=nickname]"), bo.locator("#join-error")
    expect(told).not_to_be_empty()
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert bo.locator(".toast").count() == 0
    field.fill("Bo")
    bo.locator('[data-seat="1"] .offers .strong').click()
    expect(ada.locator('[data-seat="1"] .who')).to_have_text("Bo")
    expect(told).to_be_empty()


def test_notices_stand_above_what_is_pressed(people: People) -> None:
    """On a phone too, a notice covers neither the board nor a button of the choice."""
    page = people.person("Ada", width=390, height=844)
    open_table(page, "plic_plac", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    expect(page.locator(".choices button").first).to_be_visible()
    page.locator("#sound").click()
    notice, board = page.locator(".toast").bounding_box(), page.locator(".scene").bounding_box()
    assert notice is not None
    assert board is not None
    assert notice["y"] + notice["height"] <= board["y"]


def test_who_offered_a_draw_or_asked_to_take_back_is_told_of_a_no(people: People) -> None:
    ada, bo, _ = _pair(people, "hopsy")
    visit(bo, ada.url.rsplit("/", 1)[1])
    ada.locator('[data-action="offer-draw"]').click()
    bo.locator("#ask-answers").get_by_text("No").click()
    expect(ada.locator(".toast")).to_have_text("Bo does not agree to a draw: the game goes on.")
    expect(ada.locator("#ask")).to_be_hidden()
    assert bo.locator(".toast", has_text="does not agree").count() == 0, "who said no knows"
    ada.reload()
    expect(ada.locator("#turn")).not_to_be_empty()
    click(ada, short_game("hopsy", 9, 21)[0][2])
    moves_are(ada, 1)
    assert ada.locator(".toast").count() == 0, "it is told once"
    ada.locator('[data-action="undo"]').click()
    bo.locator("#ask-answers").get_by_text("No").click()
    expect(ada.locator(".toast")).to_have_text("Bo does not agree to take back.")
