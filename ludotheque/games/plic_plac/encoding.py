"""How programs see Plic-Plac: place by place what lies there and is seen, and all over where the turn stands.

What a seat has seen and must remember is not in it: as in the view, it is what lies open at this instant.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Bytes, Line, Words, np
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.engine import Engine
from ludotheque.core.contract import Move, State, View
from ludotheque.core.encoding import WAIT, Encoding
from ludotheque.core.values import with_changes
from ludotheque.games.plic_plac import rows, turns
from ludotheque.games.plic_plac.calls import Call, Deal, call
from ludotheque.games.plic_plac.cards import COLOUR_LETTERS, FORMS, NUMBERS
from ludotheque.games.plic_plac.kernel import CARDS, COLOURS, NORMAL
from ludotheque.games.plic_plac.rows import PHASES, WITH_PLACE
from ludotheque.games.plic_plac.rules import NOBODY, PlicPlacState, PlicPlacView, setting_in, state_seen
from ludotheque.games.plic_plac.setting import Pocketed, PotSetting
from ludotheque.games.plic_plac.sight import visible

SEATS = turns.SEATS
ALONE = rows.VERBS[len(WITH_PLACE) :]
_VERBS, _PHASES, _FORMS = len(WITH_PLACE), len(PHASES), len(FORMS)
_MOST = 127
_AROUND = (
    "the seat",
    "the next seat",
    *(f"the {word} seat clockwise" for word in ("second", "third", "fourth", "fifth")),
)
_PLACES = ("pot", "shown", "secret", "named", "traitor")
_OPEN = len(_PLACES)
_SPECIAL = _OPEN + len(FORMS) + len(COLOUR_LETTERS)
_POCKET = _SPECIAL + 4
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


UNSEEN = CARDS
"""Where a card lies that the seat does not see."""


@compiled
def _face(out: Bytes, place: int, card: int) -> None:
    """The planes of a card that is seen."""
    if card >= NORMAL:
        out[_SPECIAL + card - NORMAL, 0, place] = 1
    else:
        out[_OPEN + card // COLOURS, 0, place] = 1
        out[_OPEN + _FORMS + card % COLOURS, 0, place] = 1


@compiled
def _write_places(rules: Words, line: Line, at: int, seat: int, out: Bytes) -> None:
    seen, shown, seats = visible(rules, line, at, seat), turns.open_places(line, at), int(rules[turns.R_SEATS])
    for place in range(int(rules[turns.R_PLACES])):
        card, word = int(line[at, turns.CARD + place]), int(line[at, turns.HELD + place])
        for plane in range(_PHASE):
            out[plane, 0, place] = 0
        out[0, 0, place] = 1 if card != turns.EMPTY else 0
        out[1, 0, place] = (shown >> place) & 1
        out[2, 0, place] = 1 if line[at, turns.SECRET] == place + 1 else 0
        out[3, 0, place] = 1 if line[at, turns.NAMED] == place + 1 else 0
        out[4, 0, place] = 1 if line[at, turns.TRAITOR_AT] == place + 1 else 0
        if (seen >> place) & 1:
            _face(out, place, card)
        if word != 0:
            out[_POCKET + (turns.owner_of(word) - seat) % seats, 0, place] = 1
            _face(out, place, turns.card_of(word))


@compiled
def _all_over(rules: Words, out: Bytes, plane: int, value: int) -> None:
    for place in range(int(rules[turns.R_PLACES])):
        out[plane, 0, place] = min(value, _MOST)


@compiled
def write(rules: Words, line: Line, at: int, seat: int, out: Bytes) -> None:
    seats = int(rules[turns.R_SEATS])
    _write_places(rules, line, at, seat, out)
    for phase in range(_PHASES):
        _all_over(rules, out, _PHASE + phase, 1 if line[at, turns.PHASE] == phase else 0)
    for i in range(SEATS):
        who, sits = (seat + i) % seats, i < seats
        _all_over(rules, out, _TURN + i, 1 if sits and line[at, turns.TURN] == who else 0)
        _all_over(rules, out, _CUTTER + i, 1 if sits and line[at, turns.CUTTER] == who else 0)
        _all_over(rules, out, _MAY_CUT + i, int(line[at, turns.MAY_CUT] >> who) & 1 if sits else 0)
        _all_over(rules, out, _OUT + i, int(line[at, turns.OUT] >> who) & 1 if sits else 0)
        _all_over(rules, out, _IDLE + i, int(line[at, turns.IDLE + who]) if sits else 0)
    _all_over(rules, out, _PLOCS, int(line[at, turns.PLOCS]))


@compiled
def number_of(rules: Words, code: int) -> int:
    verb, places = code >> 6, int(rules[turns.R_PLACES])
    return verb * places + (code & 63) if verb < _VERBS else _VERBS * places + verb - _VERBS


@compiled
def code_of(rules: Words, number: int) -> int:
    places = int(rules[turns.R_PLACES])
    if number < _VERBS * places:
        return (number // places) * 64 + number % places
    return (_VERBS + number - _VERBS * places) * 64


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
        setting = setting_in(seen)
        out = np.zeros((len(_TOLD), 1, len(setting.cards)), np.int8)
        if seen["phase"] in PHASES:
            write(setting.rules, _row_of(setting, seen), 0, seat, out)
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
        assert isinstance(state, PlicPlacState)
        first = np.zeros((1, turns.KERNEL.words), np.int64)
        first[0, turns.CUTTER] = first[0, turns.FINDER] = NOBODY
        return Engine(
            kernel=turns.KERNEL,
            rules=state.setting.rules,
            first=first,
            seats=len(state.seats),
            looks_back=False,
            longest=state.longest,
            point=1.0,
            shape=self.shape(state),
            actions=len(WITH_PLACE) * len(state.setting.cards) + len(ALONE) + 1,
            write=write,
            number_of=number_of,
            code_of=code_of,
            state_of=lambda line: _state(state, line),
            deal=turns.deal,
        )


def _row_of(setting: PotSetting, seen: PlicPlacView) -> Line:
    """The row that a view tells: what the seat does not see of it is no card at all."""
    cards = [UNSEEN if place in seen["pot"] else turns.EMPTY for place in range(1, len(setting.cards) + 1)]
    for place, code in seen["faces"].items():
        cards[int(place) - 1] = NUMBERS[code]
    pockets = tuple(
        tuple(Pocketed(int(place), NUMBERS[str(code)]) for place, code in pocket) for pocket in seen["pockets"]
    )
    state = state_seen(seen, setting, tuple(cards), pockets)
    return rows.packed(state)


def _state(start: PlicPlacState, line: Line) -> PlicPlacState:
    """The state of a row of a batch. What was said before is not kept there."""
    row: list[int] = line[-1].tolist()
    return with_changes(start, **rows.told(start.setting, row, [-1] * len(row)))


ENCODING = PlicPlacEncoding()
