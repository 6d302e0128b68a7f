"""The rules compared with a second, naive implementation of each, on thousands of random positions."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.boards.linestate import LineState
from ludotheque.games.plic_plac.rules import PlicPlacState
from ludotheque.testing.play import random_states
from tests.reference import hops_dice, hopsy, plic_plac, rolit


@pytest.mark.slow
@pytest.mark.parametrize("setup", ["facing", "mirror"])
@pytest.mark.parametrize("variant", ["hopsy", "mix"])
def test_hopsy(setup: str, variant: str) -> None:
    mix = variant == "mix"
    for seed in range(8):
        start = lt.start("hopsy", setup=setup, variant=variant)
        naive = hopsy.start(setup, mix)
        history = [naive]
        for state, seat, move in random_states(start, random.Random(seed), 80):
            assert {str(each) for each in state.moves()} == hopsy.moves(naive, mix=mix, history=history)
            naive = hopsy.play(naive, str(move))
            history.append(naive)
            after = state.play(move, seat)
            assert isinstance(after, LineState)
            assert hopsy.read(after.position()) == naive
            won = hopsy.winner(naive, mix=mix)
            assert (after.outcome is not None and after.outcome.reason == "line") == (won is not None)


@pytest.mark.slow
def test_hopsy_repetition_in_a_small_circle() -> None:
    """Two players going back and forth run into the ban, and both implementations forbid the same moves."""
    rng = random.Random(3)
    banned = 0
    for _ in range(30):
        state, naive = lt.start("hopsy"), hopsy.start("facing", False)
        history = [naive]
        for _ in range(24):
            allowed = hopsy.moves(naive, mix=False, history=history)
            assert {str(move) for move in state.moves()} == allowed
            banned += len(hopsy.moves(naive, mix=False, history=[naive])) - len(allowed)
            shuttle = sorted(text for text in allowed if set(text.split("-")) in ({"F1", "E1"}, {"A1", "B1"}))
            move = rng.choice(shuttle or sorted(allowed))
            state, naive = state.play(move), hopsy.play(naive, move)
            history.append(naive)
            if state.over:
                break
    assert banned > 20


@pytest.mark.slow
@pytest.mark.parametrize("setup", ["corners", "edges"])
@pytest.mark.parametrize("reading", ["move", "next"])
def test_hops_dice_in_play(setup: str, reading: str) -> None:
    compared = 0
    for seed in range(5):
        start = lt.start("hops_dice", setup=setup, back_and_forth=reading)
        for state, _, _ in random_states(start, random.Random(seed), 120):
            compared += _same_dice_moves(state, reading)
    assert compared > 450


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["move", "next"])
def test_hops_dice_on_scattered_dice(reading: str) -> None:
    """Dice thrown anywhere, crowded and nearly won: long chains, circles, and wins in the middle of a move."""
    rng = random.Random(reading)
    compared = wins = 0
    for _ in range(400):
        state = lt.start("hops_dice", back_and_forth=reading, position=_scattered(rng))
        compared += _same_dice_moves(state, reading)
        wins += any(str(move).endswith("#") for move in state.moves())
    assert compared > 350
    assert wins > 20


def _scattered(rng: random.Random) -> str:
    side = rng.choice((5, 6, 7))
    places = rng.sample([(row, column) for row in range(side) for column in range(side)], 12)
    dice = (
        ["r6"] * 5 + [f"r{rng.randint(3, 5)}"]
        if rng.random() < 0.5
        else [f"r{rng.randint(1, 6)}" for _ in range(5)] + ["r1"]
    )
    dice += [f"b{rng.randint(2, 6)}" for _ in range(5)] + ["b2"]
    board = dict(zip(places, dice, strict=True))
    return "/".join("".join(board.get((row, column), ".") for column in range(7)) for row in range(7)) + " r"


def _same_dice_moves(state: lt.State, reading: str) -> bool:
    assert isinstance(state, LineState)
    try:
        expected = hops_dice.moves(hops_dice.read(state.position()), back_and_forth=reading, limit=50_000)
    except hops_dice.TooMany:
        return False
    assert {str(move) for move in state.moves()} == expected
    return True


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize(("players", "colours"), [(1, "re"), (2, "rg"), (3, "ryg"), (4, "ryge")])
def test_rolit(size: int, players: int, colours: str) -> None:
    for seed in range(6):
        start = lt.start("rolit", size=size, players=players)
        naive = rolit.start(size, "r")
        for state, seat, move in random_states(start, random.Random(seed)):
            assert {str(each) for each in state.moves()} == rolit.moves(naive, size)
            naive = rolit.play(naive, str(move), size, tuple(colours))
            after = state.play(move, seat)
            assert isinstance(after, LineState)
            assert rolit.read(after.position()).board == naive.board
            assert after.over == rolit.over(naive, size)
        assert after.outcome is not None
        assert after.outcome.scores == tuple(rolit.counts(naive)[colour] for colour in colours)


@pytest.mark.slow
def test_plic_plac() -> None:
    """Random tables of every kind, with an eye for cuts and swaps: legal moves, faces, pockets and endings agree."""
    rng = random.Random(11)
    said: Counter[str] = Counter()
    for _ in range(260):
        players = rng.randint(1, 6)
        options = {
            "players": players,
            "cards": f"{rng.randint(2, 6)}x{rng.randint(2, 6)}",
            "ploc": rng.choice(["chain", "all"]),
            "stall": rng.choice([1, 3, 8]),
            "specials": players > 1 and rng.random() < 0.7,
        }
        said += _same_game_of_plic_plac(options, rng)
    assert {"cut", "swap", "take", "abandon", "let-go", "turn"} <= set(said)
    assert {"pot", "blocage", "stall", "out"} <= set(said)


def _same_game_of_plic_plac(options: dict[str, Any], rng: random.Random) -> Counter[str]:
    state: lt.State = lt.start("plic_plac", **options)
    first = 0
    while "deal" not in str(drawn := state.draw(rng)):
        first = int(str(drawn).split()[1]) - 1
        state = state.play(drawn)
    links = 2 if options["ploc"] == "chain" else 3
    naive = plic_plac.Table(options["players"], links, options["stall"], first, str(drawn).split()[1:])
    state = state.play(drawn)
    said: Counter[str] = Counter()
    rash = rng.choice([0.01, 0.4])
    while not state.over:
        for seat in range(options["players"]):
            assert {str(move) for move in state.moves(seat)} == naive.moves(seat)
        _same_table(state, naive)
        choices = [(seat, str(move)) for seat in state.acting for move in state.moves(seat)]
        bold = [each for each in choices if each[1].startswith(("swap", "cut"))]
        calm = [each for each in choices if each[1] != "blocage"]
        seat, move = rng.choice(
            bold if bold and rng.random() < 0.5 else choices if rng.random() < rash or not calm else calm
        )
        state = state.play(move, seat)
        naive.play(move, seat)
        said[move.split()[0]] += 1
    _same_table(state, naive)
    assert state.outcome is not None
    assert (list(state.outcome.scores), state.outcome.reason) == (naive.scores(), naive.end)
    return said + Counter([naive.end])


def _same_table(state: lt.State, naive: plic_plac.Table) -> None:
    assert isinstance(state, PlicPlacState)
    for seat in (*range(naive.players), None):
        assert state.view(seat)["faces"] == naive.faces(seat)
    view = state.view()
    assert view["pockets"] == [[list(held) for held in pocket] for pocket in naive.pockets]
    assert (view["turn"], view["pot"], view["out"]) == (naive.turn, sorted(naive.pot), sorted(naive.out))
    assert state.over == bool(naive.end)
