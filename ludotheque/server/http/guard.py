"""What every request passes through: who asks, where from, how much; and what every answer carries along."""

from __future__ import annotations

import time
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.core.catalogues import Language, preferred
from ludotheque.core.text import Text
from ludotheque.server import journal
from ludotheque.server.addresses import Address, address
from ludotheque.server.http.answers import answer
from ludotheque.server.http.identity import COOKIE, COOKIE_SECONDS, Signer, Visitor, new_visitor
from ludotheque.server.http.patience import in_time
from ludotheque.server.http.transport import noted
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.tables.refusals import Refused

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self';"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_LOGS, _LOG_TIMES = "/api/tables/carried", 8
"""Whole logs are longer than other requests: so many times."""
_TOO_SLOW = 408
"""What is still to come of such a request is not waited for."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_FILES = ("/static/", "/app/", "/healthz")
"""What is taken as often as somebody asks."""
_NO_COOKIE = ("/static/", "/app", "/healthz", "/metrics", "/openapi.json", "/api/games")


def visitor_of(headers: Headers, signer: Signer) -> Visitor | None:
    """The visitor a request's cookie proves."""
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    proved = signer.visitor(morsel.value) if morsel else None
    return Visitor(proved) if proved else None


def same_origin(headers: Headers, settings: Settings) -> bool:
    """Whether a request comes from a page of ours, or from no page at all."""
    if headers.get("sec-fetch-site") == "cross-site":
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    if settings.public_url and origin == settings.public_origin:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host", "") and bool(urlsplit(origin).netloc)
    except ValueError:
        return False


def language_of(scope: Scope) -> Language:
    """What whoever asks reads: what the address or the cookie says, else what the browser likes best."""
    connection = HTTPConnection(scope)
    asked = connection.query_params.get("lang")
    return preferred(connection.headers.get("accept-language", ""), asked, connection.cookies.get("lang"))


class Guard:
    """The middleware: as plain ASGI, so that nothing is buffered and sockets pass straight through."""

    def __init__(self, app: ASGIApp, settings: Settings, signer: Signer, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._signer = signer
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        visitor = visitor_of(headers, self._signer) or new_visitor()
        number = journal.new_number(headers.get("x-request-id", "") if self._settings.proxies else "")
        path = _below(scope, self._settings.root)
        scope.setdefault("state", {}).update(visitor=visitor, path=path, number=number)
        if scope["type"] == "websocket":
            noted(scope, receive, send)
            await self._app(scope, receive, send)
            return
        await self._http(scope, receive, send, headers, visitor)

    async def _http(self, scope: Scope, receive: Receive, send: Send, headers: Headers, visitor: Visitor) -> None:
        began, status, started = time.perf_counter(), 500, False
        gives_cookie = not visitor.known and not scope["state"]["path"].startswith(_NO_COOKIE)
        cookie = cookie_of(visitor.id, self._signer, self._settings, scope) if gives_cookie else ""

        async def sent(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                _dress(MutableHeaders(scope=message), status, cookie, scope["state"]["number"])
            await send(message)

        try:
            await self._check(scope, headers, visitor)
            timely = in_time(receive, self._settings.request_seconds)
            await self._app(scope, _limited(timely, self._longest(scope["state"]["path"])), sent)
        except Refused as error:
            self._metrics.refused.labels(error.code).inc()
            await answer(error, language_of(scope))(scope, receive, sent)
        except Exception as error:
            # Answered here: what passes through the server's hands costs the client its connection.
            if not started:
                response = await scope["app"].exception_handlers[Exception](Request(scope), error)
                await response(scope, receive, sent)
        finally:
            self._metrics.requests.labels(scope["method"], str(status)).inc()
            journal.request(scope["method"], scope["state"]["path"], status, time.perf_counter() - began)

    def _longest(self, path: str) -> int:
        """The longest request that is taken there, in bytes."""
        return self._settings.body_bytes * (_LOG_TIMES if path == _LOGS else 1)

    async def _check(self, scope: Scope, headers: Headers, visitor: Visitor) -> None:
        path = scope["state"]["path"]
        if not path.startswith(_FILES):
            await scope["app"].state.services.requests.check(client(scope))
        if scope["method"] in _SAFE:
            return
        if not same_origin(headers, self._settings):
            raise Refused("wrong-origin", Text("That page is not ours."))
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._longest(path):
            raise Refused("too-large", Text("That is too long."))
        if visitor.known and not headers.get("authorization"):
            given = headers.get("x-csrf", "")
            if not self._signer.csrf_proved(visitor.id, given):
                raise Refused(
                    "no-csrf",
                    Text("The page is too old: load it again."),
                )


def cookie_of(visitor: str, signer: Signer, settings: Settings, scope: Scope) -> str:
    """The cookie that proves a visitor, as a header gives it."""
    https = scope.get("scheme") == "https" or settings.public_url.startswith("https:")
    path = settings.root or "/"
    value = f"{COOKIE}={signer.cookie(visitor)}; Path={path}; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax"
    return value + ("; Secure" if https else "")


def no_cookie(settings: Settings) -> str:
    """The header that takes the cookie away."""
    return f"{COOKIE}=; Path={settings.root or '/'}; Max-Age=0; HttpOnly; SameSite=Lax"


def _below(scope: Scope, root: str) -> str:
    """The path of a request below the root path. Proxies pass it on with the root path or without; afterwards the scope
    has both, as servers must."""
    path: str = scope["path"]
    if not root:
        return path
    given = path == root or path.startswith(f"{root}/")
    scope["root_path"] = root
    scope["path"] = path if given else root + path
    return path[len(root) :] or "/" if given else path


def _dress(headers: MutableHeaders, status: int, cookie: str, number: str) -> None:
    """What every answer carries along."""
    headers["x-request-id"] = number
    if status == _TOO_SLOW:
        headers["connection"] = "close"
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if cookie and COOKIE not in headers.get("set-cookie", ""):
        headers.append("set-cookie", cookie)
        headers["cache-control"] = "no-store"


def door(request: Request, settings: Settings) -> Address:
    """Where others find us, told to whoever asks this."""
    return address(settings, str(request.base_url), client(request.scope))


def client(scope: Scope) -> str:
    """The address a request comes from."""
    found = scope.get("client")
    return str(found[0]) if found else "unknown"


def _limited(receive: Receive, most: int) -> Receive:
    """Reads a request, but not without end."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise Refused("too-large", Text("That is too long."))
        return message

    return limited
