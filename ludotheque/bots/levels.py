"""Opponents by strength: five levels, for every game. A level is a budget and a way of thinking.

Lower levels are weak as people are: they look few moves ahead, and overlook some moves. What they see, they mostly
judge well; a game's brain may say that its beginners do not.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ludotheque.bots.player import Bot
from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.bots.search.endings import EndingSearch, completed
from ludotheque.bots.search.limits import FARTHEST, SearchLimits
from ludotheque.bots.search.montecarlo import MonteCarloSearch
from ludotheque.bots.search.trials import Trials
from ludotheque.bots.simple import Greedy
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Brain, Endings, Search, Thinker
from ludotheque.core.contract import Game, Move, View
from ludotheque.core.text import Refusal, Text, meant
from ludotheque.core.thought import Budget, LevelParameters, Thought

LEVELS = ("novice", "apprentice", "player", "expert", "master")
USUAL = "novice"
"""The level one meets unless another is chosen: one that somebody who has just read the rules can beat."""
STAND_IN = "player"
"""The level that plays on for somebody who has gone, so that the others' game stays one."""
SECONDS = {"novice": 0.1, "apprentice": 0.1, "player": 0.1, "expert": 0.5, "master": 1.5}
"""What each may spend on a move."""

_TABLE_BITS, _SMALL_TABLE_BITS = 19, 17
_SPARED = 0.05
"""Seconds of a budget that are kept for all else a move takes; but no more than a tenth of it."""
_ENDING_TABLE_BITS = 17
_FOR_THE_END = 0.7
"""How much of a budget goes into seeing an ending through. If that is too little, the rest goes into a move."""

PARAMETERS: Mapping[str, LevelParameters] = {
    "novice": LevelParameters(1, 150),
    "apprentice": LevelParameters(2, 64),
    "player": LevelParameters(3, 40),
    "expert": LevelParameters(4, 6),
    "master": LevelParameters(),
}
"""How levels think where all is seen, unless a brain says otherwise."""


class Level(Bot):
    """A bot of one of the levels. Its setting `nodes` gives it that many nodes instead of seconds: then the same seed
    plays the same game on any machine. `milliseconds` gives it another time."""

    name = ""

    def __init__(
        self, game: Game, nodes: int | None = None, milliseconds: int | None = None, **settings: int | None
    ) -> None:
        super().__init__(game)
        if settings:
            raise Refusal(
                Text(
                    "{bot} has the settings nodes and milliseconds, not {given}",
                    bot=self.name,
                    given=next(iter(settings)),
                )
            )
        seconds = SECONDS[self.name] if milliseconds is None else milliseconds / 1000
        by_nodes = nodes is not None and milliseconds is None
        self.budget = Budget(None if by_nodes else seconds - min(_SPARED, seconds / 10), nodes)
        brain = game.brain
        self._brain = brain
        self._mind = brain.mind(self.name) if brain.mind else None
        self._searches = None if brain.search is None else _Searches(self.name, brain.search, brain)
        self._greedy = None if self._mind or self._searches else Greedy(game)
        self._watcher = self._mind or self._greedy
        """Who remembers what was seen and may interrupt; who searches sees everything."""
        self._trials = Trials(LEVELS.index(self.name), brain)

    def watch(self, view: View) -> None:
        if self._watcher is not None:
            self._watcher.watch(view)

    def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        return None if self._watcher is None else self._watcher.interrupt(view, moves, rng)

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        return moves[0] if len(moves) == 1 else self.think(view, moves, rng).move

    def stop(self) -> None:
        """Ends a thought that is under way, from another thread or a signal: it answers soon, with what it has."""
        for thinking in (self._mind, self._searches, self._trials):
            if thinking is not None:
                thinking.stop()

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
        if self._greedy is not None and self.game.hidden:
            return Thought(self._greedy.choose(view, moves, rng), 0.0)
        state = self._brain.determinise(view, self._brain.memory(), rng)
        if self._searches is None or not isinstance(state, LineState):
            return self._trials.think(state, view["seat"] or 0, moves, budget, rng)
        return self._searches.think(state, budget, rng, wide=wide)


