"""When the database is away or cannot write: which errors mean that, and what whoever asked is told."""

from __future__ import annotations

from enum import Enum

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludotheque.core.text import Text
from ludotheque.tables.refusals import Refused

_SQLITE_BUSY = {5, 6}
_SQLITE_NO_WRITING = {8, 10, 13, 14}
"""Read-only, input and output, full, cannot open."""
_POSTGRES_FULL = "53100"
_POSTGRES_NO_WRITING = {_POSTGRES_FULL, "25006", "58030"}
"""The disk is full, this is a copy that is only read, input and output."""


class Outage(Enum):
    """How a database fails through no fault of what was asked."""

    AWAY = "database-away"
    """It does not answer, or the line broke: nobody knows whether it has written what it was given."""
    FULL = "database-full"
    """It cannot write, and has written nothing."""


class Unkept(Refused):
    """What was asked for cannot be kept, or read, at the moment."""

    def __init__(self) -> None:
        super().__init__(
            "not-kept", Text("The table cannot be kept right now. Nothing was lost: try again in a moment.")
        )


def outage_of(error: BaseException) -> Outage | None:
    """What kind of outage an error tells of; `None`: it is an error in what was asked."""
    if isinstance(error, OSError | NoConnection):
        return Outage.AWAY
    if not isinstance(error, DBAPIError):
        return None
    if (code := getattr(error.orig, "sqlite_errorcode", None)) is not None:
        return Outage.AWAY if code & 255 in _SQLITE_BUSY else Outage.FULL if code & 255 in _SQLITE_NO_WRITING else None
    if getattr(error.orig, "sqlstate", None) in _POSTGRES_NO_WRITING:
        return Outage.FULL
    names = {each.__name__ for each in type(error.orig).__mro__}
    return Outage.AWAY if error.connection_invalidated or names & {"OperationalError", "InterfaceError"} else None
