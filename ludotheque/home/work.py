"""What is done in the worker of the bots: thinking, advising, judging. Jobs and results travel as text."""

from __future__ import annotations

import base64
import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ludotheque.answers.drafts import mistakes_of
from ludotheque.bots.alone import play_on
from ludotheque.tables.jobs import Question, Verdict, advise, judge_move, opine, think

_JUDGED_SECONDS = 0.8
"""How long moves are judged before what is known is told."""


def judge_some(question: tuple[Question, Sequence[int]]) -> list[Verdict]:
    """Some of these moves of a finished game, the first of them first."""
    asked, numbers = question
    verdicts, until = list[Verdict](), time.monotonic() + _JUDGED_SECONDS
    for number in numbers:
        verdicts.append(judge_move(replace(asked, number=number)))
        if time.monotonic() > until:
            break
    return verdicts


_ALL = (think, advise, judge_some, opine, mistakes_of, play_on)
_WORKS: dict[str, Callable[[Any], Any]] = {work.__name__: work for work in _ALL}


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
