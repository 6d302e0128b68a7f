"""Hop ! C'est plié compared with a second, naive implementation: paper folded every way, and games at random."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.hop_plie import paper
from tests.reference import hop_plie as naive
from tests.volume import THOROUGH

pytestmark = pytest.mark.slow
SHEETS = Path(paper.__file__).parent / "sheets"
COLUMNS = [line for line in (SHEETS / "solo.txt").read_text("utf-8").splitlines() if line[:1] in tuple("wbh")]
OTHER = {"A1": "A15", "A15": "A1", "O1": "O15", "O15": "O1", "left": "right", "right": "left"}
WORDS = (
    "nothing",
    "start",
    "target",
    "smiley",
    "bulb",
    "ice",
    "hole",
    "star",
    "ray",
    *(f"bonus {n}" for n in range(1, 5)),
)
SIGNS = dict(zip(WORDS, ".STULIOXR1234", strict=True))
PERFT = (Path(__file__).parent / "perft" / "hop_plie.txt").read_text(encoding="utf-8")
Steps = tuple[str, ...]


def _folded(steps: Steps) -> list[str]:
    return paper.tokens(paper.after(paper.read_steps(", ".join(steps))))


def _corners(*sizes: str) -> Steps:
    return tuple(f"{corner} {size}" for corner, size in zip(naive.CORNERS, sizes, strict=True) if size)


def _as_seen(steps: Sequence[str]) -> Steps:
    """Steps with corners and edges named as on the front, named as they are seen when it comes to them."""
    seen: list[str] = []
    for step in steps:
        where, *size = step.split()
        over = seen.count("over") % 2
        seen.append(" ".join([OTHER.get(where, where) if over else where, *size]))
    return tuple(seen)


def _of_corners() -> Iterator[Steps]:
    """Every corner not folded, folded small or folded large: in some orders, and turned over in between."""
    rng = random.Random(5)
    for sizes in product(("", "small", "large"), repeat=4):
        folds = _corners(*sizes)
        yield from (folds, folds[::-1], (*folds, "over"), ("over", *folds), (*folds, "over", "over"))
        shuffled = rng.sample(folds, len(folds))
        at = rng.randint(0, len(folds))
        yield from (tuple(shuffled), _as_seen([*shuffled[:at], "over", *shuffled[at:]]))


def _of_edges() -> Iterator[Steps]:
    """All four corners folded, the sheet turned over, and every order of every set of edges."""
    for sizes in product(("small", "large"), repeat=4):
        for count in range(5):
            yield from ((*_corners(*sizes), "over", *edges) for edges in permutations(naive.EDGES, count))


def _of_all_sorts(count: int) -> Iterator[Steps]:
    """Any folds in any order, edges before corners and before turning over too."""
    rng = random.Random(6)
    for _ in range(count):
        corners = _corners(*(rng.choice(("", "small", "large")) for _ in range(4)))
        steps = [*corners, *rng.sample(naive.EDGES, rng.randint(0, 4)), *["over"] * rng.randint(0, 2)]
        yield _as_seen(rng.sample(steps, len(steps)))


def _same_paper(cases: list[Steps]) -> None:
    for steps in cases:
        assert _folded(steps) == naive.tokens(steps), ", ".join(steps)


def test_paper() -> None:
    rng = random.Random(7)
    _same_paper(rng.sample([*_of_corners()], 100))
    _same_paper(rng.sample([*_of_edges()], 100))
    _same_paper([*_of_all_sorts(60)])


@pytest.mark.thorough
def test_paper_folded_every_way() -> None:
    _same_paper([*_of_corners()])
    _same_paper([*_of_edges()])
    _same_paper([*_of_all_sorts(200)])


def _sheet(level: int) -> str:
    return (SHEETS / f"level{level}.txt").read_text("utf-8")


def _from_corner(place: naive.Place) -> int:
    return sum(min(at, 14 - at) for at in place)


def _scattered(level: int, rng: random.Random) -> str:
    """A sheet with things anywhere, crowded, so that much happens: few smileys, many bonuses and obstacles."""
    front: dict[naive.Place, str] = {}
    back: dict[naive.Place, str] = {}

    def put(side: dict[naive.Place, str], what: str, among: Sequence[naive.Place]) -> None:
        side[rng.choice([place for place in among if place not in side])] = what

    for bottom, right in product((False, True), repeat=2):
        square = [(14 - i if bottom else i, 14 - j if right else j) for i in range(6) for j in range(6)]
        small = [place for place in square if min(place[0], 14 - place[0]) < 4 and min(place[1], 14 - place[1]) < 4]
        flap = [place for place in square if _from_corner(place) <= 2]
        put(front, "start", flap)
        put(front, "smiley", small)
        put(front, "smiley", [place for place in square if place not in small])
        put(back, "start", flap)
        put(back, "bulb" if level == 4 else "target", flap)
    middle = [(row, column) for row in range(6, 9) for column in range(6, 9)]
    if level < 4:
        front[7, 7] = "target"
    else:
        put(back, "target", middle)
        for down, aside in ((-6, 0), (6, 0), (0, -6), (0, 6)):
            zone = [(row + down, column + aside) for row, column in middle]
            put(front, "target", zone)
            put(back, "smiley", zone)
            put(back, "smiley", zone)
            put(back, "start", zone)
    extra = {
        1: ["bonus 1", "bonus 2", "bonus 3"] * 4,
        2: ["bonus 1", "bonus 2", "bonus 3"] * 3,
        3: ["bonus 1", "bonus 2", "bonus 3"] + ["star"] * 9,
        4: ["bonus 1", "bonus 2", "bonus 3", "bonus 4"] * 4,
    }[level]
    if level == 3:
        for row, column in rng.sample(
            [*product((0, 2, 4), (6, 8)), *product((6, 8), (1, 3, 11, 13))], rng.randint(2, 6)
        ):
            front[row, column] = "ray"
    for _ in range(12 if level == 2 else 0):
        row, column, down = rng.randint(0, 12), rng.randint(0, 12), rng.randint(0, 1)
        run = [(row + down * at, column + (1 - down) * at) for at in range(rng.randint(2, 3))]
        if not any(place in front for place in run):
            front |= dict.fromkeys(run, "ice")
            front |= {run[2]: "hole"} if len(run) == 3 and rng.random() < 0.4 else {}
    for what in extra:
        if rng.random() < 0.7:
            put(front, what, naive.PLACES)
        else:
            put(back, what, [each for each in naive.PLACES if level == 4 or _from_corner(each) <= 4])
    words = [word for word in WORDS if word in ("nothing", *front.values(), *back.values())]
    lines = ["name: Trial", f"level: {level}", "", "legend", *(f"{SIGNS[word]}  {word}" for word in words)]
    for title, side in (("front", front), ("back", back)):
        grid = [[SIGNS[side.get((row, column), "nothing")] for column in range(15)] for row in range(15)]
        lines += ["", title, *(" ".join(row) for row in grid)]
    return "\n".join(lines) + "\n"


def _choice(game: naive.Game, seat: int, rng: random.Random, *, patient: bool) -> str:
    """A move: often one that gets somewhere, so that sheets are folded and games are won. The patient fold large."""
    moves = sorted(game.moves(seat))
    folds = [move for move in moves if move.startswith(("fold", "turn", "plus")) and not (patient and "small" in move)]
    if folds and rng.random() < 0.6:
        return rng.choice(folds)
    rows = [move for move in moves if move.startswith("row")]
    if rows and rng.random() < 0.7:
        pad = game.pads[seat]
        drawn, view = pad.rows(), pad.view

        def gain(text: str) -> int:
            fresh = {view[place] for place in drawn[text].cells} - pad.crossed
            return sum(6 if pad.sheet.prints.get(cell, "") in ("smiley", "target", "bulb") else 1 for cell in fresh)

        return max(rng.sample(rows, len(rows)), key=gain)
    plenty = [move for move in moves if move != "done"]
    return rng.choice(plenty) if plenty and rng.random() < 0.95 else rng.choice(moves)


def _same_game(text: str, rng: random.Random, **options: Any) -> Counter[str]:
    """One game of both, move by move."""
    state: lt.State = lt.start("hop_plie", **options)
    game = naive.Game(
        text, options["players"], COLUMNS[options.get("column", 1) - 1], max_rounds=options.get("max_rounds", 60)
    )
    said = Counter[str]()
    patient = rng.random() < 0.5
    while not state.over:
        assert sorted(state.acting) == sorted(game.acting)
        seat = rng.choice(game.acting)
        for each in game.acting if rng.random() < 0.1 else [seat]:
            assert {str(move) for move in state.moves(each)} == game.moves(each)
        move = str(state.draw(rng)) if seat == lt.CHANCE else _choice(game, seat, rng, patient=patient)
        _same_long_form(state, game, seat, move)
        state = state.play(move, seat)
        game.play(move, seat)
        said[move.split()[0]] += 1
        said.update(sign for sign in "~*" if sign in move)
        said["by"] += " by " in move
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == (game.winners, game.reason)
    assert tuple(state.outcome.scores) == game.scores
    said[game.reason] += 1
    return said


def _same_long_form(state: lt.State, game: naive.Game, seat: int, move: str) -> None:
    """A ray entered, and the number of a slide, may always be named."""
    if "*" in move or "~" in move:
        long = game.pads[seat].rows()[move].long
        assert state.play(long, seat) == state.play(move, seat)


_FEW = [(1, 4), (2, 1), (3, 2), (4, 1), (4, 4)]


@pytest.mark.parametrize(("level", "players"), list(product((1, 2, 3, 4), (1, 2, 4))) if THOROUGH else _FEW)
def test_games(level: int, players: int) -> None:
    rng = random.Random(10 * level + players)
    alone = {"column": rng.randint(1, 6)} if players == 1 else {}
    _same_game(_sheet(level), rng, level=level, players=players, max_rounds=30, **alone)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_games_on_crowded_sheets(level: int) -> None:
    _same_games_on_crowded_sheets(level, range(2))


_OF_EVERY_KIND = (2, 5, 6, 8, 12)
"""Games in which everything happens that can, on every level."""


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_many_games_on_crowded_sheets(level: int) -> None:
    said = _same_games_on_crowded_sheets(level, range(2, 13) if THOROUGH else _OF_EVERY_KIND)
    assert {"plus", "fold", "done", "connected", "lost", "rounds"} <= set(said)
    assert {2: {"~", "by"}, 3: {"*"}, 4: {"turn-over"}}.get(level, set()) <= set(said)


def _same_games_on_crowded_sheets(level: int, seeds: Iterable[int]) -> Counter[str]:
    said = Counter[str]()
    for seed in seeds:
        rng = random.Random(f"{level} {seed}")
        text = _scattered(level, rng)
        players = seed % 4 + 1
        options = {"column": rng.randint(1, 6)} if players == 1 else {"max_rounds": rng.choice((8, 30, 60))}
        said += _same_game(text, rng, level=level, players=players, sheet=text.replace("\n", "|"), **options)
    return said


def _perft(game: naive.Game, depth: int) -> int:
    """How many sequences of moves follow, by the naive rules."""
    if depth == 0:
        return 1
    total = 0
    for seat in game.acting:
        for text in game.moves(seat):
            game.pads[seat].known = None  # not worth copying
            after = copy.deepcopy(game)
            after.play(text, seat)
            total += _perft(after, depth - 1)
    return total


@pytest.mark.parametrize("line", [line for line in PERFT.splitlines() if not line.startswith("#")])
def test_counted_positions(line: str) -> None:
    given, where, counts = (part.strip() for part in line.split("|"))
    options = dict(pair.split("=") for pair in given.split())
    boxes = COLUMNS[int(options.get("column", 1)) - 1] if options["players"] == "1" else ""
    text = (SHEETS / f"level{options.get('level', 1)}.txt").read_text(encoding="utf-8")
    game = naive.Game(text, int(options["players"]), boxes)
    for move in where.removeprefix("after ").split(";") if where != "start" else ():
        game.play(move.strip(), game.acting[0])
    numbers = [int(count) for count in counts.split()]
    depth = max((at + 1 for at, count in enumerate(numbers) if count < 2_000), default=1)
    assert _perft(game, depth) == numbers[depth - 1]
