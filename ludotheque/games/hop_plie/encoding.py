"""How programs see Hop ! C'est plié: the seat's own sheet as it lies folded, and what the dice allow.

An action is a row of crosses (the first, the second … of those that can be drawn now, in the order of the rules), or
one of the few other things that can be done. Batches are of players' sheets: games of one player.
"""

from __future__ import annotations

from functools import lru_cache

from ludotheque.core.boards.arrays import Bytes, Line, Words, np
from ludotheque.core.boards.boardcode import MOST, fill
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.engine import Engine
from ludotheque.core.boards.lines import HEADER, PLAYING
from ludotheque.core.contract import CHANCE, Move, State, View
from ludotheque.core.encoding import WAIT, Encoding
from ludotheque.core.options import read_all
from ludotheque.games.hop_plie import GAME, alone, ink, kernel, strokes
from ludotheque.games.hop_plie.alone import ACTS, ROOM, ROUND, SHOWN, Alone
from ludotheque.games.hop_plie.design import LONGEST, MARGIN
from ludotheque.games.hop_plie.kernel import BONUSES, CIRCLES, DICE, DIE, FOLDS, HELD, PLUS, WORDS, is_crossed
from ludotheque.games.hop_plie.paper import CORNERS, SIZE, WIDTH
from ludotheque.games.hop_plie.rules import BOXES, HopPlieState, HopPlieView, die_faces, packed
from ludotheque.games.hop_plie.setting import SOLO_ROUNDS, SheetSetting, setting_of
from ludotheque.games.hop_plie.sheet import KINDS
from ludotheque.games.hop_plie.strokes import BLACK_FACES, WHITE_FACES, Row, Stroke

_SYMBOLS = 3
_NUMBERS = _SYMBOLS + len(KINDS) - 1
_BONUS = _NUMBERS + LONGEST
_BONUS_HERE = _BONUS + 3
_PLUS = _BONUS_HERE + 1
_HELD = _PLUS + 1
_CHOOSE = _HELD + len(CORNERS)
_DICE = _CHOOSE + 1
_LEFT = _DICE + 2 * LONGEST
_TOLD = (
    "cells crossed, of those one sees",
    "start points",
    "cells that can be crossed",
    *(f"cells with this symbol: {kind}" for kind in KINDS[1:]),
    *(f"how often {number} of the die is still to be drawn" for number in range(1, LONGEST + 1)),
    *(f"bonuses of {number} still to be drawn" for number in (1, 2, 3)),
    "level 4: cells from which a bonus can be drawn",
    "1 all over when 1 can be added to a number",
    *(f"1 all over when the corner {corner} brings its bonus in this turn" for corner in CORNERS),
    "1 all over when a die is to be taken",
    *(f"how often the black die shows {number}" for number in range(1, LONGEST + 1)),
    *(f"how often the white die shows {number}" for number in range(1, LONGEST + 1)),
    "rounds left, 127 for more or when nothing bounds the game",
)
_SMALL_ROOM = 512
"""Rows of crosses that have an action where rows are straight; level 3 has many more, as rows bend."""
_MOVES: tuple[Stroke, ...] = (
    strokes.BLACK,
    strokes.WHITE,
    *strokes.PLUS.values(),
    *strokes.FOLDS.values(),
    strokes.DONE,
)
"""The acts, in the order of their numbers."""


@compiled
def _write_sheet(rules: Alone, sheet: Words, out: Bytes) -> None:
    """The planes of what lies on the table."""
    folds, design = int(sheet[FOLDS]), rules.design
    for row in range(SIZE):
        for column in range(SIZE):
            place = WIDTH * row + column
            side, kind = int(design.look[folds, place]), int(design.ground[folds, place + MARGIN])
            for plane in range(_NUMBERS):
                out[plane, row, column] = 0
            out[_BONUS_HERE, row, column] = 0
            if side >= 0:
                out[0, row, column] = is_crossed(sheet, side)
                out[1, row, column] = int(sheet[CIRCLES + (side >> 4)] >> (side & 15)) & 1
                if kind >= 0:
                    out[2, row, column] = 1
                if kind > 0:
                    out[_SYMBOLS + kind - 1, row, column] = 1
                if design.landing and int(design.which[side]) >= 0:
                    out[_BONUS_HERE, row, column] = int(sheet[BONUSES] >> int(design.which[side])) & 1


@compiled
def write(rules: Alone, line: Line, at: int, seat: int, out: Bytes) -> None:
    sheet = line[at, HEADER : HEADER + WORDS]
    _write_sheet(rules, sheet, out)
    for number in range(1, LONGEST + 1):
        fill(out, _NUMBERS + number - 1, SIZE, int(sheet[DICE] >> (3 * number)) & 7)
        for die in range(2):
            fill(out, _DICE + die * LONGEST + number - 1, SIZE, int(line[at, SHOWN + die] >> (3 * number)) & 7)
    for number in range(1, 4):
        left = 0 if rules.design.landing else int(sheet[BONUSES] >> (8 * number)) & 255
        fill(out, _BONUS + number - 1, SIZE, min(left, MOST))
    fill(out, _PLUS, SIZE, 1 if sheet[PLUS] else 0)
    for corner in range(len(CORNERS)):
        fill(out, _HELD + corner, SIZE, int(sheet[HELD] >> corner) & 1)
    fill(out, _CHOOSE, SIZE, 1 if sheet[DIE] == 0 else 0)
    fill(out, _LEFT, SIZE, min(int(rules.rounds - line[at, ROUND]), MOST))


@compiled
def number_of(rules: Alone, code: int) -> int:
    return code if code < ROOM else rules.room + code - ROOM


