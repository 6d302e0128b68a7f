"""What stays the same through one game of Hop ! C'est plié: the options, the sheet, the seats, the solo column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.core.boards.arrays import Words, np
from ludotheque.core.contract import Move, numbered_seats
from ludotheque.core.options import Options, changed
from ludotheque.core.setting import Setting
from ludotheque.core.text import Refusal, Text
from ludotheque.core.values import cached_property
from ludotheque.games.hop_plie import COLUMN, GAME, LEVEL, MAX_ROUNDS, PLAYERS, SHEET, kernel, sheet
from ludotheque.games.hop_plie.checks import check
from ludotheque.games.hop_plie.design import Design, design_of
from ludotheque.games.hop_plie.sheet import BONUS, START, Sheet

SOLO_ROUNDS = 29
"""Who reaches the thirtieth box has lost."""
_CROWNS = {False: {15: 5, 17: 4, 20: 3, 24: 2, 29: 1}, True: {24: 5, 25: 4, 26: 3, 27: 2, 29: 1}}
"""For a win in so many rounds or fewer; level 4 has its own."""


class Opened(NamedTuple):
    """Legal moves, by their texts and in order."""

    by_text: Mapping[str, Move]
    moves: tuple[Move, ...]


@dataclass(frozen=True, eq=False)
class SheetSetting(Setting):
    """A table set for one game."""

    sheet: Sheet
    column: str
    """The boxes of the solo column; empty when several play."""

    @cached_property
    def design(self) -> Design:
        return design_of(self.sheet)

    @cached_property
    def opened(self) -> dict[int | bytes, Opened]:
        """What could be drawn lately on sheets of this kind, by their words."""
        return {}

    @cached_property
    def bonus_cells(self) -> int:
        return len(self.sheet.find(*range(BONUS + 1, BONUS + 5)))

    @property
    def rounds(self) -> int | None:
        """After so many rounds the game is over; `None`: it goes on until somebody wins."""
        given = MAX_ROUNDS.of(self.options)
        if not self.column:
            return given
        return SOLO_ROUNDS if given is None else min(given, SOLO_ROUNDS)

    def new_sheet(self) -> Words:
        """A sheet from the pad: printed start points are crossed and circled."""
        words = np.zeros(kernel.WORDS, np.int64)
        for side in self.sheet.find(START):
            words[side >> 4] |= 1 << (side & 15)
            words[kernel.CIRCLES + (side >> 4)] |= 1 << (side & 15)
        return words

    def crowns(self, rounds: int) -> int:
        """What a win alone in so many rounds is worth: each round below the first line adds a crown."""
        lines = _CROWNS[self.sheet.level == 4]
        best = min(lines)
        if rounds < best:
            return lines[best] + best - rounds
        return next((crowns for last, crowns in lines.items() if rounds <= last), 0)


def sheet_of(options: Options) -> Sheet:
    """The sheet the options ask for; a sheet of one's own is checked."""
    level, own = LEVEL.of(options), SHEET.of(options)
    if own is None:
        return sheet.of_level(level)
    given = sheet.read(own)
    check(given)
    if level not in (LEVEL.default, given.level):
        raise Refusal(
            Text("level={level}: the given sheet is of level {given}", level=level, given=given.level),
            Text("Your own sheet is of level {given}, not of level {level}.", level=level, given=given.level),
        )
    return given


def setting_of(options: Options) -> SheetSetting:
    """What these options set on the table; refuses options that do not go together."""
    players, column = PLAYERS.of(options), COLUMN.of(options)
    if players > 1 and column != COLUMN.default:
        raise Refusal(Text("column: columns are for playing alone"), Text("A column is only chosen for playing alone."))
    boxes = sheet.solo_columns()[column - 1] if players == 1 else ""
    return SheetSetting(options, changed(GAME.options, options), numbered_seats(players), sheet_of(options), boxes)
