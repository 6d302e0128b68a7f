"""A socket says the same under every server: under ours several messages in one packet, elsewhere one by one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.app import make_app
from ludotheque.server.http.transport import TogetherProtocol
from tests.server.house import ME, House, counted, ok, settings, until

PASSING = ("table", "server_ms", "turn_started_ms")
"""What is another one at each table, and at each moment."""
SCRIPT: list[tuple[dict[str, object] | str, int]] = [
    ({"type": "ping"}, 1),
    ({"type": "move", "seat": 0, "move": "F1-E1", "key": "k"}, 2),
    ({"type": "move", "seat": 0, "move": "F1-E1"}, 1),
    ("nonsense", 1),
    ({"type": "look", "seat": 1}, 1),
    ({"type": "action", "action": "phrase", "phrase": "bravo", "seat": 0, "key": "p"}, 2),
    ({"type": "action", "action": "resign", "seat": 1}, 2),
]
"""What is sent, and how many messages come back."""
KINDS = ["table", "presence", "pong", "moved", "table", "refused", "refused", "table", "done", "table", "done", "table"]


def conversation(send: Callable[[str], object], receive: Callable[[], str | bytes]) -> list[dict[str, Any]]:
    """All that is heard, without what is never the same."""
    texts = [receive(), receive()]
    for said, answers in SCRIPT:
        send(said if isinstance(said, str) else json.dumps(said))
        texts += [receive() for _ in range(answers)]
    heard = [json.loads(text) for text in texts]
    return [{name: value for name, value in each.items() if name not in PASSING} for each in heard]


def over_our_server(house: House) -> list[dict[str, Any]]:
    ada = house.guest("Ada")
    with ada.live(ada.opens("hopsy", ME, ME), "lang=en") as socket:
        return conversation(socket.connection.send, lambda: socket.connection.recv(20))


class Overheard:
    """An application, and what it sends over sockets."""

    def __init__(self, app: ASGIApp) -> None:
        self.sent: list[Message] = []
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def noted(message: Message) -> None:
            if message["type"] == "websocket.send":
                self.sent.append(message)
            await send(message)

        await self._app(scope, receive, noted)


def opened(client: TestClient) -> str:
    csrf = client.get("/api/me").json()["csrf"]
    client.put("/api/me", json={"nickname": "Ada"}, headers={"x-csrf": csrf})
    answer = client.post("/api/tables", json={"game": "hopsy", "seats": [ME, ME]}, headers={"x-csrf": csrf})
    return str(ok(answer)["id"])


def test_another_server_tells_the_same_one_by_one(house: House, tmp_path: Path) -> None:
    app = make_app(settings(tmp_path))
    overheard = Overheard(app)
    with TestClient(overheard) as client:
        with client.websocket_connect(f"/api/tables/{opened(client)}/live?lang=en") as socket:
            heard = conversation(socket.send_text, socket.receive_text)
        until(lambda: not app.state.services.connections)
        assert app.state.services.metrics.sockets._value.get() == 0, "who leaves is gone here too"
        assert counted(app.state.services.metrics.refused.labels("illegal-move")) == 1
    assert [each["type"] for each in heard] == KINDS
    assert heard == over_our_server(house)
    assert len(overheard.sent) == len(heard)
    assert all(isinstance(each["text"], str) and "together" not in each for each in overheard.sent)


def test_our_server_sends_what_belongs_together_in_one_packet(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    packets: list[list[str]] = []
    send = TogetherProtocol.send

    async def noted(self: TogetherProtocol, message: Message) -> None:
        if "together" in message:
            packets.append([json.loads(body)["type"] for body in message["together"]])
        await send(self, message)

    monkeypatch.setattr(TogetherProtocol, "send", noted)
    heard = over_our_server(house)
    assert [each["type"] for each in heard] == KINDS
    assert packets == [
        ["table", "presence"],
        ["pong"],
        ["moved", "table"],
        ["refused"],
        ["refused"],
        ["table"],
        ["done", "table"],
        ["done", "table"],
    ]


def test_another_server_s_clients_are_told_what_others_do(tmp_path: Path) -> None:
    """Two sockets at once, and one that goes away without a word."""
    app = make_app(settings(tmp_path))
    with TestClient(app) as client:
        table = opened(client)
        with client.websocket_connect(f"/api/tables/{table}/live?plain=1&watch=1") as watching:
            assert [watching.receive_json()["type"] for _ in range(2)] == ["table", "presence"]
            with client.websocket_connect(f"/api/tables/{table}/live?plain=1") as playing:
                moves = playing.receive_json()["moves"]
                assert watching.receive_json()["online"] == [0, 1]
                playing.send_json({"type": "move", "seat": 0, "move": moves[0], "key": "k"})
                told = watching.receive_json()
                assert (told["type"], told["number"], told["you"]) == ("table", 1, [])
            assert watching.receive_json()["online"] == []
