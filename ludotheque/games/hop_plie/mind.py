"""How the levels think about a turn of Hop ! C'est plié.

novice      one row at a time, overlooks most; folds small as soon as it can; forgets every second bonus
apprentice  one row at a time, by the crosses that are left; overlooks some
player      plans the turn, by the crosses that are left
expert      plans the turn, by the rounds that are left; weighs two ways to fold
master      plans several good ends of the turn, and looks what the dice of the next two would make of them
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ludotheque.core.boards.arrays import Bytes, Line, Words, np
from ludotheque.core.thought import Budget, Thought
from ludotheque.games.hop_plie import kernel, strokes
from ludotheque.games.hop_plie.measure import AIMS, CROSSES, prospect_of, rounds_left, weights_of
from ludotheque.games.hop_plie.rules import HopPlieState, HopPlieView, die_faces, restore
from ludotheque.games.hop_plie.setting import SOLO_ROUNDS
from ludotheque.games.hop_plie.strokes import Act, Row, Stroke
from ludotheque.games.hop_plie.turns import (
    EITHER,
    FOLD,
    ROW,
    Outlook,
    do,
    look_ahead,
    look_farther,
    plan,
    promise,
    room_for,
)

DICE = {strokes.BLACK: kernel.BLACK, strokes.WHITE: kernel.WHITE}
_BOXES = {"b": 1 << kernel.BLACK, "w": 1 << kernel.WHITE, "h": 1 << kernel.BLACK | 1 << kernel.WHITE}
"""The dice a box allows, a bit each."""
_SURE = 1.6
"""So many rounds ahead, one wins four times out of five."""
_ALL_SMALL = np.zeros(1, np.int64)
ALL_AIMS = np.array(range(AIMS), np.int64)


@dataclass(frozen=True)
class SheetLevel:
    """How somebody of a level thinks."""

    crosses: bool = False
    """Counts crosses, not rounds."""
    width: int = 0
    """How many sheets are kept in mind at each step of a turn; 0: one row at a time."""
    aims: int = 1
    """How many ways to fold are weighed."""
    ends: int = 1
    """How many ends of a turn are kept, to look ahead from."""
    farther: int = 0
    """From how many of these, to look one turn farther."""
    seen: float = 1.0
    """How likely it is that a row is thought of."""
    forgets: float = 0.0
    """How likely it is that a bonus is."""


LEVELS = {
    "novice": SheetLevel(crosses=True, seen=0.15, forgets=0.5),
    "apprentice": SheetLevel(crosses=True, seen=0.7),
    "player": SheetLevel(crosses=True, width=1),
    "expert": SheetLevel(width=1, aims=2),
    "master": SheetLevel(width=8, aims=4, ends=16, farther=4),
}


class Turn(NamedTuple):
    """A way to play a turn to its end."""

    die: Act | None
    """The die it begins with, where one is to be taken."""
    start: Words
    """The sheet when that is done."""
    steps: Line
    end: Words
    left: float
    """About how many rounds are left after it."""


class SheetMind:
    """Thinks for one seat of one game, and keeps to a turn it has thought through."""

    def __init__(self, level: SheetLevel) -> None:
        self._level = level
        self._ahead: dict[bytes, tuple[Stroke, ...]] = {}
        """The moves to make, by the sheet one sees before them."""
        self._value = 0.0
        self._stopped = np.zeros(1, np.int8)

    def stop(self) -> None:
        """Ends a thought that is under way soon: it answers with what there is."""
        self._stopped[0] = 1

    def watch(self, view: HopPlieView) -> None:
        """Everything lies open: there is nothing to remember."""

    def interrupt(self, view: HopPlieView, moves: Sequence[Stroke], rng: random.Random) -> Stroke | None:
        """Nobody interrupts in this game."""
        return None

    def think(self, view: HopPlieView, moves: Sequence[Stroke], rng: random.Random, budget: Budget) -> Thought:
        """The move to make, and what led to it."""
        assert view["seat"] is not None
        state, seat = restore(view), view["seat"]
        if not self._level.width:
            return _one_by_one(state, seat, moves, self._level, rng)
        moves_on = self._ahead.get(state.papers[seat])
        if moves_on:
            line = tuple(map(str, moves_on))
            return Thought(moves_on[0], self._value, line, ((line[0], self._value),), 0, 1)
        self._stopped[0] = 0
        level = LEVELS["expert"] if self._level.ends > 1 and plan.is_awaited else self._level
        search = _Search(state, seat, level, budget, self._stopped)
        turns = search.turns()
        line, self._ahead = _followed(state, seat, turns[0])
        race = Race(state, seat)
        self._value = race.value(turns[0].left)
        values: dict[str, float] = {}
        for turn in turns:
            values.setdefault(str(_first_move(state, turn, moves)), race.value(turn.left))
        depth = 3 if level.farther else 1
        move = self._ahead[state.papers[seat]][0]
        return Thought(move, self._value, line, tuple(values.items()), search.nodes, depth)


def outlook_of(state: HopPlieState, level: SheetLevel) -> Outlook:
    """What somebody goes by who thinks in this level."""
    sheet = state.setting.sheet
    weights = weights_of(CROSSES if level.crosses else sheet.level)
    return Outlook(state.setting.design, prospect_of(sheet), weights, max(level.width, 1), level.aims)


def ahead_of(outlook: Outlook) -> Outlook:
    """What one goes by when one looks ahead: less, for it is done often."""
    return outlook._replace(width=2, aims=2)


class Race:
    """How a seat stands in a game: against the nearest of the others, or alone against the last box."""

    def __init__(self, state: HopPlieState, seat: int) -> None:
        if state.setting.column:
            self._rest: float = SOLO_ROUNDS + 0.5 - state.round
            return
        outlook = outlook_of(state, LEVELS["master"])
        others = [state.words(each) for each in range(len(state.seats)) if each != seat]
        self._rest = min(
            rounds_left(outlook.design, outlook.prospect, outlook.weights, words, ALL_AIMS) for words in others
        )

    def value(self, left: float) -> float:
        """What it is worth, if the seat needs so many rounds more."""
        return math.tanh((self._rest - left) / _SURE)


class _Search:
    """Thinks one turn through."""

    def __init__(self, state: HopPlieState, seat: int, level: SheetLevel, budget: Budget, stop: Bytes) -> None:
        self._state, self._seat, self._level, self._stop = state, seat, level, stop
        self._outlook = outlook_of(state, level)
        self._ahead = ahead_of(self._outlook)
        self._budget, self._deadline = budget, budget.deadline()
        self.nodes = 0

    def turns(self) -> list[Turn]:
        """Ways to play the turn, the best first."""
        found = [turn for die, start in self._starts() for turn in self._planned(die, start)]
        found.sort(key=lambda turn: turn.left)
        found = found[: self._level.ends]
        if len(found) == 1 or _won(found[0].end):
            return found
        ahead = self._weighed(found, 1)
        farther = self._weighed(ahead[: self._level.farther], 2) if not self._spent() else []
        return farther + ahead[len(farther) :]

    def _weighed(self, turns: list[Turn], rounds: int) -> list[Turn]:
        """The turns by what so many more would make of them, the best first; as many as there is time for."""
        weighed: list[Turn] = []
        dice, after = self._dice_in(1), self._dice_in(2)
        for turn in turns:
            if weighed and self._spent():
                break
            if rounds == 1:
                left, measured = look_ahead(self._ahead, turn.end, dice, die_faces())
            else:
                left, measured = look_farther(self._ahead, turn.end, dice, after, die_faces())
            self.nodes += measured
            weighed.append(turn._replace(left=left + rounds))
        return sorted(weighed, key=lambda turn: turn.left)

    def _spent(self) -> bool:
        nodes = self._budget.nodes
        if self._stop[0]:
            return True
        return time.perf_counter() >= self._deadline or (nodes is not None and self.nodes >= nodes)

    def _starts(self) -> list[tuple[Act | None, Words]]:
        """The sheet with each die that may be taken, or as it is when that is done."""
        words = self._state.words(self._seat)
        if words[kernel.DIE]:
            return [(None, words)]
        moves = (move for move in self._state.moves(self._seat) if isinstance(move, Act))
        return [(move, self._state.with_die(self._seat, DICE[move])) for move in moves]

    def _planned(self, die: Act | None, start: Words) -> list[Turn]:
        ends = room_for(self._level.ends)
        self.nodes += plan(self._outlook, start, ends)
        found = zip(ends.paths, ends.lengths, ends.sheets, ends.values, strict=True)
        turns = (Turn(die, start, path[:length], end, float(left)) for path, length, end, left in found)
        return list(islice(turns, int(ends.filled[0])))

    def _dice_in(self, rounds: int) -> int:
        """The dice the seat may take so many rounds from now."""
        state = self._state
        if state.setting.column:
            return _BOXES[state.setting.column[min(state.round - 1 + rounds, SOLO_ROUNDS - 1)]]
        return _BOXES["h"] if (state.active + rounds) % len(state.seats) == self._seat else EITHER


def _won(words: Words) -> bool:
    """Whether all targets of a sheet are connected."""
    return bool(words[kernel.DONE] == 2)


def _followed(state: HopPlieState, seat: int, turn: Turn) -> tuple[tuple[str, ...], dict[bytes, tuple[Stroke, ...]]]:
    """The moves of a turn as texts, and what is still to be done of them by the sheet one sees; `done` comes last,
    unless the sheet has won."""
    words = turn.start.copy()
    moves: list[Stroke] = []
    sheets: list[bytes] = []
    if turn.die is not None:
        moves.append(turn.die)
        sheets.append(state.papers[seat])
    for step in turn.steps:
        sheets.append(words.tobytes())
        moves.append(_step_as_move(step, state.rows_of(words).values() if step[0] == ROW else ()))
        do(state.setting.design, words, step)
    if not _won(words):
        sheets.append(words.tobytes())
        moves.append(strokes.DONE)
    return tuple(map(str, moves)), {sheet: tuple(moves[at:]) for at, sheet in enumerate(sheets)}


def _first_move(state: HopPlieState, turn: Turn, moves: Sequence[Stroke]) -> Stroke:
    if turn.die is not None:
        return turn.die
    return _step_as_move(turn.steps[0], moves) if len(turn.steps) else strokes.DONE


def _step_as_move(step: Words, rows: Iterable[Stroke]) -> Stroke:
    """The move that a step of a plan is; a row is one of those that can be drawn."""
    kind, *rest = step.tolist()
    if kind == ROW:
        return next(row for row in rows if isinstance(row, Row) and list(row.words) == rest)
    return strokes.FOLDS[rest[0]] if kind == FOLD else strokes.PLUS[rest[0]]


def _one_by_one(
    state: HopPlieState, seat: int, moves: Sequence[Stroke], level: SheetLevel, rng: random.Random
) -> Thought:
    """The next row, fold or die of somebody who thinks no farther."""
    taken = [move for move in moves if isinstance(move, Act) and move in DICE]
    sheets: dict[Stroke, Words] = {move: state.with_die(seat, DICE[move]) for move in taken}
    if not sheets:
        sheets = {move: done_to(state, seat, move) for move in _noticed(state, seat, moves, level, rng)}
    values = [(move, -_left_after(state, words, level, done=move == strokes.DONE)) for move, words in sheets.items()]
    values.sort(key=lambda pair: -pair[1])
    best, least = values[0]
    race = Race(state, seat)
    candidates = tuple((str(move), race.value(-left)) for move, left in values)
    return Thought(best, race.value(-least), (str(best),), candidates, len(values), 1)


def _noticed(
    state: HopPlieState, seat: int, moves: Sequence[Stroke], level: SheetLevel, rng: random.Random
) -> list[Stroke]:
    """The moves somebody thinks of. A small fold is done before anything else by those who overlook much."""
    folds: list[Stroke] = [move for move in moves if move in strokes.STEP_OF]
    if folds and level.forgets:
        return folds[:1]
    rows = [move for move in moves if isinstance(move, Row)]
    only_bonuses = not kernel.dice_lengths(state.words(seat))
    if rows and only_bonuses and rng.random() < level.forgets:
        return [strokes.DONE]
    seen = [row for row in rows if rng.random() < level.seen]
    return [*folds, *(seen or rows), strokes.DONE]


def done_to(state: HopPlieState, seat: int, move: Stroke) -> Words:
    """A seat's sheet after a move of its own."""
    words = state.words(seat).copy()
    if isinstance(move, Row):
        kernel.draw_row(state.setting.design, words, *move.words)
    elif isinstance(move, Act) and move in strokes.STEP_OF:
        kernel.fold(state.setting.design, words, strokes.STEP_OF[move])
    elif move != strokes.DONE:
        kernel.add_one(words, int(str(move).split()[1]))
    return words


def _left_after(state: HopPlieState, words: Words, level: SheetLevel, *, done: bool) -> float:
    """How much is left, with some credit for the numbers still to be drawn, unless the turn is done."""
    outlook = outlook_of(state, level)
    left = rounds_left(outlook.design, outlook.prospect, outlook.weights, words, _ALL_SMALL)
    return left if done else left - promise(outlook.design, outlook.prospect, words)
