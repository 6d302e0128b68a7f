"""Hop ! C'est plié's rules as states and moves.

A round goes through three phases:

    roll      chance rolls both dice
    choose    the active player takes one of them
    draw      everybody draws and folds, each on their own sheet, until all have said done

A player's sheet and turn are one row of words (see `kernel`), kept as bytes: equal sheets are equal.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product, starmap
from typing import ClassVar

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.contract import CHANCE, Game, Move, Outcome, Rules, View
from ludotheque.core.options import Options, read_all
from ludotheque.core.setting import InSetting
from ludotheque.core.text import Text
from ludotheque.core.values import cached_property, forget_all, with_changes
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.hop_plie import GAME, ink, kernel, strokes
from ludotheque.games.hop_plie.design import LONGEST, atlas
from ludotheque.games.hop_plie.ink import SheetView
from ludotheque.games.hop_plie.setting import SOLO_ROUNDS, Opened, SheetSetting, setting_of
from ludotheque.games.hop_plie.strokes import BLACK_FACES, WHITE_FACES, Act, Roll, Row, Stroke

_DICE_MOVES = {kernel.BLACK: strokes.BLACK, kernel.WHITE: strokes.WHITE}
_ROLLS: dict[str, Move] = {str(roll): roll for roll in starmap(Roll, product(BLACK_FACES, WHITE_FACES))}
_GAMES = 50
_SHEETS_KEPT = 2
"""Besides one for each player: those of a moment ago, for those who are told later."""
BOXES = {"b": 0b01, "w": 0b10, "h": 0b11}
"""The dice that each box of a column lets one take: a bit for the black one, a bit for the white one."""


class HopPlieView(View):
    """What everybody sees of Hop ! C'est plié."""

    level: int
    round: int
    rounds: int | None
    """After so many the game ends."""
    active: int
    phase: str
    rolled: list[str] | None
    """The faces of the black die and of the white one."""
    column: str
    """The boxes of one who plays alone."""
    ended: str
    last: list[str]
    """What each player did last in this round."""
    sheets: list[SheetView]


