"""What is printed, measured on the printed pages: sizes, rulers, fold lines, backs behind fronts, letters, cards."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest
from typer.testing import CliRunner

from ludotheque.cli.commands import app
from ludotheque.core.catalogues import languages
from ludotheque.core.cupboard import find
from ludotheque.core.text import Refusal
from ludotheque.drawing.box import net, parts_of
from ludotheque.drawing.drawn import start
from ludotheque.drawing.rulebooks import rulebook, rulebooks
from ludotheque.games.hop_plie.box import CELL
from ludotheque.games.hop_plie.paper import CELLS, SIZE, WIDTH
from ludotheque.games.hop_plie.sheet import TARGET, of_level
from ludotheque.paper.booklet import imposed
from ludotheque.paper.document import pdf
from ludotheque.paper.fonts import BOLD, ITALIC, REGULAR, load_fonts
from ludotheque.paper.pages import HEADING, MARGIN, NOTE, RULER, TOP
from ludotheque.paper.pathdata import bounds, outline
from ludotheque.paper.sizes import PAPERS, What, paper_named, what_named
from tests.cases import OURS
from tests.outside import installed

pytestmark = pytest.mark.slow
DOTS = 200 / 25.4
"""Of a rendered page, for each millimetre."""
Image = Any


@cache
def made(game: str, paper: str, what: What = "box", **options: str) -> bytes:
    return pdf(find(game), PAPERS[paper], "fr", what, options)


OPENED: list[Any] = []


@pytest.fixture(scope="module", autouse=True)
def _closed() -> Iterator[None]:
    yield
    for each in OPENED:
        each.close()


@cache
def document(game: str, paper: str, what: What = "box", **options: str) -> Any:
    OPENED.append(pdfium.PdfDocument(made(game, paper, what, **options)))
    return OPENED[-1]


@cache
def seen(game: str, paper: str, page: int, **options: str) -> Image:
    """A page as a printer sees it: 200 dots an inch."""
    found = document(game, paper, **options)[page].render(scale=DOTS * 25.4 / 72, rev_byteorder=True)
    return found.to_numpy()[:, :, :3].astype(np.int16)


def near(image: Image, colour: str, within: int = 40) -> Image:
    """Where a page has about this colour."""
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return np.abs(image - wanted).max(axis=2) <= within


# Every game


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper_and_a_ruler_of_ten_centimetres(game: str, paper: str) -> None:
    size = PAPERS[paper]
    for page in document(game, paper):
        assert [each * 25.4 / 72 for each in page.get_size()] == pytest.approx([size.width, size.height], abs=0.05)
    image = seen(game, paper, 0)
    assert image.shape[:2] == pytest.approx((size.height * DOTS, size.width * DOTS), abs=2)
    line = round((size.height - 10.0 - 2.6) * DOTS)  # only the ticks of whole centimetres are so tall
    ticks = np.flatnonzero(image[line].max(axis=1) < 140) / DOTS
    ticks = ticks[np.abs(ticks - size.width / 2) < 60]
    assert ticks[-1] - ticks[0] == pytest.approx(RULER, abs=0.3)
    assert len(np.flatnonzero(np.diff(ticks) > 5)) == 10


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if game != "hopsy" else game for game in OURS]
)
def test_all_letters_come_along(game: str) -> None:
    """Every font of every word is embedded."""
    fonts = 0
    for found in (document(game, "a4"), document(game, "a4", "rules")):
        for page in found:
            for thing in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_TEXT]):
                font = pdfium_c.FPDFTextObj_GetFont(thing.raw)
                assert pdfium_c.FPDFFont_GetIsEmbedded(font) == 1, _name(font)
                fonts += 1
    assert fonts > 50
    assert b"Helvetica" not in made(game, "a4")


def _name(font: Any) -> str:
    buffer = ctypes.create_string_buffer(80)
    pdfium_c.FPDFFont_GetBaseFontName(font, buffer, 80)
    return buffer.value.decode()


@pytest.mark.parametrize("game", OURS)
def test_what_is_said_above_fits_in_every_language(game: str) -> None:
    """Two lines, on the narrower paper; nothing is cut off."""
    from reportlab.lib.utils import simpleSplit

    load_fonts()
    wide = (min(paper.width for paper in PAPERS.values()) - 2 * MARGIN) * 72 / 25.4
    for language in languages():
        for part in parts_of(find(game), {}):
            assert len(simpleSplit(part.note.to(language), REGULAR, NOTE, wide)) <= 2, (language, part.name)
            heading = f"{find(game).title.to(language)} {part.name.to(language)}"
            assert len(simpleSplit(heading, BOLD, HEADING, wide)) == 1, (language, heading)


def test_every_language_can_be_written() -> None:
    """The fonts have all letters of all rulebooks."""
    from reportlab.pdfbase.pdfmetrics import getFont

    load_fonts()
    for game in OURS:
        assert set(rulebooks(find(game))) == set(languages())
        letters = {letter for path in rulebooks(find(game)).values() for letter in path.read_text(encoding="utf-8")}
        for name in (REGULAR, BOLD, ITALIC):
            missing = {each for each in letters - {"\n"} if ord(each) not in getFont(name).face.charToGlyph}
            assert missing == set(), (game, name)


BOARDS = ["hopsy", "hops_dice", "rolit"]


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("paper", PAPERS)
def test_boards_have_their_true_size(game: str, paper: str) -> None:
    """Measured from edge to edge of the wood, on every paper the same."""
    (board,) = parts_of(find(game), {})[0].pieces
    wood = near(seen(game, paper, 0), "#7a4a21", 25)
    columns, rows = np.flatnonzero(wood.any(axis=0)) / DOTS, np.flatnonzero(wood.any(axis=1)) / DOTS
    assert (columns[-1] - columns[0], rows[-1] - rows[0]) == pytest.approx(board.size, abs=0.6)


def test_a_game_without_a_box_is_printed_as_its_first_position(tmp_path: Path) -> None:
    with installed(tmp_path, "heap") as game:
        (part,) = parts_of(game, {})
        assert part.pieces[0].front == start(game).scene()
        assert len(pdfium.PdfDocument(pdf(game, PAPERS["letter"], "en"))) > 1


def test_what_cannot_be_printed_is_refused() -> None:
    for wrong in (lambda: paper_named("a3"), lambda: what_named("pawns"), lambda: parts_of(find("hopsy"), {"size": 3})):
        with pytest.raises(Refusal):
            wrong()


def test_the_command_line_writes_a_document(tmp_path: Path) -> None:
    said = CliRunner().invoke(
        app, ["paper", "hopsy", str(tmp_path / "hopsy.pdf"), "--what", "box", "--paper", "letter"]
    )
    assert said.exit_code == 0, said.output
    assert len(pdfium.PdfDocument(tmp_path / "hopsy.pdf")) == 3
    assert CliRunner().invoke(app, ["paper", "hopsy", str(tmp_path / "no" / "hopsy.pdf")]).exit_code == 2


# Cards


@pytest.mark.parametrize("paper", PAPERS)
def test_the_forty_cards_differ_and_their_backs_lie_behind_them(paper: str) -> None:
    size, cards, backs = PAPERS[paper], [], []
    (part,) = parts_of(find("plic_plac"), {})
    side = part.pieces[0].size[0]
    assert len(document("plic_plac", paper)) == 4
    for page in (0, 2):
        front, back = seen("plic_plac", paper, page), seen("plic_plac", paper, page + 1)
        for at in range(20):
            left, top = (size.width - 4 * side) / 2 + at % 4 * side, TOP + at // 4 * side
            cards.append(_cut(front, left, top, side))
            backs.append(_cut(back, size.width - left - side, top, side))
    assert all(card.min() < 200 for card in cards), "there is something on every card"
    differ = [(a, b) for a in range(40) for b in range(a) if np.abs(cards[a] - cards[b]).mean() > 2]
    assert len(differ) == 40 * 39 / 2
    assert all(np.abs(back - backs[0]).mean() < 3 for back in backs)
    assert backs[0].max() < 255, "no white at the edges"


def _cut(image: Image, left: float, top: float, side: float) -> Image:
    """A card, cut out half a millimetre inside its edge."""
    x, y, many = round((left + 0.5) * DOTS), round((top + 0.5) * DOTS), round((side - 1) * DOTS)
    return image[y : y + many : 4, x : x + many : 4]


# Sheets


@pytest.mark.parametrize("paper", PAPERS)
def test_the_back_of_a_sheet_lies_behind_its_front(paper: str) -> None:
    """Measured at the edges of the paper to be cut, and at the targets, seen through from the front."""
    size = PAPERS[paper]
    front, back = (seen("hop_plie", paper, page) for page in (0, 1))
    (fl, fr, ft, fb), (bl, br, bt, bb) = _edges(front), _edges(back)
    assert fr - fl == pytest.approx(SIZE * CELL, abs=0.3)
    assert fb - ft == pytest.approx(SIZE * CELL, abs=0.3)
    assert [size.width - br, size.width - bl, bt, bb] == pytest.approx([fl, fr, ft, fb], abs=0.3)
    gold = near(back, "#e0a100", 25)
    for side in of_level(1).find(TARGET):
        row, column = divmod(side % CELLS, WIDTH)
        x, y = fl + (column + 0.5) * CELL, ft + (row + 0.5) * CELL
        if side >= CELLS:
            assert gold[round(y * DOTS), round((size.width - x) * DOTS)], (row, column)


def _edges(page: Image) -> tuple[float, float, float, float]:
    """The left, right, top and bottom of a sheet: where its lines begin and end, in millimetres."""
    lines = near(page, "#b9a98c", 30)
    columns, rows = np.flatnonzero(lines.sum(axis=0) > 800), np.flatnonzero(lines.sum(axis=1) > 800)
    return columns[0] / DOTS, columns[-1] / DOTS, rows[0] / DOTS, rows[-1] / DOTS


def test_fold_lines_are_where_the_rules_say() -> None:
    """Through the diagonals of squares of four and of six cells; on the back of level 4 along three rows."""
    page = seen("hop_plie", "a4", 0)
    left, _, top, _ = _edges(page)
    dotted = near(page, "#8a5a2b", 22)
    rows, columns = np.nonzero(dotted)
    y, x = rows / DOTS - top, columns / DOTS - left
    near_corner = (x > 0.5) & (y > 0.5) & (x + y < 6.5 * CELL) & (x < 6 * CELL) & (y < 6 * CELL)
    away = (x + y)[near_corner]
    for cells in (4, 6):
        on_it = away[np.abs(away - cells * CELL) < 2]
        assert len(on_it) > 40, cells
        assert np.median(on_it) == pytest.approx(cells * CELL, abs=0.25)
    behind = seen("hop_plie", "a4", 7)
    left, right, top, bottom = _edges(behind)
    dotted = near(behind, "#8a5a2b", 22)
    level = np.flatnonzero(dotted[:, round((left + 30) * DOTS) : round((right - 30) * DOTS)].sum(axis=1) > 130) / DOTS
    assert level.min() - top == pytest.approx(3 * CELL, abs=0.4)
    assert bottom - level.max() == pytest.approx(3 * CELL, abs=0.4)


OWN = Path(__file__).parents[1] / "ludotheque" / "games" / "hop_plie" / "sheets" / "level2.txt"


def test_a_sheet_of_ones_own_is_printed_alone() -> None:
    text = OWN.read_text(encoding="utf-8").replace("The frozen lake", "Mon étang à moi")
    found = pdfium.PdfDocument(pdf(find("hop_plie"), PAPERS["a4"], "fr", "box", {"sheet": text}))
    assert len(found) == 2
    assert "Mon étang à moi" in found[0].get_textpage().get_text_range()
    with pytest.raises(Refusal, match="levels are 1 to 4"):
        pdf(find("hop_plie"), PAPERS["a4"], "fr", "box", {"sheet": text.replace("level: 2", "level: 9")})


# Dice


def test_opposite_faces_of_a_cube_are_opposite_in_its_net() -> None:
    """Two faces in a line with one between them end up opposite."""
    scene = net("abcdef")
    at = {item.symbol: (item.x, item.y) for item in scene.items if item.id.startswith("face")}
    for one, other in ("af", "be", "cd"):
        (x1, y1), (x2, y2) = at[one], at[other]
        assert sorted((abs(x1 - x2), abs(y1 - y2))) == pytest.approx([0, 2])
    for die in parts_of(find("hop_plie"), {})[-2].pieces:
        assert len([item for item in die.front.items if item.id.startswith("face")]) == 6


# Rulebooks


def test_small_pages_are_imposed_so_that_they_follow_one_another_when_folded() -> None:
    for pages in range(1, 30):
        sides = list(imposed(pages))
        assert sorted(page for side in sides for page in side) == list(range(1, 2 * len(sides) + 1))
        # behind each page is the one before or after it: left behind right
        for (left, right), (behind_right, behind_left) in zip(sides[::2], sides[1::2], strict=True):
            assert behind_right == right + 1
            assert behind_left == left - 1


def test_a_booklet_has_all_headlines_in_their_order() -> None:
    _, path = rulebook(find("hopsy"), "fr") or ("", Path())
    headlines = [line.strip("# \n") for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    found = document("hopsy", "a4", "rules")
    assert len(found) % 2 == 0, "whole sheets"
    words = "".join(page.get_textpage().get_text_range() for page in found)
    squeezed = "".join(words.split())
    for headline in headlines:
        assert "".join(headline.split()) in squeezed, headline


# Outlines


def test_arcs_and_curves_end_where_they_should() -> None:
    half = outline("M-10 0 A10 10 0 0 1 10 0")
    assert half[-1][1][-2:] == pytest.approx((10, 0))
    left, top, width, height = bounds(half)
    assert (left, top, width) == pytest.approx((-10, -10, 20), abs=0.1)
    assert height == pytest.approx(10, abs=0.1)
    assert outline("m1 1 2 0 q1 1 2 0 t2 0")[-1][1] == pytest.approx((17 / 3, 1 / 3, 19 / 3, 1 / 3, 7, 1))
