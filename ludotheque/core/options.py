"""A game's options, declared once: Python arguments, command-line flags, web forms and records read them here.

An option turns what a person or a script gave (`read`) into one canonical value, and writes that value as text
(`write`) so that reading the text gives the value back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ludotheque.core.text import Refusal, Text, all_of, joined, meant, one_of, verbatim

OptionValue = str | int | bool | tuple[str, ...] | None
Given = Mapping[str, object]
Options = Mapping[str, OptionValue]
T = TypeVar("T", bound=OptionValue)

OFF = "off"
NO_LIMIT = Text("no limit")
YES, NO = meant("an answer", "yes"), meant("an answer", "no")


class Option(ABC, Generic[T]):
    """One thing to choose before a game starts."""

    name: str
    label: Text
    default: T
    fine: bool = False
    """Fine print: forms show it to those who ask for more settings."""

    @abstractmethod
    def read(self, given: object) -> T:
        """The canonical value of what was given; `ValueError` when it is not allowed."""

    @property
    @abstractmethod
    def allowed(self) -> Text:
        """What may be given, as one types it."""

    @property
    def possible(self) -> Text:
        """What may be chosen, in words."""
        return self.allowed

    def words(self, value: T) -> Text:
        """A value in words."""
        return verbatim(self.write(value))

    def of(self, options: Options) -> T:
        """Its value among those of a game."""
        return self.read(options[self.name])

    def write(self, value: T) -> str:
        if value is None:
            return OFF
        return ",".join(value) if isinstance(value, tuple) else str(value)

    def refusal(self, given: object) -> Refusal:
        """The refusal of a value that is not allowed."""
        return Refusal(
            Text(
                "{option}={given} is not allowed: {option} is {allowed}",
                option=self.name,
                given=repr(given),
                allowed=self.allowed,
            ),
            Text(
                "“{label}” cannot be “{given}”. Possible: {possible}.",
                label=self.label,
                given=str(given),
                possible=self.possible,
            ),
        )


AnyOption = Option[Any]
"""An option, whatever its values are."""


@dataclass(frozen=True)
class Choice(Option[str]):
    """One of a few words."""

    name: str
    label: Text
    values: Mapping[str, Text]
    default: str
    fine: bool = field(default=False, kw_only=True)

    def read(self, given: object) -> str:
        if isinstance(given, str) and given in self.values:
            return given
        raise self.refusal(given)

    @property
    def allowed(self) -> Text:
        return Text("one of {values}", values=", ".join(repr(value) for value in self.values))

    @property
    def possible(self) -> Text:
        return one_of(self.values.values())

    def words(self, value: str) -> Text:
        return self.values[value]


def _whole(option: AnyOption, given: object, values: Sequence[int]) -> int:
    if isinstance(given, str):
        try:
            given = int(given)
        except ValueError:
            raise option.refusal(given) from None
    if isinstance(given, int) and not isinstance(given, bool) and given in values:
        return given
    raise option.refusal(given)


def _numbers(values: Sequence[int]) -> Text:
    if isinstance(values, tuple):
        return Text("one of {values}", values=", ".join(map(str, values)))
    return Text("{low} to {high}", low=values[0], high=values[-1])


@dataclass(frozen=True)
class Numbered(Choice):
    """One of a few words, or one of many things that have numbers for names: `17`. Its value is text either way."""

    numbers: range
    numbered: Text
    """What such a thing is called, before its number."""

    def read(self, given: object) -> str:
        return given if isinstance(given, str) and given in self.values else str(_whole(self, given, self.numbers))

    @property
    def allowed(self) -> Text:
        return Text("{words}, or {numbers}", words=super().allowed, numbers=_numbers(self.numbers))

    @property
    def possible(self) -> Text:
        return one_of([*self.values.values(), joined(" ", [self.numbered, _numbers(self.numbers)])])

    def words(self, value: str) -> Text:
        return self.values[value] if value in self.values else joined(" ", [self.numbered, verbatim(value)])


@dataclass(frozen=True)
class Whole(Option[int]):
    """A whole number."""

    name: str
    label: Text
    values: Sequence[int]
    default: int

    def read(self, given: object) -> int:
        return _whole(self, given, self.values)

    @property
    def allowed(self) -> Text:
        return _numbers(self.values)


@dataclass(frozen=True)
class Side(Whole):
    """The side of a square board."""

    @property
    def possible(self) -> Text:
        return one_of([self.words(value) for value in self.values])

    def words(self, value: int) -> Text:
        return verbatim(f"{value}×{value}")


@dataclass(frozen=True)
class Limit(Option[int | None]):
    """A whole number that bounds something; `None` (in text: off) means without bound."""

    name: str
    label: Text
    values: Sequence[int]
    default: int | None

    def read(self, given: object) -> int | None:
        return None if given is None or given == OFF else _whole(self, given, self.values)

    @property
    def allowed(self) -> Text:
        return Text("{numbers}, or None (off)", numbers=_numbers(self.values))

    @property
    def possible(self) -> Text:
        return one_of([_numbers(self.values), NO_LIMIT])

    def words(self, value: int | None) -> Text:
        return NO_LIMIT if value is None else verbatim(str(value))


@dataclass(frozen=True)
class Seconds(Limit):
    """A time that whoever runs a table keeps, in seconds; `None` (in text: off): it is not kept. The rules are the
    same with any."""

    @property
    def possible(self) -> Text:
        return one_of([self.words(value) for value in (*self.values, None)])

    def words(self, value: int | None) -> Text:
        return meant("a time that is not kept", "off") if value is None else Text("{n} s", n=value)


@dataclass(frozen=True)
class Flag(Option[bool]):
    """Yes or no."""

    name: str
    label: Text
    default: bool = False

    def read(self, given: object) -> bool:
        for value, words in (
            (True, (True, "True", "true", "yes", "on")),
            (False, (False, "False", "false", "no", OFF)),
        ):
            if any(given is word or (isinstance(given, str) and given == word) for word in words):
                return value
        raise self.refusal(given)

    @property
    def allowed(self) -> Text:
        return Text("True or False (yes, no)")

    @property
    def possible(self) -> Text:
        return one_of([YES, NO])

    def words(self, value: bool) -> Text:  # noqa: FBT001  # the value itself
        return YES if value else NO

    def write(self, value: bool) -> str:  # noqa: FBT001  # the value itself
        return "yes" if value else "no"


@dataclass(frozen=True)
class Grid(Option[str]):
    """Two whole numbers, rows and columns of something: `3x4`."""

    name: str
    label: Text
    values: range
    default: str

    def read(self, given: object) -> str:
        if isinstance(given, str):
            given = given.replace("×", "x").split("x")
        if (
            isinstance(given, Sequence)
            and len(given) == 2
            and all(str(each) in map(str, self.values) for each in given)
        ):
            return f"{given[0]}x{given[1]}"
        raise self.refusal(given)

    @property
    def allowed(self) -> Text:
        low, high = self.values[0], self.values[-1]
        return Text("{low} to {high}", low=f"{low}x{low}", high=f"{high}x{high}")


@dataclass(frozen=True)
class Several(Option[tuple[str, ...] | None]):
    """Some of a few words, each at most once, in an order that matters; `None`: the game's own choice."""

    name: str
    label: Text
    values: Mapping[str, Text]
    sets: str
    """The option whose value is how many words are given, when it is not given itself."""
    default: tuple[str, ...] | None = None

    def read(self, given: object) -> tuple[str, ...] | None:
        if given is None or given == OFF:
            return None
        if isinstance(given, str):
            given = [part.strip() for part in given.split(",")]
        if not isinstance(given, Sequence):
            raise self.refusal(given)
        words = tuple(str(word) for word in given)
        if not words or len(set(words)) < len(words) or any(word not in self.values for word in words):
            raise self.refusal(given)
        return words

    @property
    def allowed(self) -> Text:
        return Text("some of {values}, each once, separated by commas", values=", ".join(self.values))

    @property
    def possible(self) -> Text:
        return Text("some of {values}, each once", values=joined(", ", self.values.values()))

    def words(self, value: tuple[str, ...] | None) -> Text:
        return verbatim("–") if value is None else all_of(self.values[word] for word in value)


