"""Played games judged move by move: blunders are seen, luck and secrets are not held against anybody."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bots.judging import BLUNDER, judge, judged, usual
from ludotheque.core.thought import Budget
from tests.test_plic_plac import dealt, say

RECORDS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
WINNING = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"
"""Red wins with E3-E5."""


def read(path: Path) -> lt.Record:
    return lt.Record.loads(path.read_text(encoding="utf-8"))


def test_a_win_that_is_missed_is_a_blunder() -> None:
    state = lt.start("hopsy", position=WINNING)
    won, missed = judge([state], "E3-E5", 0), judge([state], "A5-A6", 0)
    assert (won.value, won.best, won.loss, won.mark) == (1.0, "E3-E5", 0.0, "")
    assert (missed.number, missed.move, missed.best, missed.mark) == (1, "A5-A6", "E3-E5", "??")
    assert missed.loss >= BLUNDER
    assert missed.value == pytest.approx(1 - missed.loss)


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in RECORDS if "-" not in path.stem], ids=lambda path: path.stem)
def test_every_game_is_judged_move_by_move(path: Path) -> None:
    """Every move but those of chance, by the values of the seat that made it; and the same way again."""
    record, budget = read(path), Budget(nodes=300)
    states = list(record.states())
    found = list(islice(judged(record, budget), 40))
    by_people = [number for number, played in enumerate(record.moves, 1) if played.seat != "chance"]
    assert [each.number for each in found] == by_people[:40]
    for each in found:
        assert -1 <= each.value <= 1
        assert 0 <= each.loss <= 2
        assert each.best in map(str, states[each.number - 1].moves(each.seat))
    assert list(islice(judged(record, budget), 40)) == found


def test_the_move_that_ends_a_game_is_worth_what_it_brought() -> None:
    record = read(Path(__file__).parent / "playthroughs" / "hopsy.txt")
    last = list(judged(record, Budget(nodes=300)))[-1]
    assert (last.number, last.value, last.mark) == (len(record.moves), 1.0, "")
    alone = read(Path(__file__).parent / "playthroughs" / "hop_plie-solo.txt")
    states = list(alone.states())
    ended = judge(states[:-1], alone.moves[-1].move, 0, Budget(nodes=300))
    assert ended.value == (1.0 if states[-1].outcome and states[-1].outcome.winners else -1.0)


def test_a_win_that_all_share_is_worth_nothing() -> None:
    """Rolit, the last square: eight balls each."""
    state = lt.start("rolit", size=4, position="rggg/grgr/ggrg/grg. r")
    assert judge([state], "D4", 0).value == 0.0


def test_nobody_is_judged_by_what_they_had_not_seen() -> None:
    """Two deals that differ only where the seat has not looked: the same judgement of the same move."""
    one, other = dealt("cR cO sR sO", cards="2x2"), dealt("cR sO sR cO", cards="2x2")
    moves = ("look 1", "pass", "look 3", "pass", "look 3")
    judgements = []
    for start in (one, other):
        past = [start]
        for move in moves:
            past.append(say(past[-1], move))
        judgements.append(judge(past, "pass", past[-1].waiting[0]))
    assert judgements[0] == judgements[1]


def test_three_cards_one_has_seen_must_be_announced() -> None:
    """Who knows where two cards lie that go with the third, and passes, makes a mistake; who has not seen them does
    not."""
    marks = {}
    for first, second in (("look 2", "look 5"), ("look 14", "look 16")):
        past = [dealt("cR cO sR sO cY sY tR tO tY eR eO eY cG sG tG eG", cards="4x4")]
        for move in (first, "pass", "look 15", "pass", second, "pass", "look 15", "pass", "look 1"):
            past.append(say(past[-1], move))
        judgement = judge(past, "pass", 0)
        marks[first] = judgement.best, judgement.mark
    assert marks["look 2"] == ("plic-plac-ploc", "?")
    assert not marks["look 14"][1]


def test_a_budget_is_counted_in_nodes() -> None:
    for game in lt.games():
        assert usual(lt.start(game)).seconds is None
