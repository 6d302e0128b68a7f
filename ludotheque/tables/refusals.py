"""Refusals with a code for programs, a sentence for people and an HTTP status."""

from __future__ import annotations

from ludotheque.core.contract import IllegalMove
from ludotheque.core.text import Refusal, Text


class Refused(Refusal):
    """A request that cannot be granted."""

    def __init__(self, code: str, status: int, message: Text) -> None:
        super().__init__(message)
        self.code = code
        self.status = status

    def plain(self) -> dict[str, object]:
        """What the asker is told."""
        return {"code": self.code, "message": {"fr": self.message.fr, "en": self.message.en}}


def told(error: Refusal) -> Refused:
    """Any refusal of the rules or the options, as an answer to a request."""
    if isinstance(error, Refused):
        return error
    return Refused("illegal-move" if isinstance(error, IllegalMove) else "not-allowed", 422, error.message)


def no_table() -> Refused:
    return Refused("no-table", 404, Text("Cette table n'existe pas (ou plus).", "There is no such table (any more)."))


def no_seat() -> Refused:
    return Refused("no-seat", 404, Text("Cette place n'existe pas.", "There is no such seat."))


def not_yours() -> Refused:
    return Refused("not-your-seat", 403, Text("Ce n'est pas votre place.", "That is not your seat."))


def seat_taken() -> Refused:
    return Refused("seat-taken", 409, Text("Cette place est prise.", "That seat is taken."))


def not_now(fr: str, en: str) -> Refused:
    """Something that could be done at another moment, or at another table."""
    return Refused("not-now", 409, Text(fr, en))


def too_many(fr: str, en: str) -> Refused:
    return Refused("too-many", 429, Text(fr, en))
