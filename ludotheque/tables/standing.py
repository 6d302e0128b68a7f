"""How things stand at a table, as far as it decides what may be done there, and by whom.

A move changes little of it: whose turn it is. So what follows from it is found out once for many moments, and whoever
judges an action sees nothing else of the table.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.contract import Game
from ludotheque.tables.parts import Asked, Player
from ludotheque.tables.table import Table


class Standing(NamedTuple):
    """A table at one moment; equal ones allow the same."""

    game: Game
    owner: str
    players: tuple[Player, ...]
    seating: tuple[int, ...]
    people: frozenset[str]
    full: bool
    over: bool
    abandoned: bool
    acting: tuple[int, ...]
    asked: Asked | None
    moved: frozenset[int]
    """The seats that have moved in this game."""
    looking: frozenset[int]
    """The players who may say that they have seen enough of what lies open."""

    def player(self, seat: int) -> Player:
        return self.players[self.seating[seat]]

    def has_moved(self, visitor: str) -> bool:
        """Whether a visitor has made a move of this game."""
        return any(self.player(seat).visitor == visitor for seat in self.moved)


def standing(table: Table) -> Standing:
    """How things stand, found out once for each moment."""
    found = table.made.standing
    if found is None:
        found = table.made.standing = _found(table)
    return found


_NOBODY: frozenset[int] = frozenset()


def _found(table: Table) -> Standing:
    return Standing(
        table.game,
        table.owner,
        table.players,
        table.match.seating,
        table.people,
        table.full,
        table.over,
        table.abandoned,
        table.acting,
        table.asked,
        _moved(table),
        _NOBODY if table.pause_due() is None else frozenset(range(len(table.players))) - table.seen,
    )


def _moved(table: Table) -> frozenset[int]:
    """The seats that have moved: as a rule all of them lately, so the latest moves are asked first."""
    found, seats = set[int](), len(table.match.seating)
    for played in reversed(table.moves):
        if played.seat >= 0:
            found.add(played.seat)
            if len(found) == seats:
                break
    return frozenset(found)
