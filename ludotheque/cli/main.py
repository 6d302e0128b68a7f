"""The `ludotheque` command: settles the language, then loads the commands, whose help is in that language."""

from __future__ import annotations

import os
import sys

from ludotheque.core.catalogues import language_of, languages
from ludotheque.core.text import Text


def main() -> None:
    """The command line, in the language of the machine or of `--lang`."""
    for at, word in enumerate(sys.argv[1:], 1):
        name, equals, value = word.partition("=")
        if name == "--lang":
            _speak(value if equals else "".join(sys.argv[at + 1 : at + 2]))
    from ludotheque.cli.commands import app

    app()


def _speak(language: str) -> None:
    """From now on the whole program speaks it."""
    if language not in languages():
        problem = Text(
            "--lang {given}: the languages are {languages}", given=language, languages=", ".join(languages())
        )
        print(problem.to(language_of()), file=sys.stderr)
        raise SystemExit(2)
    os.environ["LUDOTHEQUE_LANG"] = language
