"""How the levels think in Plic-Plac: they differ in what they remember, and the upper two count.

novice      two cards; announces nothing but plic-placs, and never cuts
apprentice  three cards; the same
player      four cards; announces plic-plac-plocs too
expert      four cards, alone five; counts what may lie where, cuts, and minds what it shows to the others
master      the same, and forgets nothing
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludotheque.core.thought import Budget, Thought
from ludotheque.games.plic_plac import weighing
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.memory import CardMemory, Knowledge, knowledge
from ludotheque.games.plic_plac.odds import cards_in
from ludotheque.games.plic_plac.rules import PlicPlacView
from ludotheque.games.plic_plac.weighing import NEVER, Situation, Stakes

Worths = Callable[[PlicPlacView, CardMemory, Sequence[Call], random.Random], list[float]]
_CARDS_AHEAD = 4.0
"""So many cards ahead, one wins most games."""
_KEEN = 0.9
"""How likely an opponent cuts a plic-plac, if that promises three cards."""


@dataclass(frozen=True)
class CardLevel:
    """What somebody of a level keeps in mind."""

    capacity: int | None
    """How many cards; None: all."""
    alone: int | None
    """The same when nobody else is there to distract."""
    plocs: bool = True
    """Thinks of three cards at once in one's own turn."""
    cuts: bool = True
    """Thinks of cutting."""
    counts: bool = True
    """Knows the odds of what can be announced, and what a turn leaves to the next player."""
    foresees: int = 0
    """Alone: from how many cards on one sees how all of them can go. Alone everybody counts."""


LEVELS = {
    "novice": CardLevel(2, 2, plocs=False, cuts=False, counts=False),
    "apprentice": CardLevel(3, 3, plocs=False, cuts=False, counts=False, foresees=3),
    "player": CardLevel(4, 4, cuts=False, counts=False, foresees=8),
    "expert": CardLevel(4, 5, foresees=9),
    "master": CardLevel(None, None, foresees=12),
}


def stakes_for(players: int, *, plocs: bool) -> Stakes:
    """What matters how much, with so many players; found by playing. The more there are, the less one of them matters,
    and the longer it is to one's own next turn."""
    if players == 1:
        return Stakes(0.9 if plocs else 0.0, 0.0, 0.0, 0.0)
    return Stakes(0.75 + 1.5 / players, 3.3 / math.sqrt(players - 1), 1 / (players - 1), _KEEN)


class CardMind:
    """Remembers, and thinks, for one seat of one game. `worths` weighs moves by what is remembered."""

    def __init__(self, level: CardLevel, worths: Worths) -> None:
        self._level, self._worths = level, worths
        self._memory = CardMemory(level.capacity, decay=None)
        self._thought_of = {"plic-plac-ploc": level.plocs, "cut": level.cuts}
        self._seen_by: dict[int, set[int]] = {}
        """By seat: the places it has seen."""

    def watch(self, view: PlicPlacView) -> None:
        """Takes in what can be seen now, and who else sees what."""
        seats, pot = range(len(view["seats"])), view["pot"]
        self._memory.capacity = self._level.alone if len(seats) == 1 else self._level.capacity
        self._memory.watch(view)
        for seat in seats:
            self._seen_by.setdefault(seat, set()).update(view["shown"])
        if view["secret"]:
            self._seen_by[view["turn"]].add(view["secret"])
        if view["finder"] in seats:
            self._seen_by[view["finder"]].update(pot)

    def interrupt(self, view: PlicPlacView, moves: Sequence[Call], rng: random.Random) -> Call | None:
        """A blocage, when it is sure."""
        best, value = self._ranked(view, moves, rng)[0]
        return best if value > 0 else None

    def think(self, view: PlicPlacView, moves: Sequence[Call], rng: random.Random, budget: Budget) -> Thought:
        """The move to make, and what each is worth. It takes milliseconds: no budget is spent."""
        ranked = self._ranked(view, moves, rng)
        best = ranked[0][0]
        lead = _lead(view)
        candidates = tuple((str(move), math.tanh((lead + value) / _CARDS_AHEAD)) for move, value in ranked)
        return Thought(best, candidates[0][1], (str(best),), candidates, len(ranked), 1)

    def stop(self) -> None:
        """It answers at once: there is nothing to stop."""

    def _ranked(self, view: PlicPlacView, moves: Sequence[Call], rng: random.Random) -> list[tuple[Call, float]]:
        """The moves and what they are worth, the best first; equals in any order."""
        worths = self._worths(view, self._memory, moves, rng)
        if (self._level.counts or len(view["seats"]) == 1) and not weighing.look_unseen.is_awaited:
            worths = self._counted(view, moves, worths)
        never = {verb for verb, thought_of in self._thought_of.items() if not thought_of}
        pairs = [(move, NEVER if move.verb in never else value) for move, value in zip(moves, worths, strict=True)]
        rng.shuffle(pairs)
        return sorted(pairs, key=lambda pair: -pair[1])

    def _counted(self, view: PlicPlacView, moves: Sequence[Call], worths: list[float]) -> list[float]:
        """The worths by the odds, where these say something; a blocage called wrongly is worse than anything."""
        if all(move.verb == "blocage" for move in moves):
            return worths
        facts = knowledge(view, self._memory)
        secret = facts.known.get(view["secret"], -1)
        shown = [facts.known[place] for place in view["shown"] if place in facts.known]
        named = facts.known.get(view["named"])
        tried = shown if named is None else [named, *shown[2:]]
        weigh = _Scales(self._situation(view, facts), facts.known, secret, tuple(tried))
        counted = (weigh(move, worth) for move, worth in zip(moves, worths, strict=True))
        return list(counted)

    def _situation(self, view: PlicPlacView, facts: Knowledge) -> Situation:
        assert view["seat"] is not None
        seat, turn, players = view["seat"], view["turn"], len(facts.setting.seats)
        out, shown = view["out"], view["shown"]
        others = [other for i in range(1, players) if (other := (seat + i) % players) not in out]
        shared = [
            cards_in(card for place, card in facts.known.items() if place in self._seen_by[other]) for other in others
        ]
        cutting = turn != seat and view["phase"] in ("cut", "ploc")
        return Situation(
            known=cards_in(facts.known.values()),
            unseen=cards_in(facts.unseen),
            shared=shared[0] if shared else 0,
            cutters=max(shared, key=int.bit_count, default=0),
            links=facts.setting.links,
            cut=cards_in(facts.known[place] for place in shown[:2] if place in facts.known) if cutting else 0,
            next_is_mine=(turn + 1) % players == seat,
            stakes=stakes_for(players, plocs=self._level.plocs),
            alone=players == 1,
            foresees=self._level.foresees,
        )


