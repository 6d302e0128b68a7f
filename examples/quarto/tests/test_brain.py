"""What bots know of Quarto."""

from __future__ import annotations

import random

import ludotheque as lt
import pytest
from ludotheque.core.thought import Budget
from positions import ROW, played

from quarto import pieces
from quarto.brain import BRAIN
from quarto.lookahead import WIN, Lookahead
from quarto.mind import LEVELS
from quarto.rules import Give, QuartoState


def best(moves: str) -> set[str]:
    """The moves that the brain likes most after these."""
    state = played(moves)
    legal = state.moves()
    worths = BRAIN.worths(state.view(state.turn), BRAIN.memory(), legal, random.Random(1))
    return {str(move) for move, worth in zip(legal, worths, strict=True) if worth == max(worths)}


def test_it_wins_when_it_can() -> None:
    assert best(ROW + " DTRH") == {"B4"}


def test_it_hands_over_no_piece_that_wins() -> None:
    tall = {code for code in pieces.CODES if code[1] == "T"}
    assert best(ROW)
    assert not best(ROW) & tall


@pytest.mark.parametrize("name", ["player", "expert", "master"])
def test_good_players_see_what_is_at_stake(name: str) -> None:
    bot = lt.bot("quarto", name, nodes=3000)
    state = played(ROW)
    chosen = bot.choose(state.view(1), state.moves(1), random.Random(1))
    assert str(chosen)[1] == "S"
    assert str(bot.choose(played(ROW + " DTRH").view(0), played(ROW + " DTRH").moves(0), random.Random(1))) == "B4"


def test_each_level_has_its_manner() -> None:
    assert list(LEVELS) == ["novice", "apprentice", "player", "expert", "master"]


def careful(seed: int) -> QuartoState:
    """A game in which nobody hands over a piece that wins as long as there are others, with four squares left."""
    rng = random.Random(seed)
    state = played("", squares=seed % 2 == 1)
    while state.hand is None or state.board.count(None) > 4:
        if state.hand is None:
            good = pieces.safe(state.board, state.reserve, state.traits, squares=state.squares) or state.reserve
            state = state.play(Give(rng.choice(good)))
        else:
            going_on = [after for move in state.moves() if not (after := state.play(move)).over]
            state = rng.choice(going_on)
    return state


@pytest.mark.parametrize("seed", range(8))
def test_looking_ahead_agrees_with_the_rules(seed: int) -> None:
    """Where few squares are left, every way to go on is tried through the rules."""
    state = careful(seed)
    looking = Lookahead(state.traits, pieces.fours(squares=state.squares), Budget(nodes=100_000))
    assert state.hand is not None
    found = looking.placing(looking.position(state.board), state.hand, frozenset(state.reserve), 16, -WIN, WIN)
    assert found == solved(state, state.turn)


def solved(state: lt.State, seat: int) -> float:
    """What a state comes to for a seat if both play as well as can be."""
    if state.outcome is not None:
        return 0.0 if not state.outcome.winners else WIN if seat in state.outcome.winners else -WIN
    ways = [solved(state.play(move), seat) for move in state.moves()]
    return max(ways) if state.acting == (seat,) else min(ways)
