"""What stays the same through one game of Plic-Plac: the options, the cards in the box, the seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.core.boards.arrays import Words, np
from ludotheque.core.contract import numbered_seats
from ludotheque.core.options import Options, changed
from ludotheque.core.setting import Setting
from ludotheque.core.text import Refusal, Text
from ludotheque.core.values import cached_property
from ludotheque.games.plic_plac import CARDS, GAME, PLAYERS, PLOC, SPECIALS, STALL
from ludotheque.games.plic_plac.cards import deck


class Pocketed(NamedTuple):
    """A card beside its owner, and the place it was dealt to."""

    place: int
    card: int


@dataclass(frozen=True, eq=False)
class PotSetting(Setting):
    """A table set for one game."""

    cards: tuple[int, ...]
    """The cards in the box."""
    links: int
    """How many of its three pairs a plic-plac-ploc needs."""
    stall: int | None

    @property
    def solo(self) -> bool:
        """Whether somebody plays alone."""
        return len(self.seats) == 1

    @cached_property
    def rules(self) -> Words:
        """The options as compiled code is given them: see `turns`."""
        return np.array([len(self.seats), len(self.cards), self.links, self.stall or 0, *self.cards], np.int64)


def setting_of(options: Options) -> PotSetting:
    """What these options set on the table; refuses options that do not go together."""
    players, specials = PLAYERS.of(options), SPECIALS.of(options)
    if specials and players == 1:
        raise Refusal(
            Text("specials: special cards need 2 players or more"), Text("Special cards need 2 players or more.")
        )
    forms, colours = (int(number) for number in CARDS.of(options).split("x"))
    return PotSetting(
        options,
        changed(GAME.options, options),
        numbered_seats(players),
        deck(forms, colours, specials=specials),
        2 if PLOC.of(options) == "chain" else 3,
        STALL.of(options),
    )