@compiled
def code_of(rules: Alone, number: int) -> int:
    return number if number < rules.room else ROOM + number - rules.room


def _room(setting: SheetSetting) -> int:
    return ROOM if setting.sheet.level == 3 else _SMALL_ROOM


def _rules_of(setting: SheetSetting) -> Alone:
    boxes = setting.column or "h"
    return Alone(
        design=setting.design,
        boxes=np.array([BOXES[box] for box in boxes], np.int64),
        faces=die_faces(),
        rounds=ROOM if setting.rounds is None else setting.rounds,
        column=SOLO_ROUNDS,
        crowns=np.array([setting.crowns(round_) if round_ else 0 for round_ in range(SOLO_ROUNDS + 1)], np.int64),
        room=_room(setting),
    )


def _row(sheet: Words, round_: int, shown: tuple[int, int]) -> Line:
    """A row of words of one player."""
    line = np.zeros((1, alone.KERNEL.words), np.int64)
    line[0, HEADER : HEADER + WORDS] = sheet
    line[0, ROUND] = round_
    line[0, SHOWN : SHOWN + 2] = shown
    return line


class HopPlieEncoding(Encoding):
    """Planes of a sheet, and numbers of what is drawn on it."""

    version = 1
    waits = True

    def planes(self, state: State) -> tuple[str, ...]:
        return _TOLD

    def shape(self, state: State) -> tuple[int, int, int]:
        return len(_TOLD), SIZE, SIZE

    def observe(self, view: View, seat: int) -> Bytes:
        shown: HopPlieView = view  # type: ignore[assignment]  # the game's own kind of view
        setting = setting_of(read_all(GAME.id, GAME.options, shown["options"]))
        dice = shown["rolled"] or ()
        numbers = [packed(face) for face in dice] or [0, 0]
        line = _row(ink.restored(setting, shown["sheets"][seat]), shown["round"], (numbers[0], numbers[1]))
        out = np.zeros((len(_TOLD), SIZE, SIZE), np.int8)
        write(_rules_of(setting), line, 0, seat, out)
        return out

    def actions(self, state: State) -> tuple[str, ...]:
        assert isinstance(state, HopPlieState)
        room = _room(state.setting)
        return (*(f"row {number}" for number in range(1, room + 1)), *map(str, _MOVES), WAIT)

    def encode(self, state: State, seat: int, move: Move) -> int:
        assert isinstance(state, HopPlieState)
        room = _room(state.setting)
        if not isinstance(move, Row):
            assert isinstance(move, strokes.Act)
            return room + _MOVES.index(move)
        found = _rows(state, seat).index(move)
        if found >= room:
            raise ValueError(f"{move}: only the first {room} rows that can be drawn have a number")
        return found

    def decode(self, state: State, seat: int, action: int) -> Move:
        assert isinstance(state, HopPlieState)
        room = _room(state.setting)
        rows = _rows(state, seat) if action < room else []
        if not 0 <= action < room + ACTS or (action < room and action >= len(rows)):
            raise ValueError(f"action {action} stands for nothing here")
        return rows[action] if action < room else _MOVES[action - room]

    def chances(self, state: State, drawn: tuple[int, ...] = ()) -> tuple[tuple[int, float], ...]:
        rolls = () if drawn else state.moves(CHANCE)
        faces = [(BLACK_FACES[roll.black], WHITE_FACES[roll.white]) for roll in rolls if isinstance(roll, strokes.Roll)]
        return tuple((number, black * white / 36) for number, (black, white) in enumerate(faces))

    @property
    def most_chances(self) -> int:
        return len(BLACK_FACES) * len(WHITE_FACES)

    def engine(self, state: State) -> Engine:
        assert isinstance(state, HopPlieState)
        if not state.setting.column:
            raise ValueError("batches of hop_plie are of players' sheets: players=1")
        rules = _rules_of(state.setting)
        return Engine(
            kernel=alone.KERNEL,
            rules=rules,
            first=_row(state.words(0), state.round, (0, 0)),
            seats=1,
            looks_back=False,
            longest=state.longest,
            point=1.0,
            shape=self.shape(state),
            actions=rules.room + ACTS + 1,
            write=write,
            number_of=number_of,
            code_of=code_of,
            state_of=lambda line: _state(state, line),
            deal=alone.deal,
        )


@lru_cache(maxsize=16)
def _rows(state: HopPlieState, seat: int) -> list[Row]:
    """The rows that can be drawn, in the order of the rules; asked for again and again."""
    if state.words(seat)[DIE] == 0:
        return []
    named = {row.words: row for row in state.rows_of(state.words(seat)).values()}
    room = np.empty((ROOM, 3), np.int64)
    count = kernel.rows(state.setting.design, state.words(seat), room)
    return [named[low, high, tail] for low, high, tail in room[:count].tolist()]


def _state(start: HopPlieState, line: Line) -> HopPlieState:
    """The state of a row of a batch. What was done last is not kept there."""
    row = line[-1]
    shown = {packed(face): face for face in (*strokes.BLACK_FACES, *strokes.WHITE_FACES)}
    status = int(row[1])
    ended = {PLAYING: "", alone.CONNECTED: "connected", alone.ROUNDS: "rounds", alone.LOST: "lost"}[status]
    return HopPlieState(
        setting=start.setting,
        options_key=start.options_key,
        papers=(row[HEADER : HEADER + WORDS].tobytes(),),
        round=int(row[ROUND]),
        rolled=strokes.Roll(shown[int(row[SHOWN])], shown[int(row[SHOWN + 1])]),
        ended=ended,
        last=("",),
    )


ENCODING = HopPlieEncoding()