@dataclass(frozen=True, kw_only=True, repr=False)
class HopPlieState(InSetting, Drawn):
    """The sheets, the dice, and where the round stands."""

    game: ClassVar[Game] = GAME
    move_types: ClassVar[tuple[type, ...]] = (Roll, Row, Act)

    setting: SheetSetting = field(compare=False)
    options_key: tuple[tuple[str, object], ...]
    papers: tuple[bytes, ...]
    """Each player's sheet and turn, as a row of words."""
    round: int = 1
    active: int = 0
    rolled: Roll | None = None
    ended: str = ""
    last: tuple[str, ...] = field(default=(), compare=False)
    """What each player did last in this round, for the picture; of rows the whole way."""

    def __repr__(self) -> str:
        return f"<hop_plie level {self.setting.sheet.level}, round {self.round}, {self.phase}>"

    # Who and what

    @property
    def longest(self) -> int | None:
        players, rounds = len(self.seats), self.setting.rounds
        if rounds is None:
            return None
        # die, two rows, plus, done; bonuses, folds
        return rounds * (2 + 5 * players) + players * (self.setting.bonus_cells + 9)

    @property
    def rounds_played(self) -> int:
        return self.round

    @property
    def score_range(self) -> tuple[float, float]:
        return 0, self.setting.crowns(1) if self.setting.column else 1

    @property
    def phase(self) -> str:
        if self.ended:
            return "over"
        if self.rolled is None:
            return "roll"
        return "draw" if self._word(self.active, kernel.DIE) else "choose"

    @cached_property
    def acting(self) -> tuple[int, ...]:
        phase = self.phase
        if phase == "over":
            return ()
        if phase == "roll":
            return (CHANCE,)
        if phase == "choose":
            return (self.active,)
        count = len(self.seats)
        around = ((self.active + i) % count for i in range(count))
        return tuple(seat for seat in around if not self._word(seat, kernel.DONE))

    @property
    def outcome(self) -> Outcome | None:
        if not self.ended:
            return None
        if self.setting.column:
            won = self.ended == "connected"
            return Outcome((self.setting.crowns(self.round) if won else 0,), (0,) if won else (), self.ended)
        standing = [self._standing(seat) for seat in range(len(self.seats))]
        winners = tuple(seat for seat, each in enumerate(standing) if each == max(standing))
        return Outcome(tuple(int(seat in winners) for seat in range(len(self.seats))), winners, self.ended)

    def _standing(self, seat: int) -> tuple[int, ...]:
        """What decides between players, the most first."""
        words, design = self.words(seat), self.setting.design
        if self.ended == "connected":
            large = kernel.large_corners(design, words)
            return int(words[kernel.DONE] == 2), -int(words[kernel.CROSSES]), large.bit_count()
        way = atlas(over=self.setting.sheet.level == 4).ways[words[kernel.FOLDS]]
        folds = sum(map(bool, way.corners)) + len(way.edges)
        return kernel.connected(design, words), kernel.targets_crossed(design, words), folds

    def words(self, seat: int) -> Words:
        """A player's row of words; it cannot be changed."""
        return np.frombuffer(self.papers[seat], np.int64)

    def _word(self, seat: int, word: int) -> int:
        return int.from_bytes(self.papers[seat][8 * word : 8 * word + 8], "little")

    # Moves

    def parse(self, text: str) -> Roll | Stroke:
        move = strokes.read(text)
        return self._shortened(move) if isinstance(move, Row) and " by " in move.path else move

    def _shortened(self, row: Row) -> Row:
        """A slide without its number, where that says the same for everybody who could draw it."""
        short = Row(row.path.partition(" by ")[0])
        opened = [self._open(seat).by_text for seat in self.acting]
        said = [moves.get(str(row)) for moves in opened if str(short) in moves]
        return short if said and all(move == short for move in said) else row

    def describe(self, move: Move) -> Text:
        assert isinstance(move, Roll | Stroke)
        return strokes.in_words(move)

    def draw(self, rng: random.Random) -> Move:
        black = rng.choices(list(BLACK_FACES), list(BLACK_FACES.values()))[0]
        return Roll(black, rng.choices(list(WHITE_FACES), list(WHITE_FACES.values()))[0])

    def _moves(self, seat: int) -> tuple[Move, ...]:
        return self._open(seat).moves

    def _legal(self, move: Move, seat: int) -> Move | None:
        found = self._open(seat).by_text.get(str(move))
        return found if type(found) is type(move) else None

    def _open(self, seat: int) -> Opened:
        """The legal moves of a seat. What can be drawn and folded depends on the sheet alone: while others draw on
        theirs it stays as it is, so it is kept for the states to come."""
        drawing = seat != CHANCE and self._word(seat, kernel.DIE)
        cached: dict[int | bytes, Opened] = self.setting.opened if drawing else self._opened
        key = self.papers[seat] if drawing else seat
        if key not in cached:
            if len(cached) >= len(self.papers) + _SHEETS_KEPT:
                cached.pop(next(iter(cached)), None)  # the oldest
            cached[key] = _opened(self._drawable(seat) if drawing else self._rolls_or_dice(seat))
        return cached[key]

    def rest(self) -> None:
        super().rest()
        forget_all(self.setting)  # it is of this table alone

    @cached_property
    def _opened(self) -> dict[int | bytes, Opened]:
        return {}

    def _rolls_or_dice(self, seat: int) -> dict[str, Move]:
        if seat == CHANCE:
            return _ROLLS
        return {str(_DICE_MOVES[die]): _DICE_MOVES[die] for die in self._dice(seat)}

    def _drawable(self, seat: int) -> dict[str, Move]:
        """What can be done to a sheet, by its texts; a row through rays has two, and so has one that slides."""
        words = self.words(seat)
        found = self.rows_of(words)
        acts = []
        if words[kernel.PLUS]:
            lengths = kernel.dice_lengths(words)
            acts += [strokes.PLUS[number] for number in range(1, LONGEST) if lengths >> number & 1]
        steps = kernel.folds_open(self.setting.design, words)
        acts += [move for step, move in strokes.FOLDS.items() if steps >> step & 1]
        return found | {str(each): each for each in (*acts, strokes.DONE)}

    def _dice(self, seat: int) -> tuple[int, ...]:
        """The dice a player may take. The active player chooses, or alone does as the box says; the others have what is
        left; a corner bonus brings its die back."""
        if self.setting.column:
            allowed = BOXES[self.setting.column[self.round - 1]]
        elif seat == self.active:
            allowed = BOXES["h"]
        else:
            allowed = BOXES["w" if self._word(self.active, kernel.DIE) == kernel.BLACK else "b"]
        dice = kernel.dice_open(allowed, self._word(seat, kernel.HELD))
        return tuple(die for die in (kernel.BLACK, kernel.WHITE) if dice >> die - 1 & 1)

    def rows_of(self, words: Words) -> dict[str, Row]:
        """The rows that can be drawn on a sheet, by their texts."""
        paths = np.empty((kernel.PATHS, 3), np.int64)
        count = kernel.rows(self.setting.design, words, paths)
        if count > kernel.PATHS:
            paths = np.empty((count, 3), np.int64)
            kernel.rows(self.setting.design, words, paths)
        found: list[strokes.Path] = [(low, high, tail) for low, high, tail in paths[:count].tolist()]
        return strokes.rows_by_text(found, self.setting.sheet.level)

    def _why(self, move: Move, seat: int) -> Text:
        if seat != CHANCE and isinstance(move, Act) and move in strokes.STEP_OF:
            return self._why_not_folded(strokes.STEP_OF[move], seat)
        if seat != CHANCE and isinstance(move, Row):
            words = self.words(seat)
            if words[kernel.DIE] and not kernel.open_lengths(self.setting.design, words) and not words[kernel.BONUSES]:
                return Text("no number is left to draw")
        return super()._why(move, seat)

    def _why_not_folded(self, step: int, seat: int) -> Text:
        design, words = self.setting.design, self.words(seat)
        if design.after[words[kernel.FOLDS], step] < 0:
            return Text("the sheet cannot be folded so now")
        return Text("symbols that are needed are not crossed yet")

    # What a move does

    def _next(self, move: Move, seat: int) -> HopPlieState:
        if isinstance(move, Roll):
            return with_changes(self, rolled=move, last=("",) * len(self.seats))
        if move in (strokes.BLACK, strokes.WHITE):
            return self._die_taken(seat, kernel.BLACK if move == strokes.BLACK else kernel.WHITE)
        design, words = self.setting.design, self.words(seat).copy()
        if isinstance(move, Row):
            kernel.draw_row(design, words, *move.words)
        elif move == strokes.DONE:
            words[kernel.DONE] = 1
        elif isinstance(move, Act) and move in strokes.STEP_OF:
            kernel.fold(design, words, strokes.STEP_OF[move])
        else:
            kernel.add_one(words, int(str(move).split()[1]))
        done = f"row {strokes.written(*move.words)}" if isinstance(move, Row) else str(move)
        last = tuple(done if each == seat else old for each, old in enumerate(self.last))
        return with_changes(self, papers=self._papers_with({seat: words}), last=last)._settled()

    def _papers_with(self, changed: Mapping[int, Words]) -> tuple[bytes, ...]:
        return tuple(changed[seat].tobytes() if seat in changed else paper for seat, paper in enumerate(self.papers))

    def _die_taken(self, seat: int, die: int) -> HopPlieState:
        """A player takes a die; after the active one, those who have no choice have theirs too."""
        state = with_changes(self, papers=self._papers_with({seat: self.with_die(seat, die)}))
        if seat != self.active:
            return state
        changed = {}
        for other in range(len(self.seats)):
            if other != seat and len(dice := state._dice(other)) == 1:
                changed[other] = state.with_die(other, dice[0])
        return with_changes(state, papers=state._papers_with(changed))

    def with_die(self, seat: int, die: int) -> Words:
        """A player's row of words with a die taken."""
        assert self.rolled is not None, "dice are taken when they are rolled"
        words = self.words(seat).copy()
        face = self.rolled.black if die == kernel.BLACK else self.rolled.white
        kernel.take_die(words, die, packed(face))
        return words

    def _settled(self) -> HopPlieState:
        """The state itself while somebody draws; then the next round, or the end."""
        done = [self._word(seat, kernel.DONE) for seat in range(len(self.seats))]
        if 0 in done:
            return self
        if 2 in done:
            return with_changes(self, ended="connected")
        if self.round == self.setting.rounds:
            lost = bool(self.setting.column) and self.round == SOLO_ROUNDS
            return with_changes(self, ended="lost" if lost else "rounds")
        fresh = {}
        for seat in range(len(self.seats)):
            fresh[seat] = self.words(seat).copy()
            kernel.begin_turn(self.setting.design, fresh[seat])
        following = (self.active + 1) % len(self.seats)
        return with_changes(self, papers=self._papers_with(fresh), round=self.round + 1, active=following, rolled=None)

    def random_play(self, seed: int) -> int:
        """Plays games alone at random in compiled code, from a new sheet on; how many rows were drawn."""
        start = self.setting.new_sheet()
        return kernel.playouts(self.setting.design, start, die_faces(), _GAMES, SOLO_ROUNDS, seed)[0]

    # What a seat sees: everything

    def view(self, seat: int | None = None) -> HopPlieView:
        return {
            **self._seen_by_all(seat),
            "level": self.setting.sheet.level,
            "round": self.round,
            "rounds": self.setting.rounds,
            "active": self.active,
            "phase": self.phase,
            "rolled": [self.rolled.black, self.rolled.white] if self.rolled else None,
            "column": self.setting.column,
            "ended": self.ended,
            "last": list(self.last),
            "sheets": [ink.describe(self.setting, self.words(each)) for each in range(len(self.seats))],
        }


