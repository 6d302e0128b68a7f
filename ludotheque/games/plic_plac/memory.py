"""What a player of Plic-Plac has seen and still knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.cards import NUMBERS
from ludotheque.games.plic_plac.rules import PlicPlacView, setting_in
from ludotheque.games.plic_plac.setting import Pocketed, PotSetting


@dataclass
class CardMemory:
    """What a player has seen and still knows. A person holds about a dozen cards in mind, and not for long."""

    capacity: int | None = 12
    """How many cards at most, the last seen first; None: all."""
    decay: int | None = 20
    """For how many turns; None: for ever."""
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By place: the card, and the turn it was last seen in."""

    def watch(self, view: PlicPlacView) -> None:
        """Takes in what can be seen now, and forgets what is old or too much."""
        now, pot = view["turns"], set(view["pot"])
        for place, card in _faces(view).items():
            self.seen.pop(place, None)
            self.seen[place] = (card, now)
        self.seen = {
            place: (card, turn)
            for place, (card, turn) in self.seen.items()
            if place in pot
            and (self.decay is None or now - turn <= self.decay)
            and not (card == kernel.TRAITOR and place == view["moved"][0])
        }
        if self.capacity is not None:
            self.seen = dict(list(self.seen.items())[-self.capacity :] if self.capacity else [])

    @property
    def known(self) -> dict[int, int]:
        """The card by place, as remembered."""
        return {place: card for place, (card, _) in self.seen.items()}


def perfect() -> CardMemory:
    """A memory that never forgets."""
    return CardMemory(capacity=None, decay=None)


@dataclass(frozen=True)
class Knowledge:
    """What a seat can tell from its view and its memory: the cards it knows, and those it does not."""

    setting: PotSetting
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
            if place not in taken and kernel.is_ploc(cards[0], cards[1], card, self.setting.links)
        ]

    def ploc_with(self, card: int, but: Iterable[int]) -> bool:
        """Whether two known cards make a plic-plac-ploc with this one."""
        taken = set(but)
        others = [other for place, other in self.known.items() if place not in taken]
        return any(kernel.is_ploc(card, a, b, self.setting.links) for a, b in combinations(others, 2))


def _faces(view: PlicPlacView) -> dict[int, int]:
    return {int(place): NUMBERS[code] for place, code in view["faces"].items()}


def knowledge(view: PlicPlacView, memory: CardMemory) -> Knowledge:
    """What a view and a memory amount to."""
    setting, pot = setting_in(view), view["pot"]
    pockets = tuple(
        tuple(Pocketed(int(place), NUMBERS[str(code)]) for place, code in pocket) for pocket in view["pockets"]
    )
    known = {place: card for place, card in (memory.known | _faces(view)).items() if place in pot}
    gone = {held.card for pocket in pockets for held in pocket} | set(known.values())
    if view["moved"][0]:
        gone.add(kernel.TRAITOR)
    return Knowledge(setting, pot, known, [card for card in setting.cards if card not in gone], pockets)
