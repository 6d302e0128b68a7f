"""What bots know of Plic-Plac: a memory that forgets, deals that agree with it, and what a move is worth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.core.brain import Brain
from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.memory import CardMemory, Knowledge, knowledge
from ludotheque.games.plic_plac.mind import LEVELS, CardMind
from ludotheque.games.plic_plac.rules import EMPTY, PlicPlacState, PlicPlacView, state_seen

_PLIC_PLAC, _PLOC = 2.0, 3.0
"""How many cards each brings."""
_BLOCAGE = 2.5
"""A card for oneself and none for the others: before somebody else says it."""
_SHOWING = 0.6
"""What it costs to show others a card in vain."""


def mind(level: str) -> CardMind:
    """How a level remembers and thinks; make one for each seat of each game."""
    return CardMind(LEVELS[level], worths)


def determinise(view: PlicPlacView, memory: CardMemory, rng: random.Random) -> PlicPlacState:
    """A full state that agrees with what a seat has seen and remembers; all such deals are equally likely.

    (Which cards are in the pot, everybody can tell from the pockets. So whether it is blocked is no secret, and a
    blocage called wrongly tells nothing of where the cards lie.)
    """
    facts = knowledge(view, memory)
    unknown = facts.unknown_places
    cards = facts.known | dict(zip(unknown, rng.sample(facts.unseen, len(unknown)), strict=True))
    dealt = tuple(cards.get(place, EMPTY) for place in range(1, len(facts.setting.cards) + 1))
    return state_seen(view, facts.setting, dealt, facts.pockets)


def worths(view: PlicPlacView, memory: CardMemory, moves: Sequence[Call], rng: random.Random) -> list[float]:
    """What each move is worth, in cards, to a seat that trusts its memory."""
    facts = knowledge(view, memory)
    shown = [place for place in view["shown"] if place in facts.known]
    judge = _Judge(facts, view["secret"], shown, view["named"], len(facts.setting.seats) > 1)
    return [judge.worth(move) for move in moves]


@dataclass(frozen=True)
class _Judge:
    """Weighs the moves of one moment."""

    facts: Knowledge
    secret: int
    shown: list[int]
    named: int
    against_others: bool

    def worth(self, move: Call) -> float:
        """What one move is worth."""
        place = move.place
        if move.verb == "look":
            return self._look(place)
        if move.verb == "plic-plac":
            return self._second(self.facts.known[self.secret], place, _PLIC_PLAC)
        if move.verb == "plic-plac-ploc":
            return _PLOC if self.facts.ploc_with(self.facts.known[self.secret], [self.secret]) else -_SHOWING
        if move.verb == "turn":
            return self._turn(place)
        if move.verb == "cut":
            return _PLOC if self.facts.ploc_with(self.facts.known[place], self.shown) else -1.0
        if move.verb == "blocage":
            return self._blocage()
        if move.verb == "swap":
            return self._swap(place)
        return 1.0 if move.verb == "take" else 0.0

    def _look(self, place: int) -> float:
        """A known card with a known partner is as good as pocketed; an unknown one is news, and may match."""
        card = self.facts.known.get(place)
        if card is None:
            return 1.0
        if self.facts.ploc_with(card, [place]):
            return _PLOC
        return _PLIC_PLAC if self.facts.linked_to(card, [place]) else 0.0

    def _second(self, card: int, place: int, gain: float) -> float:
        if place in self.facts.known:
            return gain if kernel.linked(card, self.facts.known[place]) else -1.0
        chance = self.facts.chance_linked(card)
        return chance * gain - (1 - chance) * _SHOWING - 0.4

    def _turn(self, place: int) -> float:
        """The first card to turn should lead on to a third that is known; the second should complete the three."""
        cards = [self.facts.known[each] for each in self._tried()]
        if place not in self.facts.known:
            return -0.1
        card = self.facts.known[place]
        if len(cards) == 2:
            return _PLOC if kernel.is_ploc(cards[0], cards[1], card, self.facts.setting.links) else -1.0
        return _PLOC if self.facts.completes([*cards, card], [*self.shown, place]) else -1.0

    def _blocage(self) -> float:
        """Sure or not at all: the cards of the pot are those that nobody has pocketed."""
        pot = sum(1 << card for card in (*self.facts.known.values(), *self.facts.unseen))
        if not kernel.is_blocked(pot):
            return -1.0
        return _BLOCAGE if self.against_others else 0.05

    def _swap(self, place: int) -> float:
        """Takes a card from an opponent; best one that completes the attempt, or that goes with a card in mind."""
        card = next(held.card for pocket in self.facts.pockets for held in pocket if held.place == place)
        tried = [each for each in self._tried() if self.facts.known[each] != kernel.TRAITOR]
        cards = [self.facts.known[each] for each in tried]
        if len(cards) == 1 and kernel.linked(cards[0], card):
            return 1.0 + _PLIC_PLAC
        if len(cards) == 2 and kernel.is_ploc(cards[0], cards[1], card, self.facts.setting.links):
            return 1.0 + _PLOC
        return 1.0 + 0.5 * bool(self.facts.linked_to(card))

    def _tried(self) -> list[int]:
        """The places of the attempt: of a plic-plac that is cut, only the named card counts."""
        return [self.named, *self.shown[2:]] if self.named else self.shown


BRAIN = Brain(worths, determinise, CardMemory, mind=mind)
