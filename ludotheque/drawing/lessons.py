"""Lessons as pages are told them: step by step, what is said and shown, and the one move that is let through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import CHANCE, Plain
from ludotheque.core.lesson import Moment
from ludotheque.core.text import Text
from ludotheque.drawing.coach import Explained
from ludotheque.drawing.drawn import drawn
from ludotheque.drawing.moments import Happening, happened, scene_told

_MOST_EARLIER = 2
"""So many of the moves before a step are shown; what was done before is seen in what they lead to."""


@dataclass(frozen=True, slots=True)
class StepTold:
    """A step on the board."""

    words: str
    seat: int
    earlier: list[Happening]
    """What others have done just before, each with the table after it; the last one is the table of the step."""
    scene: dict[str, Plain]
    paths: dict[str, tuple[str, ...]]
    """The ids to click for the move that is asked for. No other is let through."""
    ghosts: dict[str, str]
    ways: dict[str, list[dict[str, Plain]]]
    after: dict[str, Plain]
    """The table when it is done."""


def told(now: Moment, language: Language) -> StepTold:
    """A step of a lesson in a language."""
    state, seat, move = drawn(now.state), now.step.seat, str(now.state.parse(now.step.move))
    path = state.paths(seat)[move]
    ways = state.ways(seat, path[0]).get(move, ())
    ghost = state.ghosts(seat).get(move)
    return StepTold(
        now.step.words.to(language),
        seat,
        _earlier(now, language),
        scene_told(state, seat, language),
        {move: path},
        {} if ghost is None else {move: ghost},
        {move: [{"x": stop.x, "y": stop.y, "symbol": stop.symbol} for stop in ways]} if ways else {},
        scene_told(now.after, seat, language),
    )


def _earlier(now: Moment, language: Language) -> list[Happening]:
    """What the others have done before a step."""
    after = (*now.earlier, now.state)[1:]
    found = []
    for before, done, state in zip(now.earlier, now.step.before, after, strict=True):
        who, _, move = done.partition(" ")
        seat = CHANCE if who == "chance" else int(who)
        if seat == now.step.seat:
            continue
        found.append(happened(before, seat, move, state, now.step.seat, language))
    return found[-_MOST_EARLIER:]


def explained(now: Moment, thing: str, chosen: Sequence[str] = ()) -> Explained:
    """What something is, and kindly why it is not what this step asks for."""
    state, seat = drawn(now.state), now.step.seat
    found = state.explained(seat, thing, chosen)
    path = state.paths(seat)[str(state.parse(now.step.move))]
    if thing in path[len(chosen) : len(chosen) + 1] or str(found.why):
        return found
    could = any(thing in other[: len(chosen) + 1] for other in state.paths(seat).values())
    why = Text("In a game you could do that. Here, choose what is marked with a star.") if could else _HERE
    return Explained(found.what, why)


_HERE = Text("That does nothing here: choose what is marked with a star.")
