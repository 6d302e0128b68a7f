"""What a player of Plic-Plac has seen and still knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import cast

from ludotheque.core.contract import View
from ludotheque.core.options import read_all
from ludotheque.games.plic_plac import GAME, kernel
from ludotheque.games.plic_plac.cards import NUMBERS
from ludotheque.games.plic_plac.table import Pocketed, Table, table_of


@dataclass
class Memory:
    """What a player has seen and still knows. A person holds about a dozen cards in mind, and not for long."""

    capacity: int | None = 12
    """How many cards at most, the last seen first; None: all."""
    decay: int | None = 20
    """For how many turns; None: for ever."""
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By place: the card, and the turn it was last seen in."""

    def watch(self, view: View) -> None:
        """Takes in what can be seen now, and forgets what is old or too much."""
        now, pot = cast(int, view["turns"]), set(cast(list[int], view["pot"]))
        for place, card in _faces(view).items():
            self.seen.pop(place, None)
            self.seen[place] = (card, now)
        self.seen = {
            place: (card, turn)
            for place, (card, turn) in self.seen.items()
            if place in pot
            and (self.decay is None or now - turn <= self.decay)
            and not (card == kernel.TRAITOR and place == cast(list[int], view["moved"])[0])
        }
        if self.capacity is not None:
            self.seen = dict(list(self.seen.items())[-self.capacity :] if self.capacity else [])

    @property
    def known(self) -> dict[int, int]:
        """The card by place, as remembered."""
        return {place: card for place, (card, _) in self.seen.items()}


def perfect() -> Memory:
    """A memory that never forgets."""
    return Memory(capacity=None, decay=None)


@dataclass(frozen=True)
class Knowledge:
    """What a seat can tell from its view and its memory: the cards it knows, and those it does not."""

    table: Table
    pot: list[int]
    known: dict[int, int]
    unseen: list[int]
    """The cards that lie on the places it does not know, in order."""
    pockets: tuple[tuple[Pocketed, ...], ...]

    @property
    def unknown_places(self) -> list[int]:
        return [place for place in self.pot if place not in self.known]

    def chance_linked(self, card: int) -> float:
        """How likely a card on an unknown place is a plic-plac with this one."""
        return sum(kernel.linked(card, other) for other in self.unseen) / len(self.unseen) if self.unseen else 0.0

    def linked_to(self, card: int, but: Iterable[int] = ()) -> list[int]:
        """The known places whose card is a plic-plac with this one."""
        return [place for place, other in self.known.items() if place not in but and kernel.linked(card, other)]

    def completes(self, cards: Sequence[int], but: Iterable[int]) -> list[int]:
        """The known places that make a plic-plac-ploc of two cards."""
        taken = set(but)
        return [
            place
            for place, card in self.known.items()
            if place not in taken and kernel.is_ploc(cards[0], cards[1], card, self.table.links)
        ]

    def ploc_with(self, card: int, but: Iterable[int]) -> bool:
        """Whether two known cards make a plic-plac-ploc with this one."""
        taken = set(but)
        others = [other for place, other in self.known.items() if place not in taken]
        return any(kernel.is_ploc(card, a, b, self.table.links) for a, b in combinations(others, 2))


def _faces(view: View) -> dict[int, int]:
    faces = cast(Mapping[str, str], view["faces"])
    return {int(place): NUMBERS[code] for place, code in faces.items()}


def _table(view: View) -> Table:
    return table_of(read_all(GAME.id, GAME.options, cast(Mapping[str, object], view["options"])))


def knowledge(view: View, memory: Memory) -> Knowledge:
    """What a view and a memory amount to."""
    table = _table(view)
    pot = cast(list[int], view["pot"])
    pockets = tuple(
        tuple(Pocketed(cast(int, place), NUMBERS[str(code)]) for place, code in cast(list[list[object]], pocket))
        for pocket in cast(list[object], view["pockets"])
    )
    known = {place: card for place, card in (memory.known | _faces(view)).items() if place in pot}
    gone = {held.card for pocket in pockets for held in pocket} | set(known.values())
    if cast(list[int], view["moved"])[0]:
        gone.add(kernel.TRAITOR)
    return Knowledge(table, pot, known, [card for card in table.cards if card not in gone], pockets)
