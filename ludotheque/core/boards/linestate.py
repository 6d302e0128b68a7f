"""The state of a game of positions: a readable face on a kernel's rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Self

from ludotheque.core.boards import positions
from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.lines import PLAYING, PLY, SEAT, STATUS, Kernel, bound_to
from ludotheque.core.boards.squares import POSITION
from ludotheque.core.contract import Move, Outcome, View, check_depth
from ludotheque.core.options import Options, OptionValue, read_all
from ludotheque.core.setting import InSetting, Setting
from ludotheque.core.values import cached_property

_TEXTS_KEPT = 4096
_SETTINGS_KEPT = 256
_rows: dict[tuple[object, ...], list[int]] = {}

_Pairs = tuple[tuple[str, OptionValue], ...]
_GAMES = 50
_MOST_PLIES = 10_000


@dataclass(frozen=True, eq=False)
class LineSetting(Setting):
    """A game of positions with its options, also as the kernel's integers."""

    size: int
    numbers: list[int]
    texts: dict[bytes, str] = field(default_factory=dict)
    """The texts of positions met lately, by their rows."""

    @cached_property
    def rules(self) -> Words:
        """The options as compiled code is given them."""
        return np.array(self.numbers, np.int64)


def as_words(weights: Mapping[str, int]) -> Words:
    """Weights as compiled code is given them."""
    return np.array([*weights.values()], np.int64)


class BoardMove:
    """A move that the kernel knows by a number. Two moves are the same if they are of one class and equal."""

    __slots__ = ()

    @property
    def code(self) -> int:
        """The kernel's number for it."""
        raise NotImplementedError


class PositionView(View):
    """What everybody sees of a game of positions."""

    size: int
    rows: list[str]
    turn: str
    """The grid letter of the colour to move."""
    ply: int
    last: str | None
    """The move that led here."""
    places: list[int]
    """Where each piece stands, by its number."""
    past: list[str]
    """The positions before, as far as the rules look back."""


