"""Small pots of Plic-Plac are solved right: compared with trying everything by the rules, and with games."""

from __future__ import annotations

import statistics
from itertools import permutations

import pytest

import ludotheque as lt
from benchmarks.regret import Judged, Losses, Perfect, played
from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.calls import Deal
from ludotheque.games.plic_plac.perfect import POINT, WON
from ludotheque.games.plic_plac.perfectplay import PerfectPlay
from ludotheque.games.plic_plac.rules import PlicPlacState
from tests.volume import volume

pytestmark = pytest.mark.slow
States = tuple[PlicPlacState, ...]
_GAMES = volume(60, 600)


def dealt(**options: object) -> States:
    """All deals of a pot; the first player begins."""
    start = lt.start("plic_plac", **options)
    assert isinstance(start, PlicPlacState)
    if len(start.seats) > 1:
        start = start.play("first 1")
    return tuple(start.play(str(Deal(cards))) for cards in permutations(start.setting.cards))


class Everything:
    """Tries everything: a position is all deals that are possible for all one has seen. Nobody looks at a card in vain
    that the other has not seen: the secret card may be passed only if it lay open before."""

    def __init__(self) -> None:
        self._known: dict[tuple[States, frozenset[int]], float] = {}

    def worth(self, states: States, shown: frozenset[int]) -> float:
        """What the first seat gets at best, or must be left with, on average over these deals."""
        key = states, shown
        if key not in self._known:
            self._known[key] = self._found(states, shown)
        return self._known[key]

    def _found(self, states: States, shown: frozenset[int]) -> float:
        state = states[0]
        if state.outcome is not None:
            return statistics.fmean(_result(each) for each in states)
        seat, blocked = state.waiting[0], not state.setting.solo and _is_blocked(state)
        if blocked and state.phase == "look":
            return statistics.fmean(self._called(states, caller) for caller in (0, 1))
        give_up = state.setting.solo and _is_blocked(state)
        moves = [move for move in state.moves(seat) if str(move) != "blocage" or give_up]
        if state.phase == "announce" and not state.setting.solo and state.secret not in shown:
            moves = [move for move in moves if str(move) != "pass"]
        if state.turns == 0 and state.phase == "look":  # all places are alike yet
            moves = moves[:1]
        worths = [self._after(states, seat, str(move), shown) for move in moves]
        return max(worths) if seat == 0 else min(worths)

    def _called(self, states: States, caller: int) -> float:
        first_take = [each.play("blocage", caller) for each in states]
        ends = [each.play(each.moves(caller)[0], caller) for each in first_take]
        return statistics.fmean(_result(end) for end in ends)

    def _after(self, states: States, seat: int, move: str, shown: frozenset[int]) -> float:
        groups: dict[str, list[PlicPlacState]] = {}
        for state in states:
            after = state.play(move, seat)
            watching = after.waiting[0] if after.outcome is None else 0
            groups.setdefault(_sight(after, watching), []).append(after)
        total = 0.0
        for group in groups.values():
            after = group[0]
            total += len(group) * self.worth(tuple(group), shown | set(after.shown))
        return total / len(states)


def _sight(state: PlicPlacState, seat: int) -> str:
    view = state.view(seat)
    return str([view[key] for key in ("phase", "turn", "faces", "shown", "secret", "pot", "pockets", "idle", "named")])


def _is_blocked(state: PlicPlacState) -> bool:
    cards = [state.cards[place - 1] for place in state.pot]
    return len(cards) > 1 and not any(kernel.linked(a, b) for a in cards for b in cards if a != b)


def _result(state: PlicPlacState) -> float:
    outcome = state.outcome
    assert outcome is not None
    if state.setting.solo:
        return (WON if outcome.winners else 0.0) + POINT * outcome.scores[0] - state.turns
    return (0 in outcome.winners) / len(outcome.winners)


@pytest.mark.parametrize(
    ("players", "ploc", "stall"),
    [pytest.param(1, "chain", 1, marks=pytest.mark.thorough), (1, "all", 1), (2, "chain", 1), (2, "all", 1)],
)
def test_the_smallest_pot_is_worth_what_trying_everything_finds(players: int, ploc: str, stall: int) -> None:
    states = dealt(cards="2x2", players=players, ploc=ploc, stall=stall)
    tables = PerfectPlay(states[0].setting)
    assert tables.start == pytest.approx(Everything().worth(states, frozenset()))


def test_the_best_answer_gets_in_games_what_the_table_says() -> None:
    state = lt.start("plic_plac", players=2, cards="2x3", ploc="all")
    assert isinstance(state, PlicPlacState)
    tables, losses = PerfectPlay(state.setting, patience=1), Losses()
    promised = tables.answer()
    for begins, expected in enumerate(promised):
        scores = []
        for seed in range(_GAMES):
            best = Judged(state.game, Perfect(state.game, tables, knower=True), tables, losses, knower=True)
            outcome = played(state, {0: best, 1: Perfect(state.game, tables)}, seed, begins).outcome
            assert outcome is not None
            scores.append((0 in outcome.winners) / len(outcome.winners))
        assert statistics.fmean(scores) == pytest.approx(expected, abs=4 * 0.5 / _GAMES**0.5)
    assert max(losses.games) == pytest.approx(0, abs=1e-5)


def test_pots_that_are_solved_whatever_is_hidden() -> None:
    """The best answer, which may put cards back unseen, gets no more than the open game gives: so that is what the game
    is worth."""
    for cards, worth in (("2x2", 1.0), ("2x3", 0.5)):
        state = lt.start("plic_plac", players=2, cards=cards)
        assert isinstance(state, PlicPlacState)
        tables = PerfectPlay(state.setting)
        assert (tables.start, *tables.answer()) == pytest.approx((worth, worth, 1 - worth))
