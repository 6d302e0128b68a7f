"""What the bots' processes are asked besides moves: advice, and judgements of moves that were played."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ludotheque.bots import Budget, Level
from ludotheque.bots.judging import Judgement, judge
from ludotheque.core.cupboard import find
from ludotheque.drawing.drawn import Drawn
from ludotheque.server.think.processes import Job, followed

_ADVICE = Budget(seconds=0.8)
_OTHERS = 2
"""How many other moves advice tells of."""
_GAMES_KEPT = 8
_RNG = secrets.SystemRandom()

Candidates = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, its value from -1 to 1, and what else could be played."""

    move: str
    value: float
    others: Candidates


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


def advise(job: Job) -> Advice | None:
    """Advice for the seat of the job's only bot, by all that this seat has seen; `None` when it cannot move."""
    sitting = followed(job)
    ((seat, adviser),) = sitting.bots.items()
    moves = sitting.state.moves(seat)
    if not moves:
        return None
    thought = cast(Level, adviser).think(sitting.state.view(seat), moves, _RNG, _ADVICE, wide=True)
    move = str(thought.move)
    others = [each for each in thought.candidates if each[0] != move]
    return Advice(move, thought.value, tuple(others[:_OTHERS]))


def judge_move(question: Question) -> Verdict:
    """One move of a finished game, judged by what its seat had seen."""
    states = _states(question.game, question.options, question.moves)
    seat, move = question.moves[question.number - 1]
    judgement = judge(states[: question.number], move, seat)
    return Verdict(judgement, states[question.number - 1].paths(seat).get(judgement.best, ()))


@lru_cache(maxsize=_GAMES_KEPT)
def _states(game: str, options: tuple[tuple[str, str], ...], moves: tuple[tuple[int, str], ...]) -> list[Drawn]:
    """Every state of a game: its moves are asked about one after the other."""
    states = [cast(Drawn, find(game).start(**dict(options)))]
    for seat, move in moves:
        states.append(states[-1].play(move, seat))
    return states
