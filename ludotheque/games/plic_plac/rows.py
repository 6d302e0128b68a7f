"""A table of Plic-Plac as a row of words, and back."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ludotheque.core.boards.arrays import Line, np
from ludotheque.core.boards.lines import SEAT, STATUS
from ludotheque.core.boards.squares import squares
from ludotheque.games.plic_plac import turns
from ludotheque.games.plic_plac.calls import Call, call
from ludotheque.games.plic_plac.kernel import CARDS
from ludotheque.games.plic_plac.setting import Pocketed, PotSetting

if TYPE_CHECKING:
    from ludotheque.games.plic_plac.rules import PlicPlacState

PHASES = ("look", "announce", "plac", "cut", "ploc", "take")
ENDS = {0: "", turns.POT: "pot", turns.BLOCAGE: "blocage", turns.STALL: "stall", turns.ALL_OUT: "out"}
STATUSES = {ended: status for status, ended in ENDS.items()}
WITH_PLACE = ("look", "plic-plac", "turn", "cut", "swap", "take")
VERBS = (*WITH_PLACE, "pass", "plic-plac-ploc", "abandon", "let-go", "blocage")
"""The verbs by their numbers."""


def code_of(move: Call) -> int:
    """The kernel's number for a move."""
    return VERBS.index(move.verb) * 64 + max(move.place - 1, 0)


@cache
def move_of(code: int) -> Call:
    """The move of a kernel's number."""
    verb = VERBS[code >> 6]
    return call(verb, (code & 63) + 1) if verb in WITH_PLACE else call(verb)


def packed(state: PlicPlacState) -> Line:
    """A dealt table as a line of one row; whoever acts is still to be written."""
    few = len(state.shown) <= turns.MOST_SHOWN and state.phase != "take"
    held = [0] * CARDS
    for owner, pocket in enumerate(state.pockets):
        for when, (place, card) in enumerate(pocket, 1):
            held[place - 1] = turns.held.plain(owner, card, when)
    row = [
        *(0, STATUSES[state.ended], 0),
        *(PHASES.index(state.phase), state.turn, state.secret, state.cutter, state.named, _bits(state.may_cut)),
        *(state.traitor_at, _bits(state.out), state.finder, state.plocs, state.turns, *state.moved),
        *((len(state.shown), *_filled(state.shown, turns.MOST_SHOWN), 0) if few else (0,) * (turns.MOST_SHOWN + 1)),
        *(() if few else (_bits(place - 1 for place in state.shown),)),
        *_filled(state.idle, turns.SEATS),
        *_filled(state.cards, CARDS),
        *held,
    ]
    return np.array([row], np.int64)


def acted_by(line: Line, seat: int) -> Line:
    """The same line, with whoever acts."""
    own = line.copy()
    own[0, SEAT] = seat
    return own


def _filled(numbers: tuple[int, ...], length: int) -> tuple[int, ...]:
    return (*numbers, *(0,) * (length - len(numbers)))


def told(setting: PotSetting, words: list[int], before: list[int]) -> dict[str, Any]:
    """What a row tells that the one before did not, as fields of a state."""
    seats, places = len(setting.seats), len(setting.cards)
    turn, may_cut, out = words[turns.TURN], words[turns.MAY_CUT], words[turns.OUT]
    listed = words[turns.SHOWN : turns.SHOWN + words[turns.SHOWN_COUNT]]
    fields = {
        "phase": PHASES[words[turns.PHASE]],
        "turn": turn,
        "secret": words[turns.SECRET],
        "shown": tuple(listed or [square + 1 for square in squares(words[turns.SHOWN_ALL])]),
        "cutter": words[turns.CUTTER],
        "named": words[turns.NAMED],
        "may_cut": tuple(seat for i in range(seats) if may_cut >> (seat := (turn + i) % seats) & 1) if may_cut else (),
        "traitor_at": words[turns.TRAITOR_AT],
        "finder": words[turns.FINDER],
        "plocs": words[turns.PLOCS],
        "idle": tuple(words[turns.IDLE : turns.IDLE + seats]),
        "turns": words[turns.TURNS],
        "moved": (words[turns.MOVED_TO], words[turns.MOVED_FROM]),
        "ended": ENDS[words[STATUS]],
    }
    if out != before[turns.OUT]:
        fields["out"] = frozenset(seat for seat in range(seats) if out >> seat & 1)
    if words[turns.CARD :] != before[turns.CARD :]:
        fields["cards"] = tuple(words[turns.CARD : turns.CARD + places])
        fields["pockets"] = _pockets(words[turns.HELD : turns.HELD + places], seats)
    return fields


def _pockets(held: list[int], seats: int) -> tuple[tuple[Pocketed, ...], ...]:
    """The pockets, each in the order in which it was filled."""
    pockets: list[list[Pocketed]] = [[] for _ in range(seats)]
    for _, place in sorted((word >> 9, place) for place, word in enumerate(held, 1) if word):
        word = held[place - 1]
        pockets[turns.owner_of.plain(word)].append(Pocketed(place, turns.card_of.plain(word)))
    return tuple(map(tuple, pockets))


def _bits(numbers: Any) -> int:
    return sum(1 << number for number in numbers)
