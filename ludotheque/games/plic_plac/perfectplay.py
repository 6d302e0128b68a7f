"""What each move of a small pot is worth, exactly, to a seat that forgets nothing: `perfect`, asked about a view."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludotheque.core.boards.arrays import Reals, np
from ludotheque.games.plic_plac import perfect
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.memory import CardMemory, Knowledge, knowledge
from ludotheque.games.plic_plac.memory import perfect as perfect_memory
from ludotheque.games.plic_plac.perfect import ALONE, HIGHEST, KNOWER, LEAST, MINE, OPEN, THEIRS, Pot, Sight
from ludotheque.games.plic_plac.rules import PlicPlacView
from ludotheque.games.plic_plac.setting import PotSetting
from ludotheque.games.plic_plac.smallpots import OPENLY, PRIVATELY, fill_known, fill_open, pot_of, turnings

BEST, WORST = 1e6, -1e6
"""A blocage that is there, and one that is not; and what the open game does not know."""
_SAME = 1e-9


@dataclass
class Observer:
    """What one seat has seen, and which places both have."""

    memory: CardMemory = field(default_factory=perfect_memory)
    shown: set[int] = field(default_factory=set)

    def watch(self, view: PlicPlacView) -> None:
        """Takes in what can be seen now."""
        self.memory.watch(view)
        self.shown.update(view["shown"])

    def sees(self, view: PlicPlacView) -> Seen:
        """What that comes to."""
        return Seen(knowledge(view, self.memory), self.shown)


class Seen(NamedTuple):
    """What a seat knows of a pot, and the places that the other knows too."""

    facts: Knowledge
    shared: set[int]


class PerfectPlay:
    """The tables of a game with a small pot, for one or two players."""

    def __init__(self, setting: PotSetting, patience: int | None = None) -> None:
        """Solves the game alone, or the open game; in which one may have little patience, see `pot_of`."""
        self._setting, self._pot = setting, pot_of(setting, patience)
        self._numbers = {card: number for number, card in enumerate(setting.cards)}
        fill_open(self._pot, turnings(setting.cards, OPENLY), ALONE if setting.solo else OPEN)

    def answer(self) -> tuple[float, float]:
        """Finds the best answer to one who plays the open game: what it gets as first, and as second."""
        fill_known(self._pot, turnings(self._setting.cards, PRIVATELY))
        start = self._pot.by_four[-1]
        return float(self._pot.mine[0, 0, start]), float(self._pot.theirs[0, 0, start])

    @property
    def start(self) -> float:
        """What the game alone, or the open game to the one who begins, is worth."""
        return float(self._pot.open[0, 0, self._pot.by_three[-1]])

    def values(self, view: PlicPlacView, seen: Seen, moves: Sequence[Call], *, knower: bool) -> list[float]:
        """What each move is worth: alone in turns (see `perfect.WON`), else in wins, to one who plays the open game or
        to the knower."""
        return self._moment(view, seen, knower=knower).values(moves)

    def choose(
        self, view: PlicPlacView, seen: Seen, moves: Sequence[Call], rng: random.Random, *, knower: bool
    ) -> Call:
        """The best move; of several each alike, where all places never seen are one."""
        moment = self._moment(view, seen, knower=knower)
        values = moment.values(moves)
        good = [move for move, value in zip(moves, values, strict=True) if value > max(values) - _SAME]
        options: dict[tuple[str, int], list[Call]] = {}
        for move in good:
            options.setdefault(moment.option(move), []).append(move)
        return rng.choice(rng.choice(list(options.values())))

    def _moment(self, view: PlicPlacView, seen: Seen, *, knower: bool) -> _Moment:
        return _Moment(self._pot, self._numbers, view, seen, knower=knower)


class _Moment:
    """A moment of a game, as numbers."""

    def __init__(self, pot: Pot, numbers: dict[int, int], view: PlicPlacView, seen: Seen, *, knower: bool) -> None:
        self._pot, self._view, facts = pot, view, seen.facts
        self._cards = {place: numbers[card] for place, card in facts.known.items()}
        self._left = sum(1 << numbers[card] for card in (*facts.known.values(), *facts.unseen))
        self._own_turn = view["seat"] == view["turn"]
        self._at = self._sight(seen.shared, knower=knower)
        known, self._chooser = self._known(), self._who()
        tried = list(view["shown"]) if view["phase"] in ("ploc", "cut") else []
        cut = view["phase"] == "cut" or view["cutter"] >= 0
        self._pair = sum(1 << self._cards[place] for place in tried[:2]) if cut else 0
        self._tried = [self._cards[place] for place in ([view["named"], *tried[2:]] if cut else tried) if place]
        self._secret = self._cards.get(view["secret"], -1)
        aside = 0 if self._secret < 0 else 1 << self._secret
        self._known_cards, self._hidden = known & ~aside, self._left & ~(known | aside)
        self._cuts: Reals = np.zeros((pot.size, pot.size, 2), np.float64)
        self._found: dict[tuple[str, int], tuple[float, float]] = {}

    def _sight(self, shown: set[int], *, knower: bool) -> Sight:
        view = self._view
        seen = sum(1 << card for card in self._cards.values())
        public = sum(1 << card for place, card in self._cards.items() if place in shown)
        pockets, seat = [len(pocket) for pocket in view["pockets"]], view["seat"]
        assert seat is not None
        if len(pockets) == 1:
            return Sight(ALONE, seen, 0, self._left & ~seen, 0, sum(view["idle"]))
        if knower:
            role = MINE if self._own_turn else THEIRS
            return Sight(role, public, seen & ~public, self._left & ~seen, pockets[seat], sum(view["idle"]))
        idle = 0 if self._pot.hasty else sum(view["idle"])
        return Sight(OPEN, public, 0, self._left & ~public, pockets[view["turn"]], idle)

    def _known(self) -> int:
        """The cards whose places the seat knows; in the open game without the secret one it has just seen."""
        return self._at.public | self._at.private

    def _who(self) -> int:
        if self._at.role in (MINE, THEIRS):
            return KNOWER
        return HIGHEST if self._own_turn else LEAST

    def values(self, moves: Sequence[Call]) -> list[float]:
        if self._view["phase"] in ("look", "announce"):
            perfect.cuts_of(self._pot, self._at, self._cuts)
        return [self._value(move) for move in moves]

    def _value(self, move: Call) -> float:
        if move.verb == "blocage":
            return BEST if self._pot.blocked[self._left] and self._at.role != ALONE else WORST
        if move.verb == "pass" and not perfect.may_pass(self._at, self._secret):
            return WORST
        key = move.verb, self._cards.get(move.place, -1)
        if key not in self._found:
            self._found[key] = self._worth(*key)
        worth, gets = self._found[key]
        return gets if self._chooser == KNOWER else 1 - worth if self._chooser == LEAST else worth

    def option(self, move: Call) -> tuple[str, int]:
        """What a move comes to: places never seen are alike."""
        return move.verb, self._cards.get(move.place, -1)

    def _worth(self, verb: str, card: int) -> tuple[float, float]:
        pot, at, cuts = self._pot, self._at, self._cuts
        if verb == "take":
            return 0.0, 0.0
        if verb == "look":
            return perfect.look_unseen(pot, at, cuts) if card < 0 else perfect.announce(pot, at, cuts, card)
        if verb == "pass":
            return perfect.passing(pot, at, self._secret)
        if verb == "plic-plac":
            if card < 0:
                return perfect.pair_unseen(pot, at, cuts, self._hidden, self._secret)
            return perfect.pair(pot, at, cuts, self._secret, card)
        if verb == "let-go":
            return perfect.leaf(pot, at, self._pair, self._pair, 2, 0, 0)
        if verb == "abandon":
            return perfect.failed(pot, at, self._pair, sum(1 << each for each in self._tried))
        if verb == "turn":
            return self._turned(card)
        named = self._secret if verb == "plic-plac-ploc" else card
        return perfect.first(pot, at, self._chooser, self._known_cards, self._hidden, self._pair, named)

    def _turned(self, card: int) -> tuple[float, float]:
        pot, at, pair, tried = self._pot, self._at, self._pair, self._tried
        known, hidden = self._known_cards, self._hidden
        if len(tried) == 2:
            if card < 0:
                return perfect.third_unseen(pot, at, hidden, pair, tried[0], tried[1])
            return perfect.third(pot, at, pair, tried[0], tried[1], card)
        if card < 0:
            return perfect.second_unseen(pot, at, self._chooser, known, hidden, pair, tried[0])
        return perfect.second(pot, at, self._chooser, known, hidden, pair, tried[0], card)
