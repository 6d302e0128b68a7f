"""Refusals as they are answered: their HTTP status; what they say, in the asker's language and in all."""

from __future__ import annotations

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import IllegalMove
from ludotheque.core.text import Refusal, in_all
from ludotheque.tables.refusals import code_of

_STATUS = {
    "wrong-token": 401,
    "not-your-seat": 403,
    "wrong-origin": 403,
    "no-csrf": 403,
    "no-table": 404,
    "old-rules": 410,
    "no-seat": 404,
    "no-game": 404,
    "no-page": 404,
    "wrong-code": 404,
    "too-slow": 408,
    "seat-taken": 409,
    "not-now": 409,
    "too-large": 413,
    "too-many": 429,
    "broken": 500,
    "busy": 503,
    "not-kept": 503,
}
_OTHERWISE = 422
_MOST_LEGAL = 50


def status_of(error: Refusal) -> int:
    """The HTTP status of a refusal."""
    return _STATUS.get(code_of(error), _OTHERWISE)


def refusal(error: Refusal, language: Language) -> dict[str, object]:
    """What the asker is told: a code, the sentence in their language and in all, and what is legal instead."""
    told: dict[str, object] = {
        "code": code_of(error),
        "text": error.words.to(language),
        "message": in_all(error.words),
    }
    if told["code"] == "illegal-move":
        legal = error.legal if isinstance(error, IllegalMove) else ()
        told["legal"] = [str(move) for move in legal[:_MOST_LEGAL]]
    return told
