"""Limits count once over all processes, and who asks for too much costs others nothing they would notice: beside each
attack a well-behaved player plays, and their slowest move is looked at."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from benchmarks.servers import Redis
from ludotheque.server.http import limits
from ludotheque.server.http.limits import Counting, Flow, Limit
from ludotheque.server.troubles import Troubles
from tests.server.house import ME, OPEN, Guest, House, Socket, in_a_loop, ok, open_house, settings, until
from tests.server.servers import served

UNHURT_SECONDS = 1.0
"""What a move may take while somebody attacks, on a machine whose cores are busy with tests as well."""
_BUSY = 4
"""And how many times as long as one took before, where the machine is so busy that this is more."""
SHEET = Path(__file__).parents[2] / "ludotheque" / "games" / "hop_plie" / "sheets" / "level4.txt"


# Counting once


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis may take its time: the machine is busy with tests."""
    monkeypatch.setattr(limits, "_ANSWER_SECONDS", 20.0)


def test_processes_count_together(redis_url: str, patient: None) -> None:
    async def work() -> tuple[int, int]:
        troubles = Troubles()
        lines = [Counting(redis_url, troubles) for _ in range(3)]
        few = [Limit("few", 10, 3600, line) for line in lines]
        many = [Limit("many", 1000, 360_000, line) for line in lines]  # none comes back while a busy machine counts
        try:
            allowed = sum([await few[number % 3].allows("ada") for number in range(40)])
            shares = sum([await many[number % 3].allows("ada") for number in range(2000)])
            assert await few[0].allows("bo"), "somebody else has a bucket of their own"
            return allowed, shares
        finally:
            for line in lines:
                await line.close()

    assert in_a_loop(work()) == (10, 1000)


def test_processes_count_what_is_said_together_but_for_a_little(redis_url: str, patient: None) -> None:
    """What is said by those who say little needs no way to Redis: each process lets a tenth more through by itself."""

    async def work() -> tuple[int, int]:
        lines, name = [Counting(redis_url, Troubles()) for _ in range(2)], f"said at {time.time()}"
        flows = [Flow(name, 1, line) for line in lines]
        try:
            together = [await flows[number % 2].allows(f"{number}", "here") for number in range(60)]
            return sum(together), sum([await flows[number % 2].allows("ada", "there") for number in range(20)])
        finally:
            for line in lines:
                await line.close()

    address, visitor = in_a_loop(work())
    assert 20 <= address <= 20 + 2 * 2 + 15, "and some come back meanwhile"
    assert 2 <= visitor <= 2 + 3


def test_without_redis_each_process_counts_and_it_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    redis = Redis(tmp_path)
    redis.start()

    async def work() -> list[int]:
        troubles = Troubles()
        lines = [Counting(redis.url, troubles) for _ in range(2)]
        limits = [Limit("few", 4, 3600, line) for line in lines]
        together = sum([await limits[number % 2].allows("ada") for number in range(20)])
        redis.kill()
        began = time.monotonic()
        apart = [sum([await limit.allows("bo") for _ in range(20)]) for limit in limits]
        assert time.monotonic() - began < 3, "nobody waits again and again"
        for line in lines:
            await line.close()
        troubles.close()
        return [together, *apart]

    assert in_a_loop(work()) == [4, 4, 4]
    assert [record.getMessage() for record in caplog.records].count("redis") == 1


@pytest.mark.slow
def test_two_servers_have_one_limit(tmp_path: Path, postgres_url: str, redis_url: str, patient: None) -> None:
    chosen = settings(tmp_path, database=postgres_url, redis=redis_url, tables_per_hour=5)
    with open_house(chosen) as one, open_house(chosen) as two:
        wish = {"game": "hopsy", "seats": [ME, ME]}
        addresses = [one.address, two.address] * 5
        opened = [httpx.post(f"{each}/api/tables", json=wish, timeout=60).status_code for each in addresses]
    assert sorted(opened) == [201] * 5 + [429] * 5


# What is said over sockets


