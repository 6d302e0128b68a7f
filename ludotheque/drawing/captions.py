"""What is said below a board: whose turn it is, or how the game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.core.contract import CHANCE, OutcomeView, View
from ludotheque.core.text import Text, all_of, capital, counted


def ending_text(outcome: OutcomeView, names: Sequence[Text], reasons: Mapping[str, Text]) -> Text:
    """How a game ended: who won, or nobody, and why."""
    why = reasons[outcome["reason"]]
    winners = [names[seat] for seat in outcome["winners"]]
    if not winners:
        return Text("A draw: {why}", why=why)
    return capital(
        counted("{players} wins: {why}", "{players} win: {why}", n=len(winners), players=all_of(winners), why=why)
    )


def outcome_text(view: View, names: Sequence[Text], reasons: Mapping[str, Text]) -> Text:
    """Whose turn it is, or how the game ended."""
    if view["outcome"] is not None:
        return ending_text(view["outcome"], names, reasons)
    acting = [names[seat] for seat in view["acting"] if seat != CHANCE]
    return capital(Text("{player} to move", player=all_of(acting))) if acting else Text("Chance decides")


def numbered(number: int) -> Text:
    """A player of a game that names none."""
    return Text("player {number}", number=number)
