"""The cards of Plic-Plac: how they are written, what they are called, and which are in the box."""

from __future__ import annotations

from ludotheque.core.text import Text
from ludotheque.games.plic_plac.kernel import COLOUR_CARDS, COLOURS, NORMAL, NULL, TRAITOR

FORMS = {
    "c": Text("rond", "circle"),
    "s": Text("carré", "square"),
    "t": Text("triangle", "triangle"),
    "e": Text("étoile", "star"),
    "h": Text("cœur", "heart"),
    "d": Text("goutte", "drop"),
}
COLOUR_NAMES = {
    "R": Text("rouge", "red"),
    "O": Text("orange", "orange"),
    "Y": Text("jaune", "yellow"),
    "G": Text("vert", "green"),
    "B": Text("bleu", "blue"),
    "P": Text("violet", "purple"),
}
_LETTERS = tuple(COLOUR_NAMES)

CODES: tuple[str, ...] = (
    *(f"{form}{colour}" for form in FORMS for colour in COLOUR_NAMES),
    "null",
    f"*{_LETTERS[0]}",
    f"*{_LETTERS[1]}",
    "traitor",
)
"""How each card is written: a form and a colour (`cR`), a colour alone (`*R`), or what it is."""
NUMBERS = {code: card for card, code in enumerate(CODES)}


def name_of_card(card: int) -> Text:
    """What a card is called.

    >>> name_of_card(NUMBERS["hB"]).en, name_of_card(NUMBERS["*R"]).en
    ('blue heart', 'red colour card')
    """
    if card < NORMAL:
        form, colour = list(FORMS.values())[card // COLOURS], list(COLOUR_NAMES.values())[card % COLOURS]
        return Text(f"{form.fr} {colour.fr}", f"{colour.en} {form.en}")
    if card == NULL:
        return Text("carte nulle", "null card")
    if card == TRAITOR:
        return Text("traître", "traitor")
    colour = list(COLOUR_NAMES.values())[card - NULL - 1]
    return Text(f"carte couleur {colour.fr}", f"{colour.en} colour card")


def deck(forms: int, colours: int, *, specials: bool) -> tuple[int, ...]:
    """The cards in the box, in order."""
    normal = tuple(form * COLOURS + colour for form in range(forms) for colour in range(colours))
    return normal + ((NULL, *COLOUR_CARDS, TRAITOR) if specials else ())