SPOKEN, LOOKED = 20, 3
"""Messages and looks a second: twice as many may come at once."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    chosen = settings(
        tmp_path_factory.mktemp("strict"), messages_per_second=SPOKEN, looks_per_second=LOOKED, sockets_per_visitor=100
    )
    with open_house(chosen) as house:
        yield house


def answered(lines: list[Socket], kind: str, each: int) -> int:
    """How many of so many messages of each line were answered, not refused. Who is refused is not listened to for a
    while, and says no more. Nor does anybody before they have heard: of two answers that leave together the refusal
    comes first."""
    found, speaking = 0, lines
    for _ in range(each):
        for line in speaking:
            line.send(type=kind)
        heard = [(line, line.next("pong", "table", "refused")) for line in speaking]
        assert all(message["error"]["code"] == "too-many" for _, message in heard if message["type"] == "refused")
        speaking = [line for line, message in heard if message["type"] != "refused"]
        found += len(speaking)
    return found


@contextlib.contextmanager
def lines_of(guest: Guest, table: str, many: int) -> Iterator[list[Socket]]:
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(guest.live(table)) for _ in range(many)]
        for line in lines:
            line.next("table")
        yield lines


@pytest.mark.parametrize(("kind", "per_second"), [("ping", SPOKEN), ("look", LOOKED), ("whole", LOOKED)])
def test_all_sockets_of_a_visitor_have_one_limit(strict: House, kind: str, per_second: int) -> None:
    eve = strict.guest("Eve")
    with lines_of(eve, eve.opens("rolit", ME, ME), 12) as lines:
        began = time.monotonic()
        found = answered(lines, kind, per_second)
        most = per_second * (2 + time.monotonic() - began)
    assert 2 * per_second <= found <= most < 12 * per_second


def test_all_visitors_of_an_address_have_one_limit(strict: House) -> None:
    """Each says no more than they may, and together they say too much."""
    with contextlib.ExitStack() as stack:
        lines = []
        for _ in range(24):
            guest = strict.guest()
            lines += stack.enter_context(lines_of(guest, guest.opens("rolit", ME, ME), 1))
        began = time.monotonic()
        found = answered(lines, "ping", 2 * SPOKEN)
        most = 10 * SPOKEN * (2 + time.monotonic() - began)
    assert 10 * SPOKEN <= found <= most


def test_what_is_refused_is_not_done(strict: House) -> None:
    time.sleep(2)  # the address may speak again
    eve = strict.guest("Eve")
    table = eve.opens("rolit", ME, ME)
    with lines_of(eve, table, 2) as (loud, quiet):
        move = eve.sees(table, plain=1)["moves"][0]
        for _ in range(3 * SPOKEN):
            loud.send(type="ping")
        assert loud.next("refused")["error"]["code"] == "too-many"
        quiet.send(type="move", seat=0, move=move, key="mine")
        told = quiet.next("refused", "moved")
        assert (told["type"], told["key"], told["error"]["code"]) == ("refused", "mine", "too-many")
        time.sleep(0.7)  # longer than it is not listened to
        assert eve.sees(table)["number"] == 0
        until(lambda: plays(quiet, move))
    assert eve.sees(table)["number"] == 1


def plays(line: Socket, move: str) -> bool:
    """Whether a move is taken."""
    line.send(type="move", seat=0, move=move, key="mine")
    return bool(line.next("refused", "moved")["type"] == "moved")


# Attacks


class Player:
    """Somebody who plays as people do, and notes how long each move took."""

    def __init__(self, address: str) -> None:
        self.guest = Guest(address, "Ada")
        self.table = self.guest.opens("rolit", ME, ME)
        self.seconds: list[float] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def _play(self) -> None:
        while not self._stop.is_set():
            with self.guest.live(self.table) as live:
                told = live.next("table")
                while not told["over"] and not self._stop.is_set():
                    began = time.perf_counter()
                    live.send(type="move", seat=told["seat"], move=told["moves"][0], key=str(len(self.seconds)))
                    live.next("moved")
                    told = live.next("table")
                    self.seconds.append(time.perf_counter() - began)
                    time.sleep(0.02)
            self.table = self.guest.opens("rolit", ME, ME)

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        self._thread.start()
        try:
            until(lambda: len(self.seconds) >= 10)
            yield
        finally:
            self._stop.set()
            self._thread.join()


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with small limits. The well-behaved player has the same address as whoever attacks."""
    limits = {
        "messages_per_second": 200,
        "looks_per_second": 200,
        "request_seconds": WAITS,
        "sockets_per_visitor": 20,
        "long_works_per_minute": 30,
        "tables_per_visitor": 25,
    }
    with served(tmp_path_factory.mktemp("attacked"), **limits) as address:
        yield address


