"""What stays the same through one game of Plic-Plac: the options, the cards in the box, the seats."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from ludotheque.core.contract import Seat
from ludotheque.core.options import Options
from ludotheque.core.text import Refusal, Text
from ludotheque.games.plic_plac.cards import deck


class Pocketed(NamedTuple):
    """A card beside its owner, and the place it was dealt to."""

    place: int
    card: int


@dataclass(frozen=True)
class Table:
    """A table set for one game."""

    options: Options
    cards: tuple[int, ...]
    """The cards in the box."""
    seats: tuple[Seat, ...]
    links: int
    """How many of its three pairs a plic-plac-ploc needs."""
    stall: int | None

    @property
    def solo(self) -> bool:
        """Whether somebody plays alone."""
        return len(self.seats) == 1

    @cached_property
    def options_key(self) -> tuple[tuple[str, object], ...]:
        """The options as a value that can be compared."""
        return tuple(self.options.items())


def table_of(options: Options) -> Table:
    """What these options set on the table; refuses options that do not go together."""
    players = cast(int, options["players"])
    if options["specials"] and players == 1:
        raise Refusal(
            Text(
                "specials : les cartes spéciales se jouent à 2 ou plus",
                "specials: special cards need 2 players or more",
            )
        )
    forms, colours = (int(number) for number in str(options["cards"]).split("x"))
    seats = tuple(Seat(str(number), Text(f"joueur {number}", f"player {number}")) for number in range(1, players + 1))
    return Table(
        options,
        deck(forms, colours, specials=bool(options["specials"])),
        seats,
        2 if options["ploc"] == "chain" else 3,
        cast(int | None, options["stall"]),
    )
