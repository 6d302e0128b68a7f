"""What the server writes down while it runs: one JSON object per line, without secrets.

Nicknames, cookies, tokens, recovery codes, visitors' ids, deals and query strings are never written; a table's id, its
invitation, is shortened. What an error says can hold any of these (the values of a statement that failed, a
row that exists already, a position), so of errors only their kinds and places are written, and the few words of the
system and of the databases that speak of nothing else. The same holds for what libraries write: only the sentence they
have in their source, not what they put into it.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TextIO

import orjson

_LOG = logging.getLogger("ludotheque")
_OPENING = re.compile(r"([A-Za-z0-9_-]{4})[A-Za-z0-9_-]{8,}")
"""What may let somebody in: anything as long as a table's id."""
_FRAMES = 8
_CAUSES = 4
_AGAIN_SECONDS = 60
_KINDS_KEPT = 500
_ADDRESSED = "WebSocket"
"""uvicorn notes each socket with its whole address."""


_NUMBER: ContextVar[str] = ContextVar("number", default="")
"""Of the request that is being answered."""
_GIVEN_NUMBER = re.compile(r"[A-Za-z0-9-]{8,64}")


def new_number(given: str = "") -> str:
    """A number for a request, or the one that a proxy has given it: all lines about it have it, and its answer."""
    number = given if _GIVEN_NUMBER.fullmatch(given) else secrets.token_hex(5)
    _NUMBER.set(number)
    return number


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        ours = record.name == _LOG.name
        fields: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage() if ours else _sentence(record),
            **({"request": number} if (number := _NUMBER.get()) else {}),
            **({} if ours else {"by": record.name}),
            **getattr(record, "fields", {}),
        }
        if (error := _error_of(record)) is not None:
            fields |= described(error)
        return orjson.dumps(fields, default=str).decode()


class _Once(logging.Filter):
    """The same error at the same place is written once a minute, with how often it came before."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = _error_of(record)
        if error is None:
            return True
        kind, now = (record.name, _sentence(record), type(error).__name__, *_places(error)[-1:]), time.monotonic()
        until, times = self._kinds.pop(kind, (0.0, 0))
        if now < until:
            self._kinds[kind] = until, times + 1
            return False
        self._kinds[kind] = now + _AGAIN_SECONDS, 0
        if len(self._kinds) > _KINDS_KEPT:
            del self._kinds[next(iter(self._kinds))]
        if times:
            record.fields = {**getattr(record, "fields", {}), "times_before": times}
        return True


def begin(level: str, stream: TextIO | None = None) -> None:
    """Starts writing, to the standard error stream; all that libraries have to say goes the same way."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Lines())
    handler.addFilter(_Once())
    handler.addFilter(lambda record: _ADDRESSED not in str(record.msg))
    logging.raiseExceptions = False  # a log that cannot be written is no reason to write about it
    logging.captureWarnings(capture=True)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel("WARNING")
    for name in ("ludotheque", "uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
    sys.excepthook = lambda kind, error, trace: trouble("uncaught", error)
    threading.excepthook = lambda told: trouble("uncaught", told.exc_value)
    sys.unraisablehook = lambda told: trouble("unraisable", told.exc_value)


def event(name: str, **fields: object) -> None:
    """Something worth knowing."""
    _LOG.info(name, extra={"fields": fields})


def warning(name: str, error: BaseException | None = None, **fields: object) -> None:
    """Something an operator may have to look at."""
    _LOG.warning(name, extra={"fields": {**fields, **(described(error, places=False) if error else {})}})


def trouble(name: str, error: BaseException | None = None, **fields: object) -> None:
    """Something that should not have happened: this error, or the one that is being handled."""
    _LOG.error(name, exc_info=error or True, extra={"fields": fields})


def described(error: BaseException, *, places: bool = True) -> dict[str, object]:
    """What may be written of an error: its kind, what it came from, where it was raised; nothing that it says.

    >>> try:
    ...     _ = {}["a visitor's id"]
    ... except KeyError as error:
    ...     described(error, places=False)
    {'error': 'KeyError'}
    """
    chain = list(_chain(error))
    told: dict[str, object] = {"error": type(error).__name__}
    if len(chain) > 1:
        told["from"] = [type(each).__name__ for each in chain[1:]]
    if reason := next(filter(None, map(_reason, reversed(chain))), ""):
        told["reason"] = reason
    if places and (found := _places(error)):
        told["trace"] = found
    return told


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error and what it came from."""
    left: list[BaseException] = [error]
    for _ in range(_CAUSES):
        if not left:
            return
        each = left.pop(0)
        yield each
        if isinstance(each, BaseExceptionGroup):
            left += each.exceptions[:2]
        if (cause := each.__cause__ or (None if each.__suppress_context__ else each.__context__)) is not None:
            left.append(cause)


def _reason(error: BaseException) -> str:
    """The words of the system or of a database's line, and names that databases give to errors: they hold no values."""
    if isinstance(error, OSError):
        return str(error.strerror or "")
    if (
        type(error).__module__ == "psycopg" and type(error).__name__ == "OperationalError"
    ):  # no connection, or none left
        return (str(error).splitlines() or [""])[0]
    return str(getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or "")


def _places(error: BaseException) -> list[str]:
    """Where an error was raised: files, lines and functions, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__, limit=-_FRAMES)
    return [f"{'/'.join(Path(each.filename).parts[-3:])}:{each.lineno} {each.name}" for each in frames]


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _sentence(record: logging.LogRecord) -> str:
    """What the source says, without what was put into it."""
    return shortened((str(record.msg).splitlines() or [""])[0])


def shortened(path: str) -> str:
    """A path without what would let somebody in.

    >>> shortened("/api/tables/abcdefghijkm/live")
    '/api/tables/abcd…/live'
    """
    return _OPENING.sub(r"\1…", path)


def request(method: str, path: str, status: int, seconds: float) -> None:
    """A request that was answered."""
    if _LOG.isEnabledFor(logging.DEBUG) or status >= 400 or not path.startswith(("/static/", "/healthz")):
        event(
            "request",
            method=method,
            path=shortened(path),
            status=status,
            ms=round(seconds * 1000, 1),
        )
