"""The state of a game of positions: a readable face on a kernel's rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import ClassVar, Self, cast

import numpy as np

from ludotheque.core import positions
from ludotheque.core.compiled import Line, Words
from ludotheque.core.contract import Move, Outcome, Plain, Seat, State, View, check_depth
from ludotheque.core.lines import PLAYING, PLY, SEAT, STATUS, bound_to
from ludotheque.core.options import Options, read_all

_TEXTS_KEPT = 4096
_rows: dict[tuple[object, ...], list[int]] = {}

_GAMES = 50
_MOST_PLIES = 10_000


class Setting:
    """What stays the same through one game: its options, also as the kernel's integers, its seats and its size."""

    def __init__(self, options: Options, rules: list[int], seats: tuple[Seat, ...], size: int) -> None:
        self.options = options
        self.rules: Words = np.array(rules, np.int64)
        self.seats = seats
        self.size = size
        self.texts: dict[bytes, str] = {}
        """The text of each position met so far, by its row: views tell the whole past, over and over."""


class LineState(State):
    """A state whose rules are a kernel. Subclasses name the kernel, and turn codes into moves and rows into letters.

    `last` (the move that led here) and `places` (where each piece stands, so that pictures can follow it) are kept for
    drawing only: states that differ in nothing else are equal.
    """

    kernel: ClassVar[ModuleType]
    identity: ClassVar[tuple[int, ...]] = ()
    """The words that make two positions the same one, where the rules look back at the game's past."""
    reasons: ClassVar[Mapping[int, str]]
    """Why a game ended, by the kernel's status."""
    points_of_a_win: ClassVar[int] = 1
    """What the kernel's scores are divided by."""

    def __init__(
        self,
        setting: Setting,
        line: Line,
        *,
        last: Move | None = None,
        places: tuple[int, ...] = (),
    ) -> None:
        self.setting = setting
        self.line = line
        self._codes = bound_to(self.kernel).opened(setting.rules, line, self.kernel.SETS)
        self._listed: tuple[Move, ...] | None = None
        self._key: tuple[object, ...] | None = None
        self._letters: dict[int, str] | None = None
        self._last = last
        self._places = places

    # What a game says of itself

    @classmethod
    @abstractmethod
    def _setting(cls, options: Options) -> Setting:
        """The setting these options make; refuses options that do not go together."""

    @classmethod
    @abstractmethod
    def _first_position(cls, setting: Setting) -> str: ...

    @classmethod
    @abstractmethod
    def _read_position(cls, setting: Setting, text: str) -> list[int]:
        """The words of a position (those `judge` completes may be anything); refuses an impossible one."""

    @classmethod
    @abstractmethod
    def _cells(cls, setting: Setting, row: list[int]) -> dict[int, str]:
        """The grid letter of every square that is not empty."""

    @classmethod
    @abstractmethod
    def _mover(cls, setting: Setting, row: list[int]) -> str:
        """The grid letter of the colour to move."""

    @abstractmethod
    def _move(self, code: int) -> Move: ...

    @abstractmethod
    def _code(self, move: Move) -> int: ...

    def _numbered(self) -> tuple[int, ...]:
        """Where the pieces stand at the start, each by its number; nothing when pieces never move."""
        return ()

    def _places_after(self, move: Move) -> tuple[int, ...]:
        return self.places

    # Where states come from

    @classmethod
    def start(cls, options: Options) -> Self:
        """The first state of a game with these options."""
        setting = cls._setting(options)
        given = options["position"]
        return cls._after(setting, [str(given) if given else cls._first_position(setting)])

    @classmethod
    def restore(cls, view: View) -> Self:
        """The state a view shows (nothing is hidden in games of positions)."""
        setting = cls._setting(read_all(cls.game.id, cls.game.options, cast(Mapping[str, object], view["options"])))
        texts = [*cast(list[str], view["past"]), positions.write(cast(list[str], view["rows"]), str(view["turn"]))]
        state = cls._after(setting, texts, cast(int, view["ply"]))
        state._last = state.parse(str(view["last"])) if view["last"] else None
        state._places = tuple(cast(list[int], view["places"]))
        return state

    @classmethod
    def _after(cls, setting: Setting, texts: Sequence[str], ply: int = 0) -> Self:
        line = np.array([cls._row_of(setting, text) for text in texts], np.int64)
        for at in range(len(line)):
            line[at, PLY] = ply + 1 + at - len(line)
            cls.kernel.judge(setting.rules, line, at)
        state = cls(setting, line)
        state._places = state._numbered()
        return state

    @classmethod
    def _row_of(cls, setting: Setting, text: str) -> list[int]:
        """The words of a position, read once: views tell the whole past, over and over."""
        key = (cls, setting.rules.tobytes(), text)
        if key not in _rows:
            if len(_rows) >= _TEXTS_KEPT:
                _rows.clear()
            _rows[key] = cls._read_position(setting, text)
        return _rows[key]

    # The contract

    @property
    def options(self) -> Options:
        return dict(self.setting.options)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.setting.seats

    @property
    def last(self) -> Move | None:
        """The move that led here, if it is known."""
        return self._last

    @property
    def places(self) -> tuple[int, ...]:
        """Where each piece stands, by its number."""
        return self._places

    @property
    def size(self) -> int:
        """How many rows and columns the board has."""
        return self.setting.size

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return int(self.line[-1, PLY])

    @property
    def row(self) -> list[int]:
        """The words of the present position, as the kernel numbers them."""
        return cast(list[int], self.line[-1].tolist())

    @property
    def acting(self) -> tuple[int, ...]:
        return (int(self.line[-1, SEAT]),) if len(self._codes) else ()

    @property
    def outcome(self) -> Outcome | None:
        status = int(self.line[-1, STATUS])
        if status == PLAYING:
            return None
        points = np.zeros(len(self.seats), np.int64)
        self.kernel.scores(self.setting.rules, self.line, len(self.line) - 1, points)
        won = max(points)
        winners = tuple(seat for seat in range(len(points)) if points[seat] == won)
        # In a game of wins and losses, level points are a draw that nobody wins; a count of balls is a shared win.
        if self.points_of_a_win > 1:
            scores = tuple(int(each) / self.points_of_a_win for each in points)
            return Outcome(scores, winners if len(winners) == 1 else (), self.reasons[status])
        return Outcome(tuple(int(each) for each in points), winners, self.reasons[status])

    def _moves(self, seat: int) -> tuple[Move, ...]:
        if self._listed is None:
            self._listed = tuple(map(self._move, self._codes.tolist()))
        return self._listed

    def _next(self, move: Move, seat: int) -> Self:
        keep = len(self.line) if self.identity else 1
        line = bound_to(self.kernel).extended(self.setting.rules, self.line, self._code(move), keep)
        return type(self)(self.setting, line, last=move, places=self._places_after(move))

    def codes(self) -> list[int]:
        """The kernel's codes of the legal moves."""
        return cast(list[int], self._codes.tolist())

    def move_of(self, code: int) -> Move:
        """The move a code of the kernel stands for."""
        return self._move(code)

    def perft(self, depth: int) -> int:
        check_depth(depth)
        return int(bound_to(self.kernel).perft(self.setting.rules, self.line, depth, self.kernel.SETS))

    def random_play(self, seed: int) -> int:
        """Plays random games on from here in compiled code alone; how many moves they took."""
        most, looks_back = self.longest or _MOST_PLIES, int(bool(self.identity))
        playouts = bound_to(self.kernel).playouts
        plies, _ = playouts(self.setting.rules, self.line, _GAMES, most, seed, looks_back, self.kernel.SETS)
        return int(plies)

    def cells(self) -> dict[int, str]:
        """The grid letter of every square that is not empty."""
        if self._letters is None:
            self._letters = self._cells(self.setting, self.row)
        return dict(self._letters)

    def rows(self) -> list[str]:
        """The board as rows of grid letters, top to bottom."""
        return positions.rows_of(self.cells(), self.size)

    def position(self) -> str:
        """The position as text, as `position=` reads it."""
        return self._position(self.row)

    def _position(self, row: list[int]) -> str:
        rows = positions.rows_of(self._cells(self.setting, row), self.size)
        return positions.write(rows, self._mover(self.setting, row))

    def _past_position(self, row: Words) -> str:
        texts, key = self.setting.texts, row.tobytes()
        if key not in texts:
            if len(texts) >= _TEXTS_KEPT:
                texts.clear()
            texts[key] = self._position(row.tolist())
        return texts[key]

    def before(self) -> Self | None:
        """The state one move earlier, where this state remembers it."""
        return type(self)(self.setting, self.line[:-1]) if len(self.line) > 1 else None

    def _view(self, seat: int | None) -> Mapping[str, Plain]:
        return {
            "size": self.size,
            "rows": self.rows(),
            "turn": self._mover(self.setting, self.row),
            "ply": self.ply,
            "last": None if self.last is None else str(self.last),
            "places": list(self.places),
            "past": [self._past_position(row) for row in self.line[:-1]],
        }

    # Equality: the present position, and the past as far as the rules look back (in any order)

    def _identity(self) -> tuple[object, ...]:
        if self._key is None:
            past = self.line[:-1, self.identity] if self.identity else self.line[:0]
            self._key = (
                self.game.id,
                self.setting.rules.tobytes(),
                self.setting.seats,
                self.line[-1].tobytes(),
                tuple(sorted(row.tobytes() for row in past)),
            )
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LineState) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"<{self.game.id} {self.position()!r}, ply {self.ply}>"
