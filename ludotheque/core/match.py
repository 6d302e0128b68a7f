"""Several games in a row by the same people: who sits where next, and who leads.

>>> import ludotheque as lt
>>> match = lt.Match(lt.start("rolit", players=3, size=4), ("Ada", "Bo", "Cy"))
>>> match = match.add(lt.Outcome(scores=(9, 4, 2), winners=(0,), reason="full"))
>>> match.seated
('Bo', 'Cy', 'Ada')
>>> [(each.name, each.wins, each.points) for each in match.standing()]
[('Ada', 1, 9), ('Bo', 0, 4), ('Cy', 0, 2)]
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludotheque.core.contract import CHANCE, Outcome, State
from ludotheque.core.text import Refusal, Text


def loser_begins(began: int, outcome: Outcome) -> tuple[int, ...]:
    """For two: who lost takes the seat that begins; after a draw, who did not begin does."""
    return (0, 1) if outcome.winners == (1 - began,) else (1, 0)


def colours_rotate(began: int, outcome: Outcome) -> tuple[int, ...]:
    """Each colour goes to the next player clockwise, and its seat with it."""
    count = len(outcome.scores)
    return tuple((seat + 1) % count for seat in range(count))


def seats_stay(began: int, outcome: Outcome) -> tuple[int, ...]:
    """Nobody changes seats: who begins is drawn anew each time."""
    return tuple(range(len(outcome.scores)))


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player stands in a match."""

    name: str
    wins: int
    points: float


@dataclass(frozen=True)
class Match:
    """A match so far. Like a state it never changes: `add` returns the match after one more game."""

    start: State
    """How each game of the match begins."""
    names: tuple[str, ...]
    seating: tuple[int, ...] = ()
    """The player (an index into `names`) in each seat of the game to come."""
    results: tuple[tuple[tuple[int, ...], Outcome], ...] = ()
    """The seating and the outcome of each game played."""

    def __post_init__(self) -> None:
        holders = self.start.holders
        people = len(set(holders))
        object.__setattr__(self, "names", tuple(self.names))
        if len(self.names) != people:
            raise _wrong(
                f"names : il y a {people} joueurs, pas {len(self.names)}",
                f"names: there are {people} players, not {len(self.names)}",
            )
        if not self.seating:
            object.__setattr__(self, "seating", holders)
        if sorted(self.seating) != sorted(holders):
            raise _wrong(
                f"seating={self.seating} : une place par joueur", f"seating={self.seating}: a seat for each player"
            )

    @property
    def seated(self) -> tuple[str, ...]:
        """The player's name in each seat of the game to come."""
        return tuple(self.names[player] for player in self.seating)

    def add(self, outcome: Outcome) -> Match:
        """The match after one more game: the players take their seats for the next by the game's own rule."""
        if len(outcome.scores) != len(self.seating):
            numbers = len(outcome.scores), len(self.seating)
            raise _wrong(
                "outcome : {} scores pour {} places".format(*numbers),
                "outcome: {} scores for {} seats".format(*numbers),
            )
        began = next((seat for seat in self.start.acting if seat != CHANCE), 0)
        old_seats = self.start.game.reseat(began, outcome)
        return replace(
            self,
            seating=tuple(self.seating[seat] for seat in old_seats),
            results=(*self.results, (self.seating, outcome)),
        )

    def standing(self) -> tuple[Standing, ...]:
        """The players, best first: most games won (a shared win counts for each), then most points."""
        wins = [0] * len(self.names)
        points: list[float] = [0] * len(self.names)
        for seating, outcome in self.results:
            for seat, player in enumerate(seating):
                wins[player] += seat in outcome.winners
                points[player] += outcome.scores[seat]
        players = [Standing(name, wins[i], points[i]) for i, name in enumerate(self.names)]
        return tuple(sorted(players, key=lambda each: (-each.wins, -each.points)))

    def leaders(self) -> tuple[str, ...]:
        """Who would win the match now; several when they are level in games and points."""
        table = self.standing()
        return tuple(each.name for each in table if (each.wins, each.points) == (table[0].wins, table[0].points))


def _wrong(fr: str, en: str) -> Refusal:
    return Refusal(Text(fr, en))
