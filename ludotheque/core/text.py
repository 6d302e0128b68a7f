"""What people read, in both languages, side by side so that neither is forgotten."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in French and in English.

    >>> Text("rouge", "red").to("fr")
    'rouge'
    """

    fr: str
    en: str

    def to(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def __str__(self) -> str:
        return self.en


class Refusal(ValueError):
    """What was given cannot be taken. Says what is wrong and what would be right, in both languages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def same(text: str) -> Text:
    """A text that reads the same in both languages (a title, a coordinate)."""
    return Text(text, text)


def language_of(environment: Mapping[str, str] | None = None) -> Language:
    """The language the person's machine speaks: English when it says so, else French.

    >>> language_of({"LANG": "en_GB.UTF-8"})
    'en'
    >>> language_of({"LANG": "C.UTF-8"})
    'fr'
    """
    values = os.environ if environment is None else environment
    for name in ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := values.get(name):
            return "en" if value.lower().startswith("en") else "fr"
    return "fr"
