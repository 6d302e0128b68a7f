"""Plic-Plac's rules as states and moves.

A turn goes through phases; the phase says who acts and what may be said:

    first, deal     chance says who begins and how the cards lie
    look            the player picks a secret card
    announce        the player, who alone sees it, passes or announces
    plac            the second card is a traitor: the player may use it
    cut             a plic-plac is on show: every opponent may cut or let go
    ploc            the player of a plic-plac-ploc, or the one who cuts, turns over cards
    take            a blocage is found: its finder takes a card

In look and announce anybody in play may interrupt with a blocage.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations
from math import factorial
from typing import ClassVar

from ludotheque.core.boards.arrays import Line
from ludotheque.core.boards.lines import bound_to
from ludotheque.core.boards.squares import squares
from ludotheque.core.contract import CHANCE, Game, Hurry, Move, Outcome, Pause, Rules, View
from ludotheque.core.options import Options, read_all
from ludotheque.core.setting import InSetting
from ludotheque.core.text import Text
from ludotheque.core.values import already_known, cached_property, with_changes
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.plic_plac import CUT, GAME, LOOK, rows, turns
from ludotheque.games.plic_plac.calls import Call, Deal, call, in_words, read
from ludotheque.games.plic_plac.cards import CODES
from ludotheque.games.plic_plac.setting import Pocketed, PotSetting, setting_of
from ludotheque.games.plic_plac.sight import SPECTATOR, visible

NOBODY = turns.NOBODY
EMPTY = turns.EMPTY
"""In the list of cards: a place that holds none."""
LISTED_DEALS = 24
"""Deals are listed as legal moves up to so many; beyond, they are drawn and checked."""


class PlicPlacView(View):
    """What one seat sees of Plic-Plac. Places are numbered from 1; 0 stands for none."""

    phase: str
    turn: int
    turns: int
    pot: list[int]
    """The places that hold a card."""
    faces: dict[str, str]
    """The cards this seat sees, by place."""
    shown: list[int]
    """The places face up for all."""
    secret: int
    cutter: int
    named: int
    may_cut: list[int]
    traitor_at: int
    out: list[int]
    finder: int
    pockets: list[list[list[int | str]]]
    """By seat, each card as the place it was dealt to and its code."""
    plocs: int
    idle: list[int]
    moved: list[int]
    waiting: list[int]
    events: list[list[int | str]]
    """Seat and move."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlicPlacState(InSetting, Drawn):
    """The pot, the pockets, and where the turn stands."""

    game: ClassVar[Game] = GAME
    move_types: ClassVar[tuple[type, ...]] = (Call, Deal)

    setting: PotSetting = field(compare=False)
    options_key: tuple[tuple[str, object], ...]
    phase: str = "first"
    cards: tuple[int, ...] = ()
    """The card on each place, from place 1 on; EMPTY where there is none."""
    turn: int = 0
    secret: int = 0
    """The place of the card in the player's hand; 0: none."""
    shown: tuple[int, ...] = ()
    """The places face up for all; they stay so until the next card is looked at."""
    cutter: int = NOBODY
    named: int = 0
    """The place of the card a cut names."""
    may_cut: tuple[int, ...] = ()
    """Those who have neither cut nor let go, clockwise from the player."""
    traitor_at: int = 0
    """The place of a traitor just turned over, while its use is open."""
    out: frozenset[int] = frozenset()
    """Those who called a blocage wrongly."""
    finder: int = NOBODY
    """Who has just looked at all cards, to check a blocage."""
    pockets: tuple[tuple[Pocketed, ...], ...] = ()
    plocs: int = 0
    """How many plic-plac-plocs were pocketed: the points of a game alone."""
    idle: tuple[int, ...] = ()
    """How many turns each has had since a card was last pocketed."""
    turns: int = 0
    moved: tuple[int, int] = (0, 0)
    """The place a card was swapped into, and the one it was dealt to."""
    ended: str = ""
    events: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    """What was said and done since the last card was looked at: seat and move."""

    def __repr__(self) -> str:
        """Tells no card: states end up in logs."""
        return f"<plic_plac {self.phase}, turn {self.turns + 1}, {len(self.pot)} cards in the pot>"

    # Who and what

    @property
    def longest(self) -> int | None:
        if self.setting.stall is None:
            return None
        players, cards = len(self.seats), len(self.setting.cards)
        turns = (cards // 2 + 1) * (self.setting.stall + 1) * players
        return turns * (7 + players) + players + 2  # look, announce, two cards, two traitors, cuts; blocages; chance

    @property
    def rounds_played(self) -> int:
        return self.turns

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, len(self.setting.cards)

    @cached_property
    def in_play(self) -> tuple[int, ...]:
        """Those still in play, clockwise from the player whose turn it is."""
        count = len(self.seats)
        around = ((self.turn + i) % count for i in range(count))
        return tuple(seat for seat in around if seat not in self.out)

    @cached_property
    def pot(self) -> tuple[int, ...]:
        """The places that hold a card."""
        return tuple([place for place, card in enumerate(self.cards, 1) if card != EMPTY])

    @cached_property
    def acting(self) -> tuple[int, ...]:
        if self.ended:
            return ()
        if self.phase in ("first", "deal"):
            return (CHANCE,)
        if self.phase in ("look", "announce"):
            return self.in_play
        if self.phase == "cut":
            return self.may_cut
        return self.waiting

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        if self.ended or self.phase in ("first", "deal", "cut"):
            return self.acting
        if self.phase == "take":
            return (self.finder,)
        return (self.actor,)

    @property
    def actor(self) -> int:
        """Who turns over cards now: the player whose turn it is, or the one who cuts."""
        return self.turn if self.cutter == NOBODY else self.cutter

    @property
    def hurry(self) -> Hurry | None:
        """Who does not cut in time has let go."""
        seconds = CUT.of(self.setting.options) if self.phase == "cut" else None
        return None if seconds is None else Hurry(seconds, call("let-go"))

    @cached_property
    def pause(self) -> Pause | None:
        """Cards that go back lie open for a while, and so does what somebody saw who called a blocage wrongly."""
        seconds = LOOK.of(self.setting.options)
        on_show = any(self._card(place) != EMPTY for place in self.shown)
        is_open = (self.phase == "look" and on_show) or (self.finder != NOBODY and self.phase != "take")
        return None if seconds is None or not is_open or self.ended else Pause(seconds, self.in_play)

    @property
    def outcome(self) -> Outcome | None:
        if not self.ended:
            return None
        if self.setting.solo:
            won = not self.pot
            return Outcome((self.plocs if won else 0,), (0,) if won else (), self.ended)
        scores = tuple(len(pocket) for pocket in self.pockets)
        return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)), self.ended)

    # Moves

    def parse(self, text: str) -> Move:
        return read(text)

    def describe(self, move: Move) -> Text:
        assert isinstance(move, Call | Deal)
        return in_words(move)

    def _moves(self, seat: int) -> tuple[Move, ...]:
        if self.phase == "first":
            return tuple(call("first", seat + 1) for seat in range(len(self.seats)))
        if self.phase == "deal":
            return self._listed_deals()
        if seat not in self._opened:
            line = rows.acted_by(self._line, seat)
            codes = bound_to(turns.KERNEL).opened(self.setting.rules, line, turns.KERNEL.sets)
            self._opened[seat] = tuple(map(rows.move_of, codes.tolist()))
        return self._opened[seat]

    @cached_property
    def _opened(self) -> dict[int, tuple[Move, ...]]:
        """The legal moves of those who were asked for."""
        return {}

    @cached_property
    def _line(self) -> Line:
        """The table as a line of one row, once it is dealt. Nobody writes on it."""
        return rows.packed(self)

    def _listed_deals(self) -> tuple[Move, ...]:
        if factorial(len(self.setting.cards)) > LISTED_DEALS:
            return ()
        return tuple(Deal(cards) for cards in permutations(self.setting.cards))

    def draw(self, rng: random.Random) -> Move:
        if self.phase == "deal":
            return Deal(tuple(rng.sample(self.setting.cards, len(self.setting.cards))))
        return rng.choice(self._moves(CHANCE))

    def is_public(self, move: Move) -> bool:
        return not isinstance(move, Deal)

    def public_words(self, move: Move) -> Text:
        return self.describe(move)  # that cards are dealt, not which

    def _legal(self, move: Move, seat: int) -> Move | None:
        if self.phase != "deal":
            return super()._legal(move, seat)
        if isinstance(move, Deal) and sorted(move.cards) == sorted(self.setting.cards):
            return Deal(tuple(int(card) for card in move.cards))
        return None

    def _why(self, move: Move, seat: int) -> Text:
        if isinstance(move, Call) and move.verb in ("look", "plic-plac", "turn") and move.place not in self.pot:
            return Text("there is no card on place {place}", place=move.place)
        if isinstance(move, Call) and move.verb == "turn" and move.place in self.shown:
            return Text("card {card} is face up already", card=move.place)
        return super()._why(move, seat)

    # What a move does

    def _next(self, move: Move, seat: int) -> PlicPlacState:
        if isinstance(move, Deal):
            return with_changes(self, phase="look", cards=move.cards)
        assert isinstance(move, Call)
        if seat == CHANCE:
            return with_changes(self, phase="deal", turn=move.place - 1)
        event = (seat, str(move))
        events = (event,) if move.verb == "look" else (*self.events, event)
        acted = rows.acted_by(self._line, seat)
        line = bound_to(turns.KERNEL).extended(self.setting.rules, acted, rows.code_of(move), 1)
        before, row = line.tolist()
        after = with_changes(self, events=events, **rows.told(self.setting, row, before))
        already_known(after, _line=line[1:])
        return after

    def _card(self, place: int) -> int:
        return self.cards[place - 1]

    def dealt_to(self, place: int) -> int:
        """The place the card on a place was dealt to: the same, unless it was swapped in for a traitor."""
        return self.moved[1] if place == self.moved[0] else place

    # What a seat sees

    def faces(self, seat: int | None) -> dict[int, int]:
        """The cards of the pot that a seat sees at this instant, by place."""
        if not self.cards:  # not dealt yet
            return {}
        looking = SPECTATOR if seat is None else seat
        seen = visible(self.setting.rules, self._line, 0, looking)
        return {square + 1: self.cards[square] for square in squares(seen)}

    def view(self, seat: int | None = None) -> PlicPlacView:
        return {
            **self._seen_by_all(seat),
            "phase": self.phase,
            "turn": self.turn,
            "turns": self.turns,
            "pot": list(self.pot),
            "faces": {str(place): CODES[card] for place, card in self.faces(seat).items()},
            "shown": list(self.shown),
            "secret": self.secret,
            "cutter": self.cutter,
            "named": self.named,
            "may_cut": list(self.may_cut),
            "traitor_at": self.traitor_at,
            "out": sorted(self.out),
            "finder": self.finder,
            "pockets": [[[held.place, CODES[held.card]] for held in pocket] for pocket in self.pockets],
            "plocs": self.plocs,
            "idle": list(self.idle),
            "moved": list(self.moved),
            "waiting": list(self.waiting),
            "events": [[who, what] for who, what in self.events],
        }


