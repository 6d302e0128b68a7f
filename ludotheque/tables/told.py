"""What all who look at a table from one seat are told, in one language; and what changes from one moment to the next.

A page is told everything once. After that it is told what changes, which does not grow with the game: the moves since,
the things of the picture that are other than before. Changes are made of two such tellings and of nothing else, so they
hold nothing that a whole telling would not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import HIDDEN, Plain
from ludotheque.core.text import Text
from ludotheque.drawing import changes
from ludotheque.drawing.changes import Changes
from ludotheque.drawing.scene import Scene
from ludotheque.tables.parts import MovePlayed
from ludotheque.tables.table import Table

_SECRETLY = Text("in secret")
_WORDS_KEPT = 20_000
_words: dict[tuple[str, str, Language], str] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A table at one moment, from one seat, in one language."""

    seat: int | None
    language: Language
    table: Table
    fields: Mapping[str, object]
    """Everything but what follows; the same for all seats."""
    coach: Mapping[str, Plain] | None
    scene: Scene
    paths: Mapping[str, tuple[str, ...]]
    ghosts: Mapping[str, str]

    def whole(self) -> dict[str, object]:
        """All of it, as plain data."""
        return {
            **self.fields,
            "coach": self.coach,
            "scene": self.scene.plain(self.language),
            "paths": self.paths,
            "ghosts": self.ghosts,
            "moves": self._moves_from(0),
        }

    def since(self, before: Told) -> Changes:
        """What makes it of another one, as plain data, but for the picture."""
        told: Changes = {"set": self._fields_since(before)}
        for name, was, now in (("paths", before.paths, self.paths), ("ghosts", before.ghosts, self.ghosts)):
            if (table := changes.of_table(was, now)) is not None:
                told[name] = table
        moves = self.table.moves
        keep = _in_common(before.table.moves, moves)
        if keep < len(moves) or len(moves) < len(before.table.moves):
            told["moves"] = {"keep": keep, "add": self._moves_from(keep)}
        return told

    def _fields_since(self, before: Told) -> Changes:
        kept, key = self.table.made.since, (before.table.sequence, self.language)
        if key not in kept:
            kept[key] = changes.of_fields(before.fields, self.fields)
        return kept[key] if before.coach == self.coach else {**kept[key], "coach": self.coach}

    def scene_since(self, before: Told) -> Changes:
        """What changes in the picture."""
        return changes.of_scene(before.scene, self.scene, self.language)

    def _moves_from(self, first: int) -> list[dict[str, Plain]]:
        table, language = self.table, self.language
        played = enumerate(table.moves[first:], first + 1)
        return [{**move_told(table, number), "words": in_words(table, each, language)} for number, each in played]


def _in_common(before: Sequence[MovePlayed], after: Sequence[MovePlayed]) -> int:
    """How many moves two lists begin with in common. A list goes on from another one as a rule, and moves are values
    that are made once: where the last of the shorter one is the very same, so are those before it."""
    length = min(len(before), len(after))
    if not length or before[length - 1] is after[length - 1]:
        return length
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (one, other) in pairs if one != other), length)


def move_told(table: Table, number: int) -> dict[str, Plain]:
    """A move of the game by its number, as everybody may be told."""
    played = table.moves[number - 1]
    return {"number": number, "seat": played.seat, "text": played.move if played.public else HIDDEN}


def in_words(table: Table, played: MovePlayed, language: Language) -> str:
    """A move in words, as everybody may be told. The same moves come up again and again: they are kept."""
    if not played.public:
        return _SECRETLY.to(language)
    key = table.game.id, played.move, language
    if key not in _words:
        if len(_words) >= _WORDS_KEPT:
            _words.clear()
        _words[key] = table.state.describe(table.state.parse(played.move)).to(language)
    return _words[key]


def applied(before: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The table as a whole telling would have it, of the one before and what was told of its changes since.

    >>> applied({"moves": [1, 2], "number": 2}, {"set": {"number": 3}, "moves": {"keep": 2, "add": [3]}})
    {'moves': [1, 2, 3], 'number': 3}
    """
    after = {**before, **told.get("set", {}), **told.get("own", {})}
    for name in ("paths", "ghosts"):
        if name in told:
            after[name] = changes.with_table(before[name], told[name])
    if "moves" in told:
        after["moves"] = [*before["moves"][: told["moves"]["keep"]], *told["moves"]["add"]]
    if "scene" in told:
        after["scene"] = changes.with_scene(before["scene"], told["scene"])
    return after
