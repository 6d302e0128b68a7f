"""Games of two whose positions are no more than where the pawns of either side stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Placement:
    """What there is to know of such a game. Each side has as many pawns as the other, and keeps them; in a turn one of
    them moves; who lines some up has won. Every move can be taken back by another one: where a pawn could come from is
    where it could go."""

    name: str
    size: int
    """How many squares a side of the board has."""
    pawns: int
    """How many pawns a side has."""
    reach: Callable[[int, int], int]
    """(pawn, occupied): the squares a pawn can go to. Compiled."""
    aligned: Callable[[int, int], bool]
    """(pawns, pawns): whether they have won. Compiled."""