def start(options: Options) -> PlicPlacState:
    """The empty table: chance says who begins (alone, there is no question), and deals."""
    setting = setting_of(options)
    return PlicPlacState(
        setting=setting,
        options_key=setting.options_key,
        phase="deal" if setting.solo else "first",
        pockets=((),) * len(setting.seats),
        idle=(0,) * len(setting.seats),
    )


def setting_in(view: PlicPlacView) -> PotSetting:
    """The table a view is of."""
    return _setting_told(tuple(view["options"].items()))


@lru_cache(maxsize=256)
def _setting_told(options: tuple[tuple[str, str], ...]) -> PotSetting:
    return setting_of(read_all(GAME.id, GAME.options, dict(options)))


def state_seen(
    view: PlicPlacView, setting: PotSetting, cards: tuple[int, ...], pockets: tuple[tuple[Pocketed, ...], ...]
) -> PlicPlacState:
    """The moment that a view tells, with these cards in the pot and in the pockets."""
    moved_to, moved_from = view["moved"]
    return PlicPlacState(
        setting=setting,
        options_key=setting.options_key,
        phase=view["phase"],
        cards=cards,
        turn=view["turn"],
        secret=view["secret"],
        shown=tuple(view["shown"]),
        cutter=view["cutter"],
        named=view["named"],
        may_cut=tuple(view["may_cut"]),
        traitor_at=view["traitor_at"],
        out=frozenset(view["out"]),
        finder=view["finder"],
        pockets=pockets,
        plocs=view["plocs"],
        idle=tuple(view["idle"]),
        turns=view["turns"],
        moved=(moved_to, moved_from),
        ended=view["outcome"]["reason"] if view["outcome"] else "",
        events=tuple((int(who), str(what)) for who, what in view["events"]),
    )


def redealt(state: PlicPlacState, seat: int | None, rng: random.Random) -> PlicPlacState:
    """The same moment with the cards that a seat does not see just now dealt anew among their places."""
    hidden = [place for place in state.pot if place not in state.faces(seat)]
    cards = [state.cards[place - 1] for place in hidden]
    dealt = dict(zip(hidden, rng.sample(cards, len(cards)), strict=True))
    return with_changes(state, cards=tuple(dealt.get(place, card) for place, card in enumerate(state.cards, 1)))


RULES = Rules(start, redealt=redealt)
