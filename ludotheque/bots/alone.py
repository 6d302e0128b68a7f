"""How hard something is for a bot that plays it alone, game after game; all by the same luck, so that they compare.

Games are played in small pieces, each no longer than a second, so that whoever plays them can do other things between.
"""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from dataclasses import dataclass, replace

from ludotheque.bots.player import Bot
from ludotheque.bots.roster import make
from ludotheque.bots.turns import next_move, show
from ludotheque.core.contract import State
from ludotheque.core.cupboard import find
from ludotheque.core.solo import Result

GAMES = 12
"""How many games are played."""
_BOT = "expert"
_SLICE_SECONDS = 0.8
_SITTINGS_KEPT = 4
_PER_MOVE = 0.98
"""With each move so much is left of what was left: nobody knows how long a game will be."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What is known: the results so far (`None`: lost), and whether there is more to come."""

    results: tuple[Result | None, ...]
    done: bool
    part: float = 0.0
    """About how much of the next game is played, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A game that a bot plays alone: which one of many, and how far it is."""

    game: str
    options: tuple[tuple[str, str], ...]
    number: int
    moves: tuple[tuple[int, str], ...] = ()
    over: bool = False
    result: Result | None = None
    """What it came to; `None` when it was lost."""

    @property
    def part(self) -> float:
        """About how much of it is played, from 0 to 1."""
        return 1 - _PER_MOVE ** len(self.moves)


_Sitting = tuple[State, dict[int, Bot]]
_sittings: OrderedDict[Alone, _Sitting] = OrderedDict()
"""Games that this process has played up to there: it need not play them through again."""


def play_on(alone: Alone) -> Alone:
    """Plays for a moment (in a process of bots)."""
    state, bots = _sittings.pop(alone) if alone in _sittings else _begun(alone)
    moves, until = list(alone.moves), time.monotonic() + _SLICE_SECONDS
    while not state.over and time.monotonic() < until:
        rng = random.Random(f"{alone.number} {len(moves)}")
        turn = next_move(state, bots, rng)
        if turn is None:
            raise RuntimeError(f"{alone.game}: nobody moves, and the game is not over")
        state = state.play(turn[1], turn[0])
        moves.append((turn[0], str(turn[1])))
        show(state, bots)
    solo = state.game.solo
    played = replace(alone, moves=tuple(moves), over=state.over, result=solo.result(state) if solo else None)
    if not state.over:
        _sittings[played] = state, bots
        while len(_sittings) > _SITTINGS_KEPT:
            _sittings.popitem(last=False)
    return played


def _begun(alone: Alone) -> _Sitting:
    """A game as far as it was played, perhaps in another process."""
    game = find(alone.game)
    state = game.start(**dict(alone.options))
    bots = {seat: make(game, _BOT) for seat in range(len(state.seats))}
    show(state, bots)
    for seat, move in alone.moves:
        state = state.play(move, seat)
        show(state, bots)
    return state, bots
