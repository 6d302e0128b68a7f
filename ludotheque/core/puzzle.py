"""Puzzles: moments of a game at which something certain is to be found; a text in its folder, `puzzles.txt`.

    Ludotheque puzzles 1
    Game: hopsy
    Made by: ludotheque puzzles hopsy --count 40 --seed 1

    Puzzle 1: win 2, grade 3
    Option position: b.b.r./.r..b./..r.../b..r../..rb../r..b.. r
    Seat: red
    Right: E3-E4
    Wrong: A5-A6, A5-B6: black B5-B4
    Reply: black B5-B4
    Right: E4-E5

A puzzle begins with options and, where it needs them, with moves that have been made (`Given`). What is to be found is
`Right`; every other legal move is `Wrong`, with what refutes it: what follows, or what may be so for all that was seen
(a move of chance that stands for the one that was given). `Reply` is what the others do then, `Then` how it ends. Moves
are written as in a record: seat and move, here with commas between them. `loads` and `dumps` are inverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.parts import has_part, part
from ludotheque.core.record import Played, RecordError, seat_id
from ludotheque.core.text import Refusal, Text, capital, counted

GRADES = range(1, 6)
"""From the easiest to the hardest."""
WIN, CERTAIN, MOST = "win", "certain", "most"
"""What a puzzle asks for: a win within so many moves, a move that cannot fail, or to reach so much in one turn."""
_HEADER = "Ludotheque puzzles 1"
_HEAD = re.compile(r"Puzzle (\d+): (win|certain|most) (\d+), grade ([1-5])")
_PLAYED = re.compile(r"(\S+) (.+)")
_FILE = "puzzles.txt"


@dataclass(frozen=True, slots=True)
class Stage:
    """One move to find: the only right one, what refutes each of the others, and what the others do after it."""

    right: str
    wrong: Mapping[str, tuple[Played, ...]] = field(default_factory=dict)
    reply: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A moment of a game, what is asked there, and the answer."""

    number: int
    ask: str
    goal: int
    """Within how many moves of one's own to win; or how much to reach."""
    grade: int
    options: Mapping[str, str]
    seat: str
    """Whose part one plays, by the id of the seat."""
    given: tuple[Played, ...] = ()
    stages: tuple[Stage, ...] = ()
    """What is to be found, move by move; nothing where any turn will do that reaches the goal."""
    then: tuple[Played, ...] = ()
    """How it ends; or a turn that reaches the goal."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The puzzles of a game, and the command that made them."""

    game: str
    made_by: str
    puzzles: tuple[Puzzle, ...]

    def dumps(self) -> str:
        """The puzzles as text."""
        head = f"{_HEADER}\nGame: {self.game}\nMade by: {self.made_by}\n"
        return head + "".join("\n" + "\n".join(_lines(puzzle)) + "\n" for puzzle in self.puzzles)

    @classmethod
    def loads(cls, text: str) -> Collection:
        """The puzzles a text holds; what is no line of theirs is refused with its number."""
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        heads = [line for _, line in lines[:3]]
        starts = ("", "Game: ", "Made by: ")
        if len(heads) < 3 or heads[0] != _HEADER or not all(map(str.startswith, heads, starts)):
            raise RecordError(1, Text("puzzles begin with {header}", header=repr(_HEADER)))
        found: list[Puzzle] = []
        for number, line in lines[3:]:
            if head := _HEAD.fullmatch(line):
                found.append(Puzzle(int(head[1]), head[2], int(head[3]), int(head[4]), {}, ""))
            elif found and ": " in line:
                found[-1] = _with(found[-1], number, *line.split(": ", 1))
            else:
                raise _no_line(number, line)
        return cls(heads[1].removeprefix(starts[1]), heads[2].removeprefix(starts[2]), tuple(found))


@dataclass(frozen=True, slots=True)
class Finding:
    """What a game says about its puzzles, in its `puzzles.py`, as PUZZLES."""

    settings: tuple[Mapping[str, str], ...]
    """The options puzzles are made with, in turn."""
    plies: range = range(0)
    """After so many moves forced wins are looked for; none: near the end, wherever that is."""
    depths: tuple[int, ...] = ()
    """Within how many moves; none: up to the end."""
    widest: int = 90
    """Among more moves than this nobody likes to look for one."""
    find: Callable[..., Puzzle | None] | None = None
    """(options, rng): looks for one in the game's own way."""
    reached: Callable[[Any, Any, int], int] | None = None
    """(before, after, seat): how much was reached in a turn."""
    asks: Callable[[Puzzle], Text] | None = None
    """(puzzle): what is asked, in a sentence; without it, to win."""


