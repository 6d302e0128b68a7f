"""A player's sheet as plain data, for views, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np

from ludotheque.core.compiled import Words
from ludotheque.core.contract import Plain
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.design import LONGEST, STEPS, atlas
from ludotheque.games.hop_plie.paper import CELLS, CORNERS, WIDTH, name_of, place_named
from ludotheque.games.hop_plie.table import Table

DICE = ("black", "white")


def describe(table: Table, words: Words) -> dict[str, Plain]:
    """What is on a sheet, and where its player's turn stands."""
    folds = atlas(over=table.sheet.level == 4).ways[words[kernel.FOLDS]]
    die = int(words[kernel.DIE])
    drawing = die and not words[kernel.DONE]
    opened = kernel.folds_open(table.design, words) if drawing else 0
    return {
        "crossed": [int(word) for word in words[: kernel.CIRCLES]],
        "circled": [int(word) for word in words[kernel.CIRCLES : kernel.FOLDS]],
        "folds": list(folds.steps),
        "die": DICE[die - 1] if die else None,
        "numbers": _unpacked(int(words[kernel.DICE]), 3),
        "bonuses": _bonuses(table, int(words[kernel.BONUSES])),
        "used": [_named(side) for side in _cells(table, int(words[kernel.USED]))],
        "plus": bool(words[kernel.PLUS]),
        "held": [corner for at, corner in enumerate(CORNERS) if words[kernel.HELD] >> at & 1],
        "crosses": int(words[kernel.CROSSES]),
        "done": bool(words[kernel.DONE]),
        "won": bool(words[kernel.DONE] == 2),
        "open": [step for at, step in enumerate(STEPS) if opened >> at & 1],
    }


def restored(table: Table, plain: Mapping[str, Plain]) -> Words:
    """The sheet that was described."""
    words = np.zeros(kernel.WORDS, np.int64)
    words[: kernel.CIRCLES] = cast(list[int], plain["crossed"])
    words[kernel.CIRCLES : kernel.FOLDS] = cast(list[int], plain["circled"])
    ways = atlas(over=table.sheet.level == 4)
    folds = next(number for way, number in ways.numbers.items() if list(way.steps) == plain["folds"])
    words[kernel.FOLDS] = folds
    words[kernel.DIE] = DICE.index(str(plain["die"])) + 1 if plain["die"] else 0
    words[kernel.DICE] = sum(1 << 3 * number for number in cast(list[int], plain["numbers"]))
    bonuses = cast(list[int | str], plain["bonuses"])
    which = table.design.which
    words[kernel.BONUSES] = sum(
        1 << int(which[_side(each)]) if isinstance(each, str) else 1 << 8 * each for each in bonuses
    )
    words[kernel.USED] = sum(1 << int(which[_side(each)]) for each in cast(list[str], plain["used"]))
    words[kernel.PLUS] = int(bool(plain["plus"]))
    words[kernel.HELD] = sum(1 << CORNERS.index(corner) for corner in cast(list[str], plain["held"]))
    words[kernel.CROSSES] = cast(int, plain["crosses"])
    words[kernel.DONE] = int(bool(plain["done"])) + int(bool(plain["won"]))
    return words


def _unpacked(word: int, bits: int) -> list[int]:
    """Numbers packed as counts of so many bits each."""
    return [number for number in range(1, LONGEST + 1) for _ in range(word >> bits * number & ((1 << bits) - 1))]


def _bonuses(table: Table, word: int) -> list[int | str]:
    """Bonus numbers; on level 4 the sides of the bonus cells they are drawn from."""
    if table.design.landing:
        return [_named(side) for side in _cells(table, word)]
    return list(_unpacked(word, 8))


def _cells(table: Table, word: int) -> list[int]:
    """The bonus cells of a word of level 4."""
    return [int(side) for side in np.nonzero(table.design.which >= 0)[0] if word >> int(table.design.which[side]) & 1]


def _named(side: int) -> str:
    return f"{'B' if side >= CELLS else 'F'}:{name_of(divmod(side % CELLS, WIDTH))}"


def _side(name: str) -> int:
    row, column = cast(tuple[int, int], place_named(name[2:]))
    return CELLS * (name[0] == "B") + WIDTH * row + column
