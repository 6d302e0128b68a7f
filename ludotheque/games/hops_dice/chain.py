"""One move of a die, jump by jump: its shortest way, to show it, and its long form, `F2xD2=3xD4=3-D5`.

The kernel knows which results a die can reach without following every way; here one way is followed, with the kernel's
own jumps and values.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from ludotheque.core.contract import IllegalMove, malformed
from ludotheque.core.grid import DIRECTIONS, bit, neighbours
from ludotheque.core.squares import name_of, square_named, squares
from ludotheque.core.text import Text
from ludotheque.games.hops_dice import kernel

Jumped = frozenset[tuple[int, int]]
"""The dice jumped so far that may not be jumped back over: (square, direction)."""


class Stop(NamedTuple):
    """Where the die is on its way, and what it shows."""

    square: int
    value: int


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
        occupied = sum(1 << square for square in self.others)
        for direction in range(DIRECTIONS):
            for square in squares(kernel.landing(at.square, direction, occupied)):
                over = (at.square + square) // 2
                if (over, direction ^ 4) in jumped:
                    continue
                now = frozenset({(over, direction)}) if self.next_only else jumped | {(over, direction)}
                for value in squares(kernel.shown_after(1 << at.value, self.others[over])):
                    yield Stop(square, value), now

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
            if (wins_now := self.wins_at(way[-1])) or any(old <= jumped for old in seen.get(way[-1], [])):
                assert not (wins_now and wins), "a winning stop is a goal"
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
            for stop, _ in self.jumps(at, Jumped()):
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


_JUMP = re.compile(r"x(\w\w)=(\d)", re.IGNORECASE)
_LONG = re.compile(r"(\w\w)((?:x\w\w=\d)+)(?:-(\w\w)|(#))", re.IGNORECASE)


def long_form(way: tuple[Stop, ...], *, wins: bool) -> str:
    """A way in full: each jump with the value after it, then the step."""
    jumps = way[1:] if wins else way[1:-1]
    text = name_of(way[0].square) + "".join(f"x{name_of(stop.square)}={stop.value}" for stop in jumps)
    return f"{text}#" if wins else f"{text}-{name_of(way[-1].square)}"


def origin_of_long_form(text: str) -> int | None:
    """The square a move in long form starts from, or None when the text is no long form."""
    found = _LONG.fullmatch("".join(text.split()))
    return square_named(found[1], kernel.SIZE) if found else None


def read_long_form(text: str, mover: Mover) -> tuple[int, int, bool]:
    """The result (target, value, whether it wins) of a move in long form; each jump is checked."""
    found = _LONG.fullmatch("".join(text.split()))
    if not found:
        raise malformed(text, "F2xD2=3xD4=3-D5")
    at, jumped = mover.start, Jumped()
    for name, value in _JUMP.findall(found[2]):
        square = square_named(name, kernel.SIZE)
        onward = dict(mover.jumps(at, jumped)) if not mover.wins_at(at) else {}
        stop = Stop(-1 if square is None else square, int(value))
        if stop not in onward:
            here, there = f"{name_of(at.square)} ({at.value})", f"{name.upper()}={value}"
            raise IllegalMove(
                Text(
                    f"{text} : aucun saut permis de {here} vers {there}",
                    f"{text}: no legal jump from {here} to {there}",
                )
            )
        at, jumped = stop, onward[stop]
    if found[4]:
        if not mover.wins_at(at):
            raise IllegalMove(Text(f"{text} : ce coup ne gagne pas", f"{text}: this move does not win"))
        return at.square, at.value, True
    target = square_named(found[3], kernel.SIZE)
    if target is None or not neighbours(bit(at.square)) >> target & 1 or target in mover.others or mover.wins_at(at):
        here = name_of(at.square)
        raise IllegalMove(
            Text(f"{text} : pas de pas de {here} à {found[3]}", f"{text}: no closing step from {here} to {found[3]}")
        )
    return target, at.value, False
