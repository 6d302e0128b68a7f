"""The cards of Plic-Plac: how they are written, what they are called, and which are in the box."""

from __future__ import annotations

from ludotheque.core.text import Text
from ludotheque.games.plic_plac.kernel import COLOUR_CARDS, COLOURS, NULL, TRAITOR

FORMS = "cstehd"
"""Circle, square, triangle, star (étoile), heart, drop."""
COLOUR_LETTERS = "ROYGBP"
_NAMES = {
    "cR": Text("red circle"),
    "cO": Text("orange circle"),
    "cY": Text("yellow circle"),
    "cG": Text("green circle"),
    "cB": Text("blue circle"),
    "cP": Text("purple circle"),
    "sR": Text("red square"),
    "sO": Text("orange square"),
    "sY": Text("yellow square"),
    "sG": Text("green square"),
    "sB": Text("blue square"),
    "sP": Text("purple square"),
    "tR": Text("red triangle"),
    "tO": Text("orange triangle"),
    "tY": Text("yellow triangle"),
    "tG": Text("green triangle"),
    "tB": Text("blue triangle"),
    "tP": Text("purple triangle"),
    "eR": Text("red star"),
    "eO": Text("orange star"),
    "eY": Text("yellow star"),
    "eG": Text("green star"),
    "eB": Text("blue star"),
    "eP": Text("purple star"),
    "hR": Text("red heart"),
    "hO": Text("orange heart"),
    "hY": Text("yellow heart"),
    "hG": Text("green heart"),
    "hB": Text("blue heart"),
    "hP": Text("purple heart"),
    "dR": Text("red drop"),
    "dO": Text("orange drop"),
    "dY": Text("yellow drop"),
    "dG": Text("green drop"),
    "dB": Text("blue drop"),
    "dP": Text("purple drop"),
    "null": Text("null card"),
    "*R": Text("red colour card"),
    "*O": Text("orange colour card"),
    "traitor": Text("traitor"),
}
"""What each card is called: whole names, for a language may bend either word to the other."""

CODES: tuple[str, ...] = (
    *(f"{form}{colour}" for form in FORMS for colour in COLOUR_LETTERS),
    "null",
    f"*{COLOUR_LETTERS[0]}",
    f"*{COLOUR_LETTERS[1]}",
    "traitor",
)
"""How each card is written: a form and a colour (`cR`), a colour alone (`*R`), or what it is."""
NUMBERS = {code: card for card, code in enumerate(CODES)}


def name_of_card(code: str) -> Text:
    """What a card is called.

    >>> str(name_of_card("hB")), str(name_of_card("*R"))
    ('blue heart', 'red colour card')
    """
    return _NAMES[code]


def deck(forms: int, colours: int, *, specials: bool) -> tuple[int, ...]:
    """The cards in the box, in order."""
    normal = tuple(form * COLOURS + colour for form in range(forms) for colour in range(colours))
    return normal + ((NULL, *COLOUR_CARDS, TRAITOR) if specials else ())
