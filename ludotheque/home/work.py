"""What is done in the worker of the bots: thinking, advising, judging. Jobs and results travel as text."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable
from typing import Any

from ludotheque.tables.jobs import advise, judge_move, opine, think

_WORKS: dict[str, Callable[[Any], Any]] = {work.__name__: work for work in (think, advise, judge_move, opine)}


def job(work: Callable[[Any], Any], given: object) -> str:
    """Something to do, as text."""
    return _packed((work.__name__, given))


def do(text: str) -> str:
    """Does it (in the worker of the bots); what comes of it, as text."""
    name, given = _unpacked(text)
    return _packed(_WORKS[name](given))


def result(text: str) -> Any:
    """What came of a job."""
    return _unpacked(text)


def _packed(content: object) -> str:
    return base64.b64encode(pickle.dumps(content)).decode()


def _unpacked(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))  # made by ourselves, in another worker of this page
