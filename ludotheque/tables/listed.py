"""A table in a list: who sits there, whose turn it is. It can be noted, and read again without folding a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from ludotheque.core.contract import Seat
from ludotheque.core.text import Text
from ludotheque.drawing.drawn import start
from ludotheque.tables.characters import names_by_seat
from ludotheque.tables.log import ClockEntry, PlayerKind
from ludotheque.tables.table import Table


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits somewhere."""

    kind: PlayerKind
    visitor: str
    name: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A table after so many entries of its log, as far as lists tell of it."""

    id: str
    sequence: int
    game: str
    options: Mapping[str, str]
    clock: ClockEntry | None
    owner: str
    seats: tuple[Seated, ...]
    waiting: tuple[int, ...]
    over: bool
    abandoned: bool
    opened_ms: int
    at_ms: int

    @classmethod
    def of(cls, table: Table) -> Listed:
        names = names_by_seat(table)
        return cls(
            table.id,
            table.sequence,
            table.game.id,
            table.options,
            table.clock,
            table.owner,
            tuple(Seated(table.player(seat).kind, table.player(seat).visitor, name) for seat, name in enumerate(names)),
            table.waiting,
            table.over,
            table.abandoned,
            table.opened_at,
            table.at,
        )

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> Listed:
        """From what `noted` gave."""
        seats = tuple(Seated(**seat) for seat in noted["seats"])
        return cls(**{**noted, "seats": seats, "waiting": tuple(noted["waiting"])})

    def noted(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    def concerns(self, visitor: str) -> bool:
        """Whether a visitor plays here, or has opened it."""
        return visitor == self.owner or any(seat.visitor == visitor for seat in self.seats)

    def seats_of(self, visitor: str) -> tuple[int, ...]:
        """The seats a visitor plays."""
        return tuple(at for at, seat in enumerate(self.seats) if visitor and seat.visitor == visitor)

    def box(self) -> tuple[Text, tuple[Seat, ...]]:
        """What is played with these options, and the seats it has."""
        return _box(self.game, tuple(self.options.items()))


@lru_cache(maxsize=512)
def _box(game: str, options: tuple[tuple[str, str], ...]) -> tuple[Text, tuple[Seat, ...]]:
    state = start(game, **dict(options))
    return state.title, tuple(state.seats)
