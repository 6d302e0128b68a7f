"""The example client takes a seat with a token and plays, over WebSocket and over HTTP."""

from __future__ import annotations

import threading

import pytest

from examples.bot_client import Seat
from tests.server.house import OPEN, House

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "options"),
    [("hopsy", {"max_plies": 40}), ("plic_plac", {"cards": "2x3"}), ("hop_plie", {})],
    ids=["in turn", "out of turn", "all at once"],
)
def test_two_example_bots_play_a_game(house: House, game: str, options: dict[str, object]) -> None:
    ada = house.guest()
    table = ada.opens(game, OPEN, OPEN, options=options)
    address = f"{house.address}/t/{table}"
    one, two = Seat(address, nickname="One"), Seat(address, nickname="Two")
    ended = []
    thread = threading.Thread(target=lambda: ended.append(two.play_over_http(pause=0.01)))
    thread.start()
    ended.append(one.play_over_websocket())
    thread.join(60)
    assert [table["over"] for table in ended] == [True, True]
    assert ended[0]["outcome"] == ended[1]["outcome"]
    assert [seat["nickname"] for seat in ended[0]["seats"]] == ["One", "Two"]
