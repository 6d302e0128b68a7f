"""Who moves next when bots are at the table: chance, a bot that interrupts, or a bot the game waits for."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ludotheque.bots.player import Bot
from ludotheque.core.contract import CHANCE, Move, State


def next_move(
    state: State, bots: Mapping[int, Bot], rng: random.Random, luck: random.Random | None = None
) -> tuple[int, Move] | None:
    """The seat and its move, or `None` when the game is over or waits for somebody who is no bot. Dice and cards are
    drawn from `luck`, if it is given, else as all that is random."""
    if state.acting == (CHANCE,):
        return CHANCE, state.draw(luck or rng)
    seat = next((seat for seat in state.waiting if seat in bots), None)
    for other in _quicker(state, rng):
        if other in bots:
            move = bots[other].interrupt(state.view(other), state.moves(other), rng)
            if move is not None:
                return other, move
    return None if seat is None else (seat, bots[seat].choose(state.view(seat), state.moves(seat), rng))


def _quicker(state: State, rng: random.Random) -> list[int]:
    """Those who would interrupt before a seat the game waits for has moved: nobody is always the quickest."""
    others = [other for other in state.acting if other not in state.waiting]
    if not others:
        return []
    waited = state.waiting[0]
    order = rng.sample([waited, *others], len(others) + 1)
    return order[: order.index(waited)]


def show(state: State, bots: Mapping[int, Bot]) -> None:
    """Lets every bot see what its seat sees."""
    for seat, bot in bots.items():
        bot.watch(state.view(seat))
