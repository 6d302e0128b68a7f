"""What is asked of the house, and what it answers: requests and answers as values, and who answers which."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs

from ludotheque.core.catalogues import Language, preferred
from ludotheque.core.text import Text
from ludotheque.home.house import Keep
from ludotheque.home.turns import Task
from ludotheque.tables.refusals import NO_PAGE, Refused, refused

if TYPE_CHECKING:
    from ludotheque.home.rooms import Rooms

SEATS = 63
"""The largest number a seat can have."""
_SHORT = 64


class Given:
    """What goes with a request, read with care: what is not as it should be is refused."""

    def __init__(self, values: object) -> None:
        self._values: Mapping[str, Any] = values if isinstance(values, Mapping) else {}

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    def word(self, name: str, most: int = _SHORT, *, least: int = 0) -> str:
        """A text; empty where nothing was given."""
        value = self._values.get(name)
        found = "" if value is None else value
        if not isinstance(found, str) or not least <= len(found) <= most:
            raise malformed(name)
        return found

    def words(self, name: str, most: int, length: int = _SHORT) -> list[str]:
        """Several texts."""
        found = self._values.get(name) or []
        if not isinstance(found, list) or len(found) > most:
            raise malformed(name)
        if any(not isinstance(each, str) or len(each) > length for each in found):
            raise malformed(name)
        return found

    def whole(self, name: str, low: int, high: int) -> int | None:
        """A whole number, or nothing where nothing was given."""
        value = self._values.get(name)
        if value is None:
            return None
        try:
            found = int(value)
        except (TypeError, ValueError):
            raise malformed(name) from None
        if isinstance(value, bool | float) or not low <= found <= high:
            raise malformed(name)
        return found

    def number(self, name: str, low: int = 0, high: int = SEATS) -> int:
        """A whole number that must be given."""
        found = self.whole(name, low, high)
        if found is None:
            raise malformed(name)
        return found

    def flag(self, name: str) -> bool:
        return self._values.get(name) is True

    def table(self, name: str) -> Mapping[str, Any]:
        """Values by their names."""
        found = self._values.get(name)
        if found is not None and not isinstance(found, dict):
            raise malformed(name)
        return found or {}

    def each(self, name: str, most: int) -> list[Any]:
        """A list of anything."""
        found = self._values.get(name)
        if found is not None and (not isinstance(found, list) or len(found) > most):
            raise malformed(name)
        return found or []


def malformed(what: str) -> Refused:
    return Refused("malformed", Text("Malformed: {problem}", problem=what))


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: as the server's API takes it."""

    method: str
    path: str
    query: Given
    queries: Mapping[str, str]
    """The same as it was written, each name once."""
    body: Given
    language: Language
    place: Mapping[str, str] = field(default_factory=dict)
    """What stands in the path, by name."""

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Asked:
        written = parse_qs(str(told.get("query") or ""), keep_blank_values=True)
        query: dict[str, object] = {name: values if name in _LISTS else values[-1] for name, values in written.items()}
        last = {name: values[-1] for name, values in written.items()}
        language = preferred("", last.get("lang"), told.get("language"))
        return cls(str(told["method"]), str(told["path"]), Given(query), last, Given(told.get("body")), language)

    def at(self, name: str, low: int = 0, high: int = SEATS) -> int:
        """A number of the path."""
        return Given(self.place).number(name, low, high)


_LISTS = ("chosen", "tried")
"""What may stand several times in an address."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered, once `keep` is kept; or, where there is a `task`, once that is done."""

    content: object = None
    status: int = 200
    text: str = ""
    media: str = ""
    """Of a text that is no JSON."""
    name: str = ""
    """Of the file it would be."""
    keep: Keep | None = None
    tables: Sequence[str] = ()
    """Those it is about: what they need is done now."""
    task: Task | None = None


Handler = Callable[["Rooms", Asked], Answer]


class _Route(NamedTuple):
    method: str
    pattern: re.Pattern[str]
    handler: Handler


_routes: list[_Route] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Says who answers requests to a path; what stands in braces is one part of it."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path.replace(".", r"\.")))

    def noted(handler: Handler) -> Handler:
        _routes.append(_Route(method, pattern, handler))
        return handler

    return noted


def found(method: str, path: str) -> tuple[Handler, dict[str, str]]:
    """Who answers, and what stands in the path."""
    for each in _routes:
        match = each.pattern.fullmatch(path) if each.method == method else None
        if match is not None:
            return each.handler, match.groupdict()
    raise refused(NO_PAGE)