class LineState(InSetting):
    """A state whose rules are a kernel. Subclasses name the kernel, and turn codes into moves and rows into letters.

    `last` (the move that led here) and `places` (where each piece stands, so that pictures can follow it) are kept for
    drawing only: states that differ in nothing else are equal.
    """

    setting: LineSetting
    arithmetic: ClassVar[Kernel]
    """The kernel."""
    identity: ClassVar[tuple[int, ...]] = ()
    """The words that make two positions the same one, where the rules look back at the game's past."""
    reasons: ClassVar[Mapping[int, str]]
    """Why a game ended, by the kernel's status."""
    ends_by_counting: ClassVar[bool] = True
    """Whether points are counted in the end; else somebody wins, or it is a draw, and the kernel gives a winner two."""

    def __init__(
        self,
        setting: LineSetting,
        line: Line,
        *,
        last: BoardMove | None = None,
        places: tuple[int, ...] = (),
    ) -> None:
        self.setting = setting
        self.line = line
        self._codes = bound_to(self.arithmetic).opened(setting.rules, line, self.arithmetic.sets)
        self._acting = (int(line[-1, SEAT]),) if len(self._codes) else ()
        self._listed: tuple[BoardMove, ...] | None = None
        self._key: tuple[object, ...] | None = None
        self._letters: dict[int, str] | None = None
        self._past: tuple[str, ...] | None = None
        self._last = last
        self._places = places

    # What a game says of itself

    @classmethod
    @abstractmethod
    def _setting(cls, options: Options) -> LineSetting:
        """The setting these options make; refuses options that do not go together."""

    @classmethod
    @abstractmethod
    def _first_position(cls, setting: LineSetting) -> str: ...

    @classmethod
    @abstractmethod
    def _read_position(cls, setting: LineSetting, text: str) -> list[int]:
        """The words of a position (those `judge` completes may be anything); refuses an impossible one."""

    @classmethod
    @abstractmethod
    def _cells(cls, setting: LineSetting, row: list[int]) -> dict[int, str]:
        """The grid letter of every square that is not empty."""

    @classmethod
    @abstractmethod
    def _mover(cls, setting: LineSetting, row: list[int]) -> str:
        """The grid letter of the colour to move."""

    @classmethod
    @abstractmethod
    def move_of(cls, code: int) -> BoardMove:
        """The move a code of the kernel stands for."""

    def _numbered(self) -> tuple[int, ...]:
        """Where the pieces stand at the start, each by its number; nothing when pieces never move."""
        return ()

    def _places_after(self, move: BoardMove) -> tuple[int, ...]:
        return self.places

    # Where states come from

    @classmethod
    def start(cls, options: Options) -> Self:
        """The first state of a game with these options."""
        return cls._first(tuple(options.items()))

    @classmethod
    def restore(cls, view: PositionView) -> Self:
        """The state a view shows (nothing is hidden in games of positions)."""
        setting = cls._setting_told(tuple(view["options"].items()))
        texts = [*view["past"], positions.write(view["rows"], view["turn"])]
        state = cls._after(setting, texts, view["ply"])
        state._last = state.parse(view["last"]) if view["last"] else None
        state._places = tuple(view["places"])
        return state

    @classmethod
    @lru_cache(maxsize=_SETTINGS_KEPT)
    def _first(cls, options: _Pairs) -> Self:
        setting = cls._setting_of(options)
        return cls._after(setting, [POSITION.of(setting.options) or cls._first_position(setting)])

    @classmethod
    @lru_cache(maxsize=_SETTINGS_KEPT)
    def _setting_of(cls, options: _Pairs) -> LineSetting:
        """Games with the same options share their setting."""
        return cls._setting(dict(options))

    @classmethod
    @lru_cache(maxsize=_SETTINGS_KEPT)
    def _setting_told(cls, options: tuple[tuple[str, str], ...]) -> LineSetting:
        """The setting of a view."""
        return cls._setting_of(tuple(read_all(cls.game.id, cls.game.options, dict(options)).items()))

    @classmethod
    def _after(cls, setting: LineSetting, texts: Sequence[str], ply: int = 0) -> Self:
        line = np.array([cls._row_of(setting, text) for text in texts], np.int64)
        for at in range(len(line)):
            line[at, PLY] = ply + 1 + at - len(line)
            cls.arithmetic.judge(setting.rules, line, at)
        state = cls(setting, line)
        state._places = state._numbered()
        return state

    @classmethod
    def _row_of(cls, setting: LineSetting, text: str) -> list[int]:
        """The words of a position, read once: views tell the whole past, over and over."""
        key = (cls, setting.rules.tobytes(), text)
        if key not in _rows:
            if len(_rows) >= _TEXTS_KEPT:
                _rows.clear()
            _rows[key] = cls._read_position(setting, text)
        return _rows[key]

    # The contract

    @property
    def last(self) -> BoardMove | None:
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
    def plies_left(self) -> int | None:
        """How many moves are left at most; `None` where nothing bounds it."""
        return None if self.longest is None else self.longest - self.ply

    @property
    def row(self) -> list[int]:
        """The words of the present position, as the kernel numbers them."""
        row: list[int] = self.line[-1].tolist()
        return row

    @property
    def acting(self) -> tuple[int, ...]:
        return self._acting

    @property
    def outcome(self) -> Outcome | None:
        status = int(self.line[-1, STATUS])
        if status == PLAYING:
            return None
        out = np.zeros(len(self.seats), np.int64)
        self.arithmetic.scores(self.setting.rules, self.line, len(self.line) - 1, out)
        points = tuple(out.tolist())
        winners = tuple(seat for seat, each in enumerate(points) if each == max(points))
        # In a game of wins and losses, level points are a draw that nobody wins; a count of balls is a shared win.
        if self.ends_by_counting:
            return Outcome(points, winners, self.reasons[status])
        return Outcome(tuple(each / 2 for each in points), winners if len(winners) == 1 else (), self.reasons[status])

    @abstractmethod
    def parse(self, text: str) -> BoardMove: ...

    def _moves(self, seat: int) -> tuple[BoardMove, ...]:
        if self._listed is None:
            self._listed = tuple(map(self.move_of, self._codes.tolist()))
        return self._listed

    def _legal(self, move: Move, seat: int) -> BoardMove | None:
        assert isinstance(move, BoardMove)
        code = move.code
        return move if code in self._codes.tolist() and self.move_of(code) == move else None

    def _next(self, move: Move, seat: int) -> Self:
        assert isinstance(move, BoardMove)
        keep = len(self.line) if self.identity else 1
        line = bound_to(self.arithmetic).extended(self.setting.rules, self.line, move.code, keep)
        after = type(self)(self.setting, line, last=move, places=self._places_after(move))
        if self._past is not None:  # whoever is told one moment is told the next one too
            after._past = (*self._past, self.position())[1 - len(line) :]
        return after

    def codes(self) -> list[int]:
        """The kernel's codes of the legal moves."""
        codes: list[int] = self._codes.tolist()
        return codes

    def perft(self, depth: int) -> int:
        check_depth(depth)
        return int(bound_to(self.arithmetic).perft(self.setting.rules, self.line, depth, self.arithmetic.sets))

    def random_play(self, seed: int) -> int:
        """Plays random games on from here in compiled code alone; how many moves they took."""
        most, looks_back = self.longest or _MOST_PLIES, int(bool(self.identity))
        playouts = bound_to(self.arithmetic).playouts
        plies, _ = playouts(self.setting.rules, self.line, _GAMES, most, seed, looks_back, self.arithmetic.sets)
        return int(plies)

    def cells(self) -> dict[int, str]:
        """The grid letter of every square that is not empty."""
        if self._letters is None:
            self._letters = self._cells(self.setting, self.row)
        return dict(self._letters)

    def rows(self) -> list[str]:
        """The board as rows of grid letters, top to bottom."""
        return positions.rows_in(self.position())

    def position(self) -> str:
        """The position as text, as `position=` reads it."""
        return self._position(self.line[-1])

    def past(self) -> tuple[str, ...]:
        """The earlier positions as texts, as far as the rules look back."""
        if self._past is None:
            self._past = tuple(map(self._position, self.line[:-1]))
        return self._past

    def _position(self, row: Words) -> str:
        """A position of this line as text, kept: games with the same options come through the same positions."""
        texts, key = self.setting.texts, row.tobytes()
        text = texts.get(key)
        if text is None:
            if len(texts) >= _TEXTS_KEPT:
                texts.clear()
            words = row.tolist()
            text = texts[key] = positions.write(self._rows(words), self._mover(self.setting, words))
        return text

    def _rows(self, words: list[int]) -> list[str]:
        """The rows of letters of a position of this line."""
        return positions.rows_of(self._cells(self.setting, words), self.size)

    def before(self) -> Self | None:
        """The state one move earlier, where this state remembers it."""
        return type(self)(self.setting, self.line[:-1]) if len(self.line) > 1 else None

    def view(self, seat: int | None = None) -> PositionView:
        return {
            **self._seen_by_all(seat),
            "size": self.size,
            "rows": self.rows(),
            "turn": self._mover(self.setting, self.row),
            "ply": self.ply,
            "last": None if self.last is None else str(self.last),
            "places": list(self.places),
            "past": list(self.past()),
        }

    # Equality: the present position, and the past as far as the rules look back (in any order)

    def _identity(self) -> tuple[object, ...]:
        if self._key is None:
            past = self.line[:-1].tolist() if self.identity else []
            self._key = (
                self.game.id,
                self.setting.rules.tobytes(),
                self.setting.seats,
                self.line[-1].tobytes(),
                tuple(sorted(tuple(row[word] for word in self.identity) for row in past)),
            )
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LineState) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"<{self.game.id} {self.position()!r}, ply {self.ply}>"
