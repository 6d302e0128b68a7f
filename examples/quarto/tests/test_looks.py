"""How Quarto looks and what it says."""

from __future__ import annotations

from gettext import GNUTranslations
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from positions import DRAW, ROW, played

import quarto
from quarto import pieces
from quarto.terminal import glyph
from quarto.woodwork import drawing

LOCALE = Path(quarto.__file__).parent / "locale"


def test_each_piece_has_its_own_shape() -> None:
    assert len({drawing(piece) for piece in pieces.PIECES}) == 16
    assert len({glyph(piece) for piece in pieces.PIECES}) == 16


def test_what_is_handed_over_lies_with_the_one_who_places_it() -> None:
    places = [{item.id: item.x for item in played(moves).scene().items} for moves in ("LTRH", "LTRH B2 DSQS")]
    assert places[0]["piece-LTRH"] == places[0]["dish-1"]
    assert places[1]["piece-DSQS"] == places[1]["dish-0"]


def test_the_winning_row_is_marked() -> None:
    marked = {item.id for item in played(ROW + " DTRH B4").scene().items if item.symbol == "mark-won"}
    assert marked == {"won-B1", "won-B2", "won-B3", "won-B4"}


def test_the_terminal_marks_it_too() -> None:
    lines = played(ROW + " DTRH B4").text(language="en").plain().splitlines()
    assert lines[7].count(">") == lines[7].count("<") == 4


def test_titles_tell_what_to_do() -> None:
    assert str(played("LTRH").scene(1).title) == "Place the piece you were given"
    assert str(played("LTRH").scene(0).title) == "Player 2 places the piece"
    assert played(ROW + " DTRH B4").scene().title.to("fr") == "Joueur 1 gagne\N{NO-BREAK SPACE}: quatre pièces hautes"
    assert played(DRAW).scene().title.to("fr").endswith("toutes les pièces sont posées")


def test_the_compiled_catalogue_is_that_of_the_translators() -> None:
    with (LOCALE / "fr.mo").open("rb") as compiled, (LOCALE / "fr.po").open("rb") as written:
        translations, catalogue = GNUTranslations(compiled), read_po(written)
    for message in catalogue:
        if message.id:
            assert message.string
            assert isinstance(message.id, str)
            if message.context:
                assert translations.pgettext(message.context, message.id) == message.string
            else:
                assert translations.gettext(message.id) == message.string


def test_every_message_is_translated() -> None:
    with (LOCALE / "fr.po").open("rb") as written:
        translated = {(message.context, message.id) for message in read_po(written) if message.id}
    keywords = {"Text": None, "meant": ((1, "c"), 2)}
    found = extract_from_dir(LOCALE.parent, keywords=keywords)
    assert {(context, message) for _, _, message, _, context in found} == translated
