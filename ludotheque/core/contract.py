"""The contract every game keeps: a `Game` is the label on the box, a `State` is the table at one moment.

A state is an immutable value; `play` returns the next one. The base class checks turn, legality and end once,
for all games; a game computes only its own part (the methods whose names begin with an underscore, and `view`).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypedDict

from ludotheque.core.options import AnyOption, Options, changed, read_all
from ludotheque.core.parts import part
from ludotheque.core.solo import Solo
from ludotheque.core.text import Refusal, Text, all_of, meant, one_of, verbatim
from ludotheque.core.values import forget_all
from ludotheque.core.variants import Variant

if TYPE_CHECKING:
    from ludotheque.core.brain import Brain

CHANCE = -1
"""The seat of the dice and of the shuffle: its moves are what they show."""

HIDDEN = "hidden"
"""What stands in a record for a move that nobody may be told yet."""

Plain = str | int | float | bool | None | Sequence["Plain"] | Mapping[str, "Plain"]

Ability = Literal["search", "endings", "book", "mind"]
"""What a game's brain can do besides weighing moves: be searched, see endings through, think in a way of its own."""


class Move(Protocol):
    """A small frozen value with one text form: `str(move)` and `state.parse` are inverse."""

    def __str__(self) -> str: ...

    def __hash__(self) -> int: ...


class IllegalMove(Refusal):
    """A move that cannot be played: what is wrong in words (`message`), and what is legal as one would type it."""

    def __init__(self, message: Text, tried: str = "", legal: Sequence[Move] = ()) -> None:
        super().__init__(message)
        self.tried = tried
        self.legal = tuple(legal)

    def __str__(self) -> str:
        said = str(self.message)
        return f"{said}. Legal moves: {some(self.legal)}" if self.legal else said


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a score per seat, the seats that won (several share a win, none is a draw), and why."""

    scores: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str


class OutcomeView(TypedDict):
    """An outcome as plain data."""

    scores: list[float]
    winners: list[int]
    reason: str


class View(TypedDict):
    """What one seat may see, as plain data; a game adds what is its own."""

    game: str
    options: dict[str, str]
    seats: list[str]
    seat: int | None
    """Whose view it is; `None`: a spectator's."""
    acting: list[int]
    outcome: OutcomeView | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table: a short name for records, and what people call it."""

    id: str
    name: Text


def numbered(number: int) -> Text:
    """A player of a game that has no other name for them."""
    return Text("player {number}", number=number)


def numbered_seats(players: int) -> tuple[Seat, ...]:
    """The seats of such a game."""
    return tuple(Seat(str(number), numbered(number)) for number in range(1, players + 1))


@dataclass(frozen=True)
class Rules:
    """What a game's `rules.py` declares under the name RULES."""

    start: Callable[[Options], State]
    """The first state of a game with these options; refuses options that do not go together."""
    restore: Callable[[Any], State] | None = None
    """The state a view shows: in games that hide nothing. (The view is the game's own kind of view.)"""
    redealt: Callable[[Any, int | None, random.Random], State] | None = None
    """In games that hide something: (state, seat, rng), the same moment with all that this seat (`None`: a spectator)
    does not see just now exchanged at random. Tests ask for it: nothing that leaves for the seat may change."""


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
    options: tuple[AnyOption, ...]
    reasons: Mapping[str, Text]
    reseat: Callable[[int, Outcome], tuple[int, ...]]
    """Who sits where in the next game of a match: (seat that began, outcome) to the old seat of each new seat."""
    abilities: frozenset[Ability] = frozenset()
    """What its brain can do; the brain must declare the same."""
    commands: tuple[str, ...] = ()
    """Commands of the command line that only this game has, in its module `commands`."""
    variants: tuple[Variant, ...] = ()
    """Games within the box that have a name of their own."""
    solo: Solo | None = None
    """The game for one player, where there is one."""

    @property
    def id(self) -> str:
        return self.package.rpartition(".")[2]

    def start(self, /, **given: object) -> State:
        """The first state of a game with these options."""
        return self.rules.start(read_all(self.id, self.options, given) if given else self._defaults)

    @cached_property
    def _defaults(self) -> Options:
        return read_all(self.id, self.options, {})

    @cached_property
    def rules(self) -> Rules:
        """The rules, from the game's `rules.py`."""
        return part(self.package, "rules", "RULES", Rules)

    @cached_property
    def brain(self) -> Brain:
        """What bots know of the game, from its `brain.py`; without one, what can be known of any game."""
        from ludotheque.core.brain import brain_of

        return brain_of(self)


