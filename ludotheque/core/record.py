"""A played game as text that a person can read.

    Ludotheque record 1
    Game: hopsy
    Option variant: mix
    Seat red: Ada
    Seat black: Bo
    Date: 2026-11-15
    Result: red 1, black 0 (line)

      1. red F1-E2
      2. black A1-B1

One move per line: its number, the seat that made it (or `chance`), the move. Empty lines and lines that begin with `;`
mean nothing, but for variations (`variations.py`). `loads` and `dumps` are inverse; `replay` plays every move and names
the line of the first bad one.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ludotheque.core.contract import CHANCE, HIDDEN, IllegalMove, Move, Outcome, State
from ludotheque.core.cupboard import find
from ludotheque.core.options import changed, read_all
from ludotheque.core.text import Refusal, Text
from ludotheque.core.variations import Played, Reading, Variation, in_order, is_variation, written

__all__ = ["Played", "Record", "RecordError", "Variation", "result_text", "seat_id"]
_HEADER = "Ludotheque record 1"
_UNFINISHED = "unfinished"
_CHANCE = "chance"
_TAG = re.compile(r"Game|Result|Date|Option \S+|Seat \S+")
_MOVE = re.compile(r"(\d+)\. (\S+) (.+)")


class RecordError(Refusal):
    """A record that cannot be read or replayed. Says the line, counted from 1."""

    def __init__(self, line: int, problem: Text) -> None:
        super().__init__(Text("line {line}: {problem}", line=line, problem=problem))
        self.line = line


@dataclass(frozen=True)
class Record:
    """A game as it was played: how it began, every move, and how it ended.

    >>> record = Record("rolit", {"size": "4"}, names={"red": "Ada"}).add("red", "B4")
    >>> print(record.dumps(), end="")
    Ludotheque record 1
    Game: rolit
    Option size: 4
    Seat red: Ada
    Result: unfinished
    <BLANKLINE>
      1. red B4
    >>> Record.loads(record.dumps()) == record
    True
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that differ from their defaults, as text."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The players by seat."""
    date: datetime.date | None = None
    moves: tuple[Played, ...] = ()
    result: str = _UNFINISHED
    variations: tuple[Variation, ...] = ()
    """What might have been played instead."""
    tag_lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The line each tag was read from."""

    def __post_init__(self) -> None:
        game = find(self.game)
        object.__setattr__(self, "options", changed(game.options, read_all(game.id, game.options, self.options)))
        object.__setattr__(self, "moves", tuple(self.moves))
        if isinstance(self.date, datetime.datetime):
            object.__setattr__(self, "date", self.date.date())
        for seat, name in self.names.items():
            _check_word(seat)
            _check_line(name)
        _check_moves(self.moves)
        object.__setattr__(self, "variations", in_order(self.variations, 1, len(self.moves)))
        for variation in _all(self.variations):
            _check_moves(variation.moves)
        _check_line(self.result)

    def __hash__(self) -> int:
        return hash(self.dumps())

    @classmethod
    def of(cls, state: State, names: Mapping[str, str] | None = None, date: datetime.date | None = None) -> Record:
        """The record of a game about to begin."""
        return cls(state.game.id, changed(state.game.options, state.options), dict(names or {}), date)

    def add(self, seat: str, move: Move | str, outcome: str | None = None) -> Record:
        """The record with one more move, and the result once there is one."""
        played = Played(seat, " ".join(str(move).split()))
        return replace(self, moves=(*self.moves, played), result=outcome or self.result)

    def played(self, before: State, move: Move, seat: int, after: State) -> Record:
        """The record with a move that led from one state to the next."""
        return self.add(seat_id(before, seat), move, result_text(after))

    def public(self) -> Record:
        """The record as it may be given to anybody: while the game goes on, without what is still hidden."""
        if self.result != _UNFINISHED or any(played.move == HIDDEN for played in self.moves):
            return self
        public = [
            replace(played, move=state.public_text(state.parse(played.move)))
            for state, played in zip(self.states(), self.moves, strict=False)
        ]
        return replace(self, moves=tuple(public), variations=())

    def dumps(self) -> str:
        tags = [("Game", self.game)]
        tags += [(f"Option {name}", value) for name, value in self.options.items()]
        tags += [(f"Seat {seat}", name) for seat, name in self.names.items()]
        if self.date:
            tags.append(("Date", self.date.isoformat()))
        tags.append(("Result", self.result))
        moves = written(self.moves, self.variations)
        return "\n".join([_HEADER, *(f"{name}: {value}" for name, value in tags), "", *moves]) + "\n"

    @classmethod
    def loads(cls, text: str) -> Record:
        """The record a text holds; `RecordError` names the first line that is none of a record's."""
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
        lines = [(number, line) for number, line in lines if line and (line[0] != ";" or is_variation(line))]
        if not lines or lines[0][1] != _HEADER:
            where = lines[0][0] if lines else 1
            raise RecordError(where, Text("a record begins with {header}", header=repr(_HEADER)))
        tags: dict[str, tuple[int, str]] = {}
        reading = Reading()
        for number, line in lines[1:]:
            if line[0] == ";" or (found := _MOVE.fullmatch(line)):
                if line[0] == ";":
                    problem = reading.variation(line, number)
                else:
                    assert found is not None, "it has matched"
                    problem = reading.move(int(found[1]), Played(found[2], found[3], number))
                if problem is not None:
                    raise RecordError(number, problem)
            elif ": " in line and not reading.moves:
                name, _, value = line.partition(": ")
                if not _TAG.fullmatch(name):
                    raise RecordError(number, Text("{tag} is not a tag of a record", tag=repr(name)))
                if name in tags:
                    raise RecordError(number, Text("{tag} is given twice", tag=name))
                tags[name] = (number, value)
            else:
                raise RecordError(
                    number, Text("{line} is neither a tag (Name: value) nor a move (1. seat move)", line=repr(line))
                )
        return _from_tags(tags, reading, len(text.splitlines()))

    def replay(self) -> State:
        """The state the record ends in; every move, also of variations, and the result are checked."""
        states = list(self.states())
        _check_variations(states, self.variations, 1)
        return states[-1]

    def states(self) -> Iterator[State]:
        """Every state of the game in turn, from the first."""
        game = find(self.game)
        try:
            state = game.start(**self.options)
        except Refusal as error:
            line = max((at for tag, at in self.tag_lines.items() if tag.startswith("Option")), default=1)
            raise RecordError(line, error.message) from error
        for seat in self.names:
            if seat not in (known := [each.id for each in state.seats]):
                raise _no_seat(self.tag_lines.get(f"Seat {seat}", 1), seat, known)
        yield state
        for number, played in enumerate(self.moves, 1):
            state = _after(state, played, number)
            yield state
        if self.result != result_text(state):
            problem = Text(
                "the result is given as {given}, but the game ends {due}",
                given=repr(self.result),
                due=repr(result_text(state)),
            )
            raise RecordError(self.tag_lines.get("Result", 1), problem)