def _opened(by_text: dict[str, Move]) -> Opened:
    return Opened(by_text, tuple(dict.fromkeys(by_text.values())))


def packed(face: str) -> int:
    """The numbers of a die's face as the kernel counts them."""
    return sum(1 << 3 * int(number) for number in face.split("+"))


def die_faces() -> Line:
    """The six faces of the black die and of the white one, as the kernel counts their numbers."""
    dice = (BLACK_FACES, WHITE_FACES)
    return np.array([[packed(face) for face, times in faces.items() for _ in range(times)] for faces in dice], np.int64)


def start(options: Options) -> HopPlieState:
    """A new game."""
    setting = setting_of(options)
    papers = (setting.new_sheet().tobytes(),) * len(setting.seats)
    return HopPlieState(
        setting=setting, options_key=setting.options_key, papers=papers, last=("",) * len(setting.seats)
    )


def restore(view: HopPlieView) -> HopPlieState:
    """The state a view shows."""
    setting = setting_of(read_all(GAME.id, GAME.options, view["options"]))
    return HopPlieState(
        setting=setting,
        options_key=setting.options_key,
        papers=tuple(ink.restored(setting, each).tobytes() for each in view["sheets"]),
        round=view["round"],
        active=view["active"],
        rolled=Roll(*view["rolled"]) if view["rolled"] else None,
        ended=view["ended"],
        last=tuple(view["last"]),
    )


RULES = Rules(start, restore)