class Hurry(NamedTuple):
    """A time in which to decide; who lets it pass makes a move all the same."""

    seconds: int
    move: Move


class Pause(NamedTuple):
    """A time in which to look at something that will be gone."""

    seconds: int
    seats: tuple[int, ...]
    """Those who should have it."""


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
    def options_changed(self) -> dict[str, str]:
        """The options that differ from their defaults, as text."""
        return changed(self.game.options, self.options)

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def title(self) -> Text:
        """What is played with these options: the game's title, unless a variant has a name of its own."""
        return self.game.title

    @property
    def reasons_in_words(self) -> Mapping[str, Text]:
        """Why a game with these options can end, in words, by the reason of an outcome."""
        return self.game.reasons

    @property
    def player_of_seat(self) -> tuple[int, ...]:
        """The player in each seat, numbered from 0: one each, unless one player has several."""
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
    def rounds_played(self) -> int | None:
        """How many rounds or turns there were, in games that count them: fewer are better."""
        return None

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

    def rest(self) -> None:
        """Lets go of what was found out about this moment: it is found again when somebody asks."""
        forget_all(self)

    @abstractmethod
    def view(self, seat: int | None = None) -> View:
        """What this seat may see (`None`: a spectator), built from nothing, as plain data.

        A game writes it as `{**self._seen_by_all(seat), …}`, with what is its own."""

    @abstractmethod
    def _moves(self, seat: int) -> tuple[Move, ...]: ...

    @abstractmethod
    def _next(self, move: Move, seat: int) -> Self: ...

    @property
    def over(self) -> bool:
        return not self.acting

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those of the acting seats the game waits for; the others may interrupt, but need not."""
        return self.acting

    @property
    def hurry(self) -> Hurry | None:
        """The time in which the acting seats must decide, where the rules of the game set one."""
        return None

    @property
    def pause(self) -> Pause | None:
        """The time to look before somebody moves on, where something is to be remembered. Nobody is kept from moving:
        bots wait, and pages show what there was."""
        return None

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
            raise IllegalMove(Text("{move}: the game is over", move=self._named(move)), _written(move))
        if seat is None:
            seat = acting[0]
        elif seat not in acting:
            raise IllegalMove(self._not_acting(move, seat), _written(move))
        if isinstance(move, str):
            text = move
            try:
                move = self.parse(text)
            except IllegalMove as error:
                raise IllegalMove(error.message, text, self._moves(seat)) from None
        legal = self._legal(move, seat) if isinstance(move, self.move_types) else None
        if legal is None:
            raise IllegalMove(self._not_legal(move, seat), _written(move), self._moves(seat))
        return self._next(legal, seat)

    def draw(self, rng: random.Random) -> Move:
        """A move of `CHANCE` drawn at random: each listed outcome alike unless the game knows better. (Where there are
        too many outcomes to list, `moves` lists none.)"""
        return rng.choice(self.moves(CHANCE))

    def describe(self, move: Move) -> Text:
        """A move in words, to follow the name of who makes it: “red: the ball on C5”. A game that has none gives its
        notation."""
        return verbatim(str(move))

    def is_public(self, move: Move) -> bool:
        """Whether everybody may be told a move while the game goes on; what is hidden is told when it is over."""
        return True

    def public_text(self, move: Move) -> str:
        """What everybody may be told of a move while the game goes on, as records write it: all, or `HIDDEN`."""
        return str(move) if self.is_public(move) else HIDDEN

    def public_words(self, move: Move) -> Text:
        """The same in words. A game whose words give nothing away tells them of hidden moves too."""
        return self.describe(move) if self.is_public(move) else Text("in secret")

    def perft(self, depth: int) -> int:
        """How many different sequences of `depth` moves start here."""
        check_depth(depth)
        if depth == 0:
            return 1
        if CHANCE in self.acting and not self.moves(CHANCE):
            raise Refusal(Text("chance has too many outcomes to count them"))
        if depth == 1:
            return sum(len(self.moves(seat)) for seat in self.acting)
        return sum(self.play(move, seat).perft(depth - 1) for seat in self.acting for move in self.moves(seat))

    def seat_name(self, seat: int) -> Text:
        return meant("who rolls dice and shuffles cards", "chance") if seat == CHANCE else self.seats[seat].name

    def _seen_by_all(self, seat: int | None) -> View:
        """What every view begins with."""
        if seat is not None:
            self._check_seat(seat)
        outcome = self.outcome
        return {
            "game": self.game.id,
            "options": self.options_changed,
            "seats": [each.id for each in self.seats],
            "seat": seat,
            "acting": list(self.acting),
            "outcome": None
            if outcome is None
            else {"scores": list(outcome.scores), "winners": list(outcome.winners), "reason": outcome.reason},
        }

    def _legal(self, move: Move, seat: int) -> Move | None:
        """The legal move of the acting seat that is this one, in type and value; a game with too many to list overrides
        this."""
        moves = self._moves(seat)
        for each in moves:  # most often it is one of these very ones, and to compare them all by value takes longer
            if each is move:
                return move
        found = next((each for each in moves if each == move), None)
        return found if type(found) is type(move) else None

    def _why(self, move: Move, seat: int) -> Text:
        """Why a well-formed move is not legal here; a game can say more."""
        return Text("that is not allowed here")

    def _not_legal(self, move: Move, seat: int) -> Text:
        known = self._known(move)
        if known is None:
            return Text("{given} is not a move of {game}", given=repr(move), game=self.game.title)
        return Text("{move}: {why}", move=self.describe(known), why=self._why(known, seat))

    def _known(self, given: Move | str) -> Move | None:
        """What was given, if it is a move of this game at all: a move's class may hold anything, its text may not."""
        if not isinstance(given, (str, *self.move_types)):
            return None
        try:
            return self.parse(str(given))
        except (LookupError, ValueError):
            return None

    def _named(self, move: Move | str) -> Text:
        """What a refusal calls a move: what it says, in words; what is no move, as it was given."""
        known = self._known(move)
        return verbatim(repr(move)) if known is None else self.describe(known)

    def _not_acting(self, move: Move | str, seat: int) -> Text:
        return Text(
            "{move}: it is not the turn of {seat}, but of {others}",
            move=self._named(move),
            seat=self.seat_name(seat),
            others=all_of(self.seat_name(each) for each in self.acting),
        )

    def _check_seat(self, seat: int) -> None:
        if seat != CHANCE and seat not in range(len(self.seats)):
            raise Refusal(Text("there is no seat {seat}: seats are 0 to {last}", seat=seat, last=len(self.seats) - 1))


def check_depth(depth: object) -> None:
    """Refuses a depth that is not a whole number from 0 on."""
    if not isinstance(depth, int) or depth < 0:
        raise Refusal(Text("depth={depth}: a depth is 0 or more", depth=repr(depth)))


def some(moves: Sequence[Move], most: int = 12) -> str:
    """The first few moves as one types them, for messages.

    >>> some(["A1", "A2", "A3"], most=2)
    'A1, A2 … (3)'
    """
    listed = ", ".join(str(move) for move in moves[:most])
    return f"{listed} … ({len(moves)})" if len(moves) > most else listed


def malformed(text: str, *forms: str) -> IllegalMove:
    """The refusal of a text that is no move at all; the forms show what one looks like."""
    return IllegalMove(
        Text("{text} is not a move: a move is written like {forms}", text=repr(text), forms=one_of(forms)), text
    )


def _written(given: object) -> str:
    """What was given, as text; of what has none, what it is."""
    try:
        return str(given)
    except (LookupError, ValueError):
        return repr(given)
