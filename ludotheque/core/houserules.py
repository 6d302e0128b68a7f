"""House rules that several games share, for what no rulebook says; each can be switched off."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.options import Choice, Whole
from ludotheque.core.text import Text

BLOCKED = Choice(
    "blocked",
    Text("Joueur sans coup possible", "Player without a move"),
    {"draw": Text("partie nulle", "draws"), "loss": Text("perd", "loses")},
    default="draw",
)

REASONS: Mapping[str, Text] = {
    "too long": Text("trop de coups", "too many moves"),
    "blocked": Text("plus aucun coup possible", "no move left"),
}
"""How these rules end a game."""


def max_plies(default: int) -> Whole:
    """A draw after so many moves."""
    label = Text("Nulle après tant de coups", "Draw after so many moves")
    return Whole("max_plies", label, range(1, 1_000_001), default=default, can_be_off=True)
