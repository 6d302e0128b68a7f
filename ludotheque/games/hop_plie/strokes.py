"""What is done in Hop ! C'est plié: the moves and their texts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, lru_cache

from ludotheque.core.contract import malformed
from ludotheque.core.text import Text
from ludotheque.games.hop_plie.design import LONGEST, STEPS
from ludotheque.games.hop_plie.paper import ALL, OVER, WIDTH, name_of
from ludotheque.games.hop_plie.rowpaths import JUMP, SLIDE, STRAIGHT

BLACK_FACES = {"4": 2, "5": 1, "2+2": 1, "2+3": 2}
WHITE_FACES = {"3": 1, "1+1": 2, "1+2": 3}
"""What the dice show, and on how many of their six faces."""

Path = tuple[int, int, int]
"""A row of crosses as the kernel packs it."""
_REMEMBERED = 1 << 15
"""The same rows come up again and again: their texts are kept."""
_NAMES = {place: name_of(divmod(place, WIDTH)) for place in ALL}
_STEPS = {
    place | reached << 8: link + name
    for place, name in _NAMES.items()
    for reached, link in ((STRAIGHT, "-"), (SLIDE, "~"), (JUMP, "*"))
}
"""The text of each point of a path."""
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
        return [point & 255 for point in _points(*self.words)]


@dataclass(frozen=True, slots=True)
class Act:
    """Anything else: `black`, `plus 2`, `fold A1 small`, `turn-over`, `done`."""

    text: str

    def __str__(self) -> str:
        return self.text


Stroke = Row | Act
"""What a player does; the dice are rolled by chance."""

act = cache(Act)
BLACK, WHITE, DONE, TURN_OVER = act("black"), act("white"), act("done"), act("turn-over")
PLUS = {number: act(f"plus {number}") for number in range(1, LONGEST)}
FOLDS = {step: TURN_OVER if name == OVER else act(f"fold {name}") for step, name in enumerate(STEPS)}
"""The move for each step that can be done to the paper."""
STEP_OF = {move: step for step, move in FOLDS.items()}
_ACTS = {move.text.lower(): move for move in (BLACK, WHITE, DONE, *PLUS.values(), *FOLDS.values())}


def _points(low: int, high: int, tail: int) -> list[int]:
    """The points of a path, as the kernel packs them: a place, and above it how it is reached."""
    count = tail >> 4
    points = [low >> shift & 1023 for shift in range(0, 10 * min(count, 6), 10)]
    return points + [high >> shift & 1023 for shift in range(0, 10 * (count - 6), 10)]


@lru_cache(maxsize=_REMEMBERED)
def written(low: int, high: int, tail: int) -> str:
    """A path as text."""
    if tail >> 4 == 2:
        return _NAMES[low & 255] + _STEPS[low >> 10]
    first, *others = _points(low, high, tail)
    return _NAMES[first & 255] + "".join(_STEPS[point] for point in others)


@lru_cache(maxsize=_REMEMBERED)
def row(low: int, high: int, tail: int) -> Row:
    """A path as a move, told as it is."""
    return Row(written(low, high, tail), (low, high, tail))


@lru_cache(maxsize=_REMEMBERED)
def text(low: int, high: int, tail: int) -> str:
    """The text of this move: one for all sheets on which it can be drawn."""
    return str(row(low, high, tail))


@lru_cache(maxsize=_REMEMBERED)
def shortened(low: int, high: int, tail: int) -> str:
    """A path as text that tells only the rays it arrives at, not those it came from."""
    if tail >> 4 == 2:
        return written(low, high, tail)
    first, *others = _points(low, high, tail)
    following = [*others[1:], 0]
    told = (point for point, after in zip(others, following, strict=True) if after >> 8 != JUMP)
    return _NAMES[first & 255] + "".join(_STEPS[point] for point in told)


def rows_by_text(found: list[Path], level: int) -> dict[str, Row]:
    """Rows by their texts, as a level tells them."""
    if level == 2:
        return _sledged(found)
    if level == 3:
        return _through_rays(found)
    return {text(*path): row(*path) for path in found}


def _sledged(found: list[Path]) -> dict[str, Row]:
    """Rows on ice: a slide that several numbers reach is drawn with the smallest, unless it says with which; that may
    always be said."""
    moves: dict[str, Row] = {}
    for path in sorted(found, key=lambda path: path[2]):
        drawn = row(*path)
        text = drawn.path
        named = f"{text} by {drawn.number}"
        if str(drawn) in moves:
            drawn = Row(named, path)
        moves[str(drawn)] = drawn
        if "~" in text:
            moves[f"row {named}"] = drawn
    return moves


def _through_rays(found: list[Path]) -> dict[str, Row]:
    """Rows through rays: which ray they enter is told where it is not clear; it may always be told."""
    short = [shortened(*path) for path in found]
    times = Counter(short)
    moves: dict[str, Row] = {}
    for path, text in zip(found, short, strict=True):
        full = written(*path)
        drawn = Row(text if times[text] == 1 else full, path)
        moves[f"row {drawn.path}"] = moves[f"row {full}"] = drawn
    return moves


def read(text: str) -> Roll | Stroke:
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


_FOLDS_IN_WORDS = {
    "A1 small": Text("folds the small corner A1"),
    "A1 large": Text("folds the large corner A1"),
    "A15 small": Text("folds the small corner A15"),
    "A15 large": Text("folds the large corner A15"),
    "O1 small": Text("folds the small corner O1"),
    "O1 large": Text("folds the large corner O1"),
    "O15 small": Text("folds the small corner O15"),
    "O15 large": Text("folds the large corner O15"),
    "top": Text("folds the top"),
    "bottom": Text("folds the bottom"),
    "left": Text("folds the left side"),
    "right": Text("folds the right side"),
    OVER: Text("turns the sheet over"),
}
_ACTS_IN_WORDS = {
    BLACK: Text("takes the black die"),
    WHITE: Text("takes the white die"),
    DONE: Text("is done"),
    **{move: Text("adds 1 to {number}", number=number) for number, move in PLUS.items()},
    **{move: _FOLDS_IN_WORDS[STEPS[step]] for step, move in FOLDS.items()},
}


def in_words(move: Roll | Stroke) -> Text:
    """A move, to follow the name of who makes it."""
    if isinstance(move, Roll):
        return Text("rolls {black} and {white}", black=move.black, white=move.white)
    if isinstance(move, Act):
        return _ACTS_IN_WORDS[move]
    first, *others = re.split("[-~*]", move.path.split()[0])
    return Text("draws crosses from {start} to {end}", start=first, end=others[-1])
