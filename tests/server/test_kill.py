"""The server is killed without warning, again and again: no acknowledged move is ever lost."""

from __future__ import annotations

import contextlib
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from benchmarks.servers import free_port
from ludotheque.server.run import serve
from tests.server.house import ME, settings
from tests.volume import volume

pytestmark = pytest.mark.slow

KILLS = volume(3, 40)

NURSERY = """
import os, sys
from pathlib import Path
from tests.server.house import settings
from ludotheque.core.cupboard import games
from ludotheque.server.run import serve
from ludotheque.server.think.processes import Thinkers

Thinkers.open = lambda self: None  # no bot plays here: nobody's processes are started anew after each kill
for game in games().values():
    game.start()  # loaded once, for all servers to come
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        serve(settings(Path(sys.argv[1]), port=int(sys.argv[2]), log_level="error"))
        os._exit(0)
    print("pid", child, flush=True)
    if line.startswith("wait"):
        print("pid", os.waitpid(child, 0)[1], flush=True)
"""


class Server:
    """A server in a process of its own, which can be killed and started again quickly: it is forked from a process
    that has loaded everything."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=self.address, timeout=20)
        self.pid = 0
        command = [sys.executable, "-c", NURSERY, str(folder), str(self.port)]
        self.nursery = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def start(self, command: str = "start") -> None:
        assert self.nursery.stdin is not None
        self.nursery.stdin.write(f"{command}\n")
        self.nursery.stdin.flush()
        self.pid = self.told()
        for _ in range(600):
            with contextlib.suppress(httpx.HTTPError):
                if self.http.get("/healthz", timeout=1).status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError("the server does not start")

    def told(self) -> int:
        assert self.nursery.stdout is not None
        while not (line := self.nursery.stdout.readline()).startswith("pid"):
            assert line
        return int(line.split()[1])

    def kill(self) -> None:
        """With -9, bots' processes and all."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        for _ in range(1000):  # until it is really gone
            with contextlib.suppress(OSError), socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", self.port))
                return
            time.sleep(0.005)

    def close(self) -> None:
        self.kill()
        assert self.nursery.stdin is not None
        self.nursery.stdin.close()
        self.nursery.wait(10)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.close()


class Game:
    """A game of one person on both seats, and the moves the server has acknowledged."""

    def __init__(self, server: Server, game: str) -> None:
        wish = {"game": game, "seats": [ME, ME], "token": True}
        opened = server.http.post("/api/tables", json=wish, headers={"Cookie": ""}).raise_for_status().json()
        server.http.cookies.clear()
        self.id, self.token = opened["id"], opened["token"]
        self.acknowledged: list[str] = []
        self.sent = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def moves(self, server: Server) -> tuple[list[str], bool]:
        """The moves the server knows, and whether the game is over."""
        seen: dict[str, Any] = server.http.get(f"/api/tables/{self.id}", headers=self.headers).json()
        return [move["text"] for move in seen["moves"]], seen["over"]

    def check(self, server: Server) -> bool:
        """Every acknowledged move is there, and at most the one that was on its way besides; True when it is over."""
        stored, over = self.moves(server)
        assert stored[: len(self.acknowledged)] == self.acknowledged
        rest = stored[len(self.acknowledged) :]
        assert rest in ([], [self.sent])
        self.acknowledged, self.sent = stored, ""
        return over


def play_until_killed(server: Server, games: list[Game], moves: int, rng: random.Random) -> None:
    """Random moves at random tables over sockets; the server is killed right after one, or with one on its way."""
    address = server.address.replace("http", "ws")
    with contextlib.ExitStack() as stack:
        for number in range(moves):
            game = rng.choice(games)
            url = f"{address}/api/tables/{game.id}/live?plain=1"
            live = stack.enter_context(connect(url, additional_headers=game.headers, close_timeout=0.1))
            while (message := json.loads(live.recv(20)))["type"] != "table":
                pass
            if message["over"]:
                continue
            game.sent = rng.choice(message["moves"])
            live.send(
                json.dumps({"type": "move", "seat": message["seat"], "move": game.sent, "key": secrets.token_hex(6)})
            )
            if number == moves - 1 and rng.random() < 0.7:
                time.sleep(rng.choice([0, 0.0005, 0.001, 0.002, 0.004]))
                break
            while (message := json.loads(live.recv(20)))["type"] != "moved":
                pass
            game.acknowledged.append(game.sent)
            game.sent = ""
        server.kill()


def test_every_acknowledged_move_survives(server: Server) -> None:
    """A hundred random games; the server dies between any two moves, or in the middle of one, and is started again."""
    rng = random.Random(11)
    games = [Game(server, rng.choice(["hopsy", "rolit", "hops_dice"])) for _ in range(100)]
    for _ in range(KILLS):
        playing = rng.sample(games, 12)
        with contextlib.suppress(WebSocketException, OSError):
            play_until_killed(server, playing, rng.randrange(1, 16), rng)
        server.start()
        for game in playing:
            game.check(server)
    for game in games:
        game.check(server)
    assert sum(len(game.acknowledged) for game in games) > 2 * KILLS


def test_a_polite_stop_closes_sockets_and_loses_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start("wait")
    game = Game(server, "rolit")
    url = f"{server.address.replace('http', 'ws')}/api/tables/{game.id}/live?plain=1"
    with connect(url, additional_headers=game.headers) as live:
        table = json.loads(live.recv(20))
        live.send(json.dumps({"type": "move", "seat": 0, "move": table["moves"][0], "key": "1"}))
        while json.loads(live.recv(20))["type"] != "moved":
            pass
        os.kill(server.pid, signal.SIGTERM)
        with pytest.raises(WebSocketException):
            [live.recv(20) for _ in range(1000)]
    assert server.told() in (0, signal.SIGTERM), "it stops by itself"
    server.start()
    assert len(game.moves(server)[0]) == 1
    server.close()


def test_a_busy_port_is_refused_in_words(server: Server, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not free"):
        serve(settings(tmp_path / "other", port=server.port))
