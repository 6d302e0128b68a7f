"""What is wrong with a request that has not the shape it should have, in words for people.

The library that checks shapes says so in English alone; its kinds of mistakes are told here by our own messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludotheque.core.text import Text, counted, joined, one_of

_MOST = 5
"""Whoever has made more mistakes than this begins with these."""
_Told = Callable[[Mapping[str, Any]], Text]
"""A mistake in words, from what the library knows of it."""

_KINDS: dict[str, _Told] = {
    "missing": lambda _: Text("is missing"),
    "extra_forbidden": lambda _: Text("is not known here"),
    "json_invalid": lambda _: Text("is not JSON"),
    "literal_error": lambda ctx: Text("must be {values}", values=one_of(_listed(str(ctx["expected"])))),
    "greater_than_equal": lambda ctx: Text("must be {least} or more", least=ctx["ge"]),
    "less_than_equal": lambda ctx: Text("must be {most} or less", most=ctx["le"]),
    "string_too_long": lambda ctx: counted(
        "must not be longer than {n} character", "must not be longer than {n} characters", n=ctx["max_length"]
    ),
    "string_too_short": lambda ctx: counted(
        "must have {n} character or more", "must have {n} characters or more", n=ctx["min_length"]
    ),
    "too_long": lambda ctx: counted(
        "must not have more than {n} entry", "must not have more than {n} entries", n=ctx["max_length"]
    ),
    "too_short": lambda ctx: counted(
        "must have {n} entry or more", "must have {n} entries or more", n=ctx["min_length"]
    ),
}
_SHAPES = {
    "string": Text("must be a text"),
    "int": Text("must be a whole number"),
    "float": Text("must be a number"),
    "bool": Text("must be true or false"),
    "list": Text("must be a list"),
    "dict": Text("must be an object with fields"),
    "model": Text("must be an object with fields"),
}
"""By the first word of the kind: `int_type`, `int_parsing` and `int_from_float` are one mistake to whoever made it."""
_OTHERWISE = Text("is not as it should be")


def problems(errors: Sequence[Mapping[str, Any]]) -> Text:
    """The mistakes, each with the place where it was made."""
    told = (joined(": ", [".".join(map(str, each["loc"])), _told(each)]) for each in errors[:_MOST])
    return joined("; ", told)


def _told(error: Mapping[str, Any]) -> Text:
    kind = str(error["type"])
    if kind in _KINDS:
        return _KINDS[kind](error.get("ctx", {}))
    return _SHAPES.get(kind.partition("_")[0], _OTHERWISE)


def _listed(expected: str) -> list[str]:
    """The values in the library's own enumeration of them: 'me', 'open' or 'bot'."""
    return [word or number for word, number in re.findall(r"'([^']*)'|(\d+)", expected)]
