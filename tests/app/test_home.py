"""Tables on one device: whole games against bots, and nothing that is not kept has happened."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.app.device import Device
from tests.cases import OURS
from tests.volume import volume

_MOVES = volume(6, 40)
TWO = [{"kind": "me", "nickname": "Ada"}, {"kind": "bot", "bot": "novice"}]
HERE = [{"kind": "me", "nickname": "Ada"}, {"kind": "me", "nickname": "Bob"}]


def opened(device: Device, game: str, seats: object = TWO, **wish: Any) -> str:
    table: str = device.call("POST", "/tables", {"game": game, "options": {}, "seats": seats, **wish})["id"]
    return table


def my_turn(device: Device, table: str) -> tuple[int, list[str]] | None:
    """A seat of mine that is waited for, and its moves, once bots have moved."""
    device.pass_time()
    now = device.call("GET", f"/tables/{table}")
    while "seen" in now["can"]:
        seat = next(each["seat"] for each in now["seats"] if "seen" in each["can"])
        device.call("POST", f"/tables/{table}/actions", {"action": "seen", "seat": seat})
        device.pass_time()
        now = device.call("GET", f"/tables/{table}")
    mine = [seat for seat in now["waiting"] if seat in now["you"]]
    return (mine[0], device.call("GET", f"/tables/{table}/moves", seat=mine[0])["moves"]) if mine else None


def play(device: Device, table: str, many: int, rng: random.Random) -> int:
    """Random moves of mine, and what bots answer; how many of mine there were."""
    for number in range(many):
        turn = my_turn(device, table)
        if turn is None:
            return number
        device.call(
            "POST", f"/tables/{table}/moves", {"seat": turn[0], "move": rng.choice(turn[1]), "key": str(number)}
        )
    return many


@pytest.mark.parametrize("game", OURS)
def test_a_game_against_a_bot_survives_being_killed_between_any_two_moves(game: str) -> None:
    device, rng = Device(), random.Random(game)
    table = opened(device, game)
    for number in range(_MOVES):
        device.killed()
        before = device.call("GET", f"/tables/{table}")
        assert before["sequence"] == len(device.logs[table])
        turn = my_turn(device, table)
        if turn is None:
            break
        wish = {"seat": turn[0], "move": rng.choice(turn[1]), "key": f"key-{number}"}
        done = device.call("POST", f"/tables/{table}/moves", wish)
        log = len(device.logs[table])
        device.killed()
        assert device.call("POST", f"/tables/{table}/moves", wish) == done, "sent again, it is played once"
        assert len(device.logs[table]) == log
    assert len(device.logs[table]) > _MOVES or device.call("GET", f"/tables/{table}")["over"]


def test_what_cannot_be_kept_has_not_happened() -> None:
    device = Device()
    table = opened(device, "hopsy")
    seat, moves = my_turn(device, table) or (0, [])
    before = device.call("GET", f"/tables/{table}")
    wish = {"seat": seat, "move": moves[0], "key": "a"}
    device.full = True
    assert device.ask("POST", f"/api/tables/{table}/moves", wish)["status"] == 507
    device.pass_time()
    after = device.call("GET", f"/tables/{table}")
    assert {**after, "server_ms": 0} == {**before, "server_ms": 0}
    device.full = False
    assert device.call("POST", f"/tables/{table}/moves", wish)["sequence"] == before["sequence"] + 1


def test_two_tabs_do_not_both_win() -> None:
    """The second one is told, reads on, and is judged by the table as it is."""
    one, other = Device(), Device()
    table = opened(one, "hopsy", HERE)
    other.logs, other.values = one.logs, one.values
    other.killed()
    other.call("GET", f"/tables/{table}")
    moves = one.call("GET", f"/tables/{table}/moves", seat=0)["moves"]
    one.call("POST", f"/tables/{table}/moves", {"seat": 0, "move": moves[0], "key": "a"})
    late = {"seat": 0, "move": moves[1], "key": "b"}
    assert other.ask("POST", f"/api/tables/{table}/moves", late)["status"] == 507
    other.bring(table)
    assert other.refused("POST", f"/tables/{table}/moves", late)["code"] == "illegal-move"


def test_a_hint_comes_from_the_bots_worker_and_refusals_speak_the_askers_language() -> None:
    device = Device()
    table = opened(device, "rolit", HERE)
    hint = device.call("POST", f"/tables/{table}/hint", {"seat": 0}, "fr")
    assert hint["move"] in device.call("GET", f"/tables/{table}/moves", seat=0)["moves"]
    wrong = device.refused("POST", f"/tables/{table}/hint", {"seat": 1}, "fr")
    assert (wrong["status"], wrong["code"], wrong["text"]) == (409, "not-now", wrong["message"]["fr"])
    assert device.refused("GET", "/tables/elsewhere")["code"] == "no-table"
    assert device.refused("GET", "/nothing")["status"] == 404
    assert device.refused("POST", f"/tables/{table}/moves", {"seat": "x"})["code"] == "malformed"


def test_taking_back_giving_up_and_playing_again() -> None:
    device, rng = Device(), random.Random(3)
    table = opened(device, "hops_dice", HERE)
    play(device, table, 3, rng)
    before = device.call("GET", f"/tables/{table}")
    assert "undo" in before["can"]
    device.call("POST", f"/tables/{table}/actions", {"action": "undo", "seat": before["waiting"][0]})
    assert len(device.call("GET", f"/tables/{table}")["moves"]) < len(before["moves"])
    device.call("POST", f"/tables/{table}/actions", {"action": "resign", "seat": 0})
    assert device.call("GET", f"/tables/{table}")["outcome"]["key"] == "resigned"
    shown = device.call("GET", f"/tables/{table}/replay")
    assert len(shown["frames"]) == shown["total"] > 1
    assert device.call("GET", f"/tables/{table}/animation.svg").startswith("<svg")
    assert "game: hops_dice" in device.call("GET", f"/tables/{table}/record").lower()
    device.call("POST", f"/tables/{table}/actions", {"action": "rematch", "seat": 0})
    again = device.call("GET", f"/tables/{table}")
    assert (again["over"], again["match"]["games"]) == (False, 1)


def test_clocks_run_while_the_house_is_closed() -> None:
    device = Device()
    table = opened(device, "hopsy", HERE, clock={"seconds": 5, "increment": 0})
    device.logs[table] = [line.replace('"at": ', '"at": -') for line in device.logs[table]]  # long ago
    device.killed()
    device.call("GET", f"/tables/{table}")
    device.pass_time()
    assert device.call("GET", f"/tables/{table}")["outcome"]["key"] == "flagged"