class _Scales:
    """Weighs the moves of one moment, beside an attempt that fails with nothing shown. Places never seen are alike."""

    def __init__(self, situation: Situation, known: Mapping[int, int], secret: int, tried: tuple[int, ...]) -> None:
        self._situation, self._known, self._secret, self._tried = situation, known, secret, tried
        self._nothing = weighing.failed(situation, 0)
        self._unseen: dict[str, float] = {}

    def __call__(self, move: Call, otherwise: float) -> float:
        """What a move is worth; where the odds say nothing, it is worth what it is `otherwise`."""
        if move.verb == "blocage":
            return otherwise if otherwise > 0 and not self._situation.alone else NEVER
        if move.verb in ("look", "plic-plac", "turn") and move.place not in self._known:
            if move.verb not in self._unseen:
                self._unseen[move.verb] = self._never_seen(move.verb) - self._nothing
            return self._unseen[move.verb]
        worth = self._seen(move.verb, self._known.get(move.place, -1))
        return otherwise if worth is None else worth - self._nothing

    def _never_seen(self, verb: str) -> float:
        if verb == "look":
            return weighing.look_unseen(self._situation)
        if verb == "plic-plac":
            return weighing.pair_unseen(self._situation, self._secret)
        if len(self._tried) == 2:
            return weighing.third_unseen(self._situation, *self._tried)
        return weighing.second_unseen(self._situation, self._tried[0])

    def _seen(self, verb: str, card: int) -> float | None:
        situation, secret = self._situation, self._secret
        if verb in ("look", "cut"):
            return weighing.secret(situation, card) if verb == "look" else weighing.three(situation, card)
        if verb == "pass":
            return weighing.passing(situation, secret)
        if verb == "plic-plac":
            return weighing.pair(situation, secret, card)
        if verb == "plic-plac-ploc":
            return weighing.three(situation, secret)
        if verb == "turn" and len(self._tried) == 2:
            return weighing.third(situation, *self._tried, card)
        if verb == "turn":
            return weighing.second(situation, self._tried[0], card)
        return weighing.failed(situation, cards_in(self._tried)) if verb == "abandon" else None


def _lead(view: PlicPlacView) -> float:
    """How many cards a seat is ahead of the best of the others."""
    assert view["seat"] is not None
    pockets = [len(pocket) for pocket in view["pockets"]]
    own = pockets.pop(view["seat"])
    return own - max(pockets, default=0)
