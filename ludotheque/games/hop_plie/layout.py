"""Where things stand around one's own sheet: above and below it, or beside it where the window is wide.

    high                wide
    ┌───────────────┐   ┌───────────────┬──────┐
    │ dice   counts │   │               │ dice │
    ├───────────────┤   │               │counts│
    │  one's own    │   │  one's own    ├──────┤
    │    sheet      │   │    sheet      │others│
    ├───────────────┤   │               │ (or  │
    │ others, boxes │   │               │boxes)│
    └───────────────┘   └───────────────┴──────┘

The sheet itself is at the same place in both: what is seen in a wide window begins lower and goes on farther right.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.games.hop_plie.paper import SIZE

Spot = tuple[float, float, float]
"""x, y and scale."""

LEFT = 0.9
TOP = 2.4
"""Where one's own sheet begins: below the dice."""
ACROSS = SIZE + 2 * LEFT
_DICE_Y = 0.85
_DICE_APART = 2.5
_DICE_TO_TAKE = 3.4
"""Two fingers' width on a small phone, as long as no number needs the room beside the dice: a touch of a die takes it
there, without enlarging the board first."""
_SMALL = 4.0
"""The size of another player's sheet."""
_COUNT = 2.3
"""The room of one of the counts beside the dice, where there is that much."""
_COUNTS = 8.8
"""The room of all of them."""
_NUMBERS = LEFT + 4.6
_BOXES = 15
"""How many boxes of a lone player stand in a line."""

_BESIDE = ACROSS + 0.1
"""Where the things beside the sheet begin, and how wide they are together."""
_BESIDE_WIDTH = 5.3
_BESIDE_TOP = TOP + 5.7
"""Where the others' sheets begin."""
_BESIDE_HEIGHT = TOP + SIZE + 0.6 - _BESIDE_TOP
_BOXES_BESIDE = 5
WIDE = (0.0, TOP - 0.85, _BESIDE + _BESIDE_WIDTH + 0.1, SIZE + 1.65)
"""What is seen in a wide window: left, top, width, height."""


class Place(NamedTuple):
    """Where a thing stands in a high window, and in a wide one."""

    high: Spot
    wide: Spot

    def scaled(self, times: float) -> Place:
        """The same place for a thing so many times as large."""
        (x, y, scale), (wide_x, wide_y, wide_scale) = self
        return Place((x, y, scale * times), (wide_x, wide_y, wide_scale * times))


def height(others: int, boxes: int) -> float:
    """How high the picture is in a high window."""
    return TOP + SIZE + 0.8 + (_SMALL + 0.8 if others else 1.9 if boxes else 0)


def die(at: int, *, taken: bool) -> Place:
    """A die, before or after one of them is taken."""
    apart = _DICE_APART if taken else _DICE_TO_TAKE
    return Place((LEFT + 0.7 + apart * at, _DICE_Y, 1.3), (_BESIDE + 1.25 + 2.7 * at, TOP + 0.4, 1.7))


def number(at: int, every: int, counts: int) -> Place:
    """One of the numbers still to be drawn: in a line as long as the counts leave room, or in two."""
    room = ACROSS - 0.6 - min(_COUNTS, _COUNT * counts) - _NUMBERS
    x = _NUMBERS + min(1.1, room / max(1, every)) * at
    line = max(4, (every + 1) // 2)
    step = _BESIDE_WIDTH / line
    down, across = divmod(at, line)
    return Place((x, _DICE_Y, 1), (_BESIDE + step * (across + 0.5), TOP + 2.0 + 1.05 * down, 1))


def count(at: int, every: int) -> tuple[Place, Place]:
    """One of the counts: its picture, and what is written beside it."""
    x = ACROSS - 0.6 - min(_COUNT, _COUNTS / every) * (every - at)
    wide_x, wide_y = _BESIDE + 0.6 + 2.6 * (at % 2), TOP + 4.0 + 1.0 * (at // 2)
    return (
        Place((x + 0.45, _DICE_Y, 0.8), (wide_x, wide_y, 0.8)),
        Place((x + 1.5, _DICE_Y, 1.1), (wide_x + 1.05, wide_y, 1.1)),
    )


def box(at: int) -> Place:
    """One of the boxes of who plays alone."""
    down, across = divmod(at, _BOXES_BESIDE)
    return Place(
        (LEFT + at % _BOXES + 0.5, TOP + SIZE + 1.0 + 0.95 * (at // _BOXES), 0.8),
        (_BESIDE + 0.5 + 1.05 * across, _BESIDE_TOP + 0.7 + 1.05 * down, 0.95),
    )


def other(at: int, every: int) -> tuple[Place, Place]:
    """Another player's sheet, and the player's number at its corner."""
    x, y = ACROSS / 2 + (at - (every - 1) / 2) * (_SMALL + 0.7), height(every, 0) - _SMALL / 2 - 0.3
    room = _BESIDE_HEIGHT / every
    size = min(_BESIDE_WIDTH - 0.4, room - 0.6)
    wide_x, wide_y = _BESIDE + _BESIDE_WIDTH / 2, _BESIDE_TOP + room * (at + 0.5) + 0.2
    return (
        Place((x, y, _SMALL), (wide_x, wide_y, size)),
        Place(
            (x - _SMALL / 2 + 0.1, y - _SMALL / 2 - 0.15, 0.8),
            (wide_x - size / 2 + 0.1, wide_y - size / 2 - 0.15, 0.8),
        ),
    )