def _after(state: State, played: Played, number: int) -> State:
    """The state after a move of a record, which has this number."""
    line = played.line or number
    seats = {seat_id(state, seat): seat for seat in range(CHANCE, len(state.seats))}
    if played.seat not in seats:
        raise _no_seat(line, played.seat, seats)
    if played.move == HIDDEN:
        raise RecordError(line, Text("the game is not over, and this is still hidden"))
    try:
        return state.play(played.move, seats[played.seat])
    except IllegalMove as error:
        raise RecordError(line, error.message) from error


def _check_variations(states: list[State], variations: Iterable[Variation], first: int) -> None:
    """Plays variations from where they branch off; the first of these states is the one before that move."""
    for variation in variations:
        line = [states[variation.at - first]]
        for number, played in enumerate(variation.moves, variation.at):
            line.append(_after(line[-1], played, number))
        _check_variations(line, variation.variations, variation.at)


def _all(variations: Iterable[Variation]) -> Iterator[Variation]:
    """Variations, and those of variations."""
    for variation in variations:
        yield variation
        yield from _all(variation.variations)


def _check_moves(moves: Iterable[Played]) -> None:
    """Refuses moves that would not come back from a record as they were."""
    for played in moves:
        if not isinstance(played, Played):
            raise Refusal(Text("{given} is not a Played", given=repr(played)))
        _check_word(played.seat)
        _check_line(played.move)


def _from_tags(tags: dict[str, tuple[int, str]], read: Reading, last_line: int) -> Record:
    for tag in ("Game", "Result"):
        if tag not in tags:
            raise RecordError(last_line, Text("the tag {tag} is missing", tag=tag))
    options, names = {}, {}
    date = None
    for tag, (line, value) in tags.items():
        kind, _, name = tag.partition(" ")
        try:
            if tag == "Game":
                find(value)
            elif kind == "Option":
                game = find(tags["Game"][1])
                read_all(game.id, game.options, {name: value})
                options[name] = value
            elif kind == "Seat":
                _check_line(value)
                names[name] = value
            elif tag == "Date":
                date = _date(value)
        except Refusal as error:
            raise RecordError(line, error.message) from error
    lines = {tag: line for tag, (line, _) in tags.items()}
    return Record(tags["Game"][1], options, names, date, read.moves, tags["Result"][1], read.variations, lines)


def _date(value: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        raise Refusal(Text("{given} is not a date like 2026-11-15", given=repr(value))) from None


def _check_line(text: str) -> None:
    """Refuses what would not come back from a line of a record as it was."""
    if not text or text != " ".join(text.split(" ")).strip() or len(text.splitlines()) != 1:
        raise Refusal(Text("{text} must be a text on one line, without spaces around it", text=repr(text)))


def _check_word(text: str) -> None:
    """Refuses a seat that would not come back from a record as it was."""
    if not re.fullmatch(r"\S+", text):
        raise Refusal(Text("the seat {seat} must be one word", seat=repr(text)))


def _no_seat(line: int, seat: str, seats: Iterable[str]) -> RecordError:
    return RecordError(
        line, Text("there is no seat {seat}; the seats are {seats}", seat=repr(seat), seats=", ".join(seats))
    )


def seat_id(state: State, seat: int) -> str:
    """What a record calls a seat."""
    return _CHANCE if seat == CHANCE else state.seats[seat].id


def result_text(state: State) -> str:
    """How a game ended, as a record tells it."""
    if state.outcome is None:
        return _UNFINISHED
    outcome: Outcome = state.outcome
    scores = ", ".join(f"{seat.id} {score:g}" for seat, score in zip(state.seats, outcome.scores, strict=True))
    return f"{scores} ({outcome.reason})"
