"""Variations of a record: what might have been played instead, from some move on.

In a record they stand behind the move they replace, each line after a `;`, so that readers who know nothing of them
read the game as it was played. As many `>` as it lies deep:

      3. red A2-C2
    ;>  3. red F2-E2
    ;>  4. black A1-B1
    ;>>  4. black F2-E1
    ;>  3. red F3-E3
      4. black F2-E1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ludotheque.core.text import Refusal, Text

_LINE = re.compile(r";(>+)\s*(\d+)\. (\S+) (.+)")


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a record: who made it, its text, and the line it was read from (0: not from a text)."""

    seat: str
    move: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that might have been made, from the move with this number on (counted from 1), and what might have been
    instead of them."""

    at: int
    moves: tuple[Played, ...]
    variations: tuple[Variation, ...] = ()

    def __post_init__(self) -> None:
        if not self.moves:
            raise Refusal(Text("a variation has at least one move"))
        object.__setattr__(self, "variations", in_order(self.variations, self.at, len(self.moves)))


def in_order(variations: Iterable[Variation], first: int, many: int) -> tuple[Variation, ...]:
    """Variations of a line of so many moves in the order in which they are written; each replaces one of its moves."""
    found = tuple(sorted(variations, key=lambda variation: variation.at))
    for variation in found:
        if not first <= variation.at < first + many:
            raise Refusal(Text("there is no move {number} that a variation could replace", number=variation.at))
    return found


def is_variation(line: str) -> bool:
    """Whether a line of a record belongs to a variation."""
    return _LINE.fullmatch(line) is not None


def written(
    moves: Iterable[Played], variations: tuple[Variation, ...], first: int = 1, depth: int = 0
) -> Iterator[str]:
    """The lines of a record: moves, and behind each what might have been instead."""
    for number, played in enumerate(moves, first):
        yield f"{';' + depth * '>' if depth else ''}{number:3}. {played.seat} {played.move}"
        for variation in variations:
            if variation.at == number:
                yield from written(variation.moves, variation.variations, number, depth + 1)


class _Line:
    """A line of moves while it is read."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.moves: list[Played] = []
        self.variations: list[_Line] = []

    @property
    def next(self) -> int:
        return self.first + len(self.moves)

    def frozen(self) -> tuple[Variation, ...]:
        return tuple(Variation(each.first, tuple(each.moves), each.frozen()) for each in self.variations)


class Reading:
    """Takes the moves of a record line by line, those of variations too."""

    def __init__(self) -> None:
        self._main = _Line(1)
        self._open = [self._main]
        """The line that is read, and those it branches off from."""

    @property
    def moves(self) -> tuple[Played, ...]:
        return tuple(self._main.moves)

    @property
    def variations(self) -> tuple[Variation, ...]:
        return self._main.frozen()

    def move(self, number: int, played: Played) -> Text | None:
        """The next move of the game; what is wrong with it, if anything is."""
        del self._open[1:]
        return self._add(number, played)

    def variation(self, text: str, line: int) -> Text | None:
        """A line of a variation."""
        found = _LINE.fullmatch(text)
        assert found is not None, "asked by `is_variation`"
        depth, number = len(found[1]), int(found[2])
        if depth > len(self._open):
            return Text("nothing has been played that this could be a variation of")
        above = self._open[depth - 1]
        goes_on = depth < len(self._open) and self._open[depth].next == number
        del self._open[depth + goes_on :]
        if not goes_on:
            if not above.moves or number != above.next - 1:
                return Text("move {given} is no variation of the move before it", given=number)
            self._open.append(_Line(number))
            above.variations.append(self._open[-1])
        return self._add(number, Played(found[3], found[4], line))

    def _add(self, number: int, played: Played) -> Text | None:
        line = self._open[-1]
        if number != line.next:
            return Text("move {given} stands where move {due} should", given=number, due=line.next)
        line.moves.append(played)
        return None
