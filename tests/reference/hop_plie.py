"""Hop ! C'est plié again, naively: paper is a pile of triangles. `F:C4` is the front of cell C4, `B:C4` the back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

Place = tuple[int, int]  # row and column of the view, from 0

SIDE = 15
UNIT = 6  # a cell is 6 long and 6 wide; the middles of its four triangles then have whole coordinates
TRIANGLES = ((1, 3), (3, 1), (3, 5), (5, 3))
DEEP = {"small": 4, "large": 6}
EDGE = 3
PLACES = [(row, column) for row in range(SIDE) for column in range(SIDE)]
CORNERS = ("A1", "A15", "O1", "O15")
EDGES = ("top", "bottom", "left", "right")
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
FACES = {"black": ("4", "5", "2+2", "2+3"), "white": ("3", "1+1", "1+2")}
DIE_CORNER = {"white": "A1", "black": "O15"}
PLUS_CORNER = {"white": "A15", "black": "O1"}
CHANCE = -1


def name(place: Place) -> str:
    return f"{'ABCDEFGHIJKLMNO'[place[0]]}{place[1] + 1}"


class Triangle(NamedTuple):
    """A quarter of a paper cell: where its middle lies now, and which side of it is up."""

    y: int
    x: int
    cell: str
    up: str

    def mirrored(self, *, y: bool, x: bool) -> Triangle:
        """The same with the rows or columns of the view counted from the other end."""
        return self._replace(y=SIDE * UNIT - self.y if y else self.y, x=SIDE * UNIT - self.x if x else self.x)

    def turned(self, y: int, x: int) -> Triangle:
        return Triangle(y, x, self.cell, "B" if self.up == "F" else "F")


def moved(pile: list[Triangle], step: str) -> list[Triangle]:
    """The pile, lowest first, after one fold, or turned over."""
    if step == "over":
        return [each.turned(each.y, SIDE * UNIT - each.x) for each in reversed(pile)]
    where, _, size = step.partition(" ")
    down, right = where in ("O1", "O15", "bottom"), where in ("A15", "O15", "right")
    stays: list[Triangle] = []
    flap: list[Triangle] = []
    deep = UNIT * (DEEP[size] if where in CORNERS else EDGE)
    for each in (triangle.mirrored(y=down, x=right) for triangle in pile):
        y, x = each.y, each.x
        if where in CORNERS and y + x < deep:
            flap.append(each.turned(deep - x, deep - y))
        elif where in ("top", "bottom") and y < deep:
            flap.append(each.turned(2 * deep - y, x))
        elif where in ("left", "right") and x < deep:
            flap.append(each.turned(y, 2 * deep - x))
        else:
            stays.append(each)
    return [each.mirrored(y=down, x=right) for each in stays + flap[::-1]]


@lru_cache(1000)
def _pile(steps: tuple[str, ...]) -> list[Triangle]:
    if steps:
        return moved(_pile(steps[:-1]), steps[-1])
    return [Triangle(UNIT * at[0] + y, UNIT * at[1] + x, name(at), "F") for at in PLACES for y, x in TRIANGLES]


@lru_cache(1000)
def looks(steps: tuple[str, ...]) -> dict[Place, str]:
    """What each place looks like from above: a cell, `/` where no single cell fills it, nothing without paper."""
    tops = {(each.y, each.x): each for each in _pile(steps)}
    seen: dict[Place, list[str]] = {}
    for (y, x), top in tops.items():
        seen.setdefault((y // UNIT, x // UNIT), []).append(f"{top.up}:{top.cell}")
    return {place: four[0] if len(four) == 4 and len(set(four)) == 1 else "/" for place, four in seen.items()}


def tokens(steps: Sequence[str]) -> list[str]:
    """The view after some steps: 15 lines of 15 words."""
    seen = looks(tuple(steps))
    return [" ".join(seen.get((row, column), ".") for column in range(SIDE)) for row in range(SIDE)]


class Sheet(NamedTuple):
    """A level, and what is printed on the sides of the cells."""

    level: int
    prints: dict[str, str]

    def all(self, what: str) -> set[str]:
        return {cell for cell, printed in self.prints.items() if printed == what}


def read(text: str) -> Sheet:
    level, part, row = 0, "", 0
    legend: dict[str, str] = {}
    prints: dict[str, str] = {}
    for line in text.replace("|", "\n").splitlines():
        words = line.split()
        if not words or words[0] == "name:" or words[0].startswith("#"):
            continue
        if words[0] == "level:":
            level = int(words[1])
        elif words in (["legend"], ["front"], ["back"]):
            part, row = words[0], 0
        elif part == "legend":
            legend[words[0]] = " ".join(words[1:])
        else:
            prints |= {f"{part[0].upper()}:{name((row, at))}": legend[sign] for at, sign in enumerate(words)}
            row += 1
    return Sheet(level, {cell: printed for cell, printed in prints.items() if printed != "nothing"})


def region(where: str, deep: int, *steps: str) -> set[str]:
    """The cells in the square of a corner, or in the outer rows or columns, of a sheet not folded yet."""
    low, high = range(deep), range(SIDE - deep, SIDE)
    rows = low if where in ("A1", "A15", "top") else high if where in ("O1", "O15", "bottom") else range(SIDE)
    columns = low if where in ("A1", "O1", "left") else high if where in ("A15", "O15", "right") else range(SIDE)
    return {looks(steps)[row, column] for row in rows for column in columns}


@dataclass(frozen=True)
class Row:
    """A row of crosses: the places crossed in order, those that get a circle, and its text, with all it can name."""

    number: int
    start: Place
    long: str
    cells: tuple[Place, ...] = ()
    circles: tuple[Place, ...] = ()
    slide: str = ""  # the text of one that slides, with its number only where that is not the smallest

    @property
    def short(self) -> str:
        """The text without the rays entered, or without the number."""
        return self.slide or re.sub(r"-\w+\*", "*", self.long)

    def to(self, place: Place, sign: str = "") -> Row:
        long = self.long + sign + name(place) if sign else self.long
        return Row(self.number, self.start, long, (*self.cells, place), self.circles, self.slide)

    def circle(self, *places: Place) -> Row:
        return replace(self, circles=self.circles + places)


@dataclass
class Pad:
    """A player's sheet, and the turn this player has."""

    sheet: Sheet
    steps: tuple[str, ...] = ()
    crossed: set[str] = field(default_factory=set)
    circled: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)  # corners folded large before this turn
    colour: str = ""
    numbers: list[int] = field(default_factory=list)  # of the die, not drawn yet
    bonuses: list[tuple[str, int]] = field(default_factory=list)  # their cells and numbers, not drawn yet
    raised: bool = False
    drawn: int = 0  # crosses of this turn
    done: bool = True
    won: bool = False
    known: tuple[object, dict[str, Row]] | None = None

    def begin(self) -> None:
        self.held, self.colour, self.numbers, self.bonuses = self.corners("large"), "", [], []
        self.raised, self.drawn, self.done, self.won = False, 0, False, False

    @property
    def view(self) -> dict[Place, str]:
        """The whole cells that show."""
        return {place: look for place, look in looks(self.steps).items() if look != "/"}

    def corners(self, *sizes: str) -> set[str]:
        return {step.split()[0] for step in self.steps if step.endswith(sizes or ("small", "large"))}

    def moves(self) -> set[str]:
        said = {"done", *self.rows()} | {f"fold {fold}" for fold in self._folds()}
        if not self.raised and PLUS_CORNER[self.colour] in self.held:
            said |= {f"plus {number}" for number in self.numbers}
        if self.sheet.level == 4 and "over" not in self.steps and self.sheet.all("bulb") <= self.crossed:
            said.add("turn-over")
        return said

    def _folds(self) -> set[str]:
        missing = self.sheet.all("smiley") - self.crossed
        if "over" in self.steps:
            return {edge for edge in EDGES if edge not in self.steps and not region(edge, EDGE, "over") & missing}
        free = [corner for corner in CORNERS if corner not in self.corners()]
        return {f"{corner} {size}" for corner in free for size in DEEP if not region(corner, DEEP[size]) & missing}

    def play(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        if verb == "done":
            self.done = True
        elif verb == "plus":
            self.numbers[self.numbers.index(int(rest))] += 1
            self.raised = True
        elif verb == "row":
            self._draw(self.rows()[text])
        else:
            self.steps += ("over" if verb == "turn-over" else rest,)
        targets = self.sheet.all("target")
        if len(self.corners()) == 4 and self.joined_to(min(targets)) == len(targets):
            self.won = self.done = True

    def _draw(self, row: Row) -> None:
        view = self.view
        self._spend(row.number, view[row.start])
        for place in row.cells:
            cell, stops = view[place], place == row.cells[-1]
            if cell not in self.crossed and (stops or self.sheet.level < 4):  # on level 4, lost when passed over
                self._earn(cell)
            self.crossed.add(cell)
        self.circled |= {view[place] for place in row.circles}
        self.drawn += len(row.cells)

    def _spend(self, number: int, start: str) -> None:
        fitting = [each for each in self.bonuses if each[1] == number and (self.sheet.level < 4 or each[0] == start)]
        if fitting:
            self.bonuses.remove(fitting[0])
        else:
            self.numbers.remove(number)

    def _earn(self, cell: str) -> None:
        printed = self.sheet.prints.get(cell, "")
        if printed.startswith("bonus"):
            self.bonuses.append((cell, int(printed.split()[1])))

    def rows(self) -> dict[str, Row]:
        """All rows that can be drawn now, by their texts; they are kept until something changes."""
        now = (self.steps, frozenset(self.crossed), frozenset(self.circled), (*self.numbers,), (*self.bonuses,))
        if self.known is None or self.known[0] != now:
            self.known = now, self._rows()
        return self.known[1]

    def _rows(self) -> dict[str, Row]:
        blank = [(way, Row(number, at, f"row {name(at)}")) for at, number in self._beginnings() for way in WAYS]
        rays = [place for place in self.view if self._printed(place) == "ray"]
        found = [row for way, begun in blank for row in self._on(begun, begun.start, way, rays)]
        fits = Counter(row.short for row in found)
        listed = {row.short if fits[row.short] == 1 else row.long: row for row in found}
        return listed | {
            row.short: row for way, begun in blank if self.sheet.level == 2 for row in self._slides(begun, way)
        }

    def _beginnings(self) -> set[tuple[Place, int]]:
        """Start points with the numbers that can be drawn from them."""
        starts = [(place, cell) for place, cell in self.view.items() if cell in self.circled]
        dice = {(place, number) for place, _ in starts for number in self.numbers}
        anywhere = self.sheet.level < 4
        return dice | {(at, number) for at, cell in starts for b, number in self.bonuses if anywhere or b == cell}

    def _printed(self, place: Place) -> str:
        """What a place shows; a hole also where no cross can be."""
        look = looks(self.steps).get(place, "/")
        return "hole" if look == "/" else self.sheet.prints.get(look, "")

    def _on(self, row: Row, place: Place, way: Place, rays: list[Place]) -> Iterator[Row]:
        """All ways of ending a row that goes on from a place in some direction."""
        here = (place[0] + way[0], place[1] + way[1])
        printed = self._printed(here)
        others = [ray for ray in rays if ray != here] if printed == "ray" else []
        left = row.number - len(row.cells) + row.long.count("*") - 1  # arriving by a ray is free
        if printed == "hole":
            return
        for ray in others:
            there = row.to(here, "-").to(ray, "*").circle(here, ray)
            if left == 0:
                yield there
            for other in WAYS if left else ():
                yield from self._on(there, ray, other, rays)
        if others:
            return
        if left == 0:
            yield row.to(here, "-").circle(here)
            return
        yield from self._on(row.to(here), here, way, rays)
        if printed == "star" and looks(self.steps)[here] not in self.crossed and here not in row.cells:
            for bend in [other for other in WAYS if other != way]:
                yield from self._on(row.to(here, "-"), here, bend, rays)

    def _slides(self, row: Row, way: Place) -> Iterator[Row]:
        """The slides of a row straight on: to each cell behind ice that the row can reach and does not begin on."""
        line = [row.start]
        while self._printed(ahead := (line[-1][0] + way[0], line[-1][1] + way[1])) != "hole":
            line.append(ahead)
        for end in range(2, len(line)):
            enter = end  # the first cell of the ice before the end
            while enter > 0 and self._printed(line[enter - 1]) == "ice":
                enter -= 1
            if enter in (0, end) or self._printed(line[end]) == "ice" or row.number < enter or row.number == end:
                continue
            others = {number for at, number in self._beginnings() if at == row.start and number >= enter} - {end}
            text = f"{row.short}~{name(line[end])}"
            by = f" by {row.number}"
            listed = text + by if row.number > min(others) else text
            yield Row(row.number, row.start, text + by, tuple(line[1 : end + 1]), (line[end],), listed)

    def joined_to(self, target: str) -> int:
        """How many targets hang together with a target over crossed cells that show, itself included."""
        view, found = self.view, set[Place]()
        todo = [place for place, cell in view.items() if cell == target]
        while todo:
            here = todo.pop()
            if here not in found and view.get(here) in self.crossed:
                found.add(here)
                todo += [(here[0] + down, here[1] + right) for down, right in WAYS]
        return len({view[place] for place in found} & self.sheet.all("target"))

    def standing(self) -> tuple[int, int, int]:
        """What counts when nobody has won: joined to the centre, targets crossed, folds."""
        targets = self.sheet.all("target")
        centre = "F:H8" if self.sheet.level < 4 else next(cell for cell in targets if cell[0] == "B")
        return self.joined_to(centre), len(targets & self.crossed), len(set(self.steps) - {"over"})


class Game:
    """A game under way. Alone one plays down a column of boxes: w white, b black, h either."""

    def __init__(self, text: str, players: int, boxes: str = "", max_rounds: int = 60) -> None:
        sheet = read(text)
        self.pads = [Pad(sheet, crossed=sheet.all("start"), circled=sheet.all("start")) for _ in range(players)]
        self.boxes, self.max_rounds = boxes.replace(" ", ""), max_rounds
        self.round = self.active = 0  # rolls so far; whose turn it is
        self.roll: dict[str, str] = {}
        self.taken = self.reason = ""
        self.winners: tuple[int, ...] = ()
        self.scores: tuple[int, ...] = ()

    @property
    def acting(self) -> tuple[int, ...]:
        if self.reason:
            return ()
        if not self.roll:
            return (CHANCE,)
        return tuple(seat for seat, pad in enumerate(self.pads) if not pad.done) if self.taken else (self.active,)

    def moves(self, seat: int) -> set[str]:
        if seat not in self.acting:
            return set()
        if seat == CHANCE:
            return {f"roll {black} {white}" for black in FACES["black"] for white in FACES["white"]}
        return self.pads[seat].moves() if self.pads[seat].colour else self._dice(seat)

    def _dice(self, seat: int) -> set[str]:
        """The dice a seat may take that has none yet."""
        free = set(FACES)
        if seat != self.active:
            free.remove(self.taken)
        elif len(self.pads) == 1:
            free = {"w": {"white"}, "b": {"black"}, "h": free}[self.boxes[self.round - 1]]
        return free | {colour for colour in FACES if DIE_CORNER[colour] in self.pads[seat].held}

    def play(self, text: str, seat: int) -> None:
        if seat == CHANCE:
            self.roll = dict(zip(("black", "white"), text.split()[1:], strict=True))
            self.round += 1
            for pad in self.pads:
                pad.begin()
        elif not self.pads[seat].colour:
            self._take(text, seat)
        else:
            self.pads[seat].play(text)
        if self.roll and all(pad.done for pad in self.pads):
            self._turn_ends()

    def _take(self, colour: str, seat: int) -> None:
        self.pads[seat].colour = colour
        self.pads[seat].numbers = [int(number) for number in self.roll[colour].split("+")]
        if seat == self.active:
            self.taken = colour
            for other in [each for each in range(len(self.pads)) if each != seat and len(self._dice(each)) == 1]:
                self._take(min(self._dice(other)), other)

    def _turn_ends(self) -> None:
        won = {seat: (pad.drawn, -len(pad.corners("large"))) for seat, pad in enumerate(self.pads) if pad.won}
        if won:
            self._end([seat for seat in won if won[seat] == min(won.values())], "connected")
        elif len(self.pads) == 1 and self.round == 29:
            self._end([], "lost")
        elif len(self.pads) > 1 and self.round == self.max_rounds:
            best = max(pad.standing() for pad in self.pads)
            self._end([seat for seat, pad in enumerate(self.pads) if pad.standing() == best], "rounds")
        self.roll, self.taken, self.active = {}, "", (self.active + 1) % len(self.pads)

    def _end(self, winners: list[int], reason: str) -> None:
        self.winners, self.reason = tuple(winners), reason
        self.scores = tuple(int(seat in winners) for seat in range(len(self.pads)))
        if len(self.pads) == 1 and winners:
            self.scores = (crowns(self.pads[0].sheet.level, self.round),)


def crowns(level: int, rounds: int) -> int:
    """What a win alone is worth."""
    steps = (15, 17, 20, 24, 29) if level < 4 else (24, 25, 26, 27, 29)
    return 5 + steps[0] - rounds if rounds <= steps[0] else 5 - next(at for at in range(5) if rounds <= steps[at])
