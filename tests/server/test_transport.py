"""A socket says the same under every server: under ours several messages in one packet, elsewhere one by one. And
whatever else goes through our protocol, goes through it as through uvicorn's own."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import connect

from ludotheque.server import journal
from ludotheque.server.app import make_app
from ludotheque.server.http.transport import TogetherProtocol, Wire, noted
from tests.server.house import ME, Guest, House, Pair, counted, in_a_loop, ok, open_house, open_pair, settings, until

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
    send = TogetherProtocol.send_together

    def noted(self: TogetherProtocol, bodies: Sequence[bytes]) -> None:
        packets.append([json.loads(body)["type"] for body in bodies])
        send(self, bodies)

    monkeypatch.setattr(TogetherProtocol, "send_together", noted)
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


@pytest.mark.slow
@pytest.mark.parametrize("protocol", [TogetherProtocol, WebSocketsSansIOProtocol])
def test_who_leaves_while_something_is_said_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: type[WebSocketsSansIOProtocol]
) -> None:
    """The client has said goodbye, the connection is not yet lost, and there is still something to send."""
    troubles: list[str] = []
    ends: list[str] = []
    send, together, close = protocol.send, TogetherProtocol.send_together, protocol.handle_close
    with open_house(settings(tmp_path), protocol) as house:
        ada = house.guest("Ada")
        table = ada.opens("hopsy", ME, ME)
        live = house.services.registry._live[table]

        async def noted(self: WebSocketsSansIOProtocol, message: Any) -> None:
            try:
                await send(self, message)
            except Exception as error:
                ends.append(type(error).__name__)
                raise

        def noted_together(self: TogetherProtocol, bodies: Sequence[bytes]) -> None:
            try:
                together(self, bodies)
            except Exception as error:
                ends.append(type(error).__name__)
                raise

        def closing(self: WebSocketsSansIOProtocol, event: Any) -> None:
            for watcher in live.watchers:
                watcher.company()
            close(self, event)

        monkeypatch.setattr(journal, "trouble", lambda name, **_: troubles.append(name))
        monkeypatch.setattr(protocol, "send", noted)
        monkeypatch.setattr(TogetherProtocol, "send_together", noted_together)
        monkeypatch.setattr(protocol, "handle_close", closing)
        with ada.live(table) as socket:
            socket.next("presence")
        until(lambda: not live.watchers)
    assert (ends, troubles) == (["ClientDisconnected"], [])


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


class Asked(NamedTuple):
    """Two servers, and who asks both for the same table."""

    pair: Pair
    guest: Guest
    table: str


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with open_pair(tmp_path_factory.mktemp("pair")) as pair:
        ada = pair.ours.guest("Ada")
        yield Asked(pair, ada, ada.opens("hopsy", ME, ME))


_ONCE = re.compile(rb'"server_ms":\d+|"csrf":"[^"]+"|name="csrf" content="[^"]+"')
"""The time, and what proves a page: it is another each time."""


def told(response: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """Status, headers and body, without what is another each time; how long it is when packed follows from that."""
    passing = ("date", "x-request-id", *(["content-length"] if "content-encoding" in response.headers else []))
    headers = [(name.lower(), value) for name, value in response.headers.multi_items() if name.lower() not in passing]
    return response.status_code, headers, _ONCE.sub(b"", response.content)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/", {}, 200),
        ("HEAD", "/static/dom.js", {}, 200),
        ("GET", "/static/dom.js", {}, 200),
        ("GET", "/games/hopsy?lang=en", {}, 200),
        ("GET", "/t/{table}", {}, 200),
        ("GET", "/api/me", {}, 200),
        ("GET", "/api/tables/{table}?plain=1", {}, 200),
        ("GET", "/api/tables/{table}/live", {}, 404),
        ("GET", "/healthz", {}, 200),
        ("GET", "/nowhere", {}, 404),
        ("GET", "/api/tables/nothing", {}, 404),
        ("DELETE", "/api/games", {}, 405),
        ("PUT", "/api/me", {"json": {"nickname": "Ada"}}, 200),
        ("PUT", "/api/me", {"content": b"x" * 40_000}, 413),
        ("PUT", "/api/me", {"content": b"nonsense"}, 422),
        ("PUT", "/api/me", {"json": {"nickname": "Eve"}, "headers": {"x-csrf": "forged"}}, 403),
        ("PUT", "/api/me", {"json": {"nickname": "Eve"}, "headers": {"origin": "http://elsewhere"}}, 403),
    ],
)
def test_an_ordinary_request_is_answered_as_without_our_protocol(
    asked: Asked, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    headers = {"host": "games.example", "x-csrf": asked.guest.csrf, **more.get("headers", {})}
    wish = {**more, "headers": headers, "cookies": dict(asked.guest.http.cookies)}
    ours, plain = (
        told(httpx.request(method, house.address + path.format(table=asked.table), **wish)) for house in asked.pair
    )
    assert ours == plain
    assert ours[0] == status


def handshake(response: Response | None) -> tuple[int, list[tuple[str, str]], bytes]:
    """The same of a handshake, without what answers the client's own key."""
    assert response is not None
    passing = ("date", "sec-websocket-accept")
    headers = [(name.lower(), value) for name, value in response.headers.raw_items() if name.lower() not in passing]
    return response.status_code, headers, bytes(response.body or b"")


