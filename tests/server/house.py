"""A server in this process, and guests who talk to it: what the server's tests are written with."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import httpx
import uvicorn
from fastapi import FastAPI
from prometheus_client import Counter
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.sync.client import ClientConnection, connect

from benchmarks.servers import free_port
from ludotheque.server.app import make_app
from ludotheque.server.http.services import Services
from ludotheque.server.http.transport import TogetherProtocol
from ludotheque.server.settings import Settings

T = TypeVar("T")
ME = {"kind": "me"}
OPEN = {"kind": "open"}


def bot(name: str = "random") -> dict[str, str]:
    return {"kind": "bot", "bot": name}


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """The result of asynchronous work, in a thread of its own: browser tests keep a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def settings(folder: Path, **changes: Any) -> Settings:
    """Settings for tests: no pauses, hardly any limits."""
    chosen: dict[str, Any] = {
        "data": folder,
        "bot_pause": 0.0,
        "prepare": False,
        "tables_per_visitor": 100_000,
        "tables_per_hour": 1_000_000,
        "requests_per_minute": 10_000_000,
        "long_works_per_minute": 10_000_000,
        "messages_per_second": 100_000,
        "looks_per_second": 100_000,
        **changes,
    }
    return Settings(**chosen)


class House:
    """A running server, with our protocol for sockets unless told otherwise."""

    def __init__(self, chosen: Settings, protocol: type[asyncio.Protocol] = TogetherProtocol) -> None:
        self.port = free_port()
        self.settings = chosen
        self.address = f"http://127.0.0.1:{self.port}"
        self.app: FastAPI = make_app(chosen)
        config = uvicorn.Config(
            self.app,
            port=self.port,
            ws=protocol,
            log_config=None,
            access_log=False,
            ws_per_message_deflate=False,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    def start(self) -> None:
        self._thread.start()
        deadline = time.monotonic() + 60
        while not self._server.started:
            assert time.monotonic() < deadline
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(30)

    def guest(self, nickname: str = "") -> Guest:
        return Guest(self.address, nickname)


@contextlib.contextmanager
def open_house(chosen: Settings, protocol: type[asyncio.Protocol] = TogetherProtocol) -> Iterator[House]:
    house = House(chosen, protocol)
    house.start()
    try:
        yield house
    finally:
        house.stop()


class Pair(NamedTuple):
    """Two servers that know the same tables and visitors: one with our protocol, one with uvicorn's own."""

    ours: House
    plain: House


@contextlib.contextmanager
def open_pair(folder: Path) -> Iterator[Pair]:
    with open_house(settings(folder)) as ours, open_house(settings(folder), WebSocketsSansIOProtocol) as plain:
        yield Pair(ours, plain)


_SECURITY = httpx.create_ssl_context()
"""Made once: it takes longer than most tests."""
_PATIENCE = 120
"""Seconds: a bot may have to be compiled before it can be asked."""


class Guest:
    """A browser, as far as the server can tell: a cookie, a CSRF token, requests and sockets."""

    def __init__(self, address: str, nickname: str = "", trust: ssl.SSLContext = _SECURITY) -> None:
        self.address = address
        self._trust = trust
        self.http = httpx.Client(base_url=address, timeout=_PATIENCE, verify=trust, headers={"accept-language": "en"})
        self.csrf = self.http.get("/api/me").json()["csrf"]
        if nickname:
            self.put("/api/me", {"nickname": nickname})

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.post(path, json=body, headers={"x-csrf": self.csrf})

    def put(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.put(path, json=body, headers={"x-csrf": self.csrf})

    def delete(self, path: str) -> httpx.Response:
        return self.http.delete(path, headers={"x-csrf": self.csrf})

    def opens(self, game: str, *seats: dict[str, str], **wish: Any) -> str:
        """A new table's id."""
        answer = self.post("/api/tables", {"game": game, "seats": list(seats), **wish})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def sits(self, table: str, seat: int, **wish: Any) -> Any:
        return ok(self.post(f"/api/tables/{table}/seats/{seat}", wish))

    def sees(self, table: str, **query: Any) -> Any:
        return ok(self.get(f"/api/tables/{table}", **query))

    def plays(self, table: str, seat: int, move: str, **more: Any) -> httpx.Response:
        return self.post(f"/api/tables/{table}/moves", {"seat": seat, "move": move, **more})

    def does(self, table: str, seat: int, action: str, **more: Any) -> httpx.Response:
        return self.post(f"/api/tables/{table}/actions", {"seat": seat, "action": action, **more})

    @contextlib.contextmanager
    def live(self, table: str, query: str = "plain=1&lang=en", **headers: str) -> Iterator[Socket]:
        """A socket that hears everything: one whose queue is full would not even hear that it is closed."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        with connect(
            f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/live?{query}",
            additional_headers={"Cookie": cookies, **headers},
            max_queue=None,
            ssl=self._trust if self.address.startswith("https:") else None,
        ) as connection:
            yield Socket(connection)


class Socket:
    """A live connection, read message by message."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def next(self, *kinds: str, timeout: float = 20) -> Any:
        """The next message of one of these kinds (else of any)."""
        while True:
            message = json.loads(self.connection.recv(timeout))
            if not kinds or message["type"] in kinds:
                return message

    def at(self, sequence: int) -> Any:
        """The table when this far: what another worker did arrives a moment later."""
        while (table := self.next("table"))["sequence"] < sequence:
            pass
        return table

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))


def ok(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, answer.text
    return answer.json()


def refused(answer: httpx.Response, code: str) -> None:
    assert 400 <= answer.status_code < 500, answer.text
    error = answer.json()["error"]
    assert error["code"] == code, error
    assert error["message"]["fr"]
    assert error["message"]["en"]


def counted(counter: Counter) -> int:
    """How often something has been counted so far."""
    samples = [sample for metric in counter.collect() for sample in metric.samples]
    return int(sum(sample.value for sample in samples if sample.name.endswith("_total")))


def until(what: Any, seconds: float = 20) -> Any:
    """Waits until something is true, and gives it."""
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
    return found
