"""A game's options, declared once: Python arguments, command-line flags, web forms and records read them here.

An option turns what a person or a script gave (`read`) into one canonical value, and writes that value as text
(`write`) so that reading the text gives the value back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ludotheque.core.text import Refusal, Text

OptionValue = str | int | bool | tuple[str, ...] | None
Given = Mapping[str, object]
Options = Mapping[str, OptionValue]

OFF = "off"
_LONGEST_DOCUMENT = 20_000
"""In characters."""


class Option(ABC):
    """One thing to choose before a game starts."""

    name: str
    label: Text
    default: OptionValue

    @abstractmethod
    def read(self, given: object) -> OptionValue:
        """The canonical value of what was given; `ValueError` when it is not allowed."""

    @property
    @abstractmethod
    def allowed(self) -> Text:
        """What may be given, in words."""

    def write(self, value: OptionValue) -> str:
        if value is None:
            return OFF
        return ",".join(value) if isinstance(value, tuple) else str(value)

    def refusal(self, given: object) -> Refusal:
        """The refusal of a value that is not allowed."""
        return Refusal(
            Text(
                f"{self.name}={given!r} n'est pas permis : {self.name} est {self.allowed.fr}",
                f"{self.name}={given!r} is not allowed: {self.name} is {self.allowed.en}",
            )
        )


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words."""

    name: str
    label: Text
    values: Mapping[str, Text]
    default: str

    def read(self, given: object) -> str:
        if isinstance(given, str) and given in self.values:
            return given
        raise self.refusal(given)

    @property
    def allowed(self) -> Text:
        words = ", ".join(repr(value) for value in self.values)
        return Text(f"un de {words}", f"one of {words}")


@dataclass(frozen=True)
class Whole(Option):
    """A whole number; `None` (in text: off) switches the rule off where the game allows that."""

    name: str
    label: Text
    values: Sequence[int]
    default: int | None
    can_be_off: bool = False

    def read(self, given: object) -> int | None:
        if self.can_be_off and (given is None or given == OFF):
            return None
        if isinstance(given, str):
            try:
                given = int(given)
            except ValueError:
                raise self.refusal(given) from None
        if isinstance(given, int) and not isinstance(given, bool) and given in self.values:
            return given
        raise self.refusal(given)

    @property
    def allowed(self) -> Text:
        if isinstance(self.values, tuple):
            listed = ", ".join(map(str, self.values))
            fr, en = f"un de {listed}", f"one of {listed}"
        else:
            fr, en = f"de {self.values[0]} à {self.values[-1]}", f"{self.values[0]} to {self.values[-1]}"
        return Text(f"{fr}, ou None (off)", f"{en}, or None (off)") if self.can_be_off else Text(fr, en)


@dataclass(frozen=True)
class Flag(Option):
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
        return Text("True ou False (yes, no)", "True or False (yes, no)")

    def write(self, value: OptionValue) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True)
class Grid(Option):
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
        return Text(f"de {low}x{low} à {high}x{high}", f"{low}x{low} to {high}x{high}")


@dataclass(frozen=True)
class Several(Option):
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
        words = ", ".join(self.values)
        return Text(
            f"quelques-uns de {words}, chacun une fois, séparés par des virgules",
            f"some of {words}, each once, separated by commas",
        )


@dataclass(frozen=True)
class Line(Option):
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
        return Text("une ligne de texte", "one line of text")


@dataclass(frozen=True)
class Document(Option):
    """A text of some lines that the game itself reads, such as a sheet; given as text, or by the file that holds it.

    Its value is the text on one line, `|` between its lines, so that records and views carry it along. Lines that begin
    with `#` mean nothing.
    """

    name: str
    label: Text
    default: str | None = None

    def read(self, given: object) -> str | None:
        if given is None or given == OFF:
            return None
        if isinstance(given, str) and self.is_text(given):
            text = given
        elif isinstance(given, str | Path) and str(given).strip():
            text = self._in_file(Path(given))
        else:
            raise self.refusal(given)
        lines = text.splitlines() if "\n" in text else text.split("|")
        if "\n" in text and "|" in text:
            raise Refusal(
                Text(
                    f"{self.name} : le signe | sépare des lignes, il ne peut y figurer",
                    f"{self.name}: the sign | separates lines, it cannot be among them",
                )
            )
        means = [" ".join(line.split()) for line in lines if line.strip() and not line.lstrip().startswith("#")]
        return " | ".join(means)

    @staticmethod
    def is_text(given: str) -> bool:
        """Whether this is the text itself. All else names a file, which only those at the machine itself may do."""
        return "\n" in given or "|" in given

    @staticmethod
    def _in_file(path: Path) -> str:
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(_LONGEST_DOCUMENT + 1)
        except (OSError, UnicodeDecodeError) as error:
            raise Refusal(Text(f"{path} : {error}", f"{path}: {error}")) from error
        if len(text) > _LONGEST_DOCUMENT:
            raise Refusal(Text(f"{path} : trop long", f"{path}: too long"))
        return text

    @property
    def allowed(self) -> Text:
        return Text("un texte, ou le fichier qui le contient", "a text, or the file that holds it")


def pairs(texts: Sequence[str]) -> dict[str, object]:
    """What a person typed as `name=value`, by name.

    >>> pairs(["players=4", "max-plies=off"])
    {'players': '4', 'max_plies': 'off'}
    """
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refusal(
                Text(
                    f"{text!r} n'est pas une option : écrivez nom=valeur",
                    f"{text!r} is not an option: write name=value",
                )
            )
        options[name.replace("-", "_")] = value
    return options


def read_all(game: str, options: Sequence[Option], given: Given) -> dict[str, OptionValue]:
    """Every option's canonical value, given or default; a wrong name or value is refused by name."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            listed = ", ".join(known)
            raise Refusal(
                Text(
                    f"{game} n'a pas d'option {name!r} ; ses options sont {listed}",
                    f"{game} has no option {name!r}; its options are {listed}",
                )
            )
    values = {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}
    for option in options:
        if isinstance(option, Several) and option.sets not in given and (words := values[option.name]) is not None:
            values[option.sets] = known[option.sets].read(len(cast(tuple[str, ...], words)))
    return values


def changed(options: Sequence[Option], values: Options) -> dict[str, str]:
    """The options that differ from their defaults, as text: what a record must tell."""
    return {
        option.name: option.write(values[option.name]) for option in options if values[option.name] != option.default
    }
