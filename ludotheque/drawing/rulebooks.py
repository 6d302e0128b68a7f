"""The rulebooks, one file per language in a game's folder, and their pictures, drawn by the rules themselves.

A picture's title is its recipe: options of the game, moves to play from there (separated by commas), and whose view to
draw (`seat=0`; without it a spectator's). The word `cover` marks the one that is the picture on the lid of the box.

    ![A black pawn jumps](diagrams/jump.svg "position=brbrbr/…/rbrbrb b; play=A1-C3")

There are no words in the pictures, so rulebooks in all languages share them. `python -m ludotheque.drawing.rulebooks`
draws all of them anew, of all games or of those whose ids are given.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.catalogues import SOURCE, Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find, games
from ludotheque.core.variants import Variant
from ludotheque.drawing import svg
from ludotheque.drawing.drawn import start, symbols_of
from ludotheque.drawing.scene import Scene

_COVER = "cover"
_PICTURE = re.compile(r'!\[(?P<alt>[^\]]*)\]\((?P<path>diagrams/[a-z0-9-]+\.svg) "(?P<recipe>[^"]*)"\)')
_NAME = re.compile(r"rulebook\.([a-z]+)\.md")


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture of a rulebook: where it lies beside the rulebook, what it shows, and how to draw it."""

    path: str
    alt: str
    recipe: str

    @property
    def is_cover(self) -> bool:
        """Whether it is the picture on the lid of the box."""
        return _COVER in self._parts()

    def _parts(self) -> list[str]:
        return [part.strip() for part in self.recipe.split(";") if part.strip()]

    def scene(self, game: Game) -> Scene:
        """What it shows."""
        given = dict(part.split("=", 1) for part in self._parts() if part != _COVER)
        seat = given.pop("seat", None)
        moves = [move.strip() for move in given.pop("play", "").split(",") if move.strip()]
        state = start(game, **given)
        for move in moves:
            state = state.play(move)
        return state.scene(None if seat is None else int(seat))

    def svg(self, game: Game) -> str:
        """The picture, without words."""
        return svg.render(self.scene(game), symbols_of(game), game.id, language=None)


def folder(game: Game) -> Path:
    """Where a game's files are."""
    return Path(str(importlib.import_module(game.package).__file__)).parent


def rulebooks(game: Game) -> dict[Language, Path]:
    """The rulebooks a game has, by language."""
    found = {name[1]: path for path in sorted(folder(game).iterdir()) if (name := _NAME.fullmatch(path.name))}
    return dict(found)


def rulebook(game: Game, language: Language) -> tuple[Language, Path] | None:
    """The rulebook for a reader and its language: in theirs if there is one, else in English, else any there is."""
    found = rulebooks(game)
    for code in (language, SOURCE, *found):
        if code in found:
            return code, found[code]
    return None


def diagrams(path: Path) -> Iterator[Diagram]:
    """The pictures of a rulebook."""
    for found in _PICTURE.finditer(path.read_text(encoding="utf-8")):
        yield Diagram(found["path"], found["alt"], found["recipe"])


def all_diagrams(game: Game) -> dict[str, Diagram]:
    """The pictures of all of a game's rulebooks, by path."""
    return {diagram.path: diagram for path in rulebooks(game).values() for diagram in diagrams(path)}


def cover(game: Game) -> Path | None:
    """The picture on the lid of the box, one of the rulebook's, if there is one."""
    chosen = next((diagram for diagram in all_diagrams(game).values() if diagram.is_cover), None)
    path = None if chosen is None else folder(game) / chosen.path
    return path if path is not None and path.is_file() else None


def variant_picture(game: Game, variant: Variant) -> str:
    """A variant of a game, drawn by its rules."""
    options = [f"{name}={value}" for name, value in variant.options.items()]
    return Diagram("", "", "; ".join([*options, variant.picture])).svg(game)


def draw(game: Game) -> int:
    """Draws every picture of a game's rulebooks; how many."""
    found = all_diagrams(game).values()
    for diagram in found:
        target = folder(game) / diagram.path
        target.parent.mkdir(exist_ok=True)
        target.write_text(diagram.svg(game), encoding="utf-8")
    return len(found)


if __name__ == "__main__":
    for name in sys.argv[1:] or games():
        print(f"{name}: {draw(find(name))} diagrams")
