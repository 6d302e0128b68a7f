"""How a language sets its signs: French has a space before some of them, at which no line may end.

Translators type plain spaces; what people read is made of what they typed. Uses nothing of ours: catalogues are
compiled before the project is installed.
"""

from __future__ import annotations

import re

_NO_BREAK = "\N{NO-BREAK SPACE}"
_BEFORE = re.compile(r"(?<=\S) (?=(?:[:;?»]|!(?!\[))(?!-))")
"""Not before a picture of a rulebook, nor in the line below the head of a table."""
_AFTER = re.compile(r"(?<=«) (?=\S)")


def unbroken(text: str, language: str) -> str:
    """A text whose signs stay with their words at the end of a line.

    >>> unbroken("« Plic-plac ! » : et après ?", "fr").count(" ")
    1
    >>> unbroken("what : this ?", "en").count(" ")
    2
    """
    if language != "fr":
        return text
    return _AFTER.sub(_NO_BREAK, _BEFORE.sub(_NO_BREAK, text))
