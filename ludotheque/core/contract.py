"""The contract every game keeps: a `Game` is the label on the box, a `State` is the table at one moment.

A state is an immutable value; `play` returns the next one. The base class checks turn, legality and end once,
for all games; a game computes only its own part (the methods whose names begin with an underscore).
"""

from __future__ import annotations

import importlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar, Protocol, Self

from ludotheque.core.options import Option, Options, changed, read_all
from ludotheque.core.text import Refusal, Text

CHANCE = -1
"""The seat of the dice and of the shuffle: its moves are what they show."""

HIDDEN = "hidden"
"""What stands in a record for a move that nobody may be told yet."""

Plain = str | int | float | bool | None | Sequence["Plain"] | Mapping[str, "Plain"]
View = Mapping[str, Plain]
"""What one seat may see, as plain data."""


class Move(Protocol):
    """A small frozen value with one text form: `str(move)` and `state.parse` are inverse."""

    def __str__(self) -> str: ...

    def __hash__(self) -> int: ...


class IllegalMove(Refusal):
    """A move that cannot be played. Says what is wrong and what is legal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a score per seat, the seats that won (several share a win, none is a draw), and why."""

    scores: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table: a short name for records, and what people call it."""

    id: str
    name: Text


@dataclass(frozen=True, eq=False)
class Game:
    """The label on the box: facts that can be listed without opening it. The rules load when a game starts."""

    package: str
    title: Text
    blurb: Text
    players: range
    age: int
    minutes: int
    chance: bool
    hidden: bool
    options: tuple[Option, ...]
    reasons: Mapping[str, Text]
    reseat: Callable[[int, Outcome], tuple[int, ...]]
    """Who sits where in the next game of a match: (seat that began, outcome) to the old seat of each new seat."""
    commands: tuple[str, ...] = ()
    """Commands of the command line that only this game has, in its module `commands`."""

    @property
    def id(self) -> str:
        return self.package.rpartition(".")[2]

    def start(self, **given: object) -> State:
        """The first state of a game with these options."""
        options = read_all(self.id, self.options, given)
        state: State = self.part("rules").start(options)
        return state

    def part(self, name: str) -> ModuleType:
        """One of the game's own modules: rules, board, brain or kernel."""
        return importlib.import_module(f"{self.package}.{name}")


