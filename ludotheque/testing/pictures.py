"""Laws of what is shown: pictures, what can be clicked on them, and the pictures of rulebooks."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from xml.etree import ElementTree

from ludotheque.core.catalogues import languages
from ludotheque.core.contract import CHANCE, Game
from ludotheque.drawing.board import board_of
from ludotheque.drawing.drawn import Drawn, drawn, symbols_of
from ludotheque.drawing.rulebooks import diagrams, folder, rulebooks
from ludotheque.drawing.scene import Scene
from ludotheque.testing.play import Options, random_states, some_states


def pictures_are_whole(game: Game, options: Options) -> None:
    """Ids are unique, symbols exist, every legal move can be clicked and no path begins another, in every language."""
    for state in some_states(game, options, 5, most=45):
        shown = drawn(state)
        _picture_is_whole(shown)
        _picture_is_alike(shown)
        for seat in set(state.acting) - {CHANCE}:
            _clicks_are_whole(shown, seat)


def _picture_is_whole(state: Drawn) -> None:
    for seat in (*range(len(state.seats)), None):
        _ids_are_unique(state.scene(seat))
    scene = state.scene(0)
    symbols = {**symbols_of(state.game), **scene.symbols}
    unknown = {item.symbol for item in scene.items} - set(symbols)
    assert not unknown, f"there are no symbols {sorted(unknown)}"
    _inside(scene)
    assert {item.group for item in scene.items} - {""} == {group.id for group in scene.groups}, "groups do not fit"
    for language in languages():
        picture = state.svg(0, language)
        root = ElementTree.fromstring(picture)
        drawn_ids = {element.get("data-id") for element in root.iter() if element.get("data-id")}
        assert drawn_ids == {item.id for item in scene.items}, "not everything is drawn"
        for used in re.findall(r"(?:href=\"|url\()#([^\")]+)", picture):
            assert f'id="{used}"' in picture, f"{used} is used and not defined"
        assert state.text(0, language).plain(), "there is nothing to show in a terminal"
        assert json.dumps(scene.plain(language)), "the scene is not plain data"


def _ids_are_unique(scene: Scene) -> None:
    """What lies on the table may have a button too: it is the same choice, and has the same id."""
    for things in (scene.items, scene.buttons, scene.groups):
        twice = [id_ for id_, times in Counter(each.id for each in things).items() if times > 1]
        assert not twice, f"several things have the ids {twice}"


def _inside(scene: Scene) -> None:
    """What has a name is to be seen, in a high window and in a wide one."""
    shown = [(0.0, 0.0, scene.width, scene.height), *([scene.wide] if scene.wide else [])]
    for arranged, (left, top, width, height) in enumerate(shown):
        for item in scene.items:
            x, y, _ = item.wide if arranged and item.wide else (item.x, item.y, item.scale)
            inside = left <= x <= left + width and top <= y <= top + height
            assert inside or not item.name.to("en"), f"{item.id} is outside the picture: {x}, {y}"


def _picture_is_alike(state: Drawn) -> None:
    board = board_of(state.game)
    if board is not None and board.alike:
        assert not state.game.hidden, "something is hidden, and all are shown the same picture"
        for seat in range(len(state.seats)):
            assert state.scene(seat) == state.scene(None), "the picture is not alike for all, as the board says"


def _clicks_are_whole(state: Drawn, seat: int) -> None:
    paths, seen = state.paths(seat), state.scene(seat)
    ids = {item.id for item in seen.items} | {button.id for button in seen.buttons}
    assert set(paths) == {str(move) for move in state.moves(seat)}, "some move cannot be clicked"
    unknown = {clicked for path in paths.values() for clicked in path} - ids
    assert not unknown, f"paths name what is not there: {sorted(unknown)}"
    assert len(set(paths.values())) == len(paths), "two moves have the same path"
    begun = {path[:length] for path in paths.values() for length in range(1, len(path))}
    assert not begun & set(paths.values()), "a path begins another one"


def pieces_keep_their_ids(game: Game, options: Options) -> None:
    """What a move does not touch keeps its id and its place: a page slides what moved, and nothing else."""
    for state, seat, move in random_states(game.start(**options), random.Random(game.id), 30):
        before = {item.id: item for item in drawn(state).scene(0).items}
        after = {item.id: item for item in drawn(state.play(move, seat)).scene(0).items}
        pieces = [id_ for id_ in before if id_ in after and "floor" not in before[id_].states]
        moved = [id_ for id_ in pieces if (before[id_].x, before[id_].y) != (after[id_].x, after[id_].y)]
        assert len(moved) <= 4, f"after {move} these moved: {moved}"


def rulebooks_are_whole(game: Game, options: Options) -> None:
    """Rulebooks share their pictures, which are there and drawn by the rules as they are now."""
    pictures = {}
    for language, path in rulebooks(game).items():
        found = {diagram.path: diagram for diagram in diagrams(path)}
        assert path.read_text(encoding="utf-8").count("](diagrams/") == len(found), f"{path}: a recipe cannot be read"
        pictures[language] = {diagram.path: diagram.recipe for diagram in found.values()}
        for diagram in found.values():
            assert diagram.alt, f"{path}: {diagram.path} has no words for those who cannot see it"
            stored = folder(game) / diagram.path
            assert stored.is_file(), f"{stored} is missing"
            assert stored.read_text(encoding="utf-8") == diagram.svg(game), f"{stored} is old: draw the diagrams anew"
        assert sum(diagram.is_cover for diagram in found.values()) == 1, f"{path}: one picture is on the lid of the box"
    assert len({json.dumps(each, sort_keys=True) for each in pictures.values()}) <= 1, "rulebooks show other pictures"
