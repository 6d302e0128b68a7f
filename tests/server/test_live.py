"""The socket: what is told as it happens, and what is told to those who come back."""

from __future__ import annotations

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ludotheque.games.hop_plie.rules import HopPlieState
from ludotheque.server.live import memory
from tests.server.house import ME, OPEN, Guest, House, ok, until


def test_a_move_is_acknowledged_and_told_to_everybody(house: House) -> None:
    ada, bo, eve = house.guest("Ada"), house.guest("Bo"), house.guest()
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    with ada.live(table) as one, bo.live(table, "lang=en") as two, eve.live(table) as three:
        seen = one.next("table")
        two.next("table")
        three.next("table")
        one.send(type="move", seat=0, move=seen["moves"][0], key="k1")
        moved = one.next("moved")
        assert moved["key"] == "k1"
        assert moved["sequence"] == seen["sequence"] + 1
        told = two.next("table")
        assert told["sequence"] == moved["sequence"]
        assert told["paths"]
        assert told["scene"]["items"]
        spectator = three.next("table")
        assert spectator["seat"] is None
        assert spectator["moves"] == []
        three.send(type="move", seat=1, move=next(iter(told["paths"])), key="k2")
        assert three.next("refused")["error"]["code"] == "not-your-seat"
        one.send(type="move", seat=0, move=seen["moves"][0], key="k3")
        assert three.connection is not None
        refusal = one.next("refused")
        assert refusal["key"] == "k3"
        assert refusal["error"]["code"] == "illegal-move"


def test_who_comes_back_is_told_what_was_missed_in_order(house: House) -> None:
    ada = house.guest()
    table = ada.opens("rolit", ME, ME)
    start = ada.sees(table)["sequence"]
    for _ in range(4):
        seen = ada.sees(table, plain=1)
        ok(ada.plays(table, seen["seat"], seen["moves"][0]))
    with ada.live(table, f"after={start}") as socket:
        assert [socket.next("table")["sequence"] for _ in range(4)] == [start + i for i in (1, 2, 3, 4)]
    with ada.live(table, f"after={start + 4}") as socket:
        assert socket.next("table", "current") == {"type": "current", "sequence": start + 4}
    with ada.live(table) as socket:
        assert socket.next("table")["sequence"] == start + 4
    for after in (-3, 0, 10_000):
        with ada.live(table, f"after={after}") as socket:
            assert socket.next("table")["sequence"] == start + 4


def test_what_was_missed_is_there_after_the_table_left_memory(house: House) -> None:
    ada = house.guest()
    table = ada.opens("rolit", ME, ME)
    start = ada.sees(table)["sequence"]
    for _ in range(3):
        seen = ada.sees(table, plain=1)
        ok(ada.plays(table, seen["seat"], seen["moves"][0]))
    house.services.registry.drop(table)
    with ada.live(table, f"after={start}") as socket:
        assert [socket.next("table")["sequence"] for _ in range(3)] == [start + i for i in (1, 2, 3)]


def test_presence_and_spectators(house: House) -> None:
    ada, bo, eve = house.guest("Ada"), house.guest("Bo"), house.guest()
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    with ada.live(table) as one:
        assert one.next("table")["seats"][1]["online"] is False
        with bo.live(table) as two, eve.live(table):
            two.next("table")
            while (told := one.next("presence")) != presence({0, 1}, 1):
                assert set(told["online"]) <= {0, 1}
        while one.next("presence") != presence({0}, 0):
            pass


def presence(online: set[int], spectators: int) -> dict[str, object]:
    """What red is told of who is there when a game begins."""
    can = ["leave", "phrase", "move", "hint", "offer-draw", "resign"]
    seats = [{"seat": seat, "online": seat in online, "can": [] if seat else can} for seat in (0, 1)]
    return {"type": "presence", "online": sorted(online), "spectators": spectators, "seats": seats}


