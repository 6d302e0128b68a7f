"""A player's sheet as plain data, for views, and back."""

from __future__ import annotations

from typing import TypedDict

from ludotheque.core.boards.arrays import Words, np
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.design import LONGEST, STEPS, atlas
from ludotheque.games.hop_plie.paper import CELLS, CORNERS, WIDTH, name_of, place_named
from ludotheque.games.hop_plie.setting import SheetSetting

DICE = ("black", "white")


class SheetView(TypedDict):
    """A player's sheet, and where their turn stands."""

    crossed: list[int]
    """A word per row of each side, the front first: see `pad`."""
    circled: list[int]
    folds: list[str]
    die: str | None
    numbers: list[int]
    """Those of the die that are still to be drawn."""
    bonuses: list[int | str]
    """Bonus numbers still to be drawn; on level 4 the sides of the bonus cells they are drawn from."""
    plus: bool
    held: list[str]
    """The corners that bring a bonus in this turn."""
    crosses: int
    done: bool
    won: bool
    open: list[str]
    """What can be done to the paper now."""


def describe(setting: SheetSetting, words: Words) -> SheetView:
    """What is on a sheet, and where its player's turn stands."""
    folds = atlas(over=setting.sheet.level == 4).ways[words[kernel.FOLDS]]
    die = int(words[kernel.DIE])
    drawing = die and not words[kernel.DONE]
    opened = kernel.folds_open(setting.design, words) if drawing else 0
    return {
        "crossed": words[: kernel.CIRCLES].tolist(),
        "circled": words[kernel.CIRCLES : kernel.FOLDS].tolist(),
        "folds": list(folds.steps),
        "die": DICE[die - 1] if die else None,
        "numbers": _unpacked(int(words[kernel.DICE]), 3),
        "bonuses": _bonuses(setting, int(words[kernel.BONUSES])),
        "plus": bool(words[kernel.PLUS]),
        "held": [corner for at, corner in enumerate(CORNERS) if words[kernel.HELD] >> at & 1],
        "crosses": int(words[kernel.CROSSES]),
        "done": bool(words[kernel.DONE]),
        "won": bool(words[kernel.DONE] == 2),
        "open": [step for at, step in enumerate(STEPS) if opened >> at & 1],
    }


def restored(setting: SheetSetting, plain: SheetView) -> Words:
    """The sheet that was described."""
    words = np.zeros(kernel.WORDS, np.int64)
    words[: kernel.CIRCLES] = plain["crossed"]
    words[kernel.CIRCLES : kernel.FOLDS] = plain["circled"]
    ways, which = atlas(over=setting.sheet.level == 4), setting.design.which
    words[kernel.FOLDS] = next(number for way, number in ways.numbers.items() if list(way.steps) == plain["folds"])
    words[kernel.DIE] = DICE.index(plain["die"]) + 1 if plain["die"] else 0
    words[kernel.DICE] = sum(1 << 3 * number for number in plain["numbers"])
    words[kernel.BONUSES] = sum(
        1 << int(which[_side(each)]) if isinstance(each, str) else 1 << 8 * each for each in plain["bonuses"]
    )
    words[kernel.PLUS] = int(plain["plus"])
    words[kernel.HELD] = sum(1 << CORNERS.index(corner) for corner in plain["held"])
    words[kernel.CROSSES] = plain["crosses"]
    words[kernel.DONE] = int(plain["done"]) + int(plain["won"])
    return words


def _unpacked(word: int, bits: int) -> list[int]:
    """Numbers packed as counts of so many bits each."""
    return [number for number in range(1, LONGEST + 1) for _ in range(word >> bits * number & ((1 << bits) - 1))]


def _bonuses(setting: SheetSetting, word: int) -> list[int | str]:
    """Bonus numbers; on level 4 the sides of the bonus cells they are drawn from."""
    if setting.design.landing:
        return [_named(side) for side in _cells(setting, word)]
    return list(_unpacked(word, 8))


def _cells(setting: SheetSetting, word: int) -> list[int]:
    """The bonus cells of a word of level 4."""
    counted = enumerate(setting.design.which.tolist())
    return [side for side, number in counted if number >= 0 and word >> number & 1]


def _named(side: int) -> str:
    return f"{'B' if side >= CELLS else 'F'}:{name_of(divmod(side % CELLS, WIDTH))}"


def _side(name: str) -> int:
    place = place_named(name[2:])
    assert place is not None, "written by `_named`"
    row, column = place
    return CELLS * (name[0] == "B") + WIDTH * row + column
