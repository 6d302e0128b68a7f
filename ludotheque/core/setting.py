"""What stays the same through one game: kept once, beside all its states."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.contract import Seat, State
from ludotheque.core.options import Options
from ludotheque.core.values import cached_property


@dataclass(frozen=True, eq=False)
class Setting:
    """The options of a game, and who plays it. Games add what follows from the options."""

    options: Options
    changed: dict[str, str]
    """The options that differ from their defaults, as text."""
    seats: tuple[Seat, ...]

    @cached_property
    def options_key(self) -> tuple[tuple[str, object], ...]:
        """The options as a value that can be compared."""
        return tuple(self.options.items())


class InSetting(State):
    """A state that has a setting."""

    setting: Setting

    @property
    def options(self) -> Options:
        return dict(self.setting.options)

    @property
    def options_changed(self) -> dict[str, str]:
        return dict(self.setting.changed)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.setting.seats
