"""Answers as JSON; refusals as HTTP tells them."""

from __future__ import annotations

import orjson
from starlette.responses import Response

from ludotheque.answers.refusing import refusal, status_of
from ludotheque.core.catalogues import Language
from ludotheque.core.text import Refusal


def json(content: object, status: int = 200) -> Response:
    """Anything plain, as JSON."""
    return Response(orjson.dumps(content), status, media_type="application/json")


def answer(error: Refusal, language: Language, status: int | None = None) -> Response:
    """A refusal, as the asker is told."""
    return json({"error": refusal(error, language)}, status or status_of(error))
