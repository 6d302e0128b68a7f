"""One pairing: two bots, the seats balanced between them, every opening played from all seats.

A game is known by its seed, the number of its opening and who sits where. Everything else follows from these: the
random moves of the opening, what the dice and the shuffle show, and what the bots draw. So any game can be played
again anywhere, and it does not matter which process plays it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from ludotheque.arena.clock import Clocked, Effort
from ludotheque.arena.entrants import Entrant
from ludotheque.bots.player import Bot
from ludotheque.bots.turns import next_move, show
from ludotheque.core.contract import CHANCE, Move, State
from ludotheque.core.cupboard import find
from ludotheque.core.text import Refusal, Text, counted
from ludotheque.research.textplayers import TextPlayer

Form = Literal["shared", "lone", "alone"]
"""Both share the seats equally; one sits among copies of the other; or each plays by itself, and they are compared."""

_FORMS: tuple[Form, ...] = ("shared", "lone", "alone")
_TRIES = 100
"""How often an opening is drawn anew when the game was over within it."""

_WARMING = 4
"""Moves of a bot that is new in this process."""

_warmed: set[tuple[str, Entrant]] = set()


@dataclass(frozen=True)
class Setup:
    """What all games of a tournament have in common."""

    game: str
    options: Mapping[str, str]
    openings: int
    """How many random moves every game begins with."""
    form: Form = "shared"

    def start(self) -> State:
        return find(self.game).start(**self.options)


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: its luck and opening by their numbers, and the bot in each seat."""

    seed: int
    opening: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played, and how it ended."""

    fixture: Fixture
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str
    moves: int
    rounds: int | None = None
    """Or turns: in games that count them."""
    efforts: Mapping[str, Effort] = field(default_factory=dict, compare=False)
    """By bot. Clocks differ from machine to machine: two runs are equal without them."""

    def standing(self, seat: int) -> tuple[bool, float, int]:
        """What ranks the seats, the most first: to have won, then points, then fewer rounds to a win."""
        won = seat in self.winners
        return won, self.scores[seat], -(self.rounds or 0) if won else 0


def form_named(name: str) -> Form:
    """How bots are compared, as a file of results names it."""
    for form in _FORMS:
        if form == name:
            return form
    raise ValueError(f"no such form: {name!r}")


def form_of(start: State, *, lone: bool = False) -> Form:
    """How bots are compared in this game; refused where one person plays against themself."""
    if len(start.seats) == 1:
        return "alone"
    if len(set(start.player_of_seat)) == 1:
        raise Refusal(
            Text(
                "one person holds all seats: there is nothing to compare",
            )
        )
    return "lone" if lone and len(start.seats) > 2 else "shared"


def seatings(form: Form, seats: int, one: str, other: str) -> tuple[tuple[str, ...], ...]:
    """Every way to seat two bots: each has each seat equally often.

    >>> seatings("shared", 2, "a", "b")
    (('a', 'b'), ('b', 'a'))
    >>> ["".join(each) for each in seatings("shared", 3, "a", "b")]
    ['abb', 'bab', 'bba', 'aab', 'aba', 'baa']
    >>> ["".join(each) for each in seatings("lone", 3, "a", "b")]
    ['abb', 'bab', 'bba']
    """
    if form == "alone":
        return (one,) * seats, (other,) * seats
    counts = (1,) if form == "lone" else sorted({seats // 2, (seats + 1) // 2})
    return tuple(
        tuple(one if seat in chosen else other for seat in range(seats))
        for count in counts
        for chosen in combinations(range(seats), count)
    )


def opening(setup: Setup, seed: int, number: int) -> tuple[tuple[int, str], ...]:
    """The moves an opening begins with, drawn at random; never so many that the game is over."""
    rng = random.Random(f"opening {seed} {number}")
    for _ in range(_TRIES):
        state, moves = setup.start(), 0
        played: list[tuple[int, str]] = []
        while moves < setup.openings and not state.over:
            seat = rng.choice(state.waiting)
            move = state.draw(rng) if seat == CHANCE else rng.choice(state.moves(seat))
            moves += seat != CHANCE
            played.append((seat, str(move)))
            state = state.play(move, seat)
        if not state.over:
            return tuple(played)
    raise Refusal(
        counted(
            "{n} random move ends the game: give fewer", "{n} random moves end the game: give fewer", n=setup.openings
        )
    )


def play(setup: Setup, fixture: Fixture) -> GameResult:
    """Plays one game to its end."""
    kinds = {name: Entrant.read(name) for name in fixture.seats}
    for kind in kinds.values():
        _warm(setup, kind)
    game = find(setup.game)
    bots = {seat: Clocked(kinds[name].make(game)) for seat, name in enumerate(fixture.seats)}
    state = setup.start()
    show(state, bots)
    for seat, text in opening(setup, fixture.seed, fixture.opening):
        state = state.play(text, seat)
        show(state, bots)
    luck = random.Random(f"luck {fixture.seed} {fixture.opening}")
    thinking = random.Random(f"thinking {fixture.seed} {fixture.opening} {' '.join(fixture.seats)}")
    moves = 0
    while not state.over:
        seat, move = _turn(state, bots, thinking, luck)
        state = state.play(move, seat)
        show(state, bots)
        moves += 1
    efforts = {
        name: sum((bots[seat].effort for seat, each in enumerate(fixture.seats) if each == name), Effort())
        for name in kinds
    }
    return _ended(fixture, state, moves, efforts)


def _warm(setup: Setup, kind: Entrant) -> None:
    """The first time in this process: some moves that do not count, so that no clock runs while rules are compiled."""
    if (setup.game, kind) in _warmed:
        return
    _warmed.add((setup.game, kind))
    rng, state = random.Random(1), setup.start()
    bots = {seat: kind.make(find(setup.game)) for seat in range(len(state.seats))}
    if isinstance(bots[0], TextPlayer):  # each reply may cost money, and compiles nothing
        return
    left = _WARMING
    while left and not state.over:
        seat, move = _turn(state, bots, rng, rng)
        state = state.play(move, seat)
        show(state, bots)
        left -= seat != CHANCE


def _turn(state: State, bots: Mapping[int, Bot], thinking: random.Random, luck: random.Random) -> tuple[int, Move]:
    """Who moves and how. Dice and cards have a source of their own, so that all seatings meet the same luck."""
    turn = next_move(state, bots, thinking, luck)
    assert turn is not None, "every seat has a bot"
    return turn


def _ended(fixture: Fixture, state: State, moves: int, efforts: Mapping[str, Effort]) -> GameResult:
    outcome = state.outcome
    assert outcome is not None
    return GameResult(fixture, outcome.scores, outcome.winners, outcome.reason, moves, state.rounds_played, efforts)


def score(form: Form, games: Sequence[GameResult], one: str) -> float:
    """The part of one bot in the games of an opening: 1 when it was above the other in all comparisons, draws half."""
    if form == "alone":
        first, second = (each.standing(0) for each in games)
        return _compared(first, second)
    return sum(_within(game, one) for game in games) / len(games)


def _within(game: GameResult, one: str) -> float:
    """One bot's seats against the other's, each with each, by rank."""
    mine = [seat for seat, name in enumerate(game.fixture.seats) if name == one]
    theirs = [seat for seat, name in enumerate(game.fixture.seats) if name != one]
    pairs = [_compared(game.standing(seat), game.standing(other)) for seat in mine for other in theirs]
    return sum(pairs) / len(pairs)


def _compared(first: tuple[bool, float, int], second: tuple[bool, float, int]) -> float:
    return 1.0 if first > second else 0.0 if first < second else 0.5


def share(game: GameResult, one: str) -> float:
    """The part of the win that one bot's seats have; where nobody wins, everybody has a part."""
    winners = game.winners or tuple(range(len(game.fixture.seats)))
    return sum(game.fixture.seats[seat] == one for seat in winners) / len(winners)
