"""The score of a match."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from ludotheque.core.contract import Outcome


def score_of(results: Sequence[tuple[tuple[int, ...], Outcome]], seating: tuple[int, ...]) -> dict[str, object]:
    """Games won and points so far, by the seats people have now."""
    wins: Counter[int] = Counter()
    points: defaultdict[int, float] = defaultdict(float)
    for seated, outcome in results:
        wins.update({seated[seat] for seat in outcome.winners})
        for seat, number in enumerate(seated):
            points[number] += outcome.scores[seat]
    return {
        "games": len(results),
        "scores": [wins[number] for number in seating],
        "points": [points[number] for number in seating],
    }