def knocked(house: House, path: str, headers: dict[str, str]) -> list[object]:
    """What comes of opening a socket: the handshake, what is said at once, and how it ends when the client leaves."""
    address = f"{house.address.replace('http', 'ws', 1)}{path}"
    try:
        with connect(address, additional_headers=headers) as socket:
            heard: list[object] = [handshake(socket.response), re.sub(r'"server_ms":\d+', "", str(socket.recv(20)))]
            try:
                socket.ping().wait(20)
                socket.close(1000, "enough")
                while True:
                    socket.recv(20)
            except ConnectionClosed as closed:
                return [*heard, closed.rcvd, closed.rcvd_then_sent]
    except InvalidStatus as refused:
        return [handshake(refused.response)]


@pytest.mark.parametrize(
    ("path", "headers", "ends"),
    [
        ("/api/tables/{table}/live?plain=1&lang=en", {}, 1000),
        ("/api/tables/{table}/live?watch=1&lang=fr", {}, 1000),
        ("/api/tables/nothing/live?lang=en", {}, 4404),
        ("/api/tables/{table}/live?lang=en", {"Authorization": "Bearer forged"}, 4404),
        ("/api/tables/{table}/live", {"Origin": "http://elsewhere"}, 403),
        ("/api/tables/{table}/live?after=soon", {}, 403),
        ("/nowhere", {}, 403),
    ],
)
def test_a_socket_is_opened_refused_and_closed_as_without_our_protocol(
    asked: Asked, path: str, headers: dict[str, str], ends: int
) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in asked.guest.http.cookies.items())
    ours, plain = (
        knocked(house, path.format(table=asked.table), {"Cookie": cookies, **headers}) for house in asked.pair
    )
    assert ours == plain
    first, last = ours[0], ours[-2] if len(ours) > 1 else None
    assert isinstance(first, tuple)
    assert (first[0] if last is None else getattr(last, "code", None)) == ends


def test_sockets_say_the_same_as_without_our_protocol(asked: Asked) -> None:
    ours, plain = over_our_server(asked.pair.ours), over_our_server(asked.pair.plain)
    assert ours == plain
    assert [each["type"] for each in ours] == KINDS


def test_the_wire_of_another_server_takes_and_gives_ordinary_messages() -> None:
    """Texts as they are, nothing for what is no text, and an end."""
    coming: list[Message] = [
        {"type": "websocket.receive", "text": "one"},
        {"type": "websocket.receive", "bytes": b"two"},
        {"type": "websocket.receive", "text": None, "bytes": b"three"},
        {"type": "websocket.disconnect", "code": 1001},
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None:
        await asyncio.sleep(0)
        sent.append(message)

    async def talk() -> list[str | None]:
        scope: Scope = {"type": "websocket"}
        noted(scope, receive, send)
        room = asyncio.Event()
        wire = Wire(WebSocket(scope, receive, send), room.set)
        wire.send([b"{}", "{é}".encode()])
        assert not wire.has_room()
        await room.wait()
        assert wire.has_room()
        return [await wire.receive() for _ in range(4)]

    assert in_a_loop(talk()) == ["one", "", "", None]
    assert sent == [{"type": "websocket.send", "text": "{}"}, {"type": "websocket.send", "text": "{é}"}]
