"""A moment of a game as pages without a table are told it: what is seen from a seat, and what may be chosen there."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import CHANCE, Plain, State
from ludotheque.core.text import Text, capital
from ludotheque.drawing.drawn import drawn


@dataclass(frozen=True, slots=True)
class MomentTold:
    """What a seat sees, and its legal moves in the shapes that the board's scripts know."""

    seat: int | None
    scene: dict[str, Plain]
    paths: dict[str, tuple[str, ...]]
    ghosts: dict[str, str]
    ways: dict[str, list[dict[str, Plain]]]


@dataclass(frozen=True, slots=True)
class Happening:
    """What somebody has done, in words, and the table after it."""

    words: str
    scene: dict[str, Plain]


def told(state: State, seat: int | None, language: Language) -> MomentTold:
    """A moment as a seat sees it; who has none looks on."""
    shown = drawn(state)
    scene = scene_told(shown, seat, language)
    if seat is None or seat not in shown.acting:
        return MomentTold(seat, scene, {}, {}, {})
    paths = dict(shown.paths(seat))
    ways: dict[str, list[dict[str, Plain]]] = {}
    for first in dict.fromkeys(path[0] for path in paths.values()):
        for move, way in shown.ways(seat, first).items():
            ways[move] = [{"x": stop.x, "y": stop.y, "symbol": stop.symbol} for stop in way]
    return MomentTold(seat, scene, paths, dict(shown.ghosts(seat)), ways)


def happened(before: State, mover: int, move: str, after: State, seat: int | None, language: Language) -> Happening:
    """A move by anybody, as a seat sees what it leads to."""
    words = before.describe(before.parse(move))
    line = words if mover == CHANCE else Text("{player}: {move}", player=before.seat_name(mover), move=words)
    return Happening(capital(line).to(language), scene_told(after, seat, language))


def scene_told(state: State, seat: int | None, language: Language) -> dict[str, Plain]:
    """What is seen. Nothing is done by itself here, and nothing is asked twice: whoever learns does it."""
    scene = dict(drawn(state).scene(seat).plain(language))
    buttons = scene["buttons"]
    assert isinstance(buttons, list)
    scene["buttons"] = [{**button, "forced": False, "sure": ""} for button in buttons if isinstance(button, dict)]
    return scene
