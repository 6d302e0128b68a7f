"""Balanced starts of Hopsy: legal, the same from both seats, no two alike, and worth what is said of them."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import cast

import pytest

import ludotheque as lt
from ludotheque.bots.solver.agreement import agrees
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.core.text import Refusal
from ludotheque.games.hopsy import SETUP, kernel, rules
from ludotheque.games.hopsy.rules import HopsyState
from ludotheque.games.hopsy.starts import _position, starts
from tests.volume import volume
from tools import starts as maker

NUMBERS = range(1, len(starts()) + 1)
BY_WAY = {
    "half": range(1, 1599),
    "ends": range(1599, 5264),
    "diagonal": range(5264, 7250),
    "quarter": range(7250, 7272),
}
"""As `starts.txt` calls the ways to turn or mirror: the starts in which black's pawns stand like red's in that way."""
SOLVED = [number for numbers in BY_WAY.values() for number in random.Random(16).sample(numbers, volume(1, 3))]
LOOKED = 8
"""Up to so many moves a search is quick."""


def start(number: int, **options: object) -> HopsyState:
    return cast(HopsyState, lt.start("hopsy", setup=number, **options))


def test_every_number_is_a_start() -> None:
    assert len(NUMBERS) == len(SETUP.numbers)
    for number, each in zip(NUMBERS, starts(), strict=True):
        state = start(number)
        assert state.position() == each.position
        assert state.acting == (0,)
        assert state.moves()
        assert not kernel.wins(state.setting.rules, state.row[kernel.BLACK], 0)


def test_they_are_the_same_for_both_sides() -> None:
    for number in NUMBERS:
        red, black = (start(number).row[colour] for colour in (kernel.RED, kernel.BLACK))
        exchanged = [(seen(red, way, kernel.SIZE), seen(black, way, kernel.SIZE)) for way in range(1, WAYS)]
        assert (black, red) in exchanged, number


@pytest.mark.parametrize(("last", "digest"), [(1598, "72a4f8304b6aa69b"), (7271, "4aa10f12cf227a71")])
def test_numbers_keep_their_meaning(last: int, digest: str) -> None:
    """Records of old games name starts by number."""
    told = "\n".join(each.position for each in starts()[:last])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == digest


def test_starts_are_added_once_and_by_every_way_to_look() -> None:
    shown = (
        ("r.r.r./.r.r.r/....../....../.b.b.b/b.b.b. r", 20),  # top and bottom
        ("..rrr./...r.r/b...r./bb..../b.b.../.b.... r", 0),  # rows and columns
    )
    found = []
    for position, value in shown:
        row = cast(HopsyState, lt.start("hopsy", position=position)).row
        found.append(((row[kernel.RED], row[kernel.BLACK]), value))
    soon = (found[0][0], maker.SOONEST["ends"])  # decided one move sooner than it says
    old = start(5).row
    again = ((old[kernel.RED], old[kernel.BLACK]), maker.SOONEST["half"] + 1)
    lines = list(maker.added([*found, soon, again], maker.there()))
    assert [line for line in lines if " " in line] == ["ends first 19", "diagonal open"]
    whole = [_position(line, head.split()[0]) for head, line in zip(lines[::2], lines[1::2], strict=True)]
    for position, (pair, _) in zip(whole, found, strict=True):
        row = cast(HopsyState, lt.start("hopsy", position=position)).row
        assert maker.least((row[kernel.RED], row[kernel.BLACK])) == maker.least(pair)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "nl"])
def test_the_rulebooks_say_how_many_there_are(language: str) -> None:
    text = Path(rules.__file__).with_name(f"rulebook.{language}.md").read_text("utf-8")
    assert str(len(NUMBERS)) in text.replace(",", "")


def test_no_two_are_alike() -> None:
    def least(state: HopsyState) -> tuple[int, int]:
        red, black = state.row[kernel.RED], state.row[kernel.BLACK]
        return min((seen(red, way, kernel.SIZE), seen(black, way, kernel.SIZE)) for way in range(WAYS))

    assert len({least(start(number)) for number in NUMBERS}) == len(NUMBERS)


def test_they_are_decided_late_or_not_at_all() -> None:
    assert [number for numbers in BY_WAY.values() for number in numbers] == list(NUMBERS)
    for way, numbers in BY_WAY.items():
        for number in numbers:
            each = starts()[number - 1]
            assert (each.winner is None) == (each.moves is None)
            if each.moves is not None:
                assert each.moves >= maker.SOONEST[way]
                assert each.moves % 2 == (1 if each.winner == 0 else 0), "the last move is the winner's"


@pytest.mark.slow
@pytest.mark.parametrize("number", SOLVED)
def test_a_search_finds_nothing_sooner(number: int) -> None:
    each = starts()[number - 1]
    winner = {0: 1, 1: -1, None: 0}[each.winner]
    assert agrees(start(number), winner, each.moves or 0)
    assert lt.solve(start(number), depth=LOOKED).winners is None


def test_they_are_for_the_plain_game() -> None:
    with pytest.raises(Refusal, match="variant=hopsy"):
        start(1, variant="mix")
    with pytest.raises(Refusal, match=f"1 to {len(NUMBERS)}"):
        start(len(NUMBERS) + 1)


def test_a_record_names_its_start_by_number() -> None:
    state = start(417)
    record, move = lt.Record.of(state), state.moves()[0]
    record = record.played(state, move, 0, state.play(move))
    assert dict(record.options) == {"setup": "417"}
    assert lt.Record.loads(record.dumps()).replay() == state.play(move)


def test_many_games_from_one_start() -> None:
    many = lt.batch("hopsy", 8, seed=3, setup=417)
    first = lt.start("hopsy", setup=417)
    assert first.position() == starts()[416].position
    assert [many.state(at) for at in range(8)] == [first] * 8
