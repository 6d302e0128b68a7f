"""Having bots ready: what they think with is compiled before somebody waits for it."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.roster import make, names
from ludotheque.bots.search.endings import EndingSearch
from ludotheque.bots.turns import next_move, show
from ludotheque.core.boards import changeover
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Endings
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find
from ludotheque.core.thought import Budget

_MOVES = 12
"""After so many moves everything has been compiled that is needed often."""
_NODES = 20
_LAST = 6
"""So many moves before its end, a game is seen through at once."""


def prepare(game: Game) -> None:
    """Lets every bot of a game play its first moves: with few seats and with many, which may be thought about
    otherwise."""
    for players in sorted({game.players[0], game.players[-1]}):
        for name in names(game):
            _begin_a_game(game, {"players": players} if len(game.players) > 1 else {}, name)
            changeover.note(game.id)  # so that others can use it while the rest is compiled
    if game.brain.endings is not None:
        _see_through(game, game.brain.endings)
        changeover.note(game.id)
    if game.brain.thinker is not None:
        _end_a_game(game)
    changeover.note(game.id, whole=True)


def prepared(ids: list[str], workers: int | None = None) -> Iterator[str]:
    """Prepares games side by side; each one's id as soon as it is ready."""
    with ProcessPoolExecutor(workers or os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        yield from (each.result() for each in as_completed([pool.submit(_prepared, id_) for id_ in ids]))


def _prepared(id_: str) -> str:
    prepare(find(id_))
    return id_


def _see_through(game: Game, endings: Endings) -> None:
    """What endings are thought about with."""
    state, rng = game.start(), random.Random(0)
    assert isinstance(state, LineState)
    while state.plies_left is not None and state.plies_left > _LAST:
        state = state.play(rng.choice(state.moves()))
    EndingSearch(endings, state, 4).think(state, Budget(), wide=True)


def _end_a_game(game: Game) -> None:
    """What masters among several think the last moves with."""
    state, rng = game.start(players=game.players[-1]), random.Random(0)
    assert isinstance(state, LineState)
    while state.plies_left is not None and state.plies_left > _LAST:
        state = state.play(rng.choice(state.moves()))
    make(game, LEVELS[-1], nodes=_NODES * 1000).choose(state.view(state.acting[0]), state.moves(), rng)


def _begin_a_game(game: Game, options: dict[str, int], name: str) -> None:
    settings = {"nodes": _NODES} if name in (*LEVELS, "mcts") else {}
    state: State = game.start(**options)
    bots = {seat: make(game, name, **settings) for seat in range(len(state.seats))}
    rng = random.Random(0)
    for _ in range(_MOVES):
        show(state, bots)
        if (turn := next_move(state, bots, rng)) is None:
            return
        state = state.play(turn[1], turn[0])
