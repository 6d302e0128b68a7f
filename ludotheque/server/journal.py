"""What the server writes down while it runs: one JSON object per line, without secrets.

Nicknames, cookies, tokens, recovery codes, visitors' ids and query strings are never written; a table's id, which is
its invitation, is shortened."""

from __future__ import annotations

import logging
import re
import sys
import time
from typing import Any

import orjson

_LOG = logging.getLogger("ludotheque")
_TABLE = re.compile(r"(?<=/)([a-z2-9]{4})[a-z2-9]{8}(?=/|$)")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = record.exc_info[0].__name__
            fields["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(fields, default=str).decode()


def begin(level: str) -> None:
    """Starts writing, to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for name in ("ludotheque", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name in ("ludotheque", "uvicorn") else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_without_addresses)


def _without_addresses(record: logging.LogRecord) -> bool:
    """uvicorn notes each socket with its whole address, which is an invitation: those lines are left out."""
    return "WebSocket" not in str(record.msg)


def event(name: str, **fields: object) -> None:
    """Something worth knowing."""
    _LOG.info(name, extra={"fields": fields})


def trouble(name: str, **fields: object) -> None:
    """Something that should not have happened; within an except clause its trace is noted too."""
    _LOG.error(name, exc_info=True, extra={"fields": fields})


def shortened(path: str) -> str:
    """A path without what would let somebody in.

    >>> shortened("/api/tables/abcdefghijkm/live")
    '/api/tables/abcd…/live'
    """
    return _TABLE.sub(r"\1…", path)


def request(scope: Any, status: int, seconds: float) -> None:
    """A request that was answered."""
    if _LOG.isEnabledFor(logging.DEBUG) or status >= 400 or not scope["path"].startswith(("/static/", "/healthz")):
        event(
            "request",
            method=scope["method"],
            path=shortened(scope["path"]),
            status=status,
            ms=round(seconds * 1000, 1),
        )
