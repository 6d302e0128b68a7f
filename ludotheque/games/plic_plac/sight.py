"""Which cards of the pot a seat sees: the one place that says so, for views and for programs."""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.compiled import compiled
from ludotheque.games.plic_plac import turns

SPECTATOR = -2
"""Somebody without a seat: nobody who could have called a blocage, whose number then is -1."""


@compiled
def visible(rules: Words, line: Line, at: int, seat: int) -> int:
    """The places of the pot whose cards a seat sees at this instant, as a board."""
    places = turns.pot(rules, line, at)
    if seat == line[at, turns.FINDER]:
        return places
    seen = turns.open_places(line, at)
    if seat == line[at, turns.TURN] and line[at, turns.SECRET] > 0:
        seen |= 1 << (int(line[at, turns.SECRET]) - 1)
    return seen & places
