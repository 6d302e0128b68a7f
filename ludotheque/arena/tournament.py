"""Who meets whom, and how long: round robin, gauntlet or ladder; so many games, or until a test has its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import Literal

from ludotheque.arena.fixtures import Fixture, Form, seatings
from ludotheque.arena.rating import Sprt, Verdict
from ludotheque.arena.results import Pairing, Results
from ludotheque.arena.workers import Workers, here

Plan = Literal["robin", "gauntlet", "ladder"]
"""Everybody meets everybody; the first meets each other; each meets the next."""


def pairings(plan: Plan, form: Form, names: Sequence[str]) -> tuple[Pairing, ...]:
    """Who meets whom. Where one sits among copies of the other, both do so in a round robin.

    >>> pairings("robin", "shared", ["a", "b", "c"])
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> pairings("gauntlet", "shared", ["a", "b", "c"])
    (('a', 'b'), ('a', 'c'))
    >>> pairings("ladder", "shared", ["a", "b", "c"])
    (('a', 'b'), ('b', 'c'))
    """
    if plan == "gauntlet":
        return tuple((names[0], other) for other in names[1:])
    if plan == "ladder":
        return tuple(pairwise(names))
    return tuple(permutations(names, 2) if form == "lone" else combinations(names, 2))


def units_for(games: int, form: Form, seats: int) -> int:
    """How many openings make so many games of a pairing, or a few more: an opening is played with all seatings."""
    each = 1 if form == "alone" else len(seatings(form, seats, "one", "other"))
    return -(-games // each)


class Course:
    """One pairing on its way through its openings."""

    def __init__(self, results: Results, pairing: Pairing, seed: int, units: int, test: Sprt | None) -> None:
        self.pairing = pairing
        self.scores: list[float] = []
        self.verdict: Verdict = "open"
        self._results = results
        self._seed = seed
        self._units = units
        self._test = test
        self.advance()

    @property
    def over(self) -> bool:
        return self.verdict != "open" or len(self.scores) >= self._units

    def advance(self) -> None:
        """Counts the units that have become complete, in order, up to the test's answer."""
        while not self.over:
            score = self._results.unit(self.pairing, self._seed, len(self.scores))
            if score is None:
                return
            self.scores.append(score)
            if self._test:
                self.verdict = self._test.verdict(self.scores, self._results.size)


class Tournament:
    """Plays what is missing in the results. The same seed gives the same games, whoever plays them."""

    def __init__(
        self,
        results: Results,
        seed: int,
        units: int,
        test: Sprt | None = None,
        wanted: Sequence[Pairing] | None = None,
    ) -> None:
        """Of the pairings only those wanted are played: all, unless told otherwise."""
        self.results = results
        self.seed = seed
        self.units = units
        self.test = test
        met = results.pairings if wanted is None else wanted
        self.courses = {pairing: Course(results, pairing, seed, units, test) for pairing in met if units}

    @property
    def missing(self) -> int:
        """How many games are still to be played, if no test stops earlier."""
        return len(set(self._tables()))

    def run(self, workers: Workers = here, told: Callable[[], None] = lambda: None) -> None:
        """Plays until all is played or every test has its answer; `told` is called after each game."""
        for played in workers(self.results.setup, self._tables()):
            if self._wanted(played.fixture):
                self.results.add(played)
                for course in self.courses.values():
                    course.advance()
            told()

    def _tables(self) -> Iterator[Fixture]:
        """The games to play, one opening after the other, each only once."""
        sent: set[Fixture] = set()
        for opening in range(self.units):
            for course in self.courses.values():
                for table in self.results.tables(course.pairing, self.seed, opening):
                    if not course.over and table not in sent and table not in self.results.games:
                        sent.add(table)
                        yield table

    def _wanted(self, table: Fixture) -> bool:
        """Whether a pairing that is not over needs this game; games begun before a test stopped are left out."""
        return any(
            not course.over and table in self.results.tables(course.pairing, table.seed, table.opening)
            for course in self.courses.values()
        )
