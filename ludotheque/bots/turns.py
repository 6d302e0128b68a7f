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
    for seat in state.acting:
        if seat in bots and seat not in state.waiting:
            move = bots[seat].interrupt(state.view(seat), state.moves(seat), rng)
            if move is not None:
                return seat, move
    seat = state.waiting[0]
    if seat == CHANCE:
        return seat, state.draw(rng)
    if seat not in bots:
        return None
    return seat, bots[seat].choose(state.view(seat), state.moves(seat), rng)


def show(state: State, bots: Mapping[int, Bot]) -> None:
    """Lets every bot see what its seat sees."""
    for seat, bot in bots.items():
        bot.watch(state.view(seat))
