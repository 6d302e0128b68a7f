"""What clients send, byte by byte: our protocol does with it what uvicorn's own does, whichever way it takes."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI, WebSocket
from starlette.types import Message
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState

from ludotheque.server.http import frames, transport
from ludotheque.server.http.frames import Boundaries, Inbox, head, text_in
from ludotheque.server.http.handover import HandedProtocol
from ludotheque.server.http.transport import TogetherProtocol
from tests.server.house import ME, House, Pair, in_a_loop, open_pair

MOST = 16_384
MASK = b"\x11\x22\x33\x44"
TEXT, BINARY, PIECE, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
GREETING = (
    b"GET /api/tables/none/live HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)


def frame(body: bytes, kind: int = TEXT, *, first: int = 0x80, masked: bool = True, long: int = 0) -> bytes:
    """One frame of a client; `first`: its first bits; `long`: the fewest bytes its length is written with."""
    size = len(body)
    if size < 126 and not long:
        length = bytes([size])
    elif size < 1 << 16 and long < 8:
        length = b"\x7e" + size.to_bytes(2, "big")
    else:
        length = b"\x7f" + size.to_bytes(8, "big")
    if not masked:
        return bytes([first | kind]) + length + body
    hidden = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(body))
    return bytes([first | kind, length[0] | 0x80]) + length[1:] + MASK + hidden


A, B = frame(b"one"), frame("zw\u00f6lf".encode())
GOODBYE = frame(b"\x03\xe8enough", CLOSE)
SENT: dict[str, list[bytes]] = {
    "one": [A],
    "one after the other": [A, B, A],
    "two in one packet": [A + B],
    "one and a half": [A + B[:5], B[5:]],
    "two packets": [A[:4], A[4:], B],
    "a head, then its text": [A[:2], A[2:6], A[6:], B],
    "byte by byte": [bytes([byte]) for byte in A + B] + [A],
    "a text while half of one is here": [A[:5], B, A],
    "empty": [frame(b""), A],
    "a text, then a close": [A, GOODBYE],
    "a text and a close": [A + GOODBYE],
    "a text after a close": [GOODBYE, A],
    "a close with nothing": [frame(b"", CLOSE), A],
    "a ping": [frame(b"here", PING), A],
    "a ping in one packet with a text": [frame(b"here", PING) + A, B],
    "a pong that nobody asked for": [frame(b"here", PONG), A],
    "in pieces": [frame(b"o", first=0), frame(b"n", PIECE, first=0), frame(b"e", PIECE), B],
    "a ping between pieces": [frame(b"o", first=0), frame(b"", PING), frame(b"ne", PIECE), B],
    "a text between pieces": [frame(b"o", first=0), A],
    "a piece of nothing": [frame(b"o", PIECE), A],
    "bytes": [frame(b"\xff\x00", BINARY), A],
    "not masked": [frame(b"one", masked=False), A],
    "not masked and empty": [frame(b"", masked=False), A],
    "not UTF-8": [A, frame(b"\xff\xfe"), A],
    "half a letter": [frame(b"\xc3"), A],
    "an end of half a letter": [frame("\ud800".encode("utf-8", "surrogatepass")), A],
    "an unknown kind": [frame(b"one", 3), A],
    "a ping of pieces": [frame(b"one", PING, first=0), A],
    **{f"reserved bit {bit:#x}": [frame(b"one", first=0x80 | bit), A] for bit in (0x40, 0x20, 0x10)},
    **{f"{size} bytes": [frame(b"x" * size), A] for size in (125, 126, 127, MOST - 1, MOST, MOST + 1, 65535, 65536)},
    **{f"{size} bytes in two packets": [(one := frame(b"x" * size))[:100], one[100:], A] for size in (126, MOST)},
    "a length in more bytes than it needs": [frame(b"one", long=2), A],
    "a length in many more": [frame(b"one", long=8), A],
    "a length that is far too long": [b"\x81\xff" + b"\xff" * 8 + MASK + b"x", A],
    "more than is taken, a bit of it": [b"\x81\xfe\xff\xff" + MASK + b"x" * 50, A],
}


class Line(asyncio.Transport):
    """A connection of which everything is noted."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[object] = []
        self.closing = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def write(self, data: Any) -> None:
        if data:
            self.noted.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True
        self.noted.append("closed")

    def abort(self) -> None:
        self.close()

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def heard(kind: type[WebSocketsSansIOProtocol], packets: list[bytes], *, at_once: bool) -> list[object]:
    """What an application hears, and what goes back to the client, in order; `at_once`: the application has no time
    before all has come."""
    line, done, messages = Line(), asyncio.Event(), list[Message]()

    async def app(_: Any, receive: Any, send: Any) -> None:
        messages.append(await receive())
        await send({"type": "websocket.accept"})
        if at_once:
            await done.wait()
        while not messages or messages[-1]["type"] != "websocket.disconnect":
            messages.append(await receive())
            line.noted.append(messages[-1])

    config = Config(app, ws_max_size=MOST, ws_per_message_deflate=False, log_config=None, ws_ping_interval=None)
    config.load()
    protocol = kind(config=config, server_state=ServerState(), app_state={})
    protocol.connection_made(line)
    protocol.data_received(GREETING)
    for packet in packets:
        for _ in range(6):
            await asyncio.sleep(0)
        if line.closing:
            break
        try:
            protocol.data_received(packet)
        except InvalidState:  # uvicorn's own, where something follows a text that is no UTF-8 in the same packet
            line.noted.append("broken")
            break
    done.set()
    for _ in range(40):
        await asyncio.sleep(0)
    protocol.connection_lost(None)
    for _ in range(10):
        await asyncio.sleep(0)
    return line.noted


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("kind", [TogetherProtocol, HandedProtocol])
@pytest.mark.parametrize("packets", SENT.values(), ids=SENT.keys())
def test_what_is_sent_is_heard_as_without_our_protocol(
    packets: list[bytes], kind: type[TogetherProtocol], at_once: bool
) -> None:
    ours = in_a_loop(heard(kind, packets, at_once=at_once))
    assert ours == in_a_loop(heard(WebSocketsSansIOProtocol, packets, at_once=at_once))
    assert len(ours) > 1


