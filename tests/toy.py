"""A toy game that uses all the contract has for games of luck, secrets and hurry: three rolls of a die, hidden numbers,
and two players who act at the same time. It keeps the contract from fitting only the games there are."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from ludotheque.core.contract import CHANCE, Game, Move, Outcome, Seat, State, View, malformed
from ludotheque.core.options import Options
from ludotheque.core.text import Text, verbatim

ROUNDS = 3
SEATS = (Seat("left", verbatim("left")), Seat("right", verbatim("right")))


@dataclass(frozen=True, slots=True)
class Word:
    """`roll 4`, `secret 2`, `done`."""

    verb: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.verb} {self.number}" if self.number else self.verb


class ToyView(View):
    """What a seat sees: the die, and the numbers it noted itself."""

    rolled: int
    mine: list[int]


@dataclass(frozen=True)
class ToyState(State):
    """Each round a die is rolled, then both note a secret number or say done, in any order."""

    game: ClassVar[Game]
    move_types: ClassVar[tuple[type, ...]] = (Word,)
    rolled: int = 0
    round: int = 0
    waiting: tuple[int, ...] = ()
    secrets: tuple[tuple[int, ...], tuple[int, ...]] = field(default=((), ()), repr=False)

    @property
    def options(self) -> Options:
        return {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, 18

    @property
    def longest(self) -> int:
        return 9

    @property
    def acting(self) -> tuple[int, ...]:
        if self.waiting:
            return self.waiting
        return (CHANCE,) if self.round < ROUNDS else ()

    @property
    def outcome(self) -> Outcome | None:
        if self.acting:
            return None
        scores = tuple(float(sum(numbers)) for numbers in self.secrets)
        return Outcome(scores, tuple(seat for seat in (0, 1) if scores[seat] == max(scores)), "done")

    def parse(self, text: str) -> Word:
        verb, _, number = text.partition(" ")
        if verb == "done" and not number:
            return Word("done")
        if verb in ("roll", "secret") and number in ("1", "2", "3", "4", "5", "6"):
            return Word(verb, int(number))
        raise malformed(text, "roll 4, secret 2, done")

    def describe(self, move: Move) -> Text:
        assert isinstance(move, Word)
        if move.verb == "done":
            return verbatim("nothing more")
        return verbatim(f"the die shows {move.number}" if move.verb == "roll" else f"a secret {move.number}")

    def is_public(self, move: Move) -> bool:
        """All see the die; what a player notes, if anything, is for that player alone."""
        return isinstance(move, Word) and move.verb == "roll"

    def _moves(self, seat: int) -> tuple[Move, ...]:
        if seat == CHANCE:
            return tuple(Word("roll", number) for number in range(1, 7))
        return (Word("done"), *(Word("secret", number) for number in range(1, self.rolled + 1)))

    def _next(self, move: Move, seat: int) -> Self:
        assert isinstance(move, Word)
        if seat == CHANCE:
            return replace(self, rolled=move.number, round=self.round + 1, waiting=(0, 1))
        mine = (*self.secrets[seat], move.number)
        secrets = (mine, self.secrets[1]) if seat == 0 else (self.secrets[0], mine)
        return replace(self, waiting=tuple(each for each in self.waiting if each != seat), secrets=secrets)

    def view(self, seat: int | None = None) -> ToyView:
        mine = () if seat is None else self.secrets[seat]
        return {**self._seen_by_all(seat), "rolled": self.rolled, "mine": list(mine)}


GAME = Game(
    package=__name__,
    title=verbatim("Toy"),
    blurb=verbatim("Roll and hide."),
    players=range(2, 3),
    age=4,
    minutes=1,
    chance=True,
    hidden=True,
    options=(),
    reasons={"done": verbatim("done")},
    reseat=lambda began, outcome: (0, 1),
)
ToyState.game = GAME
