"""What people read: messages with names for what varies, put into words late, in the language of whoever reads them.

A message is written in the code in English. Its words in other languages come from catalogues (`core/catalogues.py`);
a translator needs nothing else. What is written inside braces is filled in after that:

>>> Text("there is no seat {seat}: seats are 0 to {last}", seat=9, last=3).to("en")
'there is no seat 9: seats are 0 to 3'
>>> counted("{n} card", "{n} cards", n=1).to("en"), counted("{n} card", "{n} cards", n=4).to("en")
('1 card', '4 cards')

What is filled in may be a message itself: it is put into words at the same time, in the same language. Sentences are
never put together from parts that a language may want to bend: “red ball” is one message, not an adjective and a noun.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from ludotheque.core.catalogues import Language, catalogue, languages

Value = str | int | float
"""What can be filled in, besides another `Text`."""


class Text:
    """A message, and what is to be filled in."""

    __slots__ = ("_hashed", "_known", "_said", "message", "values")
    _said: dict[Language, str] | None

    def __init__(self, message: str, /, **values: Value | Text) -> None:
        self.message = message
        self.values = values
        self._said = None

    def to(self, language: Language) -> str:
        """In words, in a language. Many messages are told again and again, so these are kept."""
        if self._said is None:
            self._said = {}
        elif (said := self._said.get(language)) is not None:
            return said
        said = self._said[language] = self._put(language)
        return said

    def _put(self, language: Language) -> str:
        """Puts it into words."""
        words = self._words(language)
        if not self.values:
            return words
        return words.format_map(
            {name: value.to(language) if isinstance(value, Text) else value for name, value in self.values.items()}
        )

    def _words(self, language: Language) -> str:
        return catalogue(language).gettext(self.message)

    def __str__(self) -> str:
        return self.to("en")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}>"

    def _key(self) -> tuple[object, ...]:
        return type(self), self.message, tuple(self.values.items())

    def _identity(self) -> tuple[object, ...]:
        """What it is known by, put together once: pictures are looked up by the names of things."""
        try:
            return self._known
        except AttributeError:
            self._known: tuple[object, ...] = self._key()
            return self._known

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Text) and self._identity() == other._identity())

    def __hash__(self) -> int:
        try:
            return self._hashed
        except AttributeError:
            self._hashed: int = hash(self._identity())
            return self._hashed


class _Counted(Text):
    __slots__ = ("many",)

    def __init__(self, one: str, many: str, /, **values: Value | Text) -> None:
        super().__init__(one, **values)
        self.many = many

    def _words(self, language: Language) -> str:
        number = self.values["n"]
        assert isinstance(number, int), "n is what is counted"
        return catalogue(language).ngettext(self.message, self.many, number)

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self.many


class _Meant(Text):
    __slots__ = ("context",)

    def __init__(self, context: str, message: str, /, **values: Value | Text) -> None:
        super().__init__(message, **values)
        self.context = context

    def _words(self, language: Language) -> str:
        return catalogue(language).pgettext(self.context, self.message)

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self.context


class _Verbatim(Text):
    __slots__ = ()

    def to(self, language: Language) -> str:
        return self.message


class _Capital(Text):
    __slots__ = ("text",)

    def __init__(self, text: Text) -> None:
        super().__init__(text.message, **text.values)
        self.text = text

    def _put(self, language: Language) -> str:
        words = self.text.to(language)
        return words[:1].upper() + words[1:]

    def _key(self) -> tuple[object, ...]:
        return type(self), self.text._key()


class _Joined(Text):
    __slots__ = ("between", "parts")

    def __init__(self, between: str, parts: tuple[Value | Text, ...]) -> None:
        super().__init__(between)
        self.between, self.parts = between, parts

    def _put(self, language: Language) -> str:
        return self.between.join(part.to(language) if isinstance(part, Text) else str(part) for part in self.parts)

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self.parts


class _Decimal(Text):
    __slots__ = ("digits", "number", "signed")

    def __init__(self, number: float, digits: int, *, signed: bool) -> None:
        super().__init__("")
        self.number, self.digits, self.signed = number, digits, signed

    def _put(self, language: Language) -> str:
        written = f"{self.number:{'+' if self.signed else ''}.{self.digits}f}"
        return written.replace(".", _SIGN.to(language))

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self.number, self.digits, self.signed


def counted(one: str, many: str, /, *, n: int, **values: Value | Text) -> Text:
    """A message about `n` things: other languages may have more forms than one and many."""
    return _Counted(one, many, n=n, **values)


def meant(context: str, message: str, /, **values: Value | Text) -> Text:
    """A message that could mean several things: the context tells translators which.

    >>> meant("a player", "red").to("en")
    'red'
    """
    return _Meant(context, message, **values)


_SIGN = meant("the sign before decimals", ".")


def in_all(text: Text) -> dict[Language, str]:
    """A message in every language whose catalogue can be read: without a network a browser may not have all of them.

    >>> in_all(counted("{n} card", "{n} cards", n=2))["de"]
    '2 Karten'
    """
    said: dict[Language, str] = {}
    for language in languages():
        with suppress(OSError):
            said[language] = text.to(language)
    return said


def verbatim(text: str) -> Text:
    """What reads the same in every language: a title, a coordinate, a number."""
    return _Verbatim(text)


def capital(text: Text) -> Text:
    """A message at the beginning of a sentence."""
    return _Capital(text)


def joined(between: str, parts: Iterable[Value | Text]) -> Text:
    """Several things, one after the other.

    >>> joined(", ", ["A1", Text("red"), 3]).to("en")
    'A1, red, 3'
    """
    return _Joined(between, tuple(parts))


def all_of(things: Iterable[Value | Text]) -> Text:
    """A list that names everything: “red, green and grey”.

    >>> all_of(["red", "green", "grey"]).to("en")
    'red, green and grey'
    """
    *others, last = things
    return Text("{others} and {last}", others=joined(", ", others), last=last) if others else joined("", [last])


def one_of(things: Iterable[Value | Text]) -> Text:
    """A list to choose from: “red, green or grey”."""
    *others, last = things
    return Text("{others} or {last}", others=joined(", ", others), last=last) if others else joined("", [last])


def decimal(number: float, digits: int = 2, *, signed: bool = False) -> Text:
    """A number with decimals, as a language writes it."""
    return _Decimal(number, digits, signed=signed)


class Refusal(ValueError):
    """What was given cannot be taken. Says what is wrong and what would be right: to those who type names and values
    (`message`), and to those who fill in a form and know neither (`words`)."""

    def __init__(self, message: Text, words: Text | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.words = message if words is None else words

    def __str__(self) -> str:
        return str(self.message)
