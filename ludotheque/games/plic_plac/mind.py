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
from typing import cast

from ludotheque.core.contract import Move, View
from ludotheque.core.thought import Budget, Thought
from ludotheque.games.plic_plac import weighing
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.memory import Knowledge, Memory, knowledge
from ludotheque.games.plic_plac.odds import cards_in
from ludotheque.games.plic_plac.weighing import NEVER, Moment, Stakes

Worths = Callable[[View, Memory, Sequence[Move], random.Random], list[float]]
_CARDS_AHEAD = 4.0
"""So many cards ahead, one wins most games."""
_KEEN = 0.9
"""How likely an opponent cuts a plic-plac, if that promises three cards."""


@dataclass(frozen=True)
class Manner:
    """What somebody keeps in mind."""

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


MANNERS = {
    "novice": Manner(2, 2, plocs=False, cuts=False, counts=False),
    "apprentice": Manner(3, 3, plocs=False, cuts=False, counts=False, foresees=3),
    "player": Manner(4, 4, cuts=False, counts=False, foresees=8),
    "expert": Manner(4, 5, foresees=9),
    "master": Manner(None, None, foresees=12),
}


def stakes_for(players: int, *, plocs: bool) -> Stakes:
    """What matters how much, with so many players; found by playing. The more there are, the less one of them matters,
    and the longer it is to one's own next turn."""
    if players == 1:
        return Stakes(0.9 if plocs else 0.0, 0.0, 0.0, 0.0)
    return Stakes(0.75 + 1.5 / players, 3.3 / math.sqrt(players - 1), 1 / (players - 1), _KEEN)


class Mind:
    """Remembers, and thinks, for one seat of one game. `worths` weighs moves by what is remembered."""

    def __init__(self, manner: Manner, worths: Worths) -> None:
        self._manner, self._worths = manner, worths
        self._memory = Memory(manner.capacity, decay=None)
        self._thought_of = {"plic-plac-ploc": manner.plocs, "cut": manner.cuts}
        self._told: dict[int, set[int]] = {}
        """By seat: the places it has seen."""

    def watch(self, view: View) -> None:
        """Takes in what can be seen now, and who else sees what."""
        seats, pot = range(len(cast(list[str], view["seats"]))), cast(list[int], view["pot"])
        self._memory.capacity = self._manner.alone if len(seats) == 1 else self._manner.capacity
        self._memory.watch(view)
        for seat in seats:
            self._told.setdefault(seat, set()).update(cast(list[int], view["shown"]))
        if view["secret"]:
            self._told[cast(int, view["turn"])].add(cast(int, view["secret"]))
        if view["finder"] in seats:
            self._told[cast(int, view["finder"])].update(pot)

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        """A blocage, when it is sure."""
        best, value = self._ranked(view, moves, rng)[0]
        return best if value > 0 else None

    def think(self, view: View, moves: Sequence[Move], rng: random.Random, budget: Budget) -> Thought:
        """The move to make, and what each is worth. It takes milliseconds: no budget is spent."""
        ranked = self._ranked(view, moves, rng)
        best = ranked[0][0]
        lead = _lead(view)
        candidates = tuple((str(move), math.tanh((lead + value) / _CARDS_AHEAD)) for move, value in ranked)
        return Thought(best, candidates[0][1], (str(best),), candidates, len(ranked), 1)

    def _ranked(self, view: View, moves: Sequence[Move], rng: random.Random) -> list[tuple[Move, float]]:
        """The moves and what they are worth, the best first; equals in any order."""
        worths = self._worths(view, self._memory, moves, rng)
        if self._manner.counts or len(cast(list[str], view["seats"])) == 1:
            worths = self._counted(view, moves, worths)
        never = {verb for verb, thought_of in self._thought_of.items() if not thought_of}
        pairs = [
            (move, NEVER if cast(Call, move).verb in never else value)
            for move, value in zip(moves, worths, strict=True)
        ]
        rng.shuffle(pairs)
        return sorted(pairs, key=lambda pair: -pair[1])

    def _counted(self, view: View, moves: Sequence[Move], worths: list[float]) -> list[float]:
        """The worths by the odds, where these say something; a blocage called wrongly is worse than anything."""
        if all(cast(Call, move).verb == "blocage" for move in moves):
            return worths
        facts = knowledge(view, self._memory)
        secret = facts.known.get(cast(int, view["secret"]), -1)
        shown = [facts.known[place] for place in cast(list[int], view["shown"]) if place in facts.known]
        named = facts.known.get(cast(int, view["named"]))
        tried = shown if named is None else [named, *shown[2:]]
        weigh = _Scales(self._moment(view, facts), facts.known, secret, tuple(tried))
        counted = (weigh(cast(Call, move), worth) for move, worth in zip(moves, worths, strict=True))
        return list(counted)

    def _moment(self, view: View, facts: Knowledge) -> Moment:
        seat, turn, players = cast(int, view["seat"]), cast(int, view["turn"]), len(facts.table.seats)
        out, shown = cast(list[int], view["out"]), cast(list[int], view["shown"])
        others = [other for i in range(1, players) if (other := (seat + i) % players) not in out]
        told = [cards_in(card for place, card in facts.known.items() if place in self._told[other]) for other in others]
        cutting = turn != seat and view["phase"] in ("cut", "ploc")
        return Moment(
            known=cards_in(facts.known.values()),
            unseen=cards_in(facts.unseen),
            told=told[0] if told else 0,
            cutters=max(told, key=int.bit_count, default=0),
            links=facts.table.links,
            cut=cards_in(facts.known[place] for place in shown[:2] if place in facts.known) if cutting else 0,
            next_is_mine=(turn + 1) % players == seat,
            stakes=stakes_for(players, plocs=self._manner.plocs),
            alone=players == 1,
            foresees=self._manner.foresees,
        )


