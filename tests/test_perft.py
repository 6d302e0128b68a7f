"""Counted move sequences. Each line of `perft/<game>.txt`: options | where | counts from depth 1 on.

Where: start, a position, or after some moves from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.core.boards.linestate import LineState
from tests.reference import hops_dice, hopsy, rolit

FOLDER = Path(__file__).parent / "perft"


def _lines() -> list[tuple[str, str, str, list[int]]]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                options, position, counts = (part.strip() for part in line.split("|"))
                found.append((path.stem, options, position, [int(each) for each in counts.split()]))
    return found


def _start(game: str, options: str, position: str) -> lt.State:
    given = dict(pair.split("=") for pair in options.split())
    if position == "start":
        return lt.start(game, **given)
    if position.startswith("after "):
        state = lt.start(game, **given)
        for move in position.removeprefix("after ").split(";"):
            state = state.play(move.strip())
        return state
    return lt.start(game, **given, position=position)


def _deepest(counts: list[int]) -> int:
    """The depth to which a quick look counts."""
    return max(at + 1 for at, count in enumerate(counts) if at == 0 or count < 40_000)


@pytest.mark.parametrize(("game", "options", "position", "counts"), _lines())
def test_small_counts(game: str, options: str, position: str, counts: list[int]) -> None:
    state, most = _start(game, options, position), _deepest(counts)
    assert [state.perft(depth) for depth in range(1, most + 1)] == counts[:most]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "position", "counts"), [line for line in _lines() if _deepest(line[3]) < len(line[3])]
)
def test_large_counts(game: str, options: str, position: str, counts: list[int]) -> None:
    state, known = _start(game, options, position), _deepest(counts)
    assert [state.perft(depth) for depth in range(known + 1, len(counts) + 1)] == counts[known:]


@pytest.mark.parametrize(("game", "options", "position", "counts"), [line for line in _lines() if line[2] == "start"])
def test_compiled_counts_agree_with_states(game: str, options: str, position: str, counts: list[int]) -> None:
    """The compiled walk and the contract's own recursion through `moves` and `play` count alike."""
    state = _start(game, options, position)
    depth = min(_deepest(counts), 4)
    assert lt.State.perft(state, depth) == counts[depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "position", "counts"), [line for line in _lines() if line[0] in ("hopsy", "hops_dice", "rolit")]
)
def test_naive_rules_count_alike(game: str, options: str, position: str, counts: list[int]) -> None:
    state = _start(game, options, position)
    assert isinstance(state, LineState)
    depth = max(at + 1 for at, count in enumerate(counts) if at == 0 or count < 2_000)
    assert _naive(game, state, depth) == counts[depth - 1]


def _naive(game: str, state: LineState, depth: int) -> int:
    if game == "hopsy":
        start = hopsy.read(state.position())
        return hopsy.perft(start, depth, mix=state.options["variant"] == "mix", history=[start])
    if game == "hops_dice":
        reading = str(state.options["back_and_forth"])
        return hops_dice.perft(hops_dice.read(state.position()), depth, back_and_forth=reading)
    letters = {"red": "r", "yellow": "y", "green": "g", "grey": "e"}
    colours = tuple(letters[seat.id] for seat in state.seats)
    return rolit.perft(rolit.read(state.position()), depth, state.size, colours)