class _Searches:
    """The ways to look ahead in a game that can be searched, each made when it is first needed."""

    def __init__(self, level: str, search: Search, brain: Brain) -> None:
        self._level, self._search, self._endings, self._book = level, search, brain.endings, brain.book
        self.thinker_of = brain.thinker
        """How the game itself looks ahead, if it does."""
        self._thinker: Thinker | None = None
        self._alphabeta: AlphaBeta | None = None
        self._ending: EndingSearch | None = None
        self._montecarlo: MonteCarloSearch | None = None

    def stop(self) -> None:
        for thinking in (self._alphabeta, self._ending, self._montecarlo, self._thinker):
            if thinking is not None:
                thinking.stop()

    def think(self, state: LineState, budget: Budget, rng: random.Random, *, wide: bool) -> Thought:
        """Two seats, or few moves ahead: alpha-beta; several: games tried out. What ends soon is seen through."""
        parameters = (self._search.levels(len(state.seats)) if self._search.levels else PARAMETERS)[self._level]
        if self._book is not None and parameters.depth is None and not wide:
            known = self._book(state)
            if known is not None and known.move is not None:
                return _by_the_book(known.move, known.moves)
        if self._endings is not None and parameters.depth is None and self._ends_soon(state, budget):
            return self._of_the_ending(self._endings, state, parameters, budget, rng, wide=wide)
        return self._ahead(state, parameters, budget, rng, wide=wide)

    def _ahead(
        self, state: LineState, parameters: LevelParameters, budget: Budget, rng: random.Random, *, wide: bool
    ) -> Thought:
        """Looking ahead: as the game itself knows best, with alpha-beta, or by trying games out."""
        if parameters.depth is None and self.thinker_of is not None:
            if self._thinker is None or self._thinker.size != state.size:
                self._thinker = self.thinker_of(state)
            if self._thinker is not None:
                return self._thinker.think(state, budget, rng, wide=wide)
        if len(state.seats) == 2 or parameters.depth is not None:
            return self._alpha_beta(parameters).think(state, budget, rng, _limits(parameters, wide=wide))
        if self._montecarlo is None:
            self._montecarlo = MonteCarloSearch(self._search, guided=True)
        return self._montecarlo.think(state, budget, rng)

    def _ends_soon(self, state: LineState, budget: Budget) -> bool:
        """Whether the rest of a game of two can probably be seen through."""
        effort = self._endings.effort(state) if self._endings is not None and len(state.seats) == 2 else None
        return effort is not None and budget.part(_FOR_THE_END).covers(effort)

    def _alpha_beta(self, parameters: LevelParameters) -> AlphaBeta:
        if self._alphabeta is None:
            bits = _TABLE_BITS if parameters.depth is None else _SMALL_TABLE_BITS
            self._alphabeta = AlphaBeta(self._search, bits, parameters.weights)
        return self._alphabeta

    def _of_the_ending(
        self,
        endings: Endings,
        state: LineState,
        parameters: LevelParameters,
        budget: Budget,
        rng: random.Random,
        *,
        wide: bool,
    ) -> Thought:
        """What is certain of an ending; what is not, as far as one can see with the rest of the budget."""
        if self._ending is None or self._ending.size != state.size:
            self._ending = EndingSearch(endings, state, _ENDING_TABLE_BITS)
        before = self._ending.nodes
        certain = self._ending.think(state, budget.part(_FOR_THE_END), wide=wide)
        if certain is not None and (not wide or len(certain.candidates) == len(state.moves())):
            return certain
        rest = Budget(0.0) if self._ending.stopped else budget.part(1 - _FOR_THE_END)
        guess = self._ahead(state, parameters, rest, rng, wide=wide)
        if certain is not None:
            return completed(certain, guess)
        return replace(guess, nodes=guess.nodes + self._ending.nodes - before)


def _by_the_book(move: Move, moves: int) -> Thought:
    return Thought(move, 1.0, (str(move),), ((str(move), 1.0),), depth=moves)


def _limits(parameters: LevelParameters, *, wide: bool) -> SearchLimits:
    return SearchLimits(FARTHEST if parameters.depth is None else parameters.depth, parameters.blind, wide=wide)


_TITLES = {
    "novice": meant("a bot", "Novice"),
    "apprentice": meant("a bot", "Apprentice"),
    "player": meant("a bot", "Player"),
    "expert": meant("a bot", "Expert"),
    "master": meant("a bot", "Master"),
}
LEVEL_BOTS: dict[str, type[Level]] = {
    name: type(name.title(), (Level,), {"name": name, "title": _TITLES[name]}) for name in LEVELS
}
"""The bot of each level."""
