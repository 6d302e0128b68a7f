"""Nothing that is not in a seat's view reaches that seat, or a spectator: through the API, the socket, the record."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest

from ludotheque.core.contract import HIDDEN
from ludotheque.games.plic_plac.cards import CODES
from ludotheque.games.plic_plac.faces import symbol_of
from ludotheque.tables.table import Table
from tests.server.following import Page
from tests.server.house import ME, OPEN, Guest, House, ok


def codes_in(told: Any) -> set[str]:
    """The cards a message names, wherever."""
    text = json.dumps(told)
    return {code for code in CODES if f'"{code}"' in text or f'"{symbol_of(code)}"' in text}


def allowed(table: Table, seat: int | None) -> set[str]:
    """The cards a seat's own view names."""
    return codes_in(table.state.view(seat))


@pytest.mark.slow
def test_no_card_leaks_while_a_game_of_hidden_cards_goes_on(house: House) -> None:
    ada, bo, eve = house.guest("Ada"), house.guest("Bo"), house.guest("Eve")
    rng = random.Random(3)
    table = ada.opens("plic_plac", ME, OPEN, options={"cards": "4x4", "specials": "yes"})
    bo.sits(table, 1)
    people: dict[int | None, Guest] = {0: ada, 1: bo, None: eve}
    secrets_seen = 0
    pages: dict[int | None, Page] = {seat: Page() for seat in people}
    with contextlib.ExitStack() as stack:
        follow = {seat: stack.enter_context(guest.live(table, "delta=1&lang=en")) for seat, guest in people.items()}
        queries = {0: "", 1: "plain=1", None: ""}
        sockets = {seat: stack.enter_context(people[seat].live(table, query)) for seat, query in queries.items()}
        for _ in range(60):
            live = house.services.registry._live[table]
            now = live.table
            if now.over:
                break
            for seat, guest in people.items():
                told: list[Any] = [guest.sees(table), guest.sees(table, plain=1)]
                told += [guest.sees(table, seat=0), guest.sees(table, seat=1)]
                for each in told:
                    assert each["seat"] == seat
                    assert codes_in(each) <= allowed(now, seat), f"{seat} is told too much"
                record = guest.get(f"/api/tables/{table}/record").text
                assert HIDDEN in record
                assert not any(f" {code} " in record for code in CODES)
                assert guest.get(f"/api/tables/{table}/replay").status_code == 409
                assert guest.get(f"/api/tables/{table}/animation.svg").status_code == 409
            secrets_seen += len(allowed(now, 0) ^ allowed(now, 1))
            seat = rng.choice(now.waiting)
            moves = [str(move) for move in now.state.moves(seat) if str(move) != "blocage"]
            ok(people[seat].plays(table, seat, rng.choice(moves)))
            after = house.services.registry._live[table].table
            for viewer, socket in sockets.items():
                while (message := socket.next("table"))["sequence"] < after.sequence:
                    pass
                assert message["seat"] == viewer
                assert codes_in(message) <= allowed(after, viewer)
            for viewer, socket in follow.items():
                page = pages[viewer]
                while page.table.get("sequence", 0) < after.sequence:
                    message = socket.next("table", "changes")
                    before = codes_in(page.table)
                    now_told = page.take(message)
                    assert codes_in(message) <= codes_in(now_told), "changes tell what the whole would have told"
                    caught_up = now_told["sequence"] == after.sequence
                    assert not caught_up or codes_in(message) <= allowed(after, viewer), f"{viewer}, who saw {before}"
                whole = {**people[viewer].sees(table), "server_ms": 0}
                assert {**page.table, "type": "table", "server_ms": 0} == whole
    assert secrets_seen, "there was something to leak"


def test_a_game_given_up_keeps_its_secrets(house: House) -> None:
    ada, bo = house.guest(), house.guest()
    table = ada.opens("plic_plac", ME, OPEN)
    bo.sits(table, 1)
    ok(bo.does(table, 1, "resign"))
    assert HIDDEN in ada.get(f"/api/tables/{table}/record").text
    assert not codes_in(ok(ada.get(f"/api/tables/{table}/replay")))
    assert not codes_in(ada.sees(table))


def test_errors_and_hints_tell_only_the_asker_s_own(house: House) -> None:
    ada, bo = house.guest(), house.guest()
    table = ada.opens("plic_plac", ME, OPEN)
    bo.sits(table, 1)
    now = house.services.registry._live[table].table
    other = 1 - now.waiting[0]
    guest = (ada, bo)[other]
    refusal = guest.plays(table, other, "look 1")
    assert refusal.status_code == 422
    assert codes_in(refusal.json()) <= allowed(now, other)