def test_presence_tells_when_somebody_may_be_replaced(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stays away for long makes room for a bot: whoever waits is told so, and may put one in."""
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    monkeypatch.setattr("ludotheque.server.live.memory.ABSENT_SECONDS", -1)
    with ada.live(table) as one:
        with bo.live(table) as two:
            two.next("table")
        while one.next("presence")["seats"][1]["can"] != ["replace"]:
            pass
        ok(ada.put(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}))


def test_one_device_looks_from_one_seat_at_a_time_where_cards_are_hidden(house: House) -> None:
    ada = house.guest()
    table = ada.opens("plic_plac", ME, ME)
    with ada.live(table) as socket:
        seen = socket.next("table")
        assert seen["seat"] is None, "nobody has said who is looking"
        assert seen["hotseat"]
        seat = seen["waiting"][0]
        socket.send(type="look", seat=seat)
        looking = socket.next("table")
        assert looking["seat"] == seat
        socket.send(type="move", seat=seat, move=looking["moves"][0], key="1")
        assert socket.next("table")["seat"] == seat
        socket.send(type="look", seat=1 - seat)
        assert socket.next("table")["seat"] == 1 - seat
        socket.send(type="look", seat=None)
        assert socket.next("table")["seat"] is None


def test_a_television_sees_what_spectators_see(house: House) -> None:
    ada = house.guest()
    table = ada.opens("plic_plac", ME, OPEN)
    with ada.live(table, "watch=1") as socket:
        seen = socket.next("table")
        assert (seen["seat"], seen["you"], seen["can"]) == (None, [], [])


def test_actions_phrases_and_pings(house: House) -> None:
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    with ada.live(table, "lang=fr") as socket:
        socket.next("table")
        socket.send(type="action", action="phrase", phrase="bravo", seat=0, key="a")
        assert socket.next("done")["key"] == "a"
        socket.send(type="ping")
        assert socket.next("pong")["server_ms"] > 0


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", "null", '{"type":"move"}', '{"type":"move","seat":"0","move":"A1"}', '{"type":7}',
     '{"type":"move","seat":0,"move":7}', '{"type":"action","seat":0,"action":["undo"]}', "x" * 5000],
)  # fmt: skip
def test_nonsense_is_refused_and_the_connection_stays(house: House, text: str) -> None:
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    with ada.live(table) as socket:
        socket.next("table")
        socket.connection.send(text)
        assert socket.next("refused")["error"]["message"]["fr"]
        socket.send(type="ping")
        socket.next("pong")


def test_sockets_of_other_sites_and_of_no_table_are_closed(house: House) -> None:
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    address = f"{house.address.replace('http', 'ws')}/api/tables"
    with pytest.raises(InvalidStatus):
        connect(f"{address}/{table}/live", origin=Origin("https://evil.example"))
    with connect(f"{address}/nosuchtable2/live") as socket:
        assert "no-table" in str(socket.recv(10))
        with pytest.raises(ConnectionClosed):
            socket.recv(10)


def test_what_was_told_to_all_is_not_kept_and_a_table_that_rests_keeps_only_itself(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_TOLD_SECONDS", 0.05)
    ada = house.guest()
    table = ada.opens("hop_plie", ME, ME)
    live = house.services.registry.in_memory[table]
    with ada.live(table, "lang=en&delta=1") as page:
        page.next("table")
        for _ in range(6):
            seat = ada.sees(table)["waiting"][0]
            page.send(type="move", seat=seat, move=legal(ada, table, seat)["moves"][0], key="")
            page.next("moved")
        until(lambda: not live.table.made.encoded)
        assert not live.table.made.scenes
        assert live.table.made.told, "what changes next is found from it"
    seat = ada.sees(table)["waiting"][0]
    moves = legal(ada, table, seat)
    until(lambda: not live.watchers)
    monkeypatch.setattr(memory, "_RESTING_SECONDS", -1)
    live.rest()
    assert not vars(live.table).keys() & {"made"}
    assert isinstance(live.table.state, HopPlieState)
    assert not vars(live.table.state.setting).keys() & {"opened"}
    assert legal(ada, table, seat) == moves, "all of it is found again"


def legal(guest: Guest, table: str, seat: int) -> Any:
    return ok(guest.get(f"/api/tables/{table}/moves", seat=seat))
