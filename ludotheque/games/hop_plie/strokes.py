"""What is done in Hop ! C'est plié: the moves and their texts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from ludotheque.core.contract import Move, malformed
from ludotheque.games.hop_plie.design import STEPS
from ludotheque.games.hop_plie.kernel import JUMP, LONGEST, SLIDE, STRAIGHT, point_of
from ludotheque.games.hop_plie.paper import ALL, OVER, WIDTH, name_of

BLACK_FACES = {"4": 2, "5": 1, "2+2": 1, "2+3": 2}
WHITE_FACES = {"3": 1, "1+1": 2, "1+2": 3}
"""What the dice show, and on how many of their six faces."""

_NAMES = {place: name_of(divmod(place, WIDTH)) for place in ALL}
_LINKS = {STRAIGHT: "-", SLIDE: "~", JUMP: "*"}
_CELL = "[A-Oa-o](?:[1-9]|1[0-5])"
_ROW = re.compile(rf"{_CELL}(?:[-~*]{_CELL})+(?: by [1-{LONGEST}])?")


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice: `roll 2+3 1+1`, black and white."""

    black: str
    white: str

    def __str__(self) -> str:
        return f"roll {self.black} {self.white}"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of crosses: `row A1-A5`; what follows is how it was found, and does not count."""

    path: str
    words: tuple[int, int, int] = field(default=(0, 0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return f"row {self.path}"

    @property
    def number(self) -> int:
        """The number it is drawn with."""
        return self.words[2] & 15

    @property
    def places(self) -> list[int]:
        """Its points: the start, its bends and rays, the last cell."""
        low, high, tail = self.words
        return [point_of(low, high, i) & 255 for i in range(tail >> 4)]


@dataclass(frozen=True, slots=True)
class Act:
    """Anything else: `black`, `plus 2`, `fold A1 small`, `turn-over`, `done`."""

    text: str

    def __str__(self) -> str:
        return self.text


act = cache(Act)
BLACK, WHITE, DONE, TURN_OVER = act("black"), act("white"), act("done"), act("turn-over")
PLUS = {number: act(f"plus {number}") for number in range(1, LONGEST)}
FOLDS = {step: TURN_OVER if name == OVER else act(f"fold {name}") for step, name in enumerate(STEPS)}
"""The move for each step that can be done to the paper."""
STEP_OF = {move: step for step, move in FOLDS.items()}
_ACTS = {move.text.lower(): move for move in (BLACK, WHITE, DONE, *PLUS.values(), *FOLDS.values())}


def written(low: int, high: int, tail: int, *, rays: bool) -> str:
    """A path as text. Without its rays, only those it arrives at are told, not those it came from."""
    points = [point_of(low, high, i) for i in range(tail >> 4)]
    text = _NAMES[points[0] & 255]
    for i, point in enumerate(points[1:], 1):
        if rays or i + 1 == len(points) or points[i + 1] >> 8 != JUMP:
            text += _LINKS[point >> 8] + _NAMES[point & 255]
    return text


def read(text: str) -> Move:
    """The move a text stands for."""
    words = text.split()
    said = " ".join(words)
    if said.lower() in _ACTS:
        return _ACTS[said.lower()]
    if len(words) == 3 and words[0] == "roll" and words[1] in BLACK_FACES and words[2] in WHITE_FACES:
        return Roll(words[1], words[2])
    if words[:1] == ["row"]:
        path = " ".join(words[1:])
        if len(path) < 80 and _ROW.fullmatch(path):
            return Row(re.sub("[a-o](?=[0-9])", lambda found: found[0].upper(), path))
    raise malformed(text, "row A1-A5", "fold A1 small", "plus 2", "black", "white", "done")

