"""House rules that several games share, for what no rulebook says; each can be switched off."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.options import Choice, Limit, Options
from ludotheque.core.text import Text

BLOCKED = Choice(
    "blocked",
    Text("Player without a move"),
    {"draw": Text("draws"), "loss": Text("loses")},
    default="draw",
    fine=True,
)

REASONS: Mapping[str, Text] = {
    "too long": Text("too many moves"),
    "blocked": Text("no move left"),
}
"""How these rules end a game."""


def blocked_loses(options: Options) -> bool:
    """Whether a player without a move loses the game."""
    return BLOCKED.of(options) == "loss"


def max_plies(default: int) -> Limit:
    """A draw after so many moves."""
    return Limit("max_plies", Text("Draw after so many moves"), range(1, 1_000_001), default=default)
