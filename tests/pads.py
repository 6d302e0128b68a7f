"""Pads of Hop ! C'est plié for tests: quiet sheets of each level, crosses put on them, and what one reads off them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, cast

import pytest

import ludotheque as lt
from ludotheque.core.typesetting import unbroken
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.paper import CORNERS, after, name_of, read_steps, tokens
from ludotheque.games.hop_plie.rules import HopPlieState, HopPlieView, restore

ROWS = "ABCDEFGHIJKLMNO"
SIGNS = dict(zip(sheets.KINDS, ".STU1234~O*%!", strict=True))
SMALL = "A1 small, A15 small, O1 small, O15 small"
LARGE = "A1 large, A15 large, O1 large, O15 large"
BLACK = ("4", "5", "2+2", "2+3")
WHITE = ("3", "1+1", "1+2")
# A quiet sheet: start points in the corners, one smiley in each small square and one more in each large one. The backs:
# after a small fold of A1 the start point comes up on D3 and the target on C4, after a large one on F5 and E6.
SMILEYS = ("B2", "B14", "N2", "N14", "F6", "F10", "J6", "J10")
FRONT = dict.fromkeys(CORNERS, "start") | dict.fromkeys(SMILEYS, "smiley")
BACK = dict.fromkeys(("B1", "B15", "N1", "N15"), "start")
FLAPS = ("A2", "A14", "O2", "O14")
SMILEYS_BEHIND = ("B8", "C8", "N8", "M8", "H2", "H3", "H14", "H13")
NEEDED = {2: {"O7": "ice", "O8": "ice"}, 3: {"G1": "ray", "I1": "ray"}}


def own_sheet(level: int = 1, front: Mapping[str, str] | None = None, back: Mapping[str, str] | None = None) -> str:
    """The quiet sheet of a level with other things printed on it, as text."""
    fronts, backs = dict(FRONT), {**BACK, **dict.fromkeys(FLAPS, "bulb" if level == 4 else "target")}
    if level < 4:
        fronts["H8"] = "target"
    else:
        fronts |= dict.fromkeys(("B8", "H2", "H14", "N8"), "target")
        backs |= dict.fromkeys(SMILEYS_BEHIND, "smiley") | {"H8": "target", "E8": "start", "K8": "start"}
    if not {"ice", "ray"} & {*(front or {}).values(), *(back or {}).values()}:
        fronts |= NEEDED.get(level, {})
    lines = ["name: Trial", f"level: {level}", "legend", *(f"{sign} {kind}" for kind, sign in SIGNS.items())]
    for side, printed in (("front", fronts | dict(front or {})), ("back", backs | dict(back or {}))):
        grid = ([SIGNS[printed.get(f"{row}{column}", "nothing")] for column in range(1, 16)] for row in ROWS)
        lines += [side, *(" ".join(row) for row in grid)]
    return " | ".join(lines)


def cells(text: str) -> set[str]:
    """Names of sides: `A1` a front, `B:A1` a back, `A1-A5` all from one to the other."""
    found = set()
    for word in text.split():
        side, _, names = word.rpartition(":")
        first, _, last = names.partition("-")
        last = last or first
        rows = sorted((ROWS.index(first[0]), ROWS.index(last[0])))
        columns = sorted((int(first[1:]), int(last[1:])))
        found |= {
            f"{side and 'B:'}{ROWS[row]}{column}"
            for row in range(rows[0], rows[1] + 1)
            for column in range(columns[0], columns[1] + 1)
        }
    return found


def seen(folds: str) -> dict[str, str]:
    """The side one sees on each full place of a folded sheet, by the name of the place."""
    lines = tokens(after(read_steps(folds)))
    names = {name_of((row, at)): word for row, line in enumerate(lines) for at, word in enumerate(line.split())}
    return {place: word.removeprefix("F:") for place, word in names.items() if ":" in word}


def changed(state: HopPlieState, **more: object) -> HopPlieState:
    """The same state with something else in its view."""
    return restore(cast(HopPlieView, {**state.view(0), **more}))


def marked(
    state: HopPlieState,
    seat: int = 0,
    *,
    crossed: str = "",
    circled: str = "",
    folds: str | None = None,
    **turn: object,
) -> HopPlieState:
    """The state with more crosses and circled crosses on a player's sheet, folded so, in such a turn."""
    pages = cast(list[dict[str, Any]], copy.deepcopy(state.view(0)["sheets"]))
    for name in cells(f"{crossed} {circled}"):
        place = name.removeprefix("B:")
        row, bit = ROWS.index(place[0]) + 15 * (place != name), 1 << int(place[1:]) - 1
        pages[seat]["crossed"][row] |= bit
        if name in cells(circled):
            pages[seat]["circled"][row] |= bit
    if folds is not None:
        pages[seat]["folds"] = list(read_steps(folds))
    pages[seat].update(turn)
    return changed(state, sheets=pages)


