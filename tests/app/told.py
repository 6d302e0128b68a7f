"""Whole games told line by line: what is seen, what may be played, what bots think, pictures and records.

The same file runs natively and in a browser (`test_identity.py`), and must tell the same."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator

import ludotheque as lt
from ludotheque.bots.levels import LEVELS, Level
from ludotheque.core.contract import CHANCE

Case = tuple[str, dict[str, object], int, int]
"""A game with options, how many nodes each level may look at, and how many moves are played."""
CASES: list[Case] = [
    ("rolit", {}, 300, 20),
    ("rolit", {"players": 3, "size": 6}, 40, 10),
    ("hopsy", {}, 300, 10),
    ("hopsy", {"variant": "mix"}, 300, 5),
    ("hops_dice", {}, 200, 10),
    ("plic_plac", {"players": 3}, 60, 30),
    ("hop_plie", {"level": 1}, 12, 12),
]
MORE: list[Case] = [
    ("rolit", {"size": 8, "players": 4}, 200, 60),
    ("rolit", {}, 2000, 40),
    ("hopsy", {"setup": "1000"}, 3000, 60),
    ("hopsy", {"variant": "mix"}, 2000, 60),
    ("hops_dice", {}, 2000, 60),
    ("plic_plac", {"players": 1}, 60, 200),
    ("plic_plac", {"players": 4}, 60, 200),
    ("hop_plie", {"level": 2}, 40, 40),
    ("hop_plie", {"level": 3}, 40, 40),
    ("hop_plie", {"level": 4}, 40, 40),
    ("hop_plie", {"players": 1}, 40, 40),
]
"""The same kind, for minutes."""
_PICTURES = 8
"""After so many moves there is a picture."""


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _thought(thought: lt.Thought) -> str:
    candidates = [(move, round(float(value), 9)) for move, value in thought.candidates]
    value = round(float(thought.value), 9)
    return f"{thought.move} {value} {thought.line} {candidates} {int(thought.nodes)} {thought.depth}"


def told(game: str, options: dict[str, object], nodes: int, most: int) -> Iterator[str]:
    """One game, in which the levels play in turn, whoever's turn it is."""
    rng = random.Random(f"{game} {options}")
    state = lt.start(game, **options)
    record = lt.Record.of(state)
    bots = [lt.bot(game, level, nodes=nodes) for level in LEVELS]
    for number in range(most):
        if not state.acting:
            break
        seat, words = (state.waiting or state.acting)[0], ""
        if seat == CHANCE:
            move = state.draw(rng)
        else:
            view, moves = state.view(seat), state.moves(seat)
            bot = bots[number % len(bots)]
            bot.watch(view)
            assert isinstance(bot, Level)
            thought = bot.think(view, moves, rng)
            move, words = thought.move, _thought(thought)
            words += f" {_sum(json.dumps(view, sort_keys=True))} {_sum(' '.join(map(str, moves)))}"
        before, state = state, state.play(move, seat)
        record = record.played(before, move, seat, state)
        picture = "" if number % _PICTURES else f" {_sum(state.svg())} {_sum(str(state))}"
        yield f"{game} {options} {number} {seat} {move} {words}{picture}"
    yield record.dumps()


def all_told(cases: list[Case]) -> str:
    """Everything that is compared."""
    return "\n".join(line for case in cases for line in told(*case))
