"""What was made of a table for those who look at it, once for all of them. It can be forgotten, and made again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludotheque.core.catalogues import Language

if TYPE_CHECKING:
    from ludotheque.drawing.changes import Changes
    from ludotheque.drawing.scene import Scene
    from ludotheque.drawing.sight import Sight
    from ludotheque.tables.standing import Standing
    from ludotheque.tables.told import Told


@dataclass(slots=True)
class Made:
    """What a table keeps as long as it is the latest."""

    standing: Standing | None = None
    """What decides about what may be done."""
    sights: dict[int | None, Sight] = field(default_factory=dict)
    """What seats see, whatever the language."""
    told: dict[tuple[int | None, Language], Told] = field(default_factory=dict)
    """What pages are told, by the seat they look from and their language."""
    scenes: dict[tuple[int, int, Language], tuple[Scene, Scene, bytes]] = field(default_factory=dict)
    """What changes between two pictures, known by their identities."""
    common: dict[Language, dict[str, object]] = field(default_factory=dict)
    """What everybody is told who reads a language."""
    for_pages: dict[Language, dict[str, object]] = field(default_factory=dict)
    """The same and what else pages are told."""
    since: dict[tuple[int, Language], Changes] = field(default_factory=dict)
    """What changes of that, by the entry it changes from."""
    encoded: dict[object, bytes] = field(default_factory=dict)
    """What leaves for them, by what it depends on."""

    def told_to_all(self) -> None:
        """Lets go of the words, and of what changes from earlier moments."""
        for each in (self.scenes, self.since, self.encoded):
            each.clear()
