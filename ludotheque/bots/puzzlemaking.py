"""Makes puzzles: looks for moments at which something is certain, and says how hard each is to find.

How hard: how far ahead one must see, among how many moves, and which of the levels miss it. All is counted in nodes and
drawn from a seed, so that the same command makes the same puzzles.
"""

from __future__ import annotations

import itertools
import math
import multiprocessing
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

from ludotheque.bots.levels import LEVEL_BOTS
from ludotheque.bots.solver.onlymoves import TooHard, only_move, prover_for
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find
from ludotheque.core.puzzle import GRADES, MOST, WIN, Collection, Finding, Puzzle, finding_of, seat_number
from ludotheque.core.solving import attempt, begun, given
from ludotheque.core.text import Refusal, Text

_PLAYED_BY, _NODES = "apprentice", 300
"""Who plays the games in which wins are looked for."""
_WILD, _LONGEST = 6, 200
"""Up to so many first moves of them are random ones, and they are left after so many."""
_LAST = 12
"""Forced wins are looked for in the last moments of a game."""
_ASKED = ("novice", "apprentice", "player", "expert")
_ASKED_NODES, _ASKED_TIMES = 2_000, 3
_CROWDED = 40
"""Among more moves than this one is harder to find."""
_SURPLUS = 8
"""So many puzzles in a row of grades of which there are enough, and the next one is taken all the same."""
_BARREN = 2_000
"""So many tries in a row without a puzzle, and the search is over."""
Told = Callable[[Puzzle], None]


def made(
    game: Game, count: int, seed: int, made_by: str, told: Told = lambda puzzle: None, workers: int = 1
) -> Collection:
    """So many puzzles, of all grades alike as far as they come up. However many look for them, they find the same."""
    if finding_of(game) is None:
        raise Refusal(Text("nothing is known about puzzles of {game}", game=game.title))
    found: list[Puzzle] = []
    tally: Counter[int] = Counter()
    room, surplus, barren = math.ceil(count / len(GRADES)), 0, 0
    with _tries(game, seed, workers) as tries:
        for puzzles in tries:
            barren = 0 if puzzles else barren + 1
            for puzzle in puzzles:
                surplus += 1
                new = all((each.options, each.given) != (puzzle.options, puzzle.given) for each in found)
                if new and len(found) < count and (tally[puzzle.grade] < room or surplus > _SURPLUS):
                    found.append(replace(puzzle, number=len(found) + 1))
                    tally[puzzle.grade] += 1
                    surplus = 0
                    told(found[-1])
            if len(found) == count or barren > _BARREN:
                break
    return Collection(game.id, made_by, tuple(found))


@contextmanager
def _tries(game: Game, seed: int, workers: int) -> Iterator[Iterator[tuple[Puzzle, ...]]]:
    """What comes of one try after the other; they are made here, or by several processes at a time."""
    if workers == 1:
        yield (tried(game.id, seed, number) for number in itertools.count())
        return
    context = multiprocessing.get_context("spawn")  # compiled code and threads do not outlive a fork well
    pool = ProcessPoolExecutor(workers, mp_context=context)
    try:
        yield _in_turn(pool, game, seed, 2 * workers)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_turn(pool: ProcessPoolExecutor, game: Game, seed: int, ahead: int) -> Iterator[tuple[Puzzle, ...]]:
    under_way: deque[Future[tuple[Puzzle, ...]]] = deque()
    for number in itertools.count():
        under_way.append(pool.submit(tried, game.id, seed, number))
        if len(under_way) > ahead:
            yield under_way.popleft().result()


def tried(name: str, seed: int, number: int) -> tuple[Puzzle, ...]:
    """One try: the puzzles that come up in a game, with their grades."""
    game, rng = find(name), random.Random(f"{seed} {number}")
    finding = finding_of(game)
    assert finding is not None, "only such games are asked"
    options = finding.settings[number % len(finding.settings)]
    puzzles = _wins(game, finding, options, rng) if finding.find is None else [finding.find(options, rng)]
    return tuple(replace(puzzle, grade=_grade(game, puzzle)) for puzzle in puzzles if puzzle is not None)


def _wins(game: Game, finding: Finding, options: Mapping[str, str], rng: random.Random) -> Iterator[Puzzle]:
    """The forced wins of one game, each side's at most once in a row."""
    states, since = _game_played(game, options, rng), 0
    for state in states[-_LAST:] if finding.depths else states:
        if state.ply < since or (finding.plies and state.ply not in finding.plies):
            continue
        puzzle = _win_here(game, state, finding, options)
        if puzzle is not None:
            since = state.ply + len(state.seats) + 1
            yield puzzle


def _game_played(game: Game, options: Mapping[str, str], rng: random.Random) -> list[LineState]:
    """The moments of a game: some random moves, then sensible ones."""
    bot, wild = LEVEL_BOTS[_PLAYED_BY](game, nodes=_NODES), rng.randrange(_WILD)
    state = game.start(**options)
    assert isinstance(state, LineState)
    states: list[LineState] = []
    while state.outcome is None and len(states) < _LONGEST:
        states.append(state)
        moves = state.moves()
        move = rng.choice(moves) if state.ply < wild else bot.choose(state.view(state.acting[0]), moves, rng)
        state = state.play(move)
    return states


def _win_here(game: Game, state: LineState, finding: Finding, options: Mapping[str, str]) -> Puzzle | None:
    """The puzzle of a position, if there is one: the shortest win counts."""
    fresh = game.start(**{**options, "position": state.position()})
    assert isinstance(fresh, LineState)
    if fresh.outcome is not None or len(fresh.moves()) > finding.widest:
        return None
    prover, seat = prover_for(fresh), fresh.acting[0]
    try:
        for plies in finding.depths or (fresh.plies_left or 0,):
            if prover.wins(fresh, seat, plies):
                return only_move(prover, fresh, plies)
    except TooHard:
        pass
    return None


def _grade(game: Game, puzzle: Puzzle) -> int:
    """From 1 to 5. How hard it is to reach much in a turn its finder says: the levels look farther than a turn."""
    if puzzle.ask == MOST:
        return puzzle.grade
    crowded = len(begun(game, puzzle).moves()) > _CROWDED
    far = len(puzzle.stages) - 1 if puzzle.ask == WIN else 0
    missed = sum(_missed(game, puzzle, level) for level in _ASKED)
    return min(max(GRADES), 1 + far + crowded + missed)


def _missed(game: Game, puzzle: Puzzle, level: str) -> bool:
    """Whether a level mostly does not find it."""
    found = sum(_solved(game, puzzle, level, seed) for seed in range(_ASKED_TIMES))
    return 2 * found < _ASKED_TIMES


def _solved(game: Game, puzzle: Puzzle, level: str, seed: int) -> bool:
    """Whether a level finds it: the first move where one is to be found, else the whole turn."""
    bot, rng, state = LEVEL_BOTS[level](game, nodes=_ASKED_NODES), random.Random(seed), begun(game, puzzle)
    seat = seat_number(state, puzzle.seat)
    for shown in given(game, puzzle):
        bot.watch(shown.after.view(seat))
    tried: list[str] = []
    while True:
        move = bot.choose(state.view(seat), state.moves(seat), rng)
        tried.append(str(move))
        come = attempt(game, puzzle, tried)
        if come.status != "open":
            return come.status in ("right", "solved")
        state = come.state
        bot.watch(state.view(seat))
