"""The arithmetic of Plic-Plac: which cards go together, and when none do.

A card is a number: form * 6 + colour for the normal ones (0 to 35), then the special ones. A pot is a board of cards.
"""

from __future__ import annotations

from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import compiled

COLOURS = 6
NORMAL = 36
NULL = NORMAL
COLOUR_CARDS = (NORMAL + 1, NORMAL + 2)
"""The colour cards, of the first and of the second colour."""
TRAITOR = NORMAL + 3
CARDS = NORMAL + 4


@compiled
def linked(a: int, b: int) -> bool:
    """Whether two cards are a plic-plac: same form or same colour; a colour card goes with normal cards only."""
    if a > b:
        a, b = b, a
    if b < NORMAL:
        return a // COLOURS == b // COLOURS or a % COLOURS == b % COLOURS
    return a < NORMAL and NULL < b < TRAITOR and a % COLOURS == b - NULL - 1


@compiled
def is_ploc(a: int, b: int, c: int, links: int) -> bool:
    """Whether three cards are a plic-plac-ploc: at least so many of the three pairs are plic-placs (2 or 3)."""
    return int(linked(a, b)) + int(linked(a, c)) + int(linked(b, c)) >= links


@compiled
def is_blocked(pot: int) -> bool:
    """Whether no two cards of a pot are a plic-plac."""
    rest = pot
    while rest != 0:
        a = first(rest)
        rest &= rest - 1
        others = rest
        while others != 0:
            b = first(others)
            others &= others - 1
            if linked(a, b):
                return False
    return True
