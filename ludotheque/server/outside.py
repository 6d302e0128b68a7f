"""The server as somebody outside sees it, through whatever stands in front of it."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPMessage, HTTPResponse

import orjson
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from ludotheque.core.text import Refusal, Text

_SECONDS = 10.0
_NO_TABLE = "doctorlooks2"
"""An id that no table has: 1 is not among their letters, nor l."""
_SOCKET = f"/api/tables/{_NO_TABLE}/live?watch=1"


Judge = Callable[[str, bytes, HTTPMessage], Text | None]
"""What is wrong with an answer, by the address, its body and its headers."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking for something, and what is wrong with it, if anything is."""

    path: str
    problem: Text | None = None
    silent: bool = False
    """Nobody is there."""


def visit(url: str) -> Iterator[Answer]:
    """Asks for what a page needs: health, a file, the cookie, a socket; and whether strangers see what is counted."""
    base = url.rstrip("/")
    if not base.startswith(("http://", "https://")):
        raise Refusal(Text("An address begins with http:// or https://"))
    first = _asked(base, "/healthz", _health)
    yield first
    if first.silent:
        return
    yield _asked(base, "/static/base.css", _style)
    yield _asked(base, "/api/me", _cookie)
    yield _socket(base)
    yield _hidden(base, "/metrics")


def _asked(base: str, path: str, judge: Judge) -> Answer:
    try:
        with _got(base + path) as answer:
            return Answer(path, judge(base, answer.read(), answer.headers))
    except urllib.error.HTTPError as error:
        return Answer(path, Text("{path} answers with status {status}", path=path, status=error.code))
    except OSError as error:
        problem = str(getattr(error, "reason", error))
        return Answer(path, Text("{path} does not answer: {problem}", path=path, problem=problem), silent=True)


def _got(address: str) -> HTTPResponse:
    answer: HTTPResponse = urllib.request.urlopen(address, timeout=_SECONDS)
    return answer


def _health(base: str, body: bytes, headers: HTTPMessage) -> Text | None:
    try:
        well = orjson.loads(body)["ok"] is True
    except (orjson.JSONDecodeError, LookupError, TypeError):
        well = False
    return None if well else Text("{path} is not what Ludothèque answers", path="/healthz")


def _style(base: str, body: bytes, headers: HTTPMessage) -> Text | None:
    if headers.get_content_type() == "text/css" and body:
        return None
    return Text("{path} is not what Ludothèque answers", path="/static/base.css")


def _cookie(base: str, body: bytes, headers: HTTPMessage) -> Text | None:
    """Cookies go over an encrypted line only where there is one, and do not leave the house."""
    cookie = str(headers.get("set-cookie", ""))
    if not cookie:
        return Text("{path} is not what Ludothèque answers", path="/api/me")
    if base.startswith("https:") and "; Secure" not in cookie:
        return Text("cookies are not marked Secure: set --public-url to this address")
    return None


def _socket(base: str) -> Answer:
    """A table that is not there is refused over the socket: so messages come through."""
    path = _SOCKET.partition("?")[0]
    try:
        with connect("ws" + base.removeprefix("http") + _SOCKET, open_timeout=_SECONDS, origin=None) as socket:
            told = orjson.loads(socket.recv(_SECONDS))
    except (WebSocketException, ConnectionClosed, OSError, TimeoutError, orjson.JSONDecodeError) as error:
        problem = Text("no socket can be opened: does the proxy pass WebSockets on? ({problem})", problem=str(error))
        return Answer(path, problem)
    if told.get("type") != "refused":
        return Answer(path, Text("{path} is not what Ludothèque answers", path=path))
    return Answer(path)


def _hidden(base: str, path: str) -> Answer:
    try:
        with _got(base + path):
            return Answer(path, Text("{path} can be seen by everybody: let the proxy close it", path=path))
    except OSError:
        return Answer(path)
