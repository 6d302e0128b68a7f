"""The rules of Bachet: a state, and the moves that lead to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from ludotheque.core.contract import Move, Outcome, Rules, Seat, View, malformed
from ludotheque.core.options import Options, read_all
from ludotheque.core.text import Text, counted
from ludotheque.drawing.drawn import Drawn

from ludotheque.cli.skeleton.bachet import GAME, PILE

SEATS = (Seat("first", Text("first player")), Seat("second", Text("second player")))
MOST = 3
"""How many pebbles one may take."""


@dataclass(frozen=True, slots=True)
class Take:
    """So many pebbles: `take 2`."""

    number: int

    def __str__(self) -> str:
        return f"take {self.number}"


class BachetView(View):
    """What everybody sees."""

    pebbles: int
    turn: int


@dataclass(frozen=True)
class BachetState(Drawn):
    """The pebbles that are left, and whose turn it is."""

    game = GAME
    move_types = (Take,)
    pile: int
    """How many there were at the start."""
    pebbles: int
    turn: int = 0

    @property
    def options(self) -> Options:
        return {"pile": self.pile}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, 1

    @property
    def longest(self) -> int:
        return self.pile

    @property
    def acting(self) -> tuple[int, ...]:
        return (self.turn,) if self.pebbles else ()

    @property
    def outcome(self) -> Outcome | None:
        if self.pebbles:
            return None
        winner = 1 - self.turn
        return Outcome((1.0, 0.0) if winner == 0 else (0.0, 1.0), (winner,), "last")

    def parse(self, text: str) -> Take:
        verb, _, number = text.strip().partition(" ")
        if verb == "take" and number in ("1", "2", "3"):
            return Take(int(number))
        raise malformed(text, "take 1", "take 2", "take 3")

    def describe(self, move: Move) -> Text:
        assert isinstance(move, Take)
        return counted("takes {n} pebble", "takes {n} pebbles", n=move.number)

    def view(self, seat: int | None = None) -> BachetView:
        return {**self._seen_by_all(seat), "pebbles": self.pebbles, "turn": self.turn}

    def _moves(self, seat: int) -> tuple[Take, ...]:
        return tuple(Take(number) for number in range(1, min(MOST, self.pebbles) + 1))

    def _next(self, move: Move, seat: int) -> Self:
        assert isinstance(move, Take)
        return type(self)(self.pile, self.pebbles - move.number, 1 - self.turn)

    def _why(self, move: Move, seat: int) -> Text:
        return counted("only {n} pebble is left", "only {n} pebbles are left", n=self.pebbles)


def start(options: Options) -> BachetState:
    """All pebbles in the pile."""
    pile = PILE.of(options)
    return BachetState(pile, pile)


def restore(view: BachetView) -> BachetState:
    """The state a view shows: nothing is hidden."""
    options = read_all(GAME.id, GAME.options, view["options"])
    return replace(start(options), pebbles=view["pebbles"], turn=view["turn"])


RULES = Rules(start, restore)