class _Scales:
    """Weighs the moves of one moment, beside an attempt that fails with nothing shown. Places never seen are alike."""

    def __init__(self, moment: Moment, known: Mapping[int, int], secret: int, tried: tuple[int, ...]) -> None:
        self._moment, self._known, self._secret, self._tried = moment, known, secret, tried
        self._nothing = weighing.failed(moment, 0)
        self._unseen: dict[str, float] = {}

    def __call__(self, move: Call, otherwise: float) -> float:
        """What a move is worth; where the odds say nothing, it is worth what it is `otherwise`."""
        if move.verb == "blocage":
            return otherwise if otherwise > 0 and not self._moment.alone else NEVER
        if move.verb in ("look", "plic-plac", "turn") and move.place not in self._known:
            if move.verb not in self._unseen:
                self._unseen[move.verb] = self._never_seen(move.verb) - self._nothing
            return self._unseen[move.verb]
        worth = self._seen(move.verb, self._known.get(move.place, -1))
        return otherwise if worth is None else worth - self._nothing

    def _never_seen(self, verb: str) -> float:
        if verb == "look":
            return weighing.look_unseen(self._moment)
        if verb == "plic-plac":
            return weighing.pair_unseen(self._moment, self._secret)
        if len(self._tried) == 2:
            return weighing.third_unseen(self._moment, *self._tried)
        return weighing.second_unseen(self._moment, self._tried[0])

    def _seen(self, verb: str, card: int) -> float | None:
        moment, secret = self._moment, self._secret
        if verb in ("look", "cut"):
            return weighing.secret(moment, card) if verb == "look" else weighing.three(moment, card)
        if verb == "pass":
            return weighing.passing(moment, secret)
        if verb == "plic-plac":
            return weighing.pair(moment, secret, card)
        if verb == "plic-plac-ploc":
            return weighing.three(moment, secret)
        if verb == "turn" and len(self._tried) == 2:
            return weighing.third(moment, *self._tried, card)
        if verb == "turn":
            return weighing.second(moment, self._tried[0], card)
        return weighing.failed(moment, cards_in(self._tried)) if verb == "abandon" else None


def _lead(view: View) -> float:
    """How many cards a seat is ahead of the best of the others."""
    pockets = [len(pocket) for pocket in cast(list[list[object]], view["pockets"])]
    own = pockets.pop(cast(int, view["seat"]))
    return own - max(pockets, default=0)