@dataclass(frozen=True)
class Line(Option[str | None]):
    """A line of text that the game itself reads, such as a position; `None`: not given."""

    name: str
    label: Text
    default: str | None = None

    def read(self, given: object) -> str | None:
        if given is None or given == OFF:
            return None
        if isinstance(given, str) and "\n" not in given and given.strip():
            return " ".join(given.split())
        raise self.refusal(given)

    @property
    def allowed(self) -> Text:
        return Text("one line of text")


def pairs(texts: Sequence[str]) -> dict[str, object]:
    """What a person typed as `name=value`, by name.

    >>> pairs(["players=4", "max-plies=off"])
    {'players': '4', 'max_plies': 'off'}
    """
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refusal(Text("{text} is not an option: write name=value", text=repr(text)))
        options[name.replace("-", "_")] = value
    return options


def read_all(game: str, options: Sequence[AnyOption], given: Given) -> dict[str, OptionValue]:
    """Every option's canonical value, given or default; a wrong name or value is refused by name."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise Refusal(
                Text(
                    "{game} has no option {name}; its options are {options}",
                    game=game,
                    name=repr(name),
                    options=", ".join(known) or "—",
                )
            )
    values = {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}
    for option in options:
        if isinstance(option, Several) and option.sets not in given and (words := option.of(values)) is not None:
            values[option.sets] = known[option.sets].read(len(words))
    return values


def changed(options: Sequence[AnyOption], values: Options) -> dict[str, str]:
    """The options that differ from their defaults, as text: what a record must tell."""
    return {
        option.name: option.write(values[option.name]) for option in options if values[option.name] != option.default
    }
