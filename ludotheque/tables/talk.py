"""What has been said at a table: phrases, questions, and a no."""

from __future__ import annotations

from dataclasses import dataclass


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
