"""Opponents by strength: five levels, for every game. A level is a budget and a way of thinking.

Lower levels are weak as people are: they look few moves ahead, and overlook some moves. What they see, they mostly
judge well; a game's brain may say that its beginners do not.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from ludotheque.bots.player import Bot
from ludotheque.bots.search.limits import FARTHEST, Sight
from ludotheque.bots.simple import Greedy
from ludotheque.core.contract import Game, Move, View
from ludotheque.core.text import Refusal, Text
from ludotheque.core.thought import Budget, Manner, Thought

if TYPE_CHECKING:
    from ludotheque.bots.search.alphabeta import Searcher
    from ludotheque.bots.search.endings import SeenThrough
    from ludotheque.bots.search.montecarlo import Player
    from ludotheque.core.boards.linestate import LineState

LEVELS = ("novice", "apprentice", "player", "expert", "master")
USUAL = "player"
"""The level one meets unless another is chosen."""
SECONDS = {"novice": 0.1, "apprentice": 0.1, "player": 0.1, "expert": 0.5, "master": 1.5}
"""What each may spend on a move."""

_TABLE_BITS, _SMALL_TABLE_BITS = 19, 17
_SPARED = 0.05
"""Seconds of a budget that are kept for all else a move takes; but no more than a tenth of it."""
_ENDING_TABLE_BITS = 17
_FOR_THE_END = 0.7
"""How much of a budget goes into seeing an ending through. If that is too little, the rest goes into a move."""


class Mind(Protocol):
    """What a game's brain offers with `mind(level)` where cards are hidden or dice are thrown."""

    def watch(self, view: View) -> None: ...

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None: ...

    def think(self, view: View, moves: Sequence[Move], rng: random.Random, budget: Budget) -> Thought: ...


MANNERS: Mapping[str, Manner] = {
    "novice": Manner(1, 150),
    "apprentice": Manner(2, 64),
    "player": Manner(3, 40),
    "expert": Manner(4, 6),
    "master": Manner(),
}
"""How levels think where all is seen, unless a brain says otherwise with `manners(seats)`."""


class Level(Bot):
    """A bot of one of the levels. Its setting `nodes` gives it that many nodes instead of seconds: then the same seed
    plays the same game on any machine. `milliseconds` gives it another time."""

    name = ""

    def __init__(
        self, game: Game, nodes: int | None = None, milliseconds: int | None = None, **settings: int | None
    ) -> None:
        super().__init__(game)
        if settings:
            given = next(iter(settings))
            raise Refusal(
                Text(
                    f"{self.name} se règle par nodes ou milliseconds, pas par {given}",
                    f"{self.name} has the settings nodes and milliseconds, not {given}",
                )
            )
        seconds = SECONDS[self.name] if milliseconds is None else milliseconds / 1000
        by_nodes = nodes is not None and milliseconds is None
        self.budget = Budget(None if by_nodes else seconds - min(_SPARED, seconds / 10), nodes)
        self._brain = game.part("brain")
        self._mind: Mind | None = self._brain.mind(self.name) if hasattr(self._brain, "mind") else None
        self._greedy = Greedy(game)
        self._searcher: Searcher | None = None
        self._seen_through: SeenThrough | None = None
        self._player: Player | None = None

    def watch(self, view: View) -> None:
        (self._mind or self._greedy).watch(view)

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        return (self._mind or self._greedy).interrupt(view, moves, rng)

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        return moves[0] if len(moves) == 1 else self.think(view, moves, rng).move

    def stop(self) -> None:
        """Ends a thought that is under way, from another thread or a signal: it answers soon, with what it has."""
        for thinking in (self._mind, self._searcher, self._seen_through, self._player):
            flag = getattr(thinking, "stop", None)  # a mind that answers at once has none
            if flag is not None:
                flag[0] = 1

    def think(
        self,
        view: View,
        moves: Sequence[Move],
        rng: random.Random,
        budget: Budget | None = None,
        *,
        wide: bool = False,
    ) -> Thought:
        """The move and what there is to say for it; `wide` values every candidate as exactly as the best."""
        budget = budget or self.budget
        if self._mind is not None:
            return self._mind.think(view, moves, rng, budget)
        if not hasattr(self._brain, "urge"):
            return Thought(self._greedy.choose(view, moves, rng), 0.0)
        state = cast("LineState", self._brain.determinise(view, None, rng))
        manner = self._manner(len(state.seats))
        if manner.depth is None and self._ends_soon(state, budget.part(_FOR_THE_END)):
            return self._of_the_ending(state, manner, budget, rng, wide=wide)
        if len(state.seats) == 2 or manner.depth is not None:
            return self._search(state, manner).think(state, budget, rng, _sight(manner, wide=wide))
        if self._player is None:
            from ludotheque.bots.search.montecarlo import Player

            self._player = Player(state.kernel, self._brain, guided=True)
        return self._player.think(state, budget, rng)

    def _ends_soon(self, state: LineState, budget: Budget) -> bool:
        """Whether the rest of a game of two can probably be seen through."""
        if len(state.seats) > 2 or not hasattr(self._brain, "effort"):
            return False
        effort: Budget | None = self._brain.effort(state)
        return effort is not None and budget.covers(effort)

    def _manner(self, seats: int) -> Manner:
        manners: Mapping[str, Manner] = self._brain.manners(seats) if hasattr(self._brain, "manners") else MANNERS
        return manners[self.name]

    def _search(self, state: LineState, manner: Manner) -> Searcher:
        if self._searcher is None:
            from ludotheque.bots.search.alphabeta import Searcher  # compiles: only those who play need it

            bits = _TABLE_BITS if manner.depth is None else _SMALL_TABLE_BITS
            self._searcher = Searcher(state.kernel, self._brain, bits, manner.weights)
        return self._searcher

    def _of_the_ending(
        self, state: LineState, manner: Manner, budget: Budget, rng: random.Random, *, wide: bool
    ) -> Thought:
        """What is certain of an ending; what is not, as far as one can see with the rest of the budget."""
        from ludotheque.bots.search.endings import SeenThrough, completed

        if self._seen_through is None or self._seen_through.size != state.size:
            self._seen_through = SeenThrough(state, _ENDING_TABLE_BITS)
        before = self._seen_through.nodes
        certain = self._seen_through.think(state, budget.part(_FOR_THE_END), wide=wide)
        if certain is not None and (not wide or len(certain.candidates) == len(state.moves())):
            return certain
        rest = Budget(0.0) if self._seen_through.stop[0] else budget.part(1 - _FOR_THE_END)
        guess = self._search(state, manner).think(state, rest, rng, _sight(manner, wide=wide))
        if certain is not None:
            return completed(certain, guess)
        return replace(guess, nodes=guess.nodes + self._seen_through.nodes - before)


def _sight(manner: Manner, *, wide: bool) -> Sight:
    return Sight(FARTHEST if manner.depth is None else manner.depth, manner.blind, wide=wide)


MAKERS: dict[str, type[Level]] = {name: type(name.title(), (Level,), {"name": name}) for name in LEVELS}
"""The bot of each level."""
