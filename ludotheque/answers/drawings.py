"""What the pages show of what people draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find
from ludotheque.drawing import svg
from ludotheque.drawing.drawn import symbols_of
from ludotheque.drawing.editor import editor_of


@dataclass(frozen=True, slots=True)
class Sample:
    """Something to begin a drawing with."""

    kind: str
    name: str
    code: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the page for drawing needs to begin."""

    game: str
    option: str
    title: str
    intro: str
    kinds: tuple[tuple[str, str], ...]
    surfaces: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...]
    """The id and the name of each surface, and the names of its rows and columns."""
    samples: tuple[Sample, ...]
    trial: Mapping[str, object]
    """The options for trying it alone."""
    code: str
    """What a link holds; else what was begun in this browser, or the first sample."""
    name: str


def title(game: Game, language: Language) -> str:
    """What can be drawn for a game, or nothing."""
    editor = editor_of(game)
    return "" if editor is None else editor.title.to(language)


def drawing(game: Game, given: Mapping[str, str], language: Language) -> Drawing | None:
    """The page for drawing, if there is something to draw for the game."""
    editor = editor_of(game)
    if editor is None:
        return None
    shared = editor.draft(given["d"], given.get("name", "")) if given.get("d") else None
    return Drawing(
        game.id,
        editor.option,
        editor.title.to(language),
        editor.intro.to(language),
        tuple((kind, name.to(language)) for kind, name in editor.kinds.items()),
        tuple((each.id, each.name.to(language), tuple(each.rows), tuple(each.columns)) for each in editor.surfaces),
        tuple(Sample(each.kind, editor.kinds[each.kind].to(language), each.code) for each in editor.samples()),
        editor.trial,
        shared.code if shared else "",
        shared.name if shared else "",
    )


@lru_cache(maxsize=512)
def picture(game_id: str, code: str, pose: int) -> str | None:
    """What was drawn, in one of its poses, if there is such a one."""
    game = find(game_id)
    editor = editor_of(game)
    if editor is None:
        return None
    draft = editor.draft(code, "")
    if pose not in range(len(editor.poses(draft.kind))):
        return None
    return svg.render(editor.scene(draft, pose), symbols_of(game), game.id, language=None)


def asked_options(game: Game, query: Mapping[str, str]) -> dict[str, object]:
    """The options of a game that an address gives; what was drawn can be given by its code."""
    given: dict[str, object] = {name: value for name, value in query.items() if name not in _NO_OPTIONS}
    editor = editor_of(game)
    if editor is not None and query.get("d"):
        given[editor.option] = editor.document(editor.draft(query["d"], query.get("name", "")))
    return given


_NO_OPTIONS = ("paper", "what", "lang", "d", "name")
"""What an address may hold besides options."""
