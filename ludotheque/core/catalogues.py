"""The languages there are, and their catalogues of messages; which of them a person or a machine asks for.

A language is a file `locale/<code>.mo` beside this package (made from the `.po` that translators write, see
docs/translating.md); English is what the code itself says. `LUDOTHEQUE_LOCALES` names one more folder to look in, for
those who try out a translation. A game from elsewhere brings its messages in a folder `locale` of its own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

Language = str
"""A language's code, as in `fr`."""
SOURCE: Language = "en"
"""What the code says."""
USUAL: Language = "fr"
"""Spoken to those who ask for nothing we know: the games are French."""
_BUILT_IN = Path(__file__).parent.parent / "locale"
_MOST_WISHES = 20


_of_games: list[Path] = []


def folders() -> list[Path]:
    """Where the catalogues of the house are; the first that has a message says it."""
    tried_out = os.environ.get("LUDOTHEQUE_LOCALES")
    return [*([Path(tried_out)] if tried_out else []), _BUILT_IN]


def add_folder(folder: Path) -> None:
    """Reads the messages of a game from elsewhere too."""
    if folder.is_dir() and folder not in _of_games:
        _of_games.append(folder)
        catalogue.cache_clear()


@cache
def languages() -> tuple[Language, ...]:
    """The languages there are, by their codes."""
    return tuple(sorted({SOURCE, *(path.stem for folder in folders() for path in folder.glob("*.mo"))}))


@cache
def catalogue(language: Language) -> NullTranslations:
    """The messages of a language; of one there is none of, and of English, the messages themselves."""
    from gettext import GNUTranslations, NullTranslations

    found = NullTranslations()
    if language in languages():
        for folder in reversed((*folders(), *_of_games)):
            if (path := folder / f"{language}.mo").is_file():
                with path.open("rb") as file:
                    sooner = GNUTranslations(file)
                sooner.add_fallback(found)
                found = sooner
    return found


def spoken(wanted: str) -> Language | None:
    """The language of ours that a code like `de`, `de-AT` or `de_AT.UTF-8` asks for."""
    code = wanted.replace("_", "-").partition("-")[0].partition(".")[0].strip().lower()
    return code if code in languages() else None


def language_of(environment: Mapping[str, str] | None = None) -> Language:
    """The language a person's machine speaks, if we do.

    >>> language_of({"LANG": "en_GB.UTF-8"}), language_of({"LANG": "C.UTF-8"})
    ('en', 'fr')
    """
    values = os.environ if environment is None else environment
    for name in ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := values.get(name):
            return spoken(value) or USUAL
    return USUAL


def preferred(header: str, *chosen: str | None) -> Language:
    """What a visitor reads: what they chose, if anything, else the language of ours that their browser likes best.

    The header is `Accept-Language`: languages by preference, each perhaps with a weight.

    >>> preferred("pt-PT, en;q=0.1, fr;q=0.9"), preferred("en", "fr")
    ('fr', 'fr')
    """
    for wanted in chosen:
        if wanted and (found := spoken(wanted)):
            return found
    wishes = []
    for part in header.split(",")[:_MOST_WISHES]:
        name, _, weighed = part.partition(";")
        try:
            wishes.append((float(weighed.strip().removeprefix("q=") or 1), name.strip()))
        except ValueError:
            continue
    for weight, name in sorted(wishes, key=lambda wish: -wish[0]):
        if weight > 0 and (found := spoken(name)):
            return found
    return USUAL
