"""The papers one can print on, and what can be printed."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from ludotheque.core.text import Refusal, Text


class Paper(NamedTuple):
    """A size of paper, upright, in millimetres."""

    name: str
    width: float
    height: float
    inches: bool = False
    """Whether those who use it measure in inches."""


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4, inches=True)}


def paper_named(name: str) -> Paper:
    """The paper with this name.

    >>> paper_named("Letter").width
    215.9
    """
    if name.lower() not in PAPERS:
        raise Refusal(Text("paper={given} is not allowed: paper is {names}", given=repr(name), names=", ".join(PAPERS)))
    return PAPERS[name.lower()]


What = Literal["all", "box", "rules"]
"""Both, what lies in the box, or the rulebook."""
WHATS: tuple[What, ...] = get_args(What)


def what_named(name: str) -> What:
    """What somebody would like to print."""
    for each in WHATS:
        if each == name:
            return each
    raise Refusal(Text("what={given} is not allowed: what is {names}", given=repr(name), names=", ".join(WHATS)))