def drawing(
    face: str,
    *,
    level: int = 1,
    front: Mapping[str, str] | None = None,
    back: Mapping[str, str] | None = None,
    crossed: str = "",
    circled: str = "",
    folds: str | None = None,
    players: int = 2,
    **turn: object,
) -> HopPlieState:
    """Player 1, who is active, has taken the die that shows this; the other die shows 4 or 3."""
    state = cast(HopPlieState, lt.start("hop_plie", players=players, sheet=own_sheet(level, front, back)))
    state = marked(state, crossed=crossed, circled=circled, folds=folds)
    black, white = (face, "3") if face in BLACK else ("4", face)
    state = state.play(f"roll {black} {white}").play("black" if face in BLACK else "white")
    return marked(state, **turn) if turn else state  # type: ignore[arg-type]  # facts of a turn, by name


def say(state: HopPlieState, *moves: str) -> HopPlieState:
    """Plays moves by the first who acts; `1:done` is said by seat 1."""
    for move in moves:
        seat, colon, text = move.partition(":")
        state = state.play(text, int(seat)) if colon else state.play(move)
    return state


def page(state: HopPlieState, seat: int = 0) -> dict[str, Any]:
    return cast(list[dict[str, Any]], state.view(None)["sheets"])[seat]


def _named(words: list[int]) -> set[str]:
    return {
        f"{'B:' * (at >= 15)}{ROWS[at % 15]}{column + 1}"
        for at, word in enumerate(words)
        for column in range(15)
        if word >> column & 1
    }


def crosses(state: HopPlieState, seat: int = 0) -> set[str]:
    """The sides that are crossed."""
    return _named(page(state, seat)["crossed"])


def circles(state: HopPlieState, seat: int = 0) -> set[str]:
    return _named(page(state, seat)["circled"])


def new(before: HopPlieState, now: HopPlieState, seat: int = 0) -> tuple[set[str], set[str]]:
    """The crosses and the circles that were added."""
    return crosses(now, seat) - crosses(before, seat), circles(now, seat) - circles(before, seat)


def rows(state: HopPlieState, seat: int = 0) -> set[str]:
    """The rows that can be drawn."""
    return {text.removeprefix("row ") for text in map(str, state.moves(seat)) if text.startswith("row ")}


def from_(state: HopPlieState, start: str) -> set[str]:
    """The rows from one start point, without its name."""
    return {row.removeprefix(start) for row in rows(state) if row.removeprefix(start)[0] in "-~*"}


def acts(state: HopPlieState, seat: int = 0) -> set[str]:
    """Everything else a player may do."""
    return {text for text in map(str, state.moves(seat)) if not text.startswith("row ")}


def refused(state: HopPlieState, move: str, why: str = "", seat: int = 0) -> None:
    """A move that cannot be played: the refusal names it in words, says why, and lists what is legal."""
    with pytest.raises(lt.IllegalMove, match=why or None) as error:
        state.play(move, seat)
    refusal, words = error.value, state.describe(state.parse(move))
    assert str(refusal).startswith(f"{words}: ")
    assert refusal.message.to("fr").startswith(unbroken(f"{words.to('fr')} : ", "fr"))
    assert refusal.message.to("fr") != str(refusal.message)
    assert (refusal.tried, refusal.legal) == (move, state.moves(seat))


def brink(state: HopPlieState, seat: int = 0, folds: str = SMALL, but: str = "H8", **turn: object) -> HopPlieState:
    """A sheet where everything one sees is crossed and circled but one place, the centre."""
    marks = " ".join(side for place, side in seen(folds).items() if place != but)
    return marked(state, seat, circled=marks, folds=folds, **turn)  # type: ignore[arg-type]  # facts of a turn, by name