def sockets(address: str) -> int:
    """How many sockets are open there."""
    lines = httpx.get(f"{address}/metrics").text.splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("ludotheque_sockets "))))


def beside(address: str, attack: Callable[[Guest], None]) -> None:
    """Somebody plays while somebody else attacks: their moves do not take long. One in ten may: the machine itself may
    stand still for a moment."""
    player = Player(address)
    with player.playing():
        before = len(player.seconds)
        attack(Guest(address, "Eve"))
        until(lambda: len(player.seconds) >= before + 10)
    during, usual = sorted(player.seconds[before:]), max(player.seconds[:before])
    slow = during[len(during) * 9 // 10]
    print(f"{len(during)} moves, nine tenths within {slow:.3f} s, all within {during[-1]:.3f} s; before, {usual:.3f} s")
    assert slow < max(UNHURT_SECONDS, _BUSY * usual)


def raw_socket(guest: Guest, table: str) -> socket.socket:
    """A socket that is opened by hand, whose owner decides what is read and when."""
    host, port = guest.address.removeprefix("http://").split(":")
    raw = socket.create_connection((host, int(port)))
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    cookie = f"visitor={guest.http.cookies['visitor']}"
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}", "", "",
    ]  # fmt: skip
    raw.sendall("\r\n".join(lines).encode())
    raw.recv(256)
    return raw


def frame(text: bytes) -> bytes:
    """A text message of a client, masked with nothing."""
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
    return b"\x81" + length + b"\x00\x00\x00\x00" + text


@pytest.mark.slow
def test_one_visitor_with_many_sockets(attacked: str) -> None:
    """A visitor has some, and those beyond are sent away; when they close, there is room again."""

    def attack(eve: Guest) -> None:
        table, refused = eve.opens("rolit", ME, OPEN), 0
        with contextlib.ExitStack() as stack:
            for _ in range(60):
                live = stack.enter_context(eve.live(table))
                try:
                    live.next("table", timeout=5)
                except WebSocketException:
                    refused += 1
            assert refused == 40
        until(lambda: sockets(attacked) < 10)
        with eve.live(table) as live:
            assert live.next("table")

    beside(attacked, attack)


@pytest.mark.slow
def test_readers_who_do_not_read(attacked: str) -> None:
    """They ask and never read: they are dropped, and may come back."""

    def attack(eve: Guest) -> None:
        table = eve.opens("hop_plie", ME, OPEN)
        slow = [raw_socket(eve, table) for _ in range(10)]
        assert sockets(attacked) >= 10
        deadline = time.monotonic() + 30
        while sockets(attacked) >= 10:
            assert time.monotonic() < deadline, "they are not dropped"
            for each in slow:
                with contextlib.suppress(OSError):
                    each.sendall(frame(b'{"type":"look","seat":0}') * 8)
            time.sleep(0.02)
        for each in slow:
            each.close()
        with eve.live(table) as live:
            assert live.next("table")

    beside(attacked, attack)