class State(ABC):
    """The table at one moment. Equal tables are equal and hash alike; everything that decides the future is here."""

    game: ClassVar[Game]
    move_types: ClassVar[tuple[type, ...]]
    """What this game's moves are made of."""

    @property
    @abstractmethod
    def options(self) -> Options:
        """Every option's value, given or default."""

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def holders(self) -> tuple[int, ...]:
        """The person in each seat, numbered from 0: one each, unless one person plays several."""
        return tuple(range(len(self.seats)))

    @property
    def longest(self) -> int | None:
        """A number of moves that no game with these options goes beyond; `None` where nothing bounds it."""
        return None

    @property
    @abstractmethod
    def score_range(self) -> tuple[float, float]:
        """The lowest and the highest score a seat can end with."""

    @property
    @abstractmethod
    def acting(self) -> tuple[int, ...]:
        """The seats that may move now; `(CHANCE,)` when dice or a shuffle decide; `()` when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or `None` while it goes on."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move a text stands for; `IllegalMove` when it is no move of this game at all."""

    @abstractmethod
    def _moves(self, seat: int) -> tuple[Move, ...]: ...

    @abstractmethod
    def _next(self, move: Move, seat: int) -> Self: ...

    @abstractmethod
    def _view(self, seat: int | None) -> Mapping[str, Plain]: ...

    @property
    def over(self) -> bool:
        return not self.acting

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those of the acting seats the game waits for; the others may interrupt, but need not."""
        return self.acting

    def moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """The legal moves of the first acting seat, or of that seat (none when it may not act)."""
        if seat is None:
            return self._moves(self.acting[0]) if self.acting else ()
        self._check_seat(seat)
        return self._moves(seat) if seat in self.acting else ()

    def play(self, move: Move | str, seat: int | None = None) -> Self:
        """The state after this move by the first acting seat, or by that seat."""
        acting = self.acting
        if seat is not None:
            self._check_seat(seat)
        if not acting:
            raise IllegalMove(Text(f"{move} : la partie est finie", f"{move}: the game is over"))
        if seat is None:
            seat = acting[0]
        elif seat not in acting:
            raise IllegalMove(self._not_acting(move, seat))
        if isinstance(move, str):
            try:
                move = self.parse(move)
            except IllegalMove as error:
                raise IllegalMove(self._with_legal(error.message, seat)) from None
        elif not isinstance(move, self.move_types):
            raise IllegalMove(self._with_legal(_no_move(move, self.game), seat))
        legal = self._legal(move, seat)
        if legal is None:
            raise IllegalMove(self._refusal(move, seat))
        return self._next(legal, seat)

    def draw(self, rng: random.Random) -> Move:
        """A move of `CHANCE` drawn at random: each listed outcome alike unless the game knows better. (Where there are
        too many outcomes to list, `moves` lists none.)"""
        return rng.choice(self.moves(CHANCE))

    def told(self, move: Move) -> str:
        """What everybody may be told of a move while the game goes on: all, or `HIDDEN`."""
        return str(move)

    def view(self, seat: int | None = None) -> View:
        """What this seat may see (`None`: a spectator), built from nothing, as plain data."""
        if seat is not None:
            self._check_seat(seat)
        outcome = self.outcome
        return {
            "game": self.game.id,
            "options": changed(self.game.options, self.options),
            "seats": [each.id for each in self.seats],
            "seat": seat,
            "acting": list(self.acting),
            "outcome": None
            if outcome is None
            else {"scores": list(outcome.scores), "winners": list(outcome.winners), "reason": outcome.reason},
            **self._view(seat),
        }

    def perft(self, depth: int) -> int:
        """How many different sequences of `depth` moves start here."""
        check_depth(depth)
        if depth == 0:
            return 1
        if CHANCE in self.acting and not self.moves(CHANCE):
            raise Refusal(
                Text("le hasard a trop de possibilités pour les compter", "chance has too many outcomes to count them")
            )
        if depth == 1:
            return sum(len(self.moves(seat)) for seat in self.acting)
        return sum(self.play(move, seat).perft(depth - 1) for seat in self.acting for move in self.moves(seat))

    def seat_name(self, seat: int) -> Text:
        return Text("le hasard", "chance") if seat == CHANCE else self.seats[seat].name

    def _legal(self, move: Move, seat: int) -> Move | None:
        """The legal move of the acting seat that equals this one; a game with too many to list overrides this."""
        moves = self._moves(seat)
        return moves[moves.index(move)] if move in moves else None

    def _why(self, move: Move, seat: int) -> Text:
        """Why a well-formed move is not legal here; a game can say more."""
        return Text("ce n'est pas permis ici", "that is not allowed here")

    def _refusal(self, move: Move, seat: int) -> Text:
        why = self._why(move, seat)
        return self._with_legal(Text(f"{move} : {why.fr}", f"{move}: {why.en}"), seat)

    def _with_legal(self, message: Text, seat: int) -> Text:
        legal = some(self._moves(seat))
        if not legal:
            return message
        return Text(f"{message.fr}. Coups permis : {legal}", f"{message.en}. Legal moves: {legal}")

    def _not_acting(self, move: Move | str, seat: int) -> Text:
        who = self.seat_name(seat)
        turn = [self.seat_name(each) for each in self.acting]
        return Text(
            f"{move} : ce n'est pas à {who.fr} de jouer, mais à {', '.join(each.fr for each in turn)}",
            f"{move}: it is not {who.en}'s turn but {', '.join(each.en for each in turn)}'s",
        )

    def _check_seat(self, seat: int) -> None:
        if seat != CHANCE and seat not in range(len(self.seats)):
            last = len(self.seats) - 1
            raise Refusal(
                Text(
                    f"il n'y a pas de place {seat} : les places vont de 0 à {last}",
                    f"there is no seat {seat}: seats are 0 to {last}",
                )
            )


def check_depth(depth: object) -> None:
    """Refuses a depth that is not a whole number from 0 on."""
    if not isinstance(depth, int) or depth < 0:
        raise Refusal(Text(f"depth={depth!r} : une profondeur est 0 ou plus", f"depth={depth!r}: a depth is 0 or more"))


def some(moves: Sequence[Move], most: int = 12) -> str:
    """The first few moves in words, for messages.

    >>> some(["A1", "A2", "A3"], most=2)
    'A1, A2 … (3)'
    """
    listed = ", ".join(str(move) for move in moves[:most])
    return f"{listed} … ({len(moves)})" if len(moves) > most else listed


def malformed(text: str, *forms: str) -> IllegalMove:
    """The refusal of a text that is no move at all; the forms show what one looks like."""
    fr, en = " ou ".join(forms), " or ".join(forms)
    return IllegalMove(
        Text(
            f"{text!r} n'est pas un coup : un coup s'écrit comme {fr}",
            f"{text!r} is not a move: a move is written like {en}",
        )
    )


def _no_move(given: object, game: Game) -> Text:
    return Text(f"{given!r} n'est pas un coup de {game.title.fr}", f"{given!r} is not a move of {game.title.en}")
