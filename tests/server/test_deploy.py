"""What `deploy/` holds does what it says: the units start a server, nginx takes the sites and serves through them, the
dashboard names what is counted; and servers behind nginx are restarted one after the other while games go on."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from benchmarks.servers import Nginx, free_port, nginx, site
from ludotheque.server import outside
from ludotheque.server.metrics import Metrics
from tests.server.house import ME, Guest, until
from tests.server.servers import Served, answers

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
pytestmark = pytest.mark.slow


# systemd


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_the_units(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    program = Path(sys.executable).parent / "python"
    text = unit.read_text(encoding="utf-8").replace("/opt/ludotheque/.venv/bin/ludotheque", str(program))
    name = unit.name.replace("@.", "@8001.")
    (tmp_path / unit.name).write_text(text, encoding="utf-8")
    if name != unit.name:
        (tmp_path / name).symlink_to(tmp_path / unit.name)
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    own = [line for line in (done.stdout + done.stderr).splitlines() if "ludotheque" in line]
    assert own == []


@pytest.mark.parametrize("unit", UNITS[:1], ids=lambda unit: unit.name)
def test_what_a_unit_runs_starts_and_stops(unit: Path, tmp_path: Path) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)
    port = free_port()
    given = line.replace("/var/lib/ludotheque", str(tmp_path)).replace("8000", str(port)).replace("%i", str(port))
    program, *words = shlex.split(given)
    assert program == "/opt/ludotheque/.venv/bin/ludotheque"
    command = [sys.executable, "-m", "ludotheque", *words, "--no-prepare"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: answers(f"http://127.0.0.1:{port}"), 60)
    running.terminate()
    assert running.wait(30) in (0, -signal.SIGTERM)
    assert (tmp_path / "tables.sqlite").exists()


def test_all_units_have_the_same_walls() -> None:
    walls = [
        [
            line
            for line in unit.read_text(encoding="utf-8").splitlines()
            if line.startswith(("Protect", "Private", "No"))
        ]
        for unit in UNITS
    ]
    assert len(UNITS) == 2
    assert walls[0] == walls[1]


# nginx


STATIC = Path(__file__).parents[2] / "ludotheque" / "web" / "static"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """One of our own, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    made, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example", "-days", "2"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


