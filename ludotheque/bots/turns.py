"""Who moves next when bots are at the table: chance, a bot that interrupts, or the seat the game waits for."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ludotheque.bots.player import Bot
from ludotheque.core.contract import CHANCE, Move, State


def next_move(state: State, bots: Mapping[int, Bot], rng: random.Random) -> tuple[int, Move] | None:
    """The seat and its move, or `None` when the game is over or waits for somebody who is no bot."""
    if state.over:
        return None
    seat = state.waiting[0]
    for other in _quicker(state, seat, rng):
        if other in bots:
            move = bots[other].interrupt(state.view(other), state.moves(other), rng)
            if move is not None:
                return other, move
    if seat == CHANCE:
        return seat, state.draw(rng)
    if seat not in bots:
        return None
    return seat, bots[seat].choose(state.view(seat), state.moves(seat), rng)


def _quicker(state: State, seat: int, rng: random.Random) -> list[int]:
    """Those who would interrupt before the seat the game waits for has moved: nobody is always the quickest."""
    others = [other for other in state.acting if other not in state.waiting]
    if not others:
        return []
    order = rng.sample([seat, *others], len(others) + 1)
    return order[: order.index(seat)]


def show(state: State, bots: Mapping[int, Bot]) -> None:
    """Lets every bot see what its seat sees."""
    for seat, bot in bots.items():
        bot.watch(state.view(seat))
