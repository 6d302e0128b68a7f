"""How programs see Plic-Plac: place by place what lies there and is seen, and all over where the turn stands.

What a seat has seen and must remember is not in it: as in the view, it is what lies open at this instant.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Bytes, np
from ludotheque.core.boards.engine import Engine
from ludotheque.core.contract import Move, State, View
from ludotheque.core.encoding import WAIT, Encoding
from ludotheque.games.plic_plac.calls import Call, Deal, call
from ludotheque.games.plic_plac.cards import COLOUR_LETTERS, FORMS, NUMBERS
from ludotheque.games.plic_plac.kernel import COLOURS, NORMAL
from ludotheque.games.plic_plac.rules import PlicPlacState, PlicPlacView, setting_in

SEATS = 6
PHASES = ("look", "announce", "plac", "cut", "ploc", "take")
WITH_PLACE = ("look", "plic-plac", "turn", "cut", "swap", "take")
ALONE = ("pass", "plic-plac-ploc", "abandon", "let-go", "blocage")
_MOST = 127
_AROUND = (
    "the seat",
    "the next seat",
    *(f"the {word} seat clockwise" for word in ("second", "third", "fourth", "fifth")),
)
_PLACES = ("pot", "shown", "secret", "named", "traitor")
_OPEN = len(_PLACES)
_POCKET = _OPEN + len(FORMS) + len(COLOUR_LETTERS) + 4
_PHASE = _POCKET + SEATS
_TURN = _PHASE + len(PHASES)
_CUTTER, _MAY_CUT, _OUT, _IDLE = (_TURN + SEATS * at for at in range(1, 5))
_PLOCS = _IDLE + SEATS
_TOLD = (
    "places that hold a card",
    "places face up for all",
    "the place of the card in somebody's hand",
    "the place of the card that a cut names",
    "the place of a traitor just turned over",
    *(f"cards seen, in the pot or in pockets, of this form: {form}" for form in FORMS),
    *(f"cards seen, in the pot or in pockets, of this colour: {colour}" for colour in COLOUR_LETTERS),
    *(f"cards seen, in the pot or in pockets: {special}" for special in ("null", "*R", "*O", "traitor")),
    *(f"cards in the pocket of {whose}, by the places they were dealt to" for whose in _AROUND),
    *(f"1 all over in this phase: {phase}" for phase in PHASES),
    *(f"1 all over when it is the turn of {whose}" for whose in _AROUND),
    *(f"1 all over when {whose} cuts" for whose in _AROUND),
    *(f"1 all over when {whose} may still cut" for whose in _AROUND),
    *(f"1 all over when {whose} is out" for whose in _AROUND),
    *(f"turns of {whose} since a card was pocketed" for whose in _AROUND),
    "plic-plac-plocs pocketed",
)


class PlicPlacEncoding(Encoding):
    """Planes of one row: a column for each place."""

    version = 1
    waits = True

    def planes(self, state: State) -> tuple[str, ...]:
        return _TOLD

    def shape(self, state: State) -> tuple[int, int, int]:
        assert isinstance(state, PlicPlacState)
        return len(_TOLD), 1, len(state.setting.cards)

    def observe(self, view: View, seat: int) -> Bytes:
        seen: PlicPlacView = view  # type: ignore[assignment]  # the game's own kind of view
        out = np.zeros((len(_TOLD), 1, _places(seen)), np.int8)
        for plane, places in enumerate((seen["pot"], seen["shown"], [seen["secret"]], [seen["named"]])):
            _mark(out, plane, places)
        _mark(out, 4, [seen["traitor_at"]])
        for place, card in seen["faces"].items():
            _face(out, int(place), card)
        count = len(seen["seats"])
        for i in range(count):
            who = (seat + i) % count
            for at, pocketed in seen["pockets"][who]:
                _mark(out, _POCKET + i, [int(at)])
                _face(out, int(at), str(pocketed))
            out[_TURN + i] = int(seen["turn"] == who)
            out[_CUTTER + i] = int(seen["cutter"] == who)
            out[_MAY_CUT + i] = int(who in seen["may_cut"])
            out[_OUT + i] = int(who in seen["out"])
            out[_IDLE + i] = min(seen["idle"][who], _MOST)
        if seen["phase"] in PHASES:
            out[_PHASE + PHASES.index(seen["phase"])] = 1
        out[_PLOCS] = seen["plocs"]
        return out

    def actions(self, state: State) -> tuple[str, ...]:
        assert isinstance(state, PlicPlacState)
        places = range(1, len(state.setting.cards) + 1)
        return (*(f"{verb} {place}" for verb in WITH_PLACE for place in places), *ALONE, WAIT)

    def encode(self, state: State, seat: int, move: Move) -> int:
        assert isinstance(state, PlicPlacState)
        assert isinstance(move, Call)
        places = len(state.setting.cards)
        if move.verb in ALONE:
            return len(WITH_PLACE) * places + ALONE.index(move.verb)
        return WITH_PLACE.index(move.verb) * places + move.place - 1

    def decode(self, state: State, seat: int, action: int) -> Move:
        assert isinstance(state, PlicPlacState)
        verb, place = divmod(action, len(state.setting.cards))
        if 0 <= verb < len(WITH_PLACE):
            return call(WITH_PLACE[verb], place + 1)
        alone = action - len(WITH_PLACE) * len(state.setting.cards)
        if not 0 <= alone < len(ALONE):
            raise ValueError(f"action {action} stands for nothing here")
        return call(ALONE[alone])

    def chances(self, state: State, drawn: tuple[int, ...] = ()) -> tuple[tuple[int, float], ...]:
        """Who begins; then the cards, place by place."""
        assert isinstance(state, PlicPlacState)
        if state.phase != "deal":
            return super().chances(state, drawn)
        left = [number for number in range(len(state.setting.cards)) if number not in drawn]
        return tuple((number, 1 / len(left)) for number in left)

    def drawn(self, state: State, drawn: tuple[int, ...]) -> Move:
        assert isinstance(state, PlicPlacState)
        if state.phase != "deal":
            return super().drawn(state, drawn)
        return Deal(tuple(state.setting.cards[number] for number in drawn))

    @property
    def most_chances(self) -> int:
        return len(NUMBERS)

    def engine(self, state: State) -> Engine:
        raise ValueError("plic_plac is not played in batches yet: its turns are not compiled")


def _places(view: PlicPlacView) -> int:
    """How many places the table has: what lies in the pot was dealt there, and so was what is in pockets."""
    return len(setting_in(view).cards)


def _mark(out: Bytes, plane: int, places: list[int]) -> None:
    for place in places:
        if place:
            out[plane, 0, place - 1] = 1


def _face(out: Bytes, place: int, code: str) -> None:
    """The planes of a card that is seen."""
    card = NUMBERS[code]
    if card >= NORMAL:
        out[_OPEN + len(FORMS) + len(COLOUR_LETTERS) + card - NORMAL, 0, place - 1] = 1
        return
    out[_OPEN + card // COLOURS, 0, place - 1] = 1
    out[_OPEN + len(FORMS) + card % COLOURS, 0, place - 1] = 1


ENCODING = PlicPlacEncoding()