WAITS = 2.0
"""Seconds a request may take to arrive at the server that is attacked."""
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30000\r\n\r\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "rest", "answer"),
    [
        (b"", b"", b""),
        (b"GET /api/ga", b"x", b"HTTP/1.1 408"),
        (b"GET /api/games HTTP/1.1\r\nHost: x\r\nX: ", b"x", b"HTTP/1.1 408"),
        (HEAD, b" ", b"HTTP/1.1 408"),
        (HEAD.replace(b"/api/tables", b"/nothing"), b" ", b"HTTP/1.1 404"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /he", b"a", b"HTTP/1.1 200"),
    ],
    ids=["nothing", "a line", "a header", "a body", "a body nobody reads", "a second request"],
)
def test_who_does_not_come_to_an_end_is_left(attacked: str, first: bytes, rest: bytes, answer: bytes) -> None:
    """Byte by byte, none of which comes late: the whole does."""
    host, port = attacked.removeprefix("http://").split(":")
    told, began = b"", time.monotonic()
    with socket.create_connection((host, int(port))) as slow:
        slow.settimeout(0.1)
        slow.sendall(first)
        while True:
            assert time.monotonic() - began < 5 * WAITS, "it is still listened to"
            try:
                if not (read := slow.recv(65_536)):
                    break
                told += read
            except TimeoutError:
                slow.sendall(rest)
            except OSError:
                break
    assert told.startswith(answer)
    assert time.monotonic() - began > WAITS - 0.5, "who is slow has time"


@pytest.mark.slow
def test_who_is_answered_is_not_hurried(attacked: str) -> None:
    """What takes long here is no matter of how long the request took; and lines that are open stay open."""
    ada = Guest(attacked)
    table = ada.opens("rolit", ME, OPEN)
    with ada.live(table) as live:
        live.next("table")
        time.sleep(WAITS + 0.5)
        live.send(type="ping")
        assert live.next("pong")
    assert ada.get("/api/games").status_code == 200


@pytest.mark.slow
def test_writers_who_do_not_write(attacked: str) -> None:
    """Requests that begin and do not end, byte by byte."""

    def attack(eve: Guest) -> None:
        host, port = eve.address.removeprefix("http://").split(":")
        slow = [socket.create_connection((host, int(port))) for _ in range(100)]
        for each in slow:
            each.sendall(HEAD)
        for _ in range(5):
            for each in slow:
                each.sendall(b"x")
            time.sleep(0.05)
        for each in slow:
            each.close()

    beside(attacked, attack)


def refusals(answers: list[httpx.Response]) -> int:
    return sum(answer.status_code == 429 for answer in answers)


@pytest.mark.slow
def test_floods_of_sheets_replays_and_analyses(attacked: str) -> None:
    """What takes long is done beside, little of it at once, and only so much for one address."""
    lines, rng = SHEET.read_text(encoding="utf-8").splitlines(), random.Random(3)

    def sheet() -> str:
        rows = [at for at, line in enumerate(lines) if line.count(" ") >= 14]
        changed, at = list(lines), rng.choice(rows)
        cells = changed[at].split(" ")
        cells[rng.choice([column for column, cell in enumerate(cells) if cell == "."])] = "U"
        changed[at] = " ".join(cells)
        return "\n".join(changed)

    def attack(eve: Guest) -> None:
        over = eve.opens("hopsy", ME, ME)
        ok(eve.plays(over, 0, eve.sees(over, plain=1)["moves"][0]))
        ok(eve.does(over, 0, "resign"))
        body = {"game": "hop_plie", "seats": [ME, ME]}

        async def flood() -> list[httpx.Response]:
            headers = {"cookie": f"visitor={eve.http.cookies['visitor']}", "x-csrf": eve.csrf}
            async with httpx.AsyncClient(base_url=eve.address, headers=headers, timeout=60) as http:
                asked = [http.post("/api/tables", json={**body, "options": {"sheet": sheet()}}) for _ in range(12)]
                asked += [http.get(f"/api/tables/{over}/animation.svg") for _ in range(15)]
                asked += [http.get(f"/api/tables/{over}/replay") for _ in range(15)]
                asked += [http.get(f"/api/tables/{over}/analysis") for _ in range(15)]
                return await asyncio.gather(*asked)

        answers = in_a_loop(flood())
        assert refusals(answers) >= 10
        assert {answer.status_code for answer in answers} <= {200, 201, 409, 422, 429}

    beside(attacked, attack)


@pytest.mark.slow
def test_floods_of_tables(attacked: str) -> None:
    def attack(eve: Guest) -> None:
        answers = [eve.post("/api/tables", {"game": "rolit", "seats": [ME, ME]}) for _ in range(80)]
        assert sum(answer.status_code == 201 for answer in answers) == 25
        assert refusals(answers) == 55

    beside(attacked, attack)
