"""What bots do for tables: moves, advice, and judgements of moves that were played.

A table always asks the same process or worker, which remembers the game and what its bots have seen. Where it does not
(it is new, or moves were taken back) it plays the game through again, so that every bot has seen what its seat saw.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.bots.analysis import ANALYST, analyse, certain
from ludotheque.bots.judging import Judgement, judge, usual
from ludotheque.bots.levels import SECONDS, Level
from ludotheque.bots.player import Bot
from ludotheque.bots.roster import make
from ludotheque.bots.solver.solve import Solution
from ludotheque.bots.turns import next_move, show
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find
from ludotheque.core.thought import Budget
from ludotheque.drawing.drawn import Drawn, start
from ludotheque.tables.table import Table

_GAMES_KEPT = 64
_ADVICE = Budget(seconds=0.8)
_OTHERS = 2
"""How many other moves advice tells of."""
_JUDGED_KEPT = 8
_OPINIONS_KEPT = 256
_CANDIDATES = 5
"""How many moves an opinion tells of."""
_WHILE_SECONDS, _PROOF_SECONDS = 1.5, 1.0
_PROOF = 2
"""The effort that proves."""
_RNG = secrets.SystemRandom()

Candidates = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Job:
    """A game so far, and the bots that sit at it."""

    key: str
    game: str
    options: dict[str, str]
    moves: tuple[tuple[int, str], ...]
    bots: tuple[tuple[int, str], ...]


def any_move(table: Table) -> tuple[int, str] | None:
    """What a bot plays that has run out of time, and in which seat."""
    for seat in table.waiting:
        if seat >= 0 and table.player(seat).kind == "bot":
            return seat, str(_RNG.choice(table.state.moves(seat)))
    return None


def job_at(table: Table, advised: int | None = None) -> Job:
    """What bots need to know to think about a table: those who play, or one behind a seat to advise it."""
    seats = range(len(table.match.seating))
    bots = tuple((seat, table.player(seat).bot) for seat in seats if table.player(seat).kind == "bot")
    if advised is not None:
        bots = ((advised, ANALYST),)
    moves = tuple((played.seat, played.move) for played in table.moves)
    key = f"{table.id}/{len(table.finished)}/{'' if advised is None else advised}"
    return Job(key, table.game.id, dict(table.options), moves, bots)


@dataclass(slots=True)
class Sitting:
    """A game as it is followed, and its bots, who have seen what their seats saw."""

    bots_named: tuple[tuple[int, str], ...]
    moves: tuple[tuple[int, str], ...]
    state: State
    bots: dict[int, Bot]


_sittings: OrderedDict[str, Sitting] = OrderedDict()


def think(job: Job) -> tuple[int, str] | None:
    """The seat that moves next and its move, or `None` when no bot wants to move."""
    sitting = _followed(job)
    turn = next_move(sitting.state, sitting.bots, _RNG)
    return None if turn is None else (turn[0], str(turn[1]))


_times = dict.fromkeys(SECONDS, 1.0)
"""How many times as long each level thinks here."""


def stretch(times: float) -> None:
    """Lets all levels think so many times as long as they usually do."""
    _times.update(dict.fromkeys(SECONDS, times))


def _made(game: Game, name: str) -> Bot:
    if _times.get(name, 1.0) == 1.0:
        return make(game, name)
    return make(game, name, milliseconds=round(1000 * SECONDS[name] * _times[name]))


def _followed(job: Job) -> Sitting:
    """The game of a job, played on from where it was known."""
    sitting = _sittings.pop(job.key, None)
    known = len(sitting.moves) if sitting else 0
    if sitting is None or sitting.bots_named != job.bots or sitting.moves != job.moves[:known]:
        game = find(job.game)
        bots = {seat: _made(game, name) for seat, name in job.bots}
        sitting = Sitting(job.bots, (), game.start(**job.options), bots)
        show(sitting.state, sitting.bots)
        known = 0
    for seat, move in job.moves[known:]:
        sitting.state = sitting.state.play(move, seat)
        show(sitting.state, sitting.bots)
    sitting.moves = job.moves
    _sittings[job.key] = sitting
    while len(_sittings) > _GAMES_KEPT:
        _sittings.popitem(last=False)
    return sitting


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, its value from -1 to 1, and what else could be played."""

    move: str
    value: float
    others: Candidates


def advise(job: Job) -> Advice | None:
    """Advice for the seat of the job's only bot, by all that this seat has seen; `None` when it cannot move."""
    sitting = _followed(job)
    ((seat, adviser),) = sitting.bots.items()
    moves = sitting.state.moves(seat)
    if not moves or not isinstance(adviser, Level):
        return None
    thought = adviser.think(sitting.state.view(seat), moves, _RNG, _ADVICE, wide=True)
    move = str(thought.move)
    others = [each for each in thought.candidates if each[0] != move]
    return Advice(move, thought.value, tuple(others[:_OTHERS]))


@dataclass(frozen=True, slots=True)
class Question:
    """Which move of a finished game is to be judged."""

    game: str
    options: tuple[tuple[str, str], ...]
    moves: tuple[tuple[int, str], ...]
    number: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is thought of a move, and what one would have clicked for the best one."""

    judgement: Judgement
    path: tuple[str, ...]


def judge_move(question: Question) -> Verdict:
    """One move of a finished game, judged by what its seat had seen."""
    states = _states(question.game, question.options, question.moves)
    seat, move = question.moves[question.number - 1]
    judgement = judge(states[: question.number], move, seat)
    return Verdict(judgement, states[question.number - 1].paths(seat).get(judgement.best, ()))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves on the analysis board, who is asked about at its end, and how hard it is thought about."""

    game: str
    options: tuple[tuple[str, str], ...]
    moves: tuple[tuple[int, str], ...]
    seat: int
    effort: int
    """0: a glance, 1: a while, 2: what can be proved."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What is thought of a moment: moves with their values and clicks, the best first; and what is certain."""

    candidates: tuple[tuple[str, float, tuple[str, ...]], ...]
    line: tuple[str, ...]
    depth: int
    certain: Solution | None


@lru_cache(maxsize=_OPINIONS_KEPT)
def opine(asked: Line) -> Opinion:
    """What the master thinks, by what the seat has seen; or what can be proved."""
    states = _states(asked.game, asked.options, asked.moves)
    now, seat = states[-1], asked.seat
    if asked.effort >= _PROOF:
        return Opinion((), (), 0, certain(now, _PROOF_SECONDS))
    budget = usual(now) if asked.effort == 0 else Budget(_WHILE_SECONDS)
    past = [state.view(seat) for state in states[:-1]] if now.game.hidden else ()
    thought = analyse(now, seat, budget, past=past)
    paths, best = now.paths(seat), str(thought.move)
    values = {best: thought.value, **dict(thought.candidates)}
    shown = sorted(values.items(), key=lambda pair: (-pair[1], pair[0] != best))[:_CANDIDATES]
    return Opinion(
        tuple((move, value, tuple(paths.get(move, ()))) for move, value in shown), thought.line, thought.depth, None
    )


@lru_cache(maxsize=_JUDGED_KEPT)
def _states(game: str, options: tuple[tuple[str, str], ...], moves: tuple[tuple[int, str], ...]) -> list[Drawn]:
    """Every state of a game: its moves are asked about one after the other."""
    states = [start(find(game), **dict(options))]
    for seat, move in moves:
        states.append(states[-1].play(move, seat))
    return states
