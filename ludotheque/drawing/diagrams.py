"""The pictures in the rulebooks, drawn by the rules themselves.

A picture's title is its recipe: options of the game, moves to play from there (separated by commas), and whose view to
draw (`seat=0`; without it a spectator's). The word `cover` marks the one that is the picture on the lid of the box.

    ![A black pawn jumps](diagrams/jump.en.svg "position=brbrbr/…/rbrbrb b; play=A1-C3")

`python -m ludotheque.drawing.diagrams` draws every picture of every rulebook anew.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.text import LANGUAGES, Language
from ludotheque.drawing.drawn import Drawn

_COVER = "cover"
_PICTURE = re.compile(
    r'!\[(?P<alt>[^\]]*)\]\((?P<path>diagrams/[a-z0-9-]+)\.(?P<language>fr|en)\.svg "(?P<recipe>[^"]*)"\)'
)


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture of a rulebook: where it lies beside the rulebook, and how to draw it."""

    path: str
    alt: str
    recipe: str
    language: Language

    @property
    def is_cover(self) -> bool:
        """Whether it is the picture on the lid of the box."""
        return _COVER in self._parts()

    def _parts(self) -> list[str]:
        return [part.strip() for part in self.recipe.split(";") if part.strip()]

    def svg(self, game: Game) -> str:
        """The picture."""
        given = dict(part.split("=", 1) for part in self._parts() if part != _COVER)
        seat = given.pop("seat", None)
        moves = [move.strip() for move in given.pop("play", "").split(",") if move.strip()]
        state = cast(Drawn, game.start(**given))
        for move in moves:
            state = state.play(move)
        return state.svg(None if seat is None else int(seat), self.language)


def rulebook(game: Game, language: Language) -> Path:
    """Where a game's rulebook is."""
    return Path(str(importlib.import_module(game.package).__file__)).with_name(f"rulebook.{language}.md")


def diagrams(game: Game, language: Language) -> Iterator[Diagram]:
    """The pictures of a rulebook."""
    for found in _PICTURE.finditer(rulebook(game, language).read_text(encoding="utf-8")):
        yield Diagram(f"{found['path']}.{language}.svg", found["alt"], found["recipe"], language)


def cover(game: Game, language: Language) -> Path:
    """The picture on the lid of the box: one of the rulebook's, already drawn."""
    chosen = next(diagram for diagram in diagrams(game, language) if diagram.is_cover)
    return rulebook(game, language).parent / chosen.path


def draw_all() -> int:
    """Draws every picture of every rulebook; how many."""
    drawn = 0
    for game in games().values():
        for language in LANGUAGES:
            for diagram in diagrams(game, language):
                target = rulebook(game, language).parent / diagram.path
                target.parent.mkdir(exist_ok=True)
                target.write_text(diagram.svg(game), encoding="utf-8")
                drawn += 1
    return drawn


if __name__ == "__main__":
    print(f"{draw_all()} diagrams")