def finding_of(game: Game) -> Finding | None:
    """What a game declares about puzzles, if it has any."""
    return part(game.package, "puzzles", "PUZZLES", Finding) if has_part(game.package, "puzzles") else None


@cache
def collection_of(game: Game) -> Collection:
    """The puzzles of a game; a game without any has none."""
    path = files(game.package) / _FILE
    return Collection.loads(path.read_text(encoding="utf-8")) if path.is_file() else Collection(game.id, "", ())


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game."""
    return collection_of(game).puzzles if finding_of(game) is not None else ()


def asked(puzzle: Puzzle, state: State) -> Text:
    """What a puzzle asks for where it begins, in a sentence."""
    finding, player = finding_of(state.game), capital(state.seats[seat_number(state, puzzle.seat)].name)
    if finding is not None and finding.asks is not None:
        return finding.asks(puzzle)
    if puzzle.goal == 1:
        return Text("{player} to move: win at once!", player=player)
    if puzzle.goal == 0:
        return Text("{player} to move: only one move wins, whatever the others do. Find it!", player=player)
    return counted(
        "{player} to move: win in {n} move, whatever the other does. Only one first move does it.",
        "{player} to move: win in {n} moves, whatever the other does. Only one first move does it.",
        n=puzzle.goal,
        player=player,
    )


def seat_number(state: State, id_: str) -> int:
    """The seat with this id; `chance` too."""
    seats = {seat_id(state, seat): seat for seat in range(CHANCE, len(state.seats))}
    if id_ not in seats:
        raise Refusal(Text("there is no seat {seat}; the seats are {seats}", seat=repr(id_), seats=", ".join(seats)))
    return seats[id_]


def _written(moves: Iterable[Played]) -> str:
    return ", ".join(f"{played.seat} {played.move}" for played in moves)


def _lines(puzzle: Puzzle) -> list[str]:
    lines = [f"Puzzle {puzzle.number}: {puzzle.ask} {puzzle.goal}, grade {puzzle.grade}"]
    lines += [f"Option {name}: {value}" for name, value in puzzle.options.items()]
    lines += [f"Given: {_written(puzzle.given)}"] if puzzle.given else []
    lines.append(f"Seat: {puzzle.seat}")
    for stage in puzzle.stages:
        lines.append(f"Right: {stage.right}")
        alike: dict[tuple[Played, ...], list[str]] = {}
        for move, line in stage.wrong.items():
            alike.setdefault(line, []).append(move)
        lines += [f"Wrong: {', '.join(moves)}: {_written(line)}".removesuffix(": ") for line, moves in alike.items()]
        lines += [f"Reply: {_written(stage.reply)}"] if stage.reply else []
    return lines + ([f"Then: {_written(puzzle.then)}"] if puzzle.then else [])


def _with(puzzle: Puzzle, number: int, tag: str, value: str) -> Puzzle:
    """A puzzle with one more line of it."""
    *earlier, last = puzzle.stages or (None,)
    match tag.split(" "):
        case ["Option", name]:
            return replace(puzzle, options={**puzzle.options, name: value})
        case ["Given"]:
            return replace(puzzle, given=_read(number, value))
        case ["Seat"]:
            return replace(puzzle, seat=value)
        case ["Right"]:
            return replace(puzzle, stages=(*puzzle.stages, Stage(value)))
        case ["Wrong"] if last is not None:
            moves, _, line = value.partition(": ")
            after = replace(last, wrong={**last.wrong, **dict.fromkeys(moves.split(", "), _read(number, line))})
        case ["Reply"] if last is not None:
            after = replace(last, reply=_read(number, value))
        case ["Then"]:
            return replace(puzzle, then=_read(number, value))
        case _:
            raise _no_line(number, f"{tag}: {value}")
    return replace(puzzle, stages=(*(stage for stage in earlier if stage is not None), after))


def _read(number: int, value: str) -> tuple[Played, ...]:
    found = []
    for each in value.split(", ") if value else ():
        played = _PLAYED.fullmatch(each)
        if played is None:
            raise _no_line(number, each)
        found.append(Played(played[1], played[2], number))
    return tuple(found)


def _no_line(number: int, line: str) -> RecordError:
    return RecordError(number, Text("{line} is no line of a puzzle", line=repr(line)))
