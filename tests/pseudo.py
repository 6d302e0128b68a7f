"""A language nobody speaks: every message in brackets, with accents and four tenths longer. What is shown without
brackets has bypassed the catalogues; what is cut off or pushes the page wider would be so in a real language."""

from __future__ import annotations

import json
import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tools import catalogues

CODE = "eo"
"""Under the name of a language we do not have: browsers know only real ones."""
OPEN, CLOSE = "⟦", "⟧"
_KEPT = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;|`[^`]*`|\n)")
"""What a translator leaves as it is: what is filled in, tags, code."""
_ACCENTS = str.maketrans("aeiouyAEIOUcns", "àéîôüýÀÉÎÔÜçñš")


def said(message: str) -> str:
    """A message in this language.

    >>> said("{n} cards")
    '⟦{n} çàrdš··⟧'
    """
    if not re.search("[A-Za-z]", re.sub(_KEPT, "", message)):
        return message
    parts = [part if _KEPT.fullmatch(part) else part.translate(_ACCENTS) for part in _KEPT.split(message)]
    longer = len(re.sub(_KEPT, "", message)) * 2 // 5
    blanks = re.fullmatch(r"(\s*)(.*?)(\s*)", "".join(parts), re.DOTALL)
    assert blanks is not None
    return f"{blanks[1]}{OPEN}{blanks[2]}{_dots(longer)}{CLOSE}{blanks[3]}"


def _dots(number: int) -> str:
    """As words of a usual length, so that lines can break where they could in a real language."""
    return " ".join("·" * min(7, number - at) for at in range(0, number, 8))


def write(folder: Path) -> None:
    """Its catalogues, as a folder for `LUDOTHEQUE_LOCALES`."""
    made = Catalog(locale=CODE, charset="utf-8")
    for message in catalogues.template():
        if message.id:
            words = said(message.id) if isinstance(message.id, str) else tuple(map(said, message.id))
            made.add(message.id, words, message.locations, context=message.context)
    with (folder / f"{CODE}.mo").open("wb") as file:
        write_mo(file, made)
    (folder / f"{CODE}.json").write_text(json.dumps(catalogues.for_scripts(made)), encoding="utf-8")


def outside(text: str) -> str:
    """What stands in no brackets.

    >>> outside("⟦à ⟦b⟧⟧ and ⟦ç⟧")
    ' and '
    """
    depth, left = 0, []
    for character in text:
        depth -= character == CLOSE
        if depth == 0 and character not in (OPEN, CLOSE):
            left.append(character)
        depth += character == OPEN
    return "".join(left)


def bypassing(text: str, *allowed: str) -> list[str]:
    """The words that have bypassed the catalogues; names of people, squares and numbers have not."""
    known = "|".join(map(re.escape, sorted(allowed, key=len, reverse=True)))
    left = re.sub(known, " ", outside(text)) if known else outside(text)
    return re.findall(r"[^\W\d_]{2,}", left)