@contextlib.contextmanager
def front(folder: Path, certificate: tuple[Path, Path], server: Served) -> Iterator[tuple[str, str]]:
    """nginx with the site as it is, but for names and ports; its addresses, with TLS and without. Of the three servers
    that it names one is there."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    secure, plain = free_port(), free_port()
    changes = {
        "/etc/letsencrypt/live/games.example/fullchain.pem": str(certificate[0]),
        "/etc/letsencrypt/live/games.example/privkey.pem": str(certificate[1]),
        "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "127.0.0.1:8001": f"127.0.0.1:{free_port()}",
        "127.0.0.1:8002": f"127.0.0.1:{server.port}",
        "127.0.0.1:8003": f"127.0.0.1:{free_port()}",
    }
    for old, new in changes.items():
        assert text.count(old) == 1, f"the site says {old}"
        text = text.replace(old, new)
    assert Nginx(folder, text, secure).check() == ""
    with nginx(folder, text, secure):
        yield f"https://127.0.0.1:{secure}", f"http://127.0.0.1:{plain}"


def test_nginx_serves_pages_sockets_and_files(
    certificate: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    trust = ssl.create_default_context(cafile=str(certificate[0]))
    folder = tmp_path_factory.mktemp("site")
    server = Served(tmp_path_factory.mktemp("served"), proxies="127.0.0.1", public_url="https://games.example")
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        server.start()
        address, plain = stack.enter_context(front(folder, certificate, server))
        ada = Guest(address, "Ada", trust)
        page = ada.get("/")
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        for name in ("live.js", "api.js"):
            assert ada.get(f"/static/{name}").content == (STATIC / name).read_bytes()
        table = ada.opens("rolit", ME, ME)
        assert ada.get(f"/t/{table}").status_code == 200
        with ada.live(table) as live:
            told = live.next("table")
            live.send(type="move", seat=told["seat"], move=told["moves"][0], key="first")
            assert live.next("moved")["sequence"] == told["sequence"] + 1
        assert ada.get("/metrics").status_code == 403
        assert ada.post("/api/tables", {"game": "x" * 300_000}).status_code == 413
        moved = httpx.get(f"{plain}/t/{table}")
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://127.0.0.1/t/{table}")
        assert "Secure" in httpx.get(f"{address}/", verify=trust).headers["set-cookie"]


# Grafana


def test_the_dashboard_names_what_is_counted() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"ludotheque_\w+", target["expr"])
    }
    text = Metrics().text().decode()
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    told = {name for name, kind in kinds.items() if kind in ("counter", "gauge") and not name.endswith("_created")}
    told |= {f"{name}_bucket" for name, kind in kinds.items() if kind == "histogram"}
    assert asked - told == set(), "nobody counts these"
    assert told - asked == set(), "nobody looks at these"


# Restarting one after the other


class Game:
    """A game that goes on through nginx as a page plays it: when the line breaks it comes back, and sends again what
    was not answered."""

    def __init__(self, address: str, number: int) -> None:
        self.guest = Guest(address, f"Guest {number}")
        self.acknowledged: dict[str, list[str]] = {}
        self.table = self.opened()
        self.at: list[float] = []
        self.breaks = 0
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.play)
        self.thread.start()

    def opened(self) -> str:
        """Another table, when the game at the last one is over."""
        table = self.guest.opens("rolit", ME, ME, options={"size": "8"})
        self.acknowledged[table] = []
        return table

    @property
    def moves(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    def play(self) -> None:
        pending: tuple[int, str] | None = None
        while not self.stop.is_set():
            try:
                with self.guest.live(self.table) as live:
                    told = live.next("table", timeout=5)
                    while not self.stop.is_set() and not told["over"]:
                        seat, move = pending or (told["seat"], told["moves"][0])
                        pending = seat, move
                        live.send(type="move", seat=seat, move=move, key=str(self.moves))
                        answer = live.next("moved", "refused", timeout=5)
                        assert answer["type"] == "moved", answer
                        self.acknowledged[self.table].append(move)
                        self.at.append(time.monotonic())
                        pending = None
                        told = live.at(answer["sequence"])
                        time.sleep(0.25)
                if told["over"]:
                    self.table = self.opened()
            except (WebSocketException, OSError, TimeoutError, httpx.HTTPError):
                self.breaks += 1
                time.sleep(0.25)

    def longest(self) -> float:
        return max(later - sooner for sooner, later in zip(self.at, self.at[1:], strict=False))


@contextlib.contextmanager
def behind_nginx(folder: Path, servers: list[Served]) -> Iterator[str]:
    port = free_port()
    with nginx(folder, site([server.port for server in servers], port), port):
        yield f"http://127.0.0.1:{port}"


@pytest.mark.thorough
def test_servers_are_restarted_one_after_the_other_and_games_go_on(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str
) -> None:
    given = {"database": postgres_url, "redis": redis_url, "proxies": "127.0.0.1"}
    data = tmp_path_factory.mktemp("rolling")
    servers = [Served(data, **given) for _ in range(2)]
    with contextlib.ExitStack() as stack:
        for server in servers:
            server.start()
            stack.callback(server.stop)
        address = stack.enter_context(behind_nginx(tmp_path_factory.mktemp("nginx"), servers))
        assert [str(each.problem) for each in outside.visit(address) if each.problem] == []
        games = [Game(address, number) for number in range(4)]
        for game in games:
            stack.callback(game.stop.set)
        until(lambda: all(game.moves > 2 for game in games))
        refusals = 0
        for server in servers:
            assert server.stop() in (0, -signal.SIGTERM)
            for _ in range(5):
                refusals += httpx.get(f"{address}/healthz").status_code != 200
            server.start()
        done = [game.moves for game in games]
        until(lambda: all(game.moves > many + 2 for game, many in zip(games, done, strict=True)))
        for game in games:
            game.stop.set()
        for game in games:
            game.thread.join()
            for table, acknowledged in game.acknowledged.items():
                stored = [move["text"] for move in game.guest.sees(table)["moves"]]
                assert stored[: len(acknowledged)] == acknowledged
                assert len(stored) <= len(acknowledged) + 1
    assert refusals == 0, "nginx asks the other one"
    assert sum(game.breaks for game in games) >= 4, "each line broke once at least"
    longest = max(game.longest() for game in games)
    print(f"{sum(game.moves for game in games)} moves, the longest standstill {longest:.2f} s")
    assert longest < 8, "on a machine that is busy with tests: one second where it is not"
