"""What bots are told about a game: how good moves look, and what else its brain can do. A game declares it in its
`brain.py`, as BRAIN; a game without that file gets a brain that sees what the rules show.

Views and moves are the game's own kinds, so functions of them are declared with the types the game gives them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ludotheque.core.contract import Ability, Game, Move, State, View
from ludotheque.core.parts import has_part, part
from ludotheque.core.thought import Budget, LevelParameters, Thought

if TYPE_CHECKING:
    from ludotheque.core.boards.lines import Kernel

S = TypeVar("S", bound=State)


class Memory(Protocol):
    """What a seat remembers: it is shown every view of the seat."""

    def watch(self, view: Any) -> None: ...


class NoMemory:
    """The memory of those who see everything: nothing to remember."""

    def watch(self, view: View) -> None:
        """Forgets at once."""


class Mind(Protocol):
    """Thinks for one seat of one game, in the game's own way: where cards are hidden, or dice are thrown."""

    def watch(self, view: Any) -> None: ...

    def interrupt(self, view: Any, moves: Sequence[Any], rng: random.Random) -> Move | None: ...

    def think(self, view: Any, moves: Sequence[Any], rng: random.Random, budget: Budget) -> Thought: ...

    def stop(self) -> None:
        """Ends a thought that is under way soon, from another thread or a signal."""


class Thinker(Protocol):
    """Looks ahead in games of one kind, in the game's own way."""

    size: int
    """Of the boards it knows."""

    def think(self, state: Any, budget: Budget, rng: random.Random, *, wide: bool) -> Thought:
        """The best move; `wide` values every candidate as exactly as the best."""

    def stop(self) -> None:
        """Ends a thought that is under way soon, from another thread or a signal."""


class EndingSolver(Protocol):
    """Knows by how much a game of two that ends by counting is won; the more it is asked, the more it knows."""

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""

    def between(self, state: Any, alpha: int, beta: int) -> int:
        """By how much the seat to move wins, if that lies between the two; else a bound of it."""

    def within(self, nodes: int, state: Any, alpha: int, beta: int) -> int | None:
        """The same; or `None` if that takes more nodes."""

    def before(self, until: float, state: Any, alpha: int, beta: int) -> int | None:
        """The same; or `None` if it is not known by then (by `time.perf_counter`)."""


@dataclass(frozen=True)
class Search:
    """What a search asks of a game, besides its kernel. Compiled functions all."""

    kernel: Kernel
    weights: Mapping[str, int]
    """What `evaluate` is given, by name."""
    scale: int
    """How far ahead one is at this much: about three chances in four."""
    evaluate: Callable[..., int]
    """(rules, weights, line, at, seat): how good a position looks to a seat."""
    threat: Callable[..., int]
    """(rules, line, at, sets): 2 when the seat to move wins at once, 1 when the other would, so that more must be
    looked at, else 0."""
    ordering: Callable[..., int]
    """(rules, line, at, code): how soon to look at a move, the highest first."""
    key: Callable[..., int]
    """(rules, line, at): equal for positions that are alike; its last three bits are the way in which it was turned."""
    levels: Callable[[int], Mapping[str, LevelParameters]] | None = None
    """How each level thinks, by the number of seats; `None`: as in other games."""


@dataclass(frozen=True)
class Known:
    """A win that is certain, as a book has it."""

    winner: int
    """The seat that wins."""
    move: Move | None
    """What the winner plays now; `None` if it is the other's turn."""
    moves: int
    """Within how many moves."""


@dataclass(frozen=True)
class Endings:
    """What a game offers whose games of two end by counting."""

    effort: Callable[[Any], Budget | None]
    """What it mostly takes to see who wins from a state; `None` where that is not worth a try."""
    solver: Callable[[Any, int], EndingSolver]
    """(state, table bits): a solver for boards like that of the state."""
    alike: Callable[[Any], Any]
    """The one state that stands for all like it."""
    walk: Callable[..., Any]
    """Checks a proof position by position, by the rules alone."""
    try_out: Callable[..., int]
    """Puts what a proof relies on to the test, in games."""
    replay: Callable[..., None]
    """Checks a line of best play, by the rules alone."""


@dataclass(frozen=True)
class Brain:
    """What bots know of a game."""

    worths: Callable[..., list[float]]
    """(view, memory, moves, rng): what each move is worth to the seat that sees this, looking no farther."""
    determinise: Callable[..., State]
    """(view, memory, rng): a full state that agrees with what a seat has seen; where nothing is hidden, the state."""
    memory: Callable[..., Memory] = NoMemory
    """Makes a memory; its settings are those a greedy bot has."""
    search: Search | None = None
    endings: Endings | None = None
    book: Callable[[Any], Known | None] | None = None
    """(state): the win that a book knows of it; the master plays by it."""
    thinker: Callable[[Any], Thinker | None] | None = None
    """(state): how the master looks ahead in games such as this one, if the game knows better than any search."""
    mind: Callable[[str], Mind] | None = None
    """How a level thinks; make one for each seat of each game."""

    @property
    def abilities(self) -> frozenset[Ability]:
        offered: dict[Ability, object] = {
            "search": self.search,
            "endings": self.endings,
            "book": self.book,
            "mind": self.mind,
        }
        return frozenset(name for name, there in offered.items() if there is not None)


def brain_of(game: Game) -> Brain:
    """The brain a game declares, or one that knows nothing but the rules."""
    if has_part(game.package, "brain"):
        return part(game.package, "brain", "BRAIN", Brain)
    return _from_the_rules(game)


def _from_the_rules(game: Game) -> Brain:
    restore = game.rules.restore

    def determinise(view: View, memory: Memory, rng: random.Random) -> State:
        if restore is None:
            raise NotImplementedError(f"{game.id} hides something, and has no brain that could guess it")
        return restore(view)

    def worths(view: View, memory: Memory, moves: Sequence[Move], rng: random.Random) -> list[float]:
        if restore is None or view["seat"] is None:
            return [0.0] * len(moves)
        return one_ply(restore(view), view["seat"], moves, lambda state, seat: 0.0)

    return Brain(worths, determinise)


def one_ply(state: S, seat: int, moves: Sequence[Move], value: Callable[[S, int], float]) -> list[float]:
    """What each move is worth to a seat: a win, a loss, or how good the position after it looks."""
    return [_worth(state.play(move, seat), seat, value) for move in moves]


def _worth(state: S, seat: int, value: Callable[[S, int], float]) -> float:
    outcome = state.outcome
    if outcome is None:
        return value(state, seat)
    if seat in outcome.winners:
        return math.inf
    return -math.inf if outcome.winners else 0.0
