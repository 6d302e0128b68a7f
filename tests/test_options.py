"""Options: what is given is read into one canonical value, or refused in both languages."""

from __future__ import annotations

import pytest

from ludotheque.core.catalogues import language_of
from ludotheque.core.options import AnyOption, Choice, Limit, Line, Numbered, Several, Whole
from ludotheque.core.text import Refusal, verbatim

WORDS = {"up": verbatim("up"), "down": verbatim("down")}
CHOICE = Choice("way", verbatim("way"), WORDS, default="up")
NUMBERED = Numbered("way", verbatim("way"), WORDS, default="up", numbers=range(1, 21), numbered=verbatim("way no."))
LISTED = Whole("size", verbatim("size"), (4, 6, 8), default=6)
BOUNDED = Limit("limit", verbatim("limit"), range(1, 101), default=50)
SEVERAL = Several("ways", verbatim("ways"), WORDS, sets="size")
LINE = Line("position", verbatim("position"))


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (CHOICE, "down", "down"),
        (NUMBERED, "down", "down"),
        (NUMBERED, 20, "20"),
        (NUMBERED, "07", "7"),
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
def test_reading(option: AnyOption, given: object, value: object) -> None:
    assert option.read(given) == value
    assert option.read(option.write(option.read(given))) == value


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (CHOICE, "left"),
        (CHOICE, None),
        (CHOICE, 3),
        (NUMBERED, "left"),
        (NUMBERED, 0),
        (NUMBERED, "21"),
        (NUMBERED, True),
        (NUMBERED, None),
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
def test_refusing(option: AnyOption, given: object) -> None:
    with pytest.raises(Refusal, match="is not allowed") as error:
        option.read(given)
    assert option.name in str(error.value)
    assert str(option.allowed) in str(error.value)
    assert "n'est pas permis" in error.value.message.to("fr")
    assert option.allowed.to("fr") in error.value.message.to("fr")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "fr"),
        ({"LANG": "sv_SE"}, "fr"),
        ({"LANG": "de_DE"}, "de"),
        ({"LANG": "en_US"}, "en"),
        ({"LUDOTHEQUE_LANG": "fr", "LANG": "en"}, "fr"),
    ],
)
def test_the_machine_s_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_things_with_numbers_in_words() -> None:
    assert str(NUMBERED.words("down")) == "down"
    assert str(NUMBERED.words("17")) == "way no. 17"
    assert str(NUMBERED.possible) == "up, down or way no. 1 to 20"
