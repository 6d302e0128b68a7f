"""Answers as JSON."""

from __future__ import annotations

import orjson
from starlette.responses import Response

from ludotheque.core.text import Refusal
from ludotheque.tables.refusals import told

__all__ = ["answer", "json", "told"]


def json(content: object, status: int = 200) -> Response:
    """Anything plain, as JSON."""
    return Response(orjson.dumps(content), status, media_type="application/json")


def answer(error: Refusal) -> Response:
    """A refusal, as the asker is told."""
    refusal = told(error)
    return json({"error": refusal.plain()}, refusal.status)
