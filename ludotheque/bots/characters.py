"""The first names of bots: each level has its own, so that several of one level at a table are told apart.

They are proper names, the same in every language. Who is who follows from the game and the player's number alone: who
opens a table knows beforehand whom they will meet, and meets them again.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from ludotheque.bots.levels import LEVELS

NAMES = {
    "novice": ("Lou", "Tom", "Mia", "Leo", "Zoé", "Max", "Lia", "Noé"),
    "apprentice": ("Anna", "Hugo", "Nina", "Emil", "Lena", "Oscar", "Elsa", "Théo"),
    "player": ("Clara", "Felix", "Julia", "Simon", "Maya", "Louis", "Eva", "Bruno"),
    "expert": ("Camille", "Victor", "Irène", "Gaspard", "Sofia", "Leonard", "Alma", "Casimir"),
    "master": ("Aristide", "Olympe", "Balthazar", "Sidonie", "Leopold", "Eulalie", "Maximilian", "Cordelia"),
}
_OTHERS = ("Pixel", "Robi", "Bip", "Gizmo", "Echo", "Turbo", "Zig", "Nano")
"""Those of bots that are no level."""
SPARE = range(6, 8)
"""Numbers that no player has: a bot that would be called like a person at its table is one of these."""


@dataclass(frozen=True, slots=True)
class Character:
    """Who a bot is at one table."""

    name: str
    rank: int
    """How strong it is, from 1 to 5; 0 for a bot that is no level."""
    look: int
    """Which of its kind it is."""

    @property
    def face(self) -> str:
        """Where the server has a picture of it."""
        return f"/faces/{self.rank}-{self.look}.svg"


def character(bot: str, game: str, number: int) -> Character:
    """The bot that plays as this player of a game: another one than its neighbours, the same each time one looks.

    >>> character("player", "rolit", 1).name != character("player", "rolit", 2).name
    True
    """
    names = NAMES.get(bot, _OTHERS)
    look = (zlib.crc32(f"{game} {bot}".encode()) + number) % len(names)
    return Character(names[look], LEVELS.index(bot) + 1 if bot in LEVELS else 0, look)
