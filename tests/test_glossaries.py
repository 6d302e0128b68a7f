"""One word for one thing, in every language: what the glossaries of `docs/translating.md` decide holds in catalogues
and rulebooks alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import catalogues

ROOT = Path(__file__).parent.parent
NEVER = {
    "fr": {"problèmes? (du jour|suivant)": "énigme", "bots?": "robot", "bille": "boule", "placard": "armoire"},
    "de": {"Remis": "Unentschieden", "Roboter (denken|spielen)": "Bot", "Spiele(n)? gewonnen": "Partie"},
    "es": {"bots?": "robot", "problemas?": "enigma", "damero": "tablero", "dorso de la hoja": "reverso"},
    "it": {
        "bot": "robot",
        "problem[ai]": "rompicapo",
        "pall[ae]": "pallina",
        "tavoliere": "tabellone",
        "base di dati": "database",
        "il caso decide|decide il caso": "la sorte",
    },
    "nl": {
        "bots?": "robot",
        "vak|vakken": "veld, of a sheet vakje",
        "ronden": "rondes",
        "dichte kaarte?n?": "gesloten",
        "remise": "gelijkspel",
        "dit spel is afgelopen|het spel is afgelopen": "partij",
    },
}
"""Words that a language has, but not for what is meant here, and those it takes instead."""
SAID = {
    "of a row of crosses": (
        "games/hop_plie/(coach|lessons)",
        r"(?<!in a )(?<!turn a )\brows?\b",
        {"fr": "rangée", "de": "reihe", "es": "hilera", "it": "fil[ae]", "nl": "reeks"},
    ),
    "of crossing a cell": (
        "games/hop_plie/(coach|lessons)",
        r"\b(cross (it|this|the)|crossed|crossing)\b",
        {"fr": "coch", "de": "kreuz|bringt dich", "es": "t[aá]ch", "it": "barr", "nl": "kruis|brengt je"},
    ),
    "of balls": (
        "games/rolit/(coach|lessons|rules|board|box)",
        r"\bballs?\b",
        {"fr": "boule", "de": "Kugel", "es": "bola", "it": "pallin[ae]", "nl": "bal"},
    ),
    "of pawns": (
        "games/hopsy/",
        r"\bpawns?\b",
        {"fr": "pion|bouger", "de": "Stein|zieht", "es": "ficha", "it": "pedin[ae]", "nl": "pion"},
    ),
    "of what is thought up by bots": (
        "",
        r"\b(bots?|Bots)\b",
        {"fr": "robot", "de": "Bot", "es": "[Rr]obot", "it": "[Rr]obot", "nl": "[Rr]obot"},
    ),
    "of puzzles": (
        "",
        r"\b[Pp]uzzles?\b",
        {"fr": "énigme", "de": "Rätsel", "es": "enigma", "it": "rompicapo", "nl": "puzzel"},
    ),
}
"""Where the English words stand, and what stands for them in each language."""


def said(language: str) -> Iterator[tuple[str, str, str]]:
    """The messages of a language: the files they come from, the English, and the words for it."""
    for message in catalogues.read(catalogues.LOCALE / f"{language}.po"):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[-1]
            yield " ".join(file for file, _ in message.locations), english, catalogues.words(message)[-1]


@pytest.mark.parametrize("language", NEVER)
def test_words_that_are_not_said(language: str) -> None:
    texts = [words for _, _, words in said(language)]
    texts += [path.read_text(encoding="utf-8") for path in ROOT.glob(f"ludotheque/games/*/rulebook.{language}.md")]
    for word, instead in NEVER[language].items():
        wrong = re.compile(rf"\b({word})\b", re.IGNORECASE)
        found = [line for text in texts for line in text.splitlines() if wrong.search(re.sub(r"\{\w+\}", "", line))]
        assert not found, f"{word}: the glossary says {instead}"


@pytest.mark.parametrize("what", SAID)
@pytest.mark.parametrize("language", NEVER)
def test_words_that_are_said(language: str, what: str) -> None:
    files, english, words = SAID[what]
    due = re.compile(words[language], re.IGNORECASE)
    asked = [
        (message, translation)
        for places, message, translation in said(language)
        if re.search(files, places) and re.search(english, re.sub(r"\{\w+\}", "", message))
    ]
    assert asked
    other = [(message, translation) for message, translation in asked if not due.search(translation)]
    assert not other, f"{what}: {words[language]}"
