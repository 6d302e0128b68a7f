"""Puzzles of Hop ! C'est plié: a sheet, the dice, and one turn in which to reach as much as can be.

What counts are the smileys, targets and bulbs crossed in the turn. The most is found by going through every turn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from ludotheque.core.contract import CHANCE
from ludotheque.core.puzzle import MOST, Finding, Puzzle
from ludotheque.core.record import Played, seat_id
from ludotheque.core.text import Text, meant, one_of
from ludotheque.games.hop_plie import GAME, LEVEL, PLAYERS, kernel
from ludotheque.games.hop_plie.counts import SMILEYS
from ludotheque.games.hop_plie.rules import HopPlieState
from ludotheque.games.hop_plie.sheet import BULB, SMILEY, TARGET

_ROUNDS = range(1, 8)
"""After so many rounds one is asked."""
_MOST_SHEETS = 4_000
"""Turns that lead to more sheets than this are none for people."""
_LEAST, _RARE = 2, 0.12
"""So much there is to reach, and no more than this share of all turns do."""
_LONG = 3
"""More steps than this are hard to plan."""
_RARER = (0.04, 0.01, 0.003)
"""The fewer turns do, the harder it is to find one."""


def counted_in(state: HopPlieState, seat: int) -> int:
    """How many smileys, targets and bulbs are crossed on a sheet."""
    words, prints = state.words(seat), state.setting.sheet.prints
    return sum(kernel.is_crossed(words, side) for side, kind in prints.items() if kind in (TARGET, SMILEY, BULB))


def reached(before: HopPlieState, after: HopPlieState, seat: int) -> int:
    """How many were crossed between two moments of a turn."""
    return counted_in(after, seat) - counted_in(before, seat)


class _TooMany(Exception):
    """There are too many turns to go through."""


def best_turn(start: HopPlieState, seat: int) -> tuple[int, tuple[str, ...], int, int]:
    """The most that can be reached in a turn, how, and how many of how many ends of it reach that much."""
    ways: dict[HopPlieState, tuple[str, ...]] = {start: ()}
    edge, scores = [start], {start: 0}
    while edge:
        state = edge.pop()
        for move in state.moves(seat):
            if str(move) == "done":
                continue
            after = state.play(move, seat)
            if after in ways:
                continue
            if len(ways) > _MOST_SHEETS:
                raise _TooMany
            ways[after], scores[after] = (*ways[state], str(move)), reached(start, after, seat)
            if seat in after.acting:
                edge.append(after)
    most = max(scores.values())
    ends = [state for state, score in scores.items() if score == most]
    return most, min((ways[state] for state in ends), key=len), len(ends), len(ways)


def _find(options: Mapping[str, str], rng: random.Random) -> Puzzle | None:
    """Plays some rounds, neither well nor badly, and looks at the turn that comes then."""
    state, given = GAME.start(**options), list[Played]()
    assert isinstance(state, HopPlieState)
    last = rng.choice(_ROUNDS)
    while state.outcome is None and (state.round <= last or state.phase == "roll"):
        seat, move = _played(state, rng)
        given.append(Played(seat_id(state, seat), move))
        state = state.play(move, seat)
    if state.outcome is not None:
        return None
    try:
        most, way, ends, every = best_turn(state, 0)
    except _TooMany:
        return None
    if most < _LEAST or ends > _RARE * every:
        return None
    turn = tuple(Played(seat_id(state, 0), move) for move in way)
    grade = 1 + sum(ends < share * every for share in _RARER) + (len(way) > _LONG)
    return Puzzle(0, MOST, most, grade, dict(options), seat_id(state, 0), tuple(given), (), turn)


def _played(state: HopPlieState, rng: random.Random) -> tuple[int, str]:
    """What somebody does who likes smileys and targets, and is done when there are none."""
    if state.acting == (CHANCE,):
        return CHANCE, str(state.draw(rng))
    moves = [move for move in state.moves(0) if str(move) != "done"]
    if not moves:
        return 0, "done"
    some = rng.sample(moves, min(len(moves), 12))
    return 0, str(max(some, key=lambda move: reached(state, state.play(move, 0), 0)))


def _asks(puzzle: Puzzle) -> Text:
    level = int(puzzle.options.get(LEVEL.name, LEVEL.default))
    symbols = [SMILEYS[level], meant("printed on a sheet", "targets")]
    symbols += [meant("printed on a sheet", "bulbs")] if level == 4 else []  # other sheets have none
    return Text(
        "In this one turn, cross {n} of these: {symbols}. More cannot be reached.",
        n=puzzle.goal,
        symbols=one_of(symbols),
    )


_LEVELS: tuple[dict[str, str], ...] = ({}, {LEVEL.name: "2"}, {LEVEL.name: "3"}, {LEVEL.name: "4"})
PUZZLES = Finding(tuple({PLAYERS.name: "1", **level} for level in _LEVELS), find=_find, reached=reached, asks=_asks)
