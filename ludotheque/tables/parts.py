"""What a table is made of: players, moves, what was said and asked, games that are over."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.contract import Outcome
from ludotheque.tables.log import PlayerKind


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a person with a visitor's id, a bot, or nobody yet."""

    kind: PlayerKind
    visitor: str = ""
    nickname: str = ""
    bot: str = ""


OPEN = Player("open")


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move, and whether everybody may be told it while the game goes on."""

    seat: int
    move: str
    public: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase somebody said."""

    sequence: int
    seat: int
    phrase: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody proposed, and which players have agreed so far."""

    what: str
    seat: int
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Declined:
    """What somebody said no to, and which entry of the log that was."""

    sequence: int
    what: str
    seat: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A game of the match that is over: its moves, who sat where, and how it ended."""

    moves: tuple[MovePlayed, ...]
    players: tuple[Player, ...]
    outcome: Outcome
