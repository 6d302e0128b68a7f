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
from functools import lru_cache

from ludotheque.core.contract import CHANCE, Outcome, State
from ludotheque.core.text import Refusal, Text, counted

Result = tuple[tuple[int, ...], Outcome]
"""Who sat where (a player's number for each seat), and how the game ended."""


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
class Tally:
    """What one player has won in a match: games, and points in all of them. A shared win counts for each."""

    name: str
    wins: int = 0
    points: float = 0


@lru_cache(maxsize=1024)
def tallies(results: tuple[Result, ...], names: tuple[str, ...]) -> tuple[Tally, ...]:
    """What each player has won, by number."""
    wins = [0] * len(names)
    points: list[float] = [0] * len(names)
    for seating, outcome in results:
        for winner in {seating[seat] for seat in outcome.winners}:  # who plays several seats wins once
            wins[winner] += 1
        for seat, player in enumerate(seating):
            points[player] += outcome.scores[seat]
    return tuple(Tally(name, wins[number], points[number]) for number, name in enumerate(names))


@dataclass(frozen=True)
class Match:
    """A match so far. Like a state it never changes: `add` returns the match after one more game."""

    start: State
    """How each game of the match begins."""
    names: tuple[str, ...]
    seating: tuple[int, ...] = ()
    """The player (an index into `names`) in each seat of the game to come."""
    results: tuple[Result, ...] = ()
    """The seating and the outcome of each game played."""

    def __post_init__(self) -> None:
        holders = self.start.player_of_seat
        people = len(set(holders))
        object.__setattr__(self, "names", tuple(self.names))
        if len(self.names) != people:
            raise Refusal(
                counted(
                    "names: there is {n} player, not {given}",
                    "names: there are {n} players, not {given}",
                    n=people,
                    given=len(self.names),
                )
            )
        if not self.seating:
            object.__setattr__(self, "seating", holders)
        if sorted(self.seating) != sorted(holders):
            raise Refusal(Text("seating={seating}: a seat for each player", seating=str(self.seating)))

    @property
    def seated(self) -> tuple[str, ...]:
        """The player's name in each seat of the game to come."""
        return tuple(self.names[player] for player in self.seating)

    def add(self, outcome: Outcome) -> Match:
        """The match after one more game: the players take their seats for the next by the game's own rule."""
        if len(outcome.scores) != len(self.seating):
            raise Refusal(
                Text("outcome: {scores} scores for {seats} seats", scores=len(outcome.scores), seats=len(self.seating))
            )
        began = next((seat for seat in self.start.acting if seat != CHANCE), 0)
        old_seats = self.start.game.reseat(began, outcome)
        return replace(
            self,
            seating=tuple(self.seating[seat] for seat in old_seats),
            results=(*self.results, (self.seating, outcome)),
        )

    def standing(self) -> tuple[Tally, ...]:
        """The players, best first: most games won, then most points."""
        return tuple(sorted(tallies(self.results, self.names), key=lambda each: (-each.wins, -each.points)))

    def leaders(self) -> tuple[str, ...]:
        """Who would win the match now; several when they are level in games and points."""
        first, *others = self.standing()
        level = [each for each in others if (each.wins, each.points) == (first.wins, first.points)]
        return tuple(each.name for each in (first, *level))