def test_so_is_whatever_comes_in_whatever_packets() -> None:
    chance = random.Random(7)
    whole = [part for parts in SENT.values() for part in parts if len(part) < 300]
    for _ in range(150):
        said = b"".join(chance.choice([A, B, *whole]) for _ in range(chance.randint(1, 6)))
        cuts = sorted(chance.sample(range(len(said)), min(len(said), chance.randint(0, 4))))
        packets = [said[start:end] for start, end in zip([0, *cuts], [*cuts, len(said)], strict=True) if end > start]
        ours = in_a_loop(heard(TogetherProtocol, packets, at_once=False))
        assert ours == in_a_loop(heard(WebSocketsSansIOProtocol, packets, at_once=False)), packets


def test_what_is_usual_goes_past_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """One text, one packet; also after something else, when that is over."""
    parsed: list[bytes] = []
    ordinary = WebSocketsSansIOProtocol.data_received

    def noted(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        parsed.append(data)
        ordinary(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", noted)
    ping = frame(b"", PING)
    in_a_loop(heard(TogetherProtocol, [A, B, ping, A, B[:3], B[3:], A, A + B, B], at_once=False))
    assert parsed == [GREETING, ping, B[:3], B[3:], A + B]


@pytest.mark.parametrize("missing", ["unmasked", "Inbox"])
def test_where_the_libraries_are_not_as_we_know_them_all_goes_the_ordinary_way(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    if missing == "unmasked":
        monkeypatch.setattr(frames, "unmasked", None)
    else:
        monkeypatch.setattr(transport.asyncio, "Queue", Inbox)  # type: ignore[attr-defined]  # of another kind
    ours = in_a_loop(heard(TogetherProtocol, [A, B, GOODBYE], at_once=False))
    monkeypatch.undo()
    assert ours == in_a_loop(heard(WebSocketsSansIOProtocol, [A, B, GOODBYE], at_once=False))


def test_who_says_more_than_is_taken_is_not_listened_to_meanwhile() -> None:
    """However fast somebody sends, no more than a packet waits."""

    class Paused(Line):
        reading = True

        def pause_reading(self) -> None:
            self.reading = False

        def resume_reading(self) -> None:
            self.reading = True

    async def flood() -> tuple[list[int], int]:
        line, taken, busy = Paused(), list[str](), asyncio.Event()

        async def app(_: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] != "websocket.disconnect":
                taken.append(message["text"])
                await busy.wait()

        config = Config(app, ws_max_size=MOST, log_config=None, ws_ping_interval=None)
        config.load()
        protocol = TogetherProtocol(config=config, server_state=ServerState(), app_state={})
        protocol.connection_made(line)
        protocol.data_received(GREETING)
        waiting = []
        for _ in range(50):
            await asyncio.sleep(0)
            if line.reading:
                protocol.data_received(A)
            waiting.append(protocol.queue.qsize())
        busy.set()
        for _ in range(50):
            await asyncio.sleep(0)
        resumed = line.reading
        protocol.connection_lost(None)
        await asyncio.sleep(0)
        return waiting, len(taken) if resumed else -1

    waiting, taken = in_a_loop(flood())
    assert max(waiting) == 1
    assert taken == 2


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536])
def test_what_stands_before_a_text_says_how_long_it_is(length: int) -> None:
    assert head(length) == frame(b"x" * length, masked=False)[: len(head(length))]


def test_only_a_whole_text_in_one_packet_is_read() -> None:
    assert text_in(B, MOST) == "zw\u00f6lf"
    assert text_in(frame(b"x" * 126), 126) == "x" * 126
    for other in (A + A, A[:-1], frame(b"x" * 127), frame(b"\xff"), frame(b"one", masked=False), b"", b"\x81"):
        assert text_in(other, 126) is None


def test_boundaries_are_where_messages_end() -> None:
    pieces = frame(b"o", first=0) + frame(b"", PING) + frame(b"n", PIECE, first=0) + frame(b"e", PIECE)
    said = A + pieces + frame(b"x" * 200) + frame(b"x" * 65536) + A
    ends = {len(A), len(A + pieces), len(said) - len(A), len(said), len(said) - len(A) - len(frame(b"x" * 65536))}
    chance = random.Random(3)
    for _ in range(60):
        cuts = sorted({*chance.sample(range(1, 400), 9), *(end for end in ends if chance.random() < 0.5), len(said)})
        boundaries = Boundaries()
        for start, end in zip([0, *cuts], cuts, strict=False):
            boundaries.follow(said[start:end])
            assert boundaries.between == (end in ends), (start, end)


# Over the network


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with open_pair(tmp_path_factory.mktemp("pair")) as opened:
        yield opened


def answered(house: House, path: str, packets: list[bytes]) -> bytes:
    """All that comes back, with the socket's end, to somebody who sends bytes."""
    host, port = urlsplit(house.address).hostname, urlsplit(house.address).port
    with socket.create_connection((host or "", port or 0), timeout=20) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        raw.sendall(GREETING.replace(b"/api/tables/none/live", path.encode()))
        raw.recv(65536)
        for packet in packets:
            raw.sendall(packet)
        said = b""
        while more := raw.recv(65536):
            said += more
    return said


PINGS = frame(b'{"type":"nonsense"}')


@pytest.mark.slow
@pytest.mark.parametrize(
    "packets",
    [
        [PINGS, GOODBYE],
        [PINGS + PINGS, GOODBYE],
        [PINGS[:9], PINGS[9:], PINGS, GOODBYE],
        [PINGS + GOODBYE],
        [frame(b"\xff")],
        [frame(b"x" * 65535), GOODBYE],
    ],
)
def test_a_socket_answers_bytes_as_without_our_protocol(pair: Pair, packets: list[bytes]) -> None:
    ada = pair.ours.guest("Ada")
    path = f"/api/tables/{ada.opens('hopsy', ME, ME)}/live?after=1&watch=1&plain=1&lang=en"
    ours, plain = (codes(answered(house, path, packets)) for house in pair)
    assert ours == plain
    assert any(code in ours for code in (b"\x88", b"malformed"))


def codes(said: bytes) -> list[bytes]:
    """What was refused, and how it ended: the table itself may be told at another moment."""
    end = said.rfind(b"\x88")
    return [b"malformed"] * said.count(b"malformed") + ([b"\x88", said[end:]] if end >= 0 else [])


def test_fastapi_s_own_way_to_receive_hears_the_same() -> None:
    """Whoever does not go through the wire gets ordinary messages."""
    app, texts = FastAPI(), list[str]()

    @app.websocket("/api/tables/none/live")
    async def echo(each: WebSocket) -> None:
        await each.accept()
        async for text in each.iter_text():
            texts.append(text)

    async def talk() -> None:
        config = Config(app, ws_max_size=MOST, log_config=None, ws_ping_interval=None)
        config.load()
        line, protocol = Line(), TogetherProtocol(config=config, server_state=ServerState(), app_state={})
        protocol.connection_made(line)
        protocol.data_received(GREETING)
        for packet in (A, B):
            for _ in range(6):
                await asyncio.sleep(0)
            protocol.data_received(packet)
        protocol.connection_lost(None)
        for _ in range(10):
            await asyncio.sleep(0)

    in_a_loop(talk())
    assert texts == ["one", "zw\u00f6lf"]


def test_the_inbox_gives_what_was_put_in_order() -> None:
    async def talk() -> list[object]:
        inbox = Inbox()
        with pytest.raises(asyncio.QueueEmpty):
            inbox.get_nowait()
        waiting = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        assert inbox.awaited
        waiting.cancel()
        inbox.put_nowait(1)
        assert not inbox.awaited
        inbox.put_nowait(2)
        assert (inbox.qsize(), inbox.empty()) == (2, False)
        return [await inbox.get(), inbox.get_nowait(), inbox.empty()]

    assert in_a_loop(talk()) == [1, 2, True]
