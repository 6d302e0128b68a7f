"""How the levels think in Plic-Plac: they differ in what they remember, and the master counts.

novice      three cards, for a few turns; announces nothing but plic-placs
apprentice  six cards
player      ten cards
expert      eighteen cards, most of the game
master      all of them, what the others know, and the odds of everything
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from ludotheque.core.contract import Move, View
from ludotheque.core.thought import Budget, Thought
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.memory import Knowledge, Memory, knowledge
from ludotheque.games.plic_plac.odds import SHOWN, SHOWN_TO_MYSELF, Odds, cards_in, worth

Worths = Callable[[View, Memory, Sequence[Move], random.Random], list[float]]
_CARDS_AHEAD = 4.0
"""So many cards ahead, one wins most games."""


@dataclass(frozen=True)
class Manner:
    """What somebody keeps in mind."""

    capacity: int | None
    decay: int | None
    plocs: bool = True
    """Thinks of three cards at once in one's own turn."""
    cuts: bool = True
    """Thinks of cutting."""
    counts: bool = False
    """Knows the odds of what can be announced."""
    dares: float | None = None
    """Cuts by the odds, if that promises so many cards; None: only when it is sure."""


MANNERS = {
    "novice": Manner(3, 4, plocs=False, cuts=False),
    "apprentice": Manner(5, 6, cuts=False),
    "player": Manner(10, 15),
    "expert": Manner(18, 40, counts=True, dares=2.4),
    "master": Manner(None, None, counts=True, dares=0.0),
}


class Mind:
    """Remembers, and thinks, for one seat of one game. `worths` weighs moves by what is remembered."""

    def __init__(self, manner: Manner, worths: Worths) -> None:
        self._manner, self._worths = manner, worths
        self._memory = Memory(manner.capacity, manner.decay)
        self._thought_of = {"plic-plac-ploc": manner.plocs, "cut": manner.cuts}
        self._told: dict[int, set[int]] = {}
        """By seat: the places it has seen."""

    def watch(self, view: View) -> None:
        """Takes in what can be seen now, and who else sees what."""
        self._memory.watch(view)
        seats, pot = range(len(cast(list[str], view["seats"]))), cast(list[int], view["pot"])
        for seat in seats:
            self._told.setdefault(seat, set()).update(cast(list[int], view["shown"]))
        if view["secret"]:
            self._told[cast(int, view["turn"])].add(cast(int, view["secret"]))
        if view["finder"] in seats:
            self._told[cast(int, view["finder"])].update(pot)

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        """A blocage, when it is sure; a cut, when it is worth it."""
        best, value = self._ranked(view, moves, rng)[0]
        return best if value > 0 else None

    def think(self, view: View, moves: Sequence[Move], rng: random.Random, budget: Budget) -> Thought:
        """The move to make, and what each is worth."""
        ranked = self._ranked(view, moves, rng)
        best = ranked[0][0]
        lead = _lead(view)
        candidates = tuple((str(move), math.tanh((lead + value) / _CARDS_AHEAD)) for move, value in ranked)
        return Thought(best, candidates[0][1], (str(best),), candidates, len(ranked), 1)

    def _ranked(self, view: View, moves: Sequence[Move], rng: random.Random) -> list[tuple[Move, float]]:
        """The moves and what they are worth, the best first; equals in any order."""
        worths = self._worths(view, self._memory, moves, rng)
        if self._manner.counts:
            worths = self._counted(view, moves, worths)
        never = {verb for verb, thought_of in self._thought_of.items() if not thought_of}
        worths = [-1.0 if cast(Call, move).verb in never else value for move, value in zip(moves, worths, strict=True)]
        pairs = list(zip(moves, worths, strict=True))
        rng.shuffle(pairs)
        return sorted(pairs, key=lambda pair: -pair[1])

    def _counted(self, view: View, moves: Sequence[Move], worths: list[float]) -> list[float]:
        """The worths by the odds, where these say something."""
        facts = knowledge(view, self._memory)
        odds = self._odds(view, facts)
        secret = facts.known.get(cast(int, view["secret"]), -1)
        shown = [place for place in cast(list[int], view["shown"]) if place in facts.known]
        named = cast(int, view["named"])
        tried = tuple(facts.known[place] for place in ([named, *shown[2:]] if named else shown))
        counted = [worth(odds, cast(Call, move), secret, tried) for move in moves]
        if cast(Call, moves[0]).verb == "cut":
            dares = self._manner.dares
            counted = [None if gain is None or dares is None or gain < dares else gain for gain in counted]
        return [old if new is None else new for old, new in zip(worths, counted, strict=True)]

    def _odds(self, view: View, facts: Knowledge) -> Odds:
        seat, players = cast(int, view["seat"]), len(cast(list[str], view["seats"]))
        told = {place for other, places in self._told.items() if other != seat for place in places}
        next_is_mine = cast(int, view["turn"]) != seat and (cast(int, view["turn"]) + 1) % players == seat
        return Odds(
            facts.known,
            tuple(facts.unseen),
            cards_in(card for place, card in facts.known.items() if place in told),
            facts.table.links,
            alone=players == 1,
            shown=0.0 if players == 1 else SHOWN_TO_MYSELF if next_is_mine else SHOWN,
        )


def _lead(view: View) -> float:
    """How many cards a seat is ahead of the best of the others."""
    pockets = [len(pocket) for pocket in cast(list[list[object]], view["pockets"])]
    own = pockets.pop(cast(int, view["seat"]))
    return own - max(pockets, default=0)
