"""Hop ! C'est plié: paper, sheets as text, what makes a sheet one can play on, and the commands for sheets."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

import ludotheque as lt
from ludotheque.cli.commands import app
from ludotheque.core.typesetting import unbroken
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.checks import check, flaws
from ludotheque.games.hop_plie.paper import CORNERS, Layer, after, name_of, read_steps, tokens, top
from ludotheque.games.hop_plie.rules import HopPlieState
from ludotheque.games.hop_plie.sheet import SheetError
from ludotheque.testing.play import random_states
from tests.pads import LARGE, ROWS, SMALL, crosses, own_sheet, page, rows, say, seen

PLACES = [(row, column) for row in range(15) for column in range(15)]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


# Paper


def _corner_place(corner: str, i: int, j: int) -> tuple[int, int]:
    """The place with these distances from the two edges of a corner."""
    return 14 - i if corner.startswith("O") else i, 14 - j if corner.endswith("15") else j


def test_a_flat_sheet_shows_its_front() -> None:
    assert tokens(after(())) == [" ".join(f"F:{row}{column}" for column in range(1, 16)) for row in ROWS]


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize(("size", "k"), [("small", 4), ("large", 6)])
def test_a_corner_fold(corner: str, size: str, k: int) -> None:
    """No paper on i+j ≤ k−2, half cells on i+j = k−1, the back of (k−1−j, k−1−i) beyond; all else as it was."""
    lines = [line.split() for line in tokens(after((f"{corner} {size}",)))]
    for i, j in product(range(15), repeat=2):
        row, column = _corner_place(corner, i, j)
        token = lines[row][column]
        if i + j <= k - 2:
            assert token == "."
        elif i + j == k - 1:
            assert token == "/"
        elif i < k and j < k:
            assert token == f"B:{name_of(_corner_place(corner, k - 1 - j, k - 1 - i))}"
        else:
            assert token == f"F:{name_of((row, column))}"


@pytest.mark.parametrize("corner", CORNERS)
def test_a_back_appears_two_places_further_in_after_a_large_fold(corner: str) -> None:
    small, large = (
        {side: place for place, side in seen(f"{corner} {size}").items() if side.startswith("B:")}
        for size in ("small", "large")
    )
    assert set(small) <= set(large)
    for side, place in small.items():
        row, column = ROWS.index(place[0]), int(place[1:]) - 1
        down, right = (-2 if corner.startswith("O") else 2), (-2 if corner.endswith("15") else 2)
        assert large[side] == name_of((row + down, column + right))


def test_a_fold_lays_the_layers_on_top_in_reverse_order() -> None:
    paper = after(read_steps("A1 small, over, right"))
    stacks = [paper[place] for place in paper if len(paper[place]) == 3]
    assert stacks, "where a corner's flap was folded in again there are three layers"
    for stack in stacks:
        assert len({layer.cell for layer in stack}) == 3
    flat = after(())
    assert top(flat, (0, 0)) == Layer((0, 0))
    assert sum(len(stack) for stack in paper.values()) >= 225, "no paper is lost"


def test_folding_keeps_all_the_paper() -> None:
    rng = random.Random(3)
    for _ in range(20):
        corners = [f"{corner} {rng.choice(('small', 'large'))}" for corner in rng.sample(CORNERS, 4)]
        edges = rng.sample(("top", "bottom", "left", "right"), rng.randint(0, 4))
        paper = after((*corners, "over", *edges))
        found = sorted({layer.cell for stack in paper.values() for layer in stack})
        assert found == PLACES


def test_the_order_of_the_corners_does_not_matter() -> None:
    rng = random.Random(4)
    for folds in (SMALL, LARGE, "A1 small, A15 large, O1 large, O15 small"):
        steps = read_steps(folds)
        wanted = tokens(after(steps))
        for _ in range(6):
            assert tokens(after(tuple(rng.sample(steps, len(steps))))) == wanted


def test_turning_over_twice_is_nothing() -> None:
    for folds in ("", SMALL, "A1 large"):
        steps = read_steps(folds)
        assert tokens(after((*steps, "over", "over"))) == tokens(after(steps))


def test_half_cells_stay_half_from_behind() -> None:
    front, back = after(read_steps("A1 small")), after(read_steps("A1 small, over"))
    for row, column in PLACES:
        seen_front, seen_back = top(front, (row, column)), top(back, (row, 14 - column))
        assert (seen_front is None) == (seen_back is None)
        if seen_front and seen_back:
            assert seen_front.half == seen_back.half


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A1", "'A1' is no fold"),
        ("B2 small", "'B2 small' is no fold"),
        ("A1 huge", "'A1 huge' is no fold"),
        ("up", "'up' is no fold"),
        ("A1 small, A1 large", "'A1 large': that is folded already"),
        ("top, top", "'top': that is folded already"),
        ("A1 small, over, A15 small", "'A15 small': that is folded already"),
        ("left, over, right", "'right': that is folded already"),
    ],
)
def test_what_is_no_fold(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_steps(text)


# Sheets as text


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.split("|")]


def refusal(text: str) -> SheetError:
    """Why this sheet cannot be played on; a game with it is refused for the same reason."""
    with pytest.raises(SheetError) as error:
        check(sheets.read(text))
    with pytest.raises(SheetError) as again:
        lt.start("hop_plie", sheet=text)
    assert str(again.value) == str(error.value)
    assert error.value.message.to("fr").startswith(unbroken("fiche : ", "fr"))
    assert str(error.value.message).startswith("sheet: ")
    return error.value


def is_refused(text: str, fr: str, en: str) -> None:
    message = refusal(text).message
    assert fr in message.to("fr").replace("\N{NO-BREAK SPACE}", " ")
    assert en in str(message)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_sheets_of_the_box_are_good(level: int) -> None:
    sheet = sheets.of_level(level)
    check(sheet)
    assert sheet.level == level
    assert sheet.name


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_sheet_is_read_back(level: int) -> None:
    for sheet in (sheets.of_level(level), sheets.read(own_sheet(level))):
        assert sheets.read("\n".join(sheet.lines())) == sheet
        assert sheets.read(" | ".join(sheet.lines())) == sheet


def test_on_one_line_or_on_many() -> None:
    text = own_sheet(2)
    many = "# a remark\n\n" + "\n".join(f"  {line} " for line in lines_of(text)) + "\n# another\n"
    assert sheets.read(many) == sheets.read(text)
    one = lt.start("hop_plie", sheet=text)
    assert one == lt.start("hop_plie", sheet=many)
    assert one.options["sheet"] == text, "options hold it on one line"


def test_a_sheet_may_use_other_signs() -> None:
    text = "\n".join(lines_of(own_sheet(1)))
    head, grids = text.split("front\n")
    other = head.replace("S start", "depart start").replace("U smiley", "☺ smiley")
    assert sheets.read(other + "front\n" + grids.replace("S", "depart").replace("U", "☺")) == sheets.read(text)
    twice = text.replace("legend", "legend\n_ nothing")
    assert sheets.read(twice) == sheets.read(text), "two signs may mean the same"


def test_a_name_is_kept_as_it_is_written() -> None:
    assert sheets.read(own_sheet()).name == "Trial"
    assert sheets.read(own_sheet().replace("name: Trial", "name:  Zig /  zag : 2 ")).name == "Zig / zag : 2"


def test_the_back_is_written_as_seen_from_the_front() -> None:
    """The sign of C1 in the second grid is on the back of the paper cell C1."""
    sheet = sheets.read(own_sheet())
    assert sheet.back[1][0] == sheets.START
    assert sheet.back[0][1] == sheets.TARGET
    assert seen("A1 small")["D3"] == "B:B1"


def _changed(row: int, new: str | None, *, grid: str = "front", level: int = 1) -> str:
    lines = lines_of(own_sheet(level))
    at = lines.index(grid) + 1 + row
    lines[at : at + 1] = [] if new is None else [new]
    return " | ".join(lines)


NOTHING = " ".join("." * 15)


@pytest.mark.parametrize(
    ("text", "fr", "en"),
    [
        (_changed(4, NOTHING + " ."), "recto, ligne E : 16 signes au lieu de", "front, row E: 16 signs instead of"),
        (_changed(4, ". ."), "recto, ligne E : 2 signes", "front, row E: 2 signs"),
        (_changed(4, None), "recto : 14 lignes au lieu de 15", "front: 14 lines instead of 15"),
        (_changed(4, None, grid="back"), "verso : 14 lignes", "back: 14 lines"),
        (_changed(4, f"{NOTHING} | {NOTHING}"), "recto : 16 lignes", "front: 16 lines"),
        (_changed(4, NOTHING[:-1] + "Q"), "recto E15 : le signe Q", "front E15: the sign Q is not in the legend"),
        (_changed(2, "? " + NOTHING[2:], grid="back"), "verso C1 : le signe ?", "back C1: the sign ?"),
        (own_sheet().replace("level: 1", "level: 5"), "level: 5", "level: 5; levels are 1 to 4"),
        (
            own_sheet().replace("level: 1 |", ""),
            "il manque la ligne level: ; un niveau va de 1 à 4",
            "the line level: is missing; levels are 1 to 4",
        ),
        (own_sheet().replace("name: Trial |", ""), "ligne name:", "the line name: is missing"),
        (own_sheet().replace("level: 1", "level: 1 | size: 9"), "ligne inconnue : 'size'", "no such line: 'size'"),
        (own_sheet().replace("S start", "S start | S target"), "le signe S veut dire deux choses", "means two things"),
        (own_sheet().replace("S start", "S begin"), "légende 'S begin'", "legend 'S begin': a sign and one of nothing"),
        (own_sheet().replace("S start", "S"), "légende 'S'", "legend 'S'"),
        (own_sheet().replace("S start |", ""), "recto A1 : le signe S", "front A1: the sign S is not in the legend"),
        ("name: x | level: 1", "recto : 0 lignes", "front: 0 lines"),
    ],
)  # fmt: skip
def test_what_is_no_sheet(text: str, fr: str, en: str) -> None:
    is_refused(text, fr, en)


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nowhere\.txt"):
        lt.start("hop_plie", sheet=tmp_path / "nowhere.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"bytes\.txt"):
        lt.start("hop_plie", sheet=str(tmp_path / "bytes.txt"))
    (tmp_path / "long.txt").write_text(own_sheet() + " | #" * 10_000, encoding="utf-8")
    with pytest.raises(ValueError, match=r"long\.txt: too long"):
        lt.start("hop_plie", sheet=tmp_path / "long.txt")
    with pytest.raises(ValueError, match="sheet=3 is not allowed"):
        lt.start("hop_plie", sheet=3)


# Sheets one can play on


def many(kind: str, names: int, rows_: str) -> dict[str, str]:
    """A symbol on so many cells of these rows, where nothing else is printed."""
    taken = {"B2", "B14", "N2", "N14", "F6", "F10", "J6", "J10", "H8", *CORNERS}
    free = [f"{row}{column}" for row in rows_ for column in range(1, 16) if f"{row}{column}" not in taken]
    return dict.fromkeys(free[:names], kind)


CALLED = {"start": ("point de départ", "start point"), "target": ("cible", "target"), "bulb": ("ampoule", "bulb")}
SIDES = {"front": "recto", "back": "verso"}


def missing(where: str, what: str, side: str, cells: str = "") -> tuple[str, str]:
    """What the French and the English message say when a symbol should be on one of some cells."""
    fr, en = CALLED[what]
    french = f"{where} : il manque un symbole : {fr} ({SIDES[side]} {cells}"
    return french, f"{where}: something is missing: {en} ({side} {cells}"


def too_many(side: str, cell: str, what: str) -> tuple[str, str]:
    """The same when there is one more than there may be."""
    fr, en = CALLED[what]
    return f"{SIDES[side]} {cell} : un de trop : {fr}", f"{side} {cell}: one too many: {en}"


# level, front, back, what the French and the English message say
Wrong = tuple[int, Mapping[str, str], Mapping[str, str], str, str]
SYMBOLS: list[Wrong] = [
    (1, {"C4": "ice"}, {}, "recto C4 : glace n'est pas du niveau 1", "front C4: ice is not of level 1"),
    (1, {"C4": "star"}, {}, "recto C4 : étoile n'est pas du niveau 1", "front C4: star is not of level 1"),
    (2, {"C4": "ray"}, {}, "recto C4 : rayon n'est pas du niveau 2", "front C4: ray is not of level 2"),
    (3, {"C4": "hole"}, {}, "recto C4 : trou n'est pas du niveau 3", "front C4: hole is not of level 3"),
    (1, {}, {"A3": "bulb"}, "verso A3 : ampoule n'est pas du niveau 1", "back A3: bulb is not of level 1"),
    (1, {"C4": "bonus 4"}, {}, "recto C4 : bonus 4", "front C4: bonus 4 is not of level 1"),
    (4, {"C4": "ice"}, {}, "recto C4 : glace n'est pas du niveau 4", "front C4: ice is not of level 4"),
    (3, many("star", 61, "CDGIK"), {}, "plus de 60 symboles comme ceci : étoile", "more than 60 of this: star"),
    (1, many("bonus 1", 61, "CDGIK"), {}, "plus de 60 symboles comme ceci : bonus", "more than 60 of this: bonus"),
    (3, dict.fromkeys(("C5", "C7", "C9", "C11", "G3", "G5", "G7", "G9", "G11", "I3", "I5", "I7", "I9"), "ray"), {},
     "recto G7 : plus de 6 symboles comme ceci : rayon", "front G7: more than 6 of this: ray"),
]  # fmt: skip
STARTS: list[Wrong] = [
    (1, dict.fromkeys(CORNERS, "nothing"), {}, "pas de point de départ au recto", "no start point on the front"),
    (1, {}, {"B1": "nothing"}, *missing("A1", "start", "back", "A1, A2, A3, B1, B2, C1)")),
    (1, {}, {"B15": "nothing"}, *missing("A15", "start", "back")),
    (4, {}, {"N1": "nothing"}, *missing("O1", "start", "back")),
    (1, {}, {"N15": "nothing", "L15": "start"}, *missing("O15", "start", "back")),
]
TARGETS: list[Wrong] = [
    (1, {"H8": "nothing"}, {}, *missing("H8", "target", "front", "H8)")),
    (1, {}, {"A2": "nothing"}, *missing("A1", "target", "back")),
    (1, {}, {"O14": "nothing", "K14": "target"}, *missing("O15", "target", "back")),
    (1, {}, {"A3": "target"}, *too_many("back", "A3", "target")),
    (1, {"C4": "target"}, {}, "recto C4 : une cible n'y a pas sa place", "front C4: no target may be there"),
    (1, {}, {"H8": "target"}, "verso H8 : une cible n'y a pas", "back H8: no target may be there"),
    (4, {"B8": "nothing"}, {}, *missing("A7–C9", "target", "front")),
    (4, {}, {"H8": "nothing"}, *missing("G7–I9", "target", "back")),
    (4, {"H1": "target"}, {}, *too_many("front", "H2", "target")),
    (4, {"H8": "target"}, {}, "recto H8 : une cible n'y a pas", "front H8: no target may be there"),
]
BULBS: list[Wrong] = [
    (4, {}, {"A2": "nothing"}, *missing("A1", "bulb", "back", "A1")),
    (4, {}, {"O3": "bulb"}, *too_many("back", "O3", "bulb")),
    (4, {}, {"H7": "bulb"}, "verso H7 : une ampoule n'y apparaît pas", "back H7: no bulb comes up there"),
    (4, {"C8": "bulb"}, {}, "recto C8 : une ampoule", "front C8: no bulb comes up there"),
]
SMILEYS: list[Wrong] = [
    (1, {"B2": "nothing"}, {}, "A1 : pas de smiley dans le petit carré", "A1: no smiley in the small square"),
    (1, {"N14": "nothing"}, {}, "O15 : pas de smiley dans le petit", "O15: no smiley in the small square"),
    (1, {"F10": "nothing"}, {}, "A15 : pas de smiley de plus dans le grand", "A15: no further smiley in the large"),
    (1, {"H5": "smiley"}, {}, "recto H5 : smiley inutile ici", "front H5: smiley is of no use there"),
    (1, {}, {"A3": "smiley"}, "verso A3 : smiley inutile", "back A3: smiley is of no use there"),
    (4, {}, {"B8": "nothing"}, "verso, partie du haut : il faut", "back, top part: professor is needed twice"),
    (4, {}, {"H1": "smiley"}, "verso, partie de droite : il faut", "back, right part: professor is needed twice"),
    (4, {}, {"H14": "nothing"}, "verso, partie de gauche : il faut", "back, left part: professor is needed twice"),
    (4, {}, {"H7": "smiley"}, "verso H7 : professeur inutile", "back H7: professor is of no use there"),
]
GROUND: list[Wrong] = [
    (2, {"O7": "nothing", "O8": "nothing"}, {}, "pas de glace au niveau 2", "there is no ice on level 2"),
    (2, {"O7": "ice", "O8": "ice", "C8": "ice"}, {}, "recto C8 : une case de glace", "front C8: a cell of ice on"),
    (2, {"O7": "ice", "O8": "ice", "C8": "hole"}, {}, "recto C8 : un trou qui", "front C8: a hole that is not"),
    (3, {"G1": "nothing", "I1": "nothing"}, {}, "pas de rayon au niveau 3", "there is no ray on level 3"),
    (3, {"H5": "ray", "H6": "ray"}, {}, "recto H5 : deux rayons se touchent", "front H5: two rays touch"),
    (3, {"C3": "ray", "H5": "ray"}, {}, "seul rayon visible (petit pli : A1", "only ray one sees (small fold: A1"),
    (3, {"B5": "ray", "H5": "ray", "H7": "ray"}, {"A3": "ray"}, "deux rayons se touchent", "two rays touch"),
    (1, {}, {"H7": "bonus 1"}, "verso H7 : ce verso n'apparaît jamais", "back H7: this back never comes up"),
    (1, {}, {"A6": "start"}, "verso A6 : ce verso", "back A6: this back never comes up"),
    (3, {}, {"C4": "star"}, "verso C4 : ce verso", "back C4: this back never comes up"),
]  # fmt: skip
_RING = {
    **dict.fromkeys(("G8", "I8", "H7", "H9"), "hole"),
    **dict.fromkeys(("E8", "F8", "J8", "K8", "H5", "H6", "H10", "H11"), "ice"),
}
_AROUND_B2 = {
    **dict.fromkeys(("A2", "C2", "B1", "B3"), "hole"),
    **dict.fromkeys(("A3", "A4", "C3", "D3", "C1", "D1", "E1"), "ice"),
}
REACH: list[Wrong] = [
    (2, _RING, {}, "hors d'atteinte", "out of reach"),
    (2, _AROUND_B2, {}, "recto B2 : hors d'atteinte", "front B2: out of reach"),
]


@pytest.mark.parametrize(
    ("level", "front", "back", "fr", "en"), [*SYMBOLS, *STARTS, *TARGETS, *BULBS, *SMILEYS, *GROUND, *REACH]
)
def test_a_sheet_one_cannot_play_on(
    level: int, front: Mapping[str, str], back: Mapping[str, str], fr: str, en: str
) -> None:
    is_refused(own_sheet(level, front, back), fr, en)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_target_out_of_its_place_makes_nothing_else_wrong(level: int) -> None:
    """Not even what would have to be linked with it."""
    found = list(flaws(sheets.read(own_sheet(level, {"D12": "target"}))))
    assert [flaw.message.to("en") for flaw in found] == ["front D12: no target may be there"]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_sheets_of_these_tests_are_good(level: int) -> None:
    check(sheets.read(own_sheet(level)))


def test_several_start_points_and_bonuses_on_a_back_are_allowed() -> None:
    check(sheets.read(own_sheet(1, {"H5": "start"}, {"A1": "start", "A3": "bonus 3", "A5": "bonus 1"})))
    check(sheets.read(own_sheet(3, {"H5": "ray", "H11": "ray", "L8": "ray"}, {"A1": "star"})))


def test_level_and_sheet_go_together() -> None:
    text = own_sheet(3)
    for state in (lt.start("hop_plie", level=3, sheet=text), lt.start("hop_plie", sheet=text)):
        assert cast(HopPlieState, state).view(0)["level"] == 3
    with pytest.raises(ValueError, match="level=2: the given sheet is of level 3"):
        lt.start("hop_plie", level=2, sheet=text)


# A game with a sheet of one's own


def test_a_game_with_a_sheet_from_a_file_replays_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("\n".join(["# mine", *lines_of(own_sheet(2, {"A4": "ice", "A5": "ice"}))]), encoding="utf-8")
    start = lt.start("hop_plie", sheet=file, players=2, max_rounds=3)
    assert start == lt.start("hop_plie", sheet=str(file), players=2, max_rounds=3)
    slid = say(cast(HopPlieState, start), "roll 4 3", "black")
    assert "A1~A6" in rows(slid)
    record, state = lt.Record.of(start), cast(lt.State, start)
    for before, seat, move in random_states(start, random.Random(2)):
        state = before.play(move, seat)
        record = record.played(before, move, seat, state)
    assert state.over
    file.unlink()
    read = lt.Record.loads(record.dumps())
    assert str(file) not in record.dumps()
    assert read.replay() == state
    assert page(cast(HopPlieState, read.replay())) == page(cast(HopPlieState, state))
    assert crosses(cast(HopPlieState, state)) > crosses(cast(HopPlieState, start))


# Commands


@pytest.mark.parametrize("level", ["1", "2", "3", "4"])
@pytest.mark.parametrize("folds", ["", "A1 small", "A1 large, O15 small", f"{LARGE}, over, top, left, bottom, right"])
def test_sheet_show_with_folds_prints_what_one_sees(level: str, folds: str) -> None:
    done = run("sheet", "show", level, "--folds", folds)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert [len(line.split()) for line in lines] == [15] * 15
    assert lines == tokens(after(read_steps(folds)))


def test_sheet_show_prints_a_sheet_that_can_be_read() -> None:
    done = run("sheet", "show", "2")
    assert done.exit_code == 0
    assert sheets.read(done.output) == sheets.of_level(2)


@pytest.mark.slow
def test_sheet_show_draws_a_sheet(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(own_sheet(4).replace(" | ", "\n"), encoding="utf-8")
    for which in ("3", str(file)):
        done = run("sheet", "show", which, "--svg", str(tmp_path / "sheet.svg"))
        assert done.exit_code == 0
        assert ElementTree.parse(tmp_path / "sheet.svg").getroot().tag.endswith("svg")


@pytest.mark.slow
def test_sheet_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for level in "1234":
        assert run("sheet", "check", level).exit_code == 0
    file = tmp_path / "mine.txt"
    file.write_text(own_sheet(3).replace(" | ", "\n"), encoding="utf-8")
    done = run("sheet", "check", str(file))
    assert done.exit_code == 0
    assert done.output == "Trial: the sheet is good (level 3)\n"
    monkeypatch.setenv("LUDOTHEQUE_LANG", "fr")
    assert run("sheet", "check", str(file)).output == unbroken("Trial : la fiche est bonne (niveau 3)\n", "fr")


@pytest.mark.parametrize(
    ("text", "en", "fr"),
    [
        (own_sheet(1, {"C4": "ice"}), "front C4: ice is not of level 1", "recto C4"),
        (own_sheet(1, {"H8": "nothing"}), "H8: something is missing: target", "H8 : il manque un symbole : cible"),
        (_changed(4, NOTHING[:-1] + "Q"), "front E15: the sign Q", "recto E15"),
        ("nothing at all", "front: 0 lines instead of 15", "recto : 0 lignes au lieu de 15"),
    ],
)
def test_sheet_check_names_what_is_wrong_and_exits_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, en: str, fr: str
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text.replace(" | ", "\n"), encoding="utf-8")
    for language, why in (("en", en), ("fr", fr)):
        monkeypatch.setenv("LUDOTHEQUE_LANG", language)
        done = run("sheet", "check", str(file))
        assert done.exit_code == 2
        assert unbroken(why, language) in done.stderr
        assert done.stdout == ""
        assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["sheet", "check", "/does/not/exist"], "/does/not/exist"),
        (["sheet", "show", "7"], "7"),
        (["sheet", "show", "1", "--folds", "B2 small"], "'B2 small' is no fold"),
        (["sheet", "show", "1", "--folds", "A1 small, A1 large"], "folded already"),
    ],
)
def test_mistakes_with_sheets_exit_with_2(arguments: list[str], why: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert why in done.stderr
    assert "Traceback" not in done.output
