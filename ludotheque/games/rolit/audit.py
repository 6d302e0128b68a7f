"""Checks the proof of a whole game of two colours. What holds it together is checked with none of the code that found
it; what it says of pieces is tried out, not proved again.

The tree is walked by the rules alone: at every position the side that is right has an answer that leads where the
proof says, and every move of the other side is covered, down to the pieces. Pieces are then put to the test in games:
the side that is right plays on, the other at random, and near the end plain minimax, again by the rules alone, must
bear out what was claimed at the beginning.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ludotheque.core.boards.lines import SEAT
from ludotheque.core.text import Refusal, Text
from ludotheque.games.rolit import GAME
from ludotheque.games.rolit.rules import LETTERS, NAMES, RolitState

_SEEN_THROUGH = 7
"""With so few empty squares plain minimax takes no time."""


class Claimed(Protocol):
    """That the seat to move at the root wins by so many points or more, or that it does not; and the answers of the
    side that is right, position by position."""

    @property
    def root(self) -> str: ...

    @property
    def points(self) -> int: ...

    @property
    def true(self) -> bool: ...

    @property
    def answers(self) -> Mapping[str, str]: ...


class Known(Protocol):
    """By how much, at least and at most, the seat to move wins a piece."""

    @property
    def lower(self) -> int: ...

    @property
    def upper(self) -> int: ...


class Solves(Protocol):
    """Whoever solves endings."""

    def between(self, state: RolitState, alpha: int, beta: int) -> int: ...


class Flaw(Refusal):
    """A proof that proves nothing."""


class Piece(NamedTuple):
    """What a proof says of a position: that the seat to move wins by so many points or more, or by no more."""

    position: str
    points: int
    at_least: bool

    def borne_out(self, known: Known) -> bool:
        return known.lower >= self.points if self.at_least else known.upper <= self.points


def walked(state: RolitState, proof: Claimed, book: Mapping[str, Known]) -> tuple[int, list[Piece]]:
    """Walks through a proof: how many positions it has above the pieces, and the pieces it relies on."""
    if proof.root not in _ways(state):
        raise _flaw(proof.root, Text("this is not the position to start from"))
    done: set[str] = set()
    pieces: list[Piece] = []
    todo = [(proof.root, True)]
    while todo:
        at, claimant = todo.pop()
        if at in done:
            continue
        done.add(at)
        piece = _said(proof, at, claimant=claimant)
        if at in book and piece.borne_out(book[at]):
            pieces.append(piece)
        else:
            todo += [(each, not claimant) for each in _next(state, at, proof, book, piece)]
    return len(done) - len(pieces), pieces


def _said(proof: Claimed, at: str, *, claimant: bool) -> Piece:
    """What a proof says of one of its positions."""
    points = proof.points if proof.true else proof.points - 1
    return Piece(at, points if claimant else -points, at_least=claimant == proof.true)


def _next(state: RolitState, at: str, proof: Claimed, book: Mapping[str, Known], piece: Piece) -> list[str]:
    """Where a proof goes on from a position: the answer of the side that is right, or all moves of the other."""
    now = _start(state, at)
    after = [_ways(now.play(move)) for move in now.moves()]
    if piece.at_least:  # it is for the side that is right to move
        answer = proof.answers.get(at, "")
        if not any(answer in ways for ways in after):
            raise _flaw(at, Text("there is no legal answer"))
        return [answer]
    covered = [next((way for way in ways if way in proof.answers or way in book), None) for ways in after]
    if None in covered:
        raise _flaw(at, Text("a move is forgotten"))
    return [each for each in covered if each is not None]


def tried(state: RolitState, pieces: Sequence[Piece], endings: Solves, games: int, rng: random.Random) -> int:
    """Puts pieces to the test in so many games; how many positions plain minimax looked at."""
    known: dict[RolitState, int] = {}
    for _ in range(games if pieces else 0):
        piece = rng.choice(pieces)
        now, points, at_least = _start(state, piece.position), piece.points, piece.at_least
        while now.plies_left > _SEEN_THROUGH:
            after = [now.play(move) for move in now.moves()]
            rng.shuffle(after)
            if at_least:
                after = [each for each in after if _no_more(endings, each, -points)][:1]
            if not after:
                raise _flaw(piece.position, Text("it breaks at {position}", position=now.position()))
            now, points, at_least = after[0], -points, not at_least
        value = margin(now, known)
        if (value < points) if at_least else (value > points):
            raise _flaw(piece.position, Text("belied at {position}", position=now.position()))
    return len(known)


def played(state: RolitState, line: Sequence[str], value: int, endings: Solves, piece: int) -> None:
    """Plays a line that is said to be best play by the rules: no move along it can be bettered, as far as the positions
    are pieces or smaller, and it ends with that margin. (What is above, the proof covers.)"""
    known: dict[RolitState, int] = {}
    for move in line:
        empty = state.plies_left
        if empty <= piece and (_no_more(endings, state, value - 1) or not _no_more(endings, state, value)):
            raise _flaw(state.position(), Text("not {margin}", margin=value))
        if empty <= _SEEN_THROUGH and margin(state, known) != value:
            raise _flaw(state.position(), Text("{true}, not {margin}", true=margin(state, known), margin=value))
        state, value = state.play(move), -value
    if state.outcome is None or margin(state, known) != value:
        raise _flaw(state.position(), Text("the game ends otherwise"))


def margin(state: RolitState, known: dict[RolitState, int]) -> int:
    """By how much the seat to move wins if both play best: plain minimax, by the rules alone."""
    if state.outcome is not None:
        mover = state.row[SEAT]
        return int(state.outcome.scores[mover] - state.outcome.scores[1 - mover])
    if state not in known:
        known[state] = max(-margin(state.play(move), known) for move in state.moves())
    return known[state]


def _no_more(endings: Solves, state: RolitState, points: int) -> bool:
    """Whether the seat to move wins by no more than this."""
    return endings.between(state, points, points + 1) <= points


def _start(state: RolitState, position: str) -> RolitState:
    """A position of the proof as a state: red against green."""
    start = GAME.start(size=state.size, position=position)
    assert isinstance(start, RolitState)
    return start


def _ways(state: RolitState) -> list[str]:
    """The eight ways to look at a position, as text: red is to move against green, and neutral balls are yellow."""
    mover = state.row[SEAT]
    letters = [LETTERS[NAMES.index(seat.id)] for seat in state.seats]
    named = {".": ".", letters[mover]: "r", letters[1 - mover]: "g"}
    rows = ["".join(named.get(cell, "y") for cell in row) for row in state.rows()]
    ways = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        ways += ["/".join(rows) + " r", "/".join(row[::-1] for row in rows) + " r"]
    return ways


def _flaw(position: str, problem: Text) -> Flaw:
    return Flaw(Text("the proof is wrong at {position}: {problem}", position=position, problem=problem))
