"""Trying to solve a puzzle: what a try comes to, by the puzzle and the rules. Nothing is kept between tries.

>>> from ludotheque.core.cupboard import find
>>> from ludotheque.core.puzzle import puzzles_of
>>> puzzle = next(each for each in puzzles_of(find("hopsy")) if each.ask == "win")
>>> attempt(find("hopsy"), puzzle, [puzzle.stages[0].right]).status in ("right", "solved")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.puzzle import MOST, Puzzle, finding_of, seat_number
from ludotheque.core.record import Played, seat_id
from ludotheque.core.text import Refusal, Text

Status = Literal["open", "right", "wrong", "solved"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody does, and the table before and after it."""

    seat: int
    move: str
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Attempt:
    """What the latest move that was tried comes to."""

    status: Status
    """`open`: any turn will do, and this one goes on; `right`: there is more to find."""
    shown: tuple[Shown, ...]
    """What happens on the board: the move, and the reply, the refutation or the end."""
    state: State
    """Where one goes on from; after a wrong try, where one was."""
    kept: int
    """How many of the moves that were tried stand."""
    reached: int | None = None
    """How much a turn has reached."""


def followed(state: State, moves: Iterable[Played]) -> tuple[Shown, ...]:
    """Moves played one after the other."""
    found = []
    for played in moves:
        seat = seat_number(state, played.seat)
        after = state.play(played.move, seat)
        found.append(Shown(seat, played.move, state, after))
        state = after
    return tuple(found)


def given(game: Game, puzzle: Puzzle, instead: Played | None = None) -> tuple[Shown, ...]:
    """What has happened before a puzzle begins; `instead` stands for the latest move of the same seat."""
    moves = list(puzzle.given)
    if instead is not None:
        moves[max(at for at, played in enumerate(moves) if played.seat == instead.seat)] = instead
    return followed(game.start(**puzzle.options), moves)


def begun(game: Game, puzzle: Puzzle) -> State:
    """The moment at which a puzzle begins."""
    shown = given(game, puzzle)
    return shown[-1].after if shown else game.start(**puzzle.options)


def attempt(game: Game, puzzle: Puzzle, tried: Sequence[str]) -> Attempt:
    """What the last of these moves comes to; the ones before it must have been right."""
    if puzzle.ask == MOST:
        return _turn(game, puzzle, tried)
    if not 0 < len(tried) <= len(puzzle.stages):
        raise Refusal(Text("there is nothing to try here"))
    state = begun(game, puzzle)
    for stage, move in zip(puzzle.stages, tried[:-1], strict=False):
        if str(state.parse(move)) != stage.right:
            raise Refusal(Text("there is nothing to try here"))
        state = followed(state, (Played(puzzle.seat, move), *stage.reply))[-1].after
    stage, move = puzzle.stages[len(tried) - 1], str(state.parse(tried[-1]))
    mine = Played(puzzle.seat, move)
    if move != stage.right:
        state.play(move, seat_number(state, puzzle.seat))  # a move that is not legal is refused as everywhere
        return Attempt("wrong", _refuted(game, puzzle, state, mine, stage.wrong.get(move, ())), state, len(tried) - 1)
    last = len(tried) == len(puzzle.stages)
    shown = followed(state, (mine, *stage.reply, *(puzzle.then if last else ())))
    return Attempt("solved" if last else "right", shown, shown[-1].after, len(tried))


def solution(game: Game, puzzle: Puzzle) -> tuple[Shown, ...]:
    """The whole solution, from where the puzzle begins."""
    moves = [each for stage in puzzle.stages for each in (Played(puzzle.seat, stage.right), *stage.reply)]
    return followed(begun(game, puzzle), (*moves, *puzzle.then))


def _refuted(game: Game, puzzle: Puzzle, state: State, mine: Played, line: tuple[Played, ...]) -> tuple[Shown, ...]:
    """A wrong move and what refutes it: what follows, or how it may be for all that was seen."""
    if not line:  # where something is hidden, what one would see then is not told
        return () if game.hidden else followed(state, (mine,))
    if line[0].seat != seat_id(state, CHANCE):
        return followed(state, (mine, *line))
    otherwise = given(game, puzzle, line[0])[-1].after
    return followed(otherwise, (mine, *line[1:]))


def _turn(game: Game, puzzle: Puzzle, tried: Sequence[str]) -> Attempt:
    """A turn in which so much is to be reached, as far as it has gone."""
    start = begun(game, puzzle)
    shown = followed(start, [Played(puzzle.seat, move) for move in tried])
    state, finding = shown[-1].after if shown else start, finding_of(game)
    count = None if finding is None else finding.reached
    assert count is not None, "puzzles of this kind come with what they count"
    seat = seat_number(start, puzzle.seat)
    reached = count(start, state, seat)
    if reached >= puzzle.goal:
        return Attempt("solved", shown[-1:], state, len(tried), reached)
    over = seat not in state.acting
    if over:
        return Attempt("wrong", shown[-1:], start, 0, reached)
    return Attempt("open", shown[-1:], state, len(tried), reached)
