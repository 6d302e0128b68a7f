"""How programs see games: every legal move has one number and back, planes have names, and nothing hidden is told."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.cupboard import find
from ludotheque.core.encoding import WAIT, encoding_of, name_of
from ludotheque.testing.play import random_states
from tests.cases import CASES, OURS

MOMENTS = 25
"""So many moves are followed in each game."""
HERE = Path(__file__).parent


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.slow) for game in OURS])
def test_every_legal_move_of_every_option_has_a_number_and_back(game: str) -> None:
    encoding = encoding_of(find(game))
    known: dict[object, tuple[str, ...]] = {}
    for name, options in CASES:
        if name != game:
            continue
        start = lt.start(game, **options)
        shape = encoding.shape(start)
        kind = shape, options.get("level")
        if kind not in known:
            names = known[kind] = encoding.actions(start)
            assert len(set(names)) == len(names)
            assert len(set(encoding.planes(start))) == shape[0]
            assert (names[-1] == WAIT) == encoding.waits
        names = known[kind]
        for at, (state, _, _) in enumerate(random_states(start, random.Random(3), MOMENTS)):
            for seat in state.acting if state.acting != (lt.CHANCE,) else ():
                moves = state.moves(seat)
                numbers = [encoding.encode(state, seat, move) for move in moves]
                assert len(set(numbers)) == len(numbers)
                assert max(numbers, default=0) < len(names) - encoding.waits
                assert tuple(encoding.decode(state, seat, number) for number in numbers) == moves
                if at % 12 == 0:
                    planes = encoding.observe(state.view(seat), seat)
                    assert planes.shape == shape
                    assert planes.dtype == np.int8
                    assert planes.min() >= 0


@pytest.mark.parametrize("game", OURS)
def test_what_stands_for_no_move_is_refused(game: str) -> None:
    encoding, state = encoding_of(find(game)), lt.start(game)
    for action in (-1, len(encoding.actions(state))):
        with pytest.raises(ValueError, match=str(action)):
            encoding.decode(state, 0, action)


def test_encodings_have_versions() -> None:
    assert {name_of(find(game)) for game in OURS} == {
        "ludotheque/hop_plie-v1",
        "ludotheque/hops_dice-v1",
        "ludotheque/hopsy-v1",
        "ludotheque/plic_plac-v1",
        "ludotheque/rolit-v1",
    }


def fingerprint(played: str) -> tuple[str, str]:
    """What programs were told of a game kept in `playthroughs`: the name of the encoding, and a digest of its names, of
    every plane and of every number."""
    record = lt.Record.loads((HERE / "playthroughs" / f"{played}.txt").read_text("utf-8"))
    encoding, states, digest = encoding_of(find(record.game)), list(record.states()), hashlib.sha256()
    digest.update(repr((encoding.planes(states[0]), encoding.actions(states[0]))).encode())
    for state in states:
        for seat in state.acting:
            if seat != lt.CHANCE:
                digest.update(np.ascontiguousarray(encoding.observe(state.view(seat), seat)).tobytes())
                digest.update(repr([encoding.encode(state, seat, move) for move in state.moves(seat)]).encode())
    return name_of(find(record.game)), digest.hexdigest()[:16]


KEPT = [line.split() for line in (HERE / "encodings.txt").read_text("utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "played", "digest"), KEPT, ids=[played for _, played, _ in KEPT])
def test_under_one_name_an_encoding_never_changes(name: str, played: str, digest: str) -> None:
    """What would change it gets a new version, and new lines in `encodings.txt`."""
    assert fingerprint(played) == (name, digest)


def test_every_encoding_is_kept() -> None:
    assert {name for name, _, _ in KEPT} == {name_of(find(game)) for game in OURS}


@pytest.mark.parametrize("seed", range(4))
def test_what_a_seat_does_not_see_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    encoding, redealt = encoding_of(find("plic_plac")), find("plic_plac").rules.redealt
    assert redealt is not None
    for state, _, _ in random_states(lt.start("plic_plac", players=3, specials=True), rng, 60):
        if state.acting == (lt.CHANCE,):
            continue
        for seat in range(3):
            other = redealt(state, seat, rng)
            assert (encoding.observe(state.view(seat), seat) == encoding.observe(other.view(seat), seat)).all()


def test_a_game_without_an_encoding_says_so() -> None:
    from ludotheque.cli.skeleton.bachet import GAME

    with pytest.raises(ValueError, match="has no encoding"):
        encoding_of(GAME)
