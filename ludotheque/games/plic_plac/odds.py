"""The odds of Plic-Plac: what each move is worth to one who forgets nothing and counts.

Which cards are still in the pot, everybody can tell from the pockets. Who forgets nothing knows which of them can lie
on the places never seen, each on each alike. So the odds of every announcement and every cut are a matter of counting.
Sets of cards are numbers, a bit for each card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.calls import Call

_PAIR, _THREE = 2.0, 3.0
"""How many cards each brings."""
_NEWS = 0.35
"""What it is worth to see a card for oneself."""
SHOWN, SHOWN_TO_MYSELF = 0.8, 0.1
"""What it costs to show the others a card they do not know; and when one's own turn is the next."""
_KEEN = 0.75
"""How likely an opponent who can cut, as far as one knows, does."""
_DENIED = 0.6
"""What it adds to a cut that another loses his cards by it."""
_LONELY = 1.5
"""Alone: what it costs to leave a card without a partner."""
LINKS = tuple(sum(1 << b for b in range(kernel.CARDS) if a != b and kernel.linked(a, b)) for a in range(kernel.CARDS))
"""By card: all that are a plic-plac with it."""


def cards_in(cards: Iterable[int]) -> int:
    """A set of cards as a number."""
    return sum(1 << card for card in set(cards))


@cache
def completing(a: int, b: int, links: int) -> int:
    """The cards that make a plic-plac-ploc of two."""
    if links == 3:
        return LINKS[a] & LINKS[b] if LINKS[a] >> b & 1 else 0
    both = LINKS[a] | LINKS[b] if LINKS[a] >> b & 1 else LINKS[a] & LINKS[b]
    return both & ~(1 << a | 1 << b)


def each(cards: int) -> Iterable[int]:
    """The cards of a set."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


@dataclass(frozen=True)
class Odds:
    """One moment as somebody sees it who counts."""

    known: Mapping[int, int]
    """The cards by place, as far as they were ever seen."""
    unseen: tuple[int, ...]
    """The cards that lie on the other places."""
    told: int
    """The cards that the opponents know too."""
    links: int
    """How many of its pairs a plic-plac-ploc needs."""
    alone: bool
    shown: float = SHOWN
    """What it costs to show a card."""
    _all: int = field(init=False)
    _unseen: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_all", cards_in(self.known.values()))
        object.__setattr__(self, "_unseen", cards_in(self.unseen))

    def _chance(self, wanted: int) -> float:
        """How likely a place never seen has one of these cards."""
        return (wanted & self._unseen).bit_count() / len(self.unseen) if self.unseen else 0.0

    def _showing(self, cards: int) -> float:
        """What it costs to show these cards in vain."""
        return self.shown * (cards & ~self.told).bit_count()

    # Announcements

    def look(self, place: int) -> float:
        """What it is worth to look at a card: what can be announced with it, and the news."""
        if place in self.known:
            return self.best(self.known[place])
        if not self.unseen:
            return 0.0
        return _NEWS + sum(self.best(card) for card in self.unseen) / len(self.unseen)

    def best(self, card: int) -> float:
        """The most a secret card is worth."""
        pairs = max((self.pair(card, other) for other in each(self._others(card) & LINKS[card])), default=0.0)
        return max(0.0, pairs, self.pair_unknown(card), self.three(card))

    def _others(self, *cards: int) -> int:
        """The cards whose places are known, but for some."""
        return self._all & ~cards_in(cards)

    def _free(self, *cards: int) -> float:
        """How many places are unknown still, when these cards were looked at."""
        return len(self.unseen) - (cards_in(cards) & self._unseen).bit_count()

    def pair(self, a: int, b: int) -> float:
        """A plic-plac of two known cards: an opponent may cut it."""
        if not LINKS[a] >> b & 1:
            return -self._showing(1 << a | 1 << b)
        risk = 0.0 if self.alone else _KEEN * self._can_cut(a, b)
        return _PAIR * (1 - risk) - _THREE * 0.5 * risk - self._leaving(a, b)

    def _can_cut(self, a: int, b: int) -> bool:
        """Whether an opponent knows two cards that cut this plic-plac."""
        told = self.told & ~(1 << a | 1 << b)
        return any(
            completing(named, other, self.links) & told for named in (a, b) for other in each(told & LINKS[named])
        )

    def pair_unknown(self, card: int) -> float:
        """A plic-plac with a card never seen."""
        chance = self._chance(LINKS[card])
        if not chance:
            return -1.0
        return chance * _PAIR * 0.8 - (1 - chance) * (self._showing(1 << card) + self.shown)

    def three(self, card: int) -> float:
        """A plic-plac-ploc with a secret card: sure, or with a third card never seen."""
        return max((self.third(card, other) for other in each(self._others(card))), default=-1.0)

    def third(self, a: int, b: int) -> float:
        """What two cards of a plic-plac-ploc are worth: with a third that is known, or by the odds."""
        wanted = completing(a, b, self.links)
        sure = wanted & self._others(a, b)
        if sure:
            return max(_THREE - self._leaving(a, b, third) for third in each(sure))
        chance = self._chance(wanted)
        return chance * _THREE - (1 - chance) * (self._showing(1 << a | 1 << b) + self.shown)

    def _leaving(self, *taken: int) -> float:
        """Alone all cards must go: what it costs to leave some without a partner. Against others, the cards that they
        know too are the better ones to take."""
        rest = (self._all | self._unseen) & ~cards_in(taken)
        if self.alone:
            return _LONELY * sum(not LINKS[card] & rest for card in each(rest))
        return -0.05 * (cards_in(taken) & self.told).bit_count()

    # Turning over

    def turn(self, tried: tuple[int, ...], place: int) -> float:
        """What it is worth to turn over the card on a place, after those of the attempt so far."""
        if len(tried) == 2:
            wanted = completing(tried[0], tried[1], self.links)
            if place in self.known:
                card = self.known[place]
                return _THREE - self._leaving(*tried, card) if wanted >> card & 1 else -1.0
            return self._chance(wanted) * _THREE - self.shown
        if place in self.known:
            return self.third(tried[0], self.known[place])
        return self._turn_unknown(tried[0])

    def _turn_unknown(self, card: int) -> float:
        """A card never seen as the second of three: it may lead on to a third."""
        if len(self.unseen) < 1:
            return -1.0
        return sum(max(0.0, self.third(card, other)) for other in self.unseen) / len(self.unseen) - 2 * self.shown

    def cut(self, card: int) -> float:
        """What it is worth to cut and name this card: whoever fails has lost nothing but what was shown."""
        known = max((self.third(card, other) for other in each(self._others(card))), default=-1.0)
        unknown = self._turn_unknown(card) if self.unseen else -1.0
        gain = max(known, unknown)
        return gain * (1 + _DENIED) if gain > 0 else gain


def worth(odds: Odds, move: Call, secret: int, tried: tuple[int, ...]) -> float | None:
    """What a move is worth by the odds; `None` where they say nothing."""
    if move.verb == "look":
        return odds.look(move.place)
    if move.verb == "plic-plac":
        other = odds.known.get(move.place)
        return odds.pair_unknown(secret) if other is None else odds.pair(secret, other)
    if move.verb == "plic-plac-ploc":
        return odds.three(secret)
    if move.verb == "turn":
        return odds.turn(tried, move.place)
    if move.verb == "cut":
        return odds.cut(odds.known[move.place])
    return None
