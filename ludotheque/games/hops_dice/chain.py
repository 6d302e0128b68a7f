"""One move of a die, jump by jump: its shortest way, to show it, and its long form, `F2xD2=3xD4=3-D5`.

The kernel knows which results a die can reach without following every way; here one way is followed, with the kernel's
own jumps and values.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import NamedTuple

from ludotheque.core.boards.grid import DIRECTIONS, bit, neighbours
from ludotheque.core.boards.squares import name_of, square_named, squares
from ludotheque.core.contract import IllegalMove
from ludotheque.core.text import Text
from ludotheque.core.values import cached_property
from ludotheque.games.hops_dice import kernel

Jumped = frozenset[tuple[int, int]]
"""The dice jumped so far that may not be jumped back over: (square, direction)."""


class Stop(NamedTuple):
    """Where the die is on its way, and what it shows."""

    square: int
    value: int


@cache
def _landed(square: int, value: int, over: int) -> tuple[Stop, ...]:
    """What can come of a jump that lands on a square: by what the die showed before, and what it jumped over."""
    shown = squares(kernel.shown_after.plain(1 << value, over))
    return tuple(Stop(square, value) for value in shown)


@dataclass(frozen=True)
class Mover:
    """A die about to move: where it stands, what it shows, the dice around it and the rules that bind it."""

    start: Stop
    others: dict[int, int]
    """The value of every other die, by square."""
    six_wins: bool
    next_only: bool

    def jumps(self, at: Stop, jumped: Jumped) -> Iterator[tuple[Stop, Jumped]]:
        """The stops one jump away, with the dice that may then not be jumped back over."""
        for over, direction, stops in self._onward(at):
            if (over, direction ^ 4) in jumped:
                continue
            now = frozenset({(over, direction)}) if self.next_only else jumped | {(over, direction)}
            for stop in stops:
                yield stop, now

    def _onward(self, at: Stop) -> list[tuple[int, int, tuple[Stop, ...]]]:
        """The jumps from a stop: over which die, in which direction, and what can come of it. Found out once."""
        found = self._found.get(at)
        if found is None:
            found = self._found[at] = [
                (over, direction, _landed(square, at.value, self.others[over]))
                for over, direction, square in self._landings(at.square)
            ]
        return found

    def _landings(self, square: int) -> list[tuple[int, int, int]]:
        """The same whatever the die shows: over which die, in which direction, and where it lands."""
        found = self._lands.get(square)
        if found is None:
            lands = [kernel.landing.plain(square, direction, self._occupied) for direction in range(DIRECTIONS)]
            landed = [(direction, land.bit_length() - 1) for direction, land in enumerate(lands) if land]
            found = self._lands[square] = [((square + to) // 2, direction, to) for direction, to in landed]
        return found

    @cached_property
    def _occupied(self) -> int:
        return sum(1 << square for square in self.others)

    @cached_property
    def _found(self) -> dict[Stop, list[tuple[int, int, tuple[Stop, ...]]]]:
        return {}

    @cached_property
    def _lands(self) -> dict[int, list[tuple[int, int, int]]]:
        return {}

    def wins_at(self, stop: Stop) -> bool:
        return self.six_wins and stop.value == kernel.TOP

    def shortest(self, target: int, value: int, *, wins: bool) -> tuple[Stop, ...]:
        """A shortest way to a result, from the start to the last square. The result must be possible."""
        end = Stop(target, value)
        goals = {end} if wins else {Stop(square, value) for square in squares(neighbours(bit(target)) & kernel.EVERY)}
        if not wins and self.start in goals:
            return (self.start, end)
        way = self._chain(goals, wins=wins)
        return way if wins else (*way, end)

    def _chain(self, goals: set[Stop], *, wins: bool) -> tuple[Stop, ...]:
        """A shortest chain of jumps to a goal: a search guided by the distances that would hold if going back were
        allowed. Having come the same way with fewer dice ruled out is never worse, so worse ones are dropped."""
        distance = self._distances(goals)
        order = count()
        queue: list[tuple[int, int, tuple[Stop, ...], Jumped]] = []
        heapq.heappush(queue, (distance.get(self.start, 0), next(order), (self.start,), Jumped()))
        seen: dict[Stop, list[Jumped]] = {}
        while queue:
            _, _, way, jumped = heapq.heappop(queue)
            if len(way) > 1 and way[-1] in goals:
                return way
            if self.wins_at(way[-1]) or any(old <= jumped for old in seen.get(way[-1], [])):
                continue
            seen.setdefault(way[-1], []).append(jumped)
            for stop, now in self.jumps(way[-1], jumped):
                if stop in distance and (wins or not self.wins_at(stop)):
                    heapq.heappush(queue, (len(way) + distance[stop], next(order), (*way, stop), now))
        raise ValueError(f"no chain of jumps leads from {name_of(self.start.square)} there")

    def _distances(self, goals: set[Stop]) -> dict[Stop, int]:
        """How many jumps at least separate each stop from a goal."""
        into: dict[Stop, list[Stop]] = {}
        found, edge = {self.start}, [self.start]
        while edge:
            at = edge.pop()
            for _, _, stops in self._onward(at):
                for stop in stops:
                    into.setdefault(stop, []).append(at)
                    if stop not in found and not self.wins_at(stop):
                        found.add(stop)
                        edge.append(stop)
        distance = dict.fromkeys(goals, 0)
        edge = list(goals)
        for stop in edge:
            for earlier in into.get(stop, []):
                if earlier not in distance:
                    distance[earlier] = distance[stop] + 1
                    edge.append(earlier)
        return distance


_JUMP = re.compile(r"x(\w\w)=([1-6])", re.IGNORECASE)
_LONG = re.compile(r"(\w\w)((?:x\w\w=[1-6])+)(?:-(\w\w)|(#))", re.IGNORECASE)


class LongForm(NamedTuple):
    """A move written in full: where it starts, each jump with the value after it, and the step (none: it wins)."""

    text: str
    origin: int
    jumps: tuple[tuple[int, int], ...]
    step: int | None


def long_form(way: tuple[Stop, ...], *, wins: bool) -> str:
    """A way in full: each jump with the value after it, then the step."""
    jumps = way[1:] if wins else way[1:-1]
    text = name_of(way[0].square) + "".join(f"x{name_of(stop.square)}={stop.value}" for stop in jumps)
    return f"{text}#" if wins else f"{text}-{name_of(way[-1].square)}"


def read_long_form(text: str) -> LongForm | None:
    """What a text says, when it is a long form whose squares are on the board."""
    found = _LONG.fullmatch("".join(text.split()))
    if not found:
        return None
    origin = square_named(found[1], kernel.SIZE)
    jumps = [(square_named(name, kernel.SIZE), int(value)) for name, value in _JUMP.findall(found[2])]
    step = square_named(found[3], kernel.SIZE) if found[3] else None
    if origin is None or any(square is None for square, _ in jumps) or (found[3] and step is None):
        return None
    return LongForm(text, origin, tuple((square or 0, value) for square, value in jumps), step)


def result(move: LongForm, mover: Mover) -> tuple[int, int, bool]:
    """What a move in full leads to (target, value, whether it wins); each jump is checked."""
    at, jumped = mover.start, Jumped()
    for square, value in move.jumps:
        onward = {} if mover.wins_at(at) else dict(mover.jumps(at, jumped))
        stop = Stop(square, value)
        if stop not in onward:
            here, there = f"{name_of(at.square)} ({at.value})", f"{name_of(square)}={value}"
            raise _refused(move, Text("no legal jump from {origin} to {target}", origin=here, target=there))
        at, jumped = stop, onward[stop]
    if move.step is None:
        if not mover.wins_at(at):
            raise _refused(move, Text("this move does not win"))
        return at.square, at.value, True
    if not neighbours(bit(at.square)) >> move.step & 1 or move.step in mover.others or mover.wins_at(at):
        here, there = name_of(at.square), name_of(move.step)
        raise _refused(move, Text("no closing step from {origin} to {target}", origin=here, target=there))
    return move.step, at.value, False


def _refused(move: LongForm, problem: Text) -> IllegalMove:
    return IllegalMove(Text("{move}: {why}", move=move.text, why=problem), move.text)
