"""Options: what is given is read into one canonical value, or refused in both languages."""

from __future__ import annotations

import pytest

from ludotheque.core.options import Choice, Line, Option, Several, Whole
from ludotheque.core.text import Refusal, Text, language_of, same

WORDS = {"up": Text("haut", "up"), "down": Text("bas", "down")}
CHOICE = Choice("way", same("way"), WORDS, default="up")
LISTED = Whole("size", same("size"), (4, 6, 8), default=6)
BOUNDED = Whole("limit", same("limit"), range(1, 101), default=50, can_be_off=True)
SEVERAL = Several("ways", same("ways"), WORDS, sets="size")
LINE = Line("position", same("position"))


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (CHOICE, "down", "down"),
        (LISTED, "8", 8),
        (LISTED, 4, 4),
        (BOUNDED, "off", None),
        (BOUNDED, None, None),
        (BOUNDED, "100", 100),
        (SEVERAL, "down, up", ("down", "up")),
        (SEVERAL, ["up"], ("up",)),
        (SEVERAL, None, None),
        (LINE, "  a   b ", "a b"),
    ],
)
def test_reading(option: Option, given: object, value: object) -> None:
    assert option.read(given) == value
    assert option.read(option.write(option.read(given))) == value


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (CHOICE, "left"),
        (CHOICE, None),
        (CHOICE, 3),
        (LISTED, 5),
        (LISTED, "six"),
        (LISTED, True),
        (LISTED, None),
        (LISTED, 6.0),
        (BOUNDED, 0),
        (BOUNDED, "101"),
        (SEVERAL, "up,up"),
        (SEVERAL, "left"),
        (SEVERAL, ""),
        (SEVERAL, 7),
        (LINE, "two\nlines"),
        (LINE, " "),
        (LINE, 5),
    ],
)
def test_refusing(option: Option, given: object) -> None:
    with pytest.raises(Refusal, match="is not allowed") as error:
        option.read(given)
    assert option.name in str(error.value)
    assert option.allowed.en in str(error.value)
    assert "n'est pas permis" in error.value.message.fr


@pytest.mark.parametrize(
    ("environment", "language"),
    [({}, "fr"), ({"LANG": "de_DE"}, "fr"), ({"LANG": "en_US"}, "en"), ({"LUDOTHEQUE_LANG": "fr", "LANG": "en"}, "fr")],
)
def test_the_machine_s_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
