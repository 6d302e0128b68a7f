"""A game on paper: what lies in its box, and its rulebook as a booklet, as one PDF."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.text import Refusal, Text
from ludotheque.drawing.box import box_of, parts_of
from ludotheque.drawing.drawn import symbols_of
from ludotheque.drawing.rulebooks import rulebook
from ludotheque.paper.booklet import add_booklet
from ludotheque.paper.fonts import REGULAR, load_fonts
from ludotheque.paper.pages import Pages
from ludotheque.paper.rulebook import blocks
from ludotheque.paper.scenes import Artist
from ludotheque.paper.sizes import Paper, What


def pdf(
    game: Game, paper: Paper, language: Language, what: What = "all", given: Mapping[str, object] | None = None
) -> bytes:
    """A game to print: its box for these options, its rulebook, or both."""
    load_fonts()
    file = BytesIO()
    size = paper.width * mm, paper.height * mm
    canvas = Canvas(file, pagesize=size, pageCompression=1, invariant=1, initialFontName=REGULAR)
    canvas.setTitle(f"{game.title.to(language)} – Ludothèque")
    canvas.setAuthor("Ludothèque")
    if what != "rules":
        artist = Artist(canvas, {**symbols_of(game), **box_of(game).symbols}, language)
        pages = Pages(canvas, artist, paper, game.title, language)
        for part in parts_of(game, dict(given or {})):
            pages.add(part)
    if what != "box":
        _add_rulebook(canvas, game, paper, language, needed=what == "rules")
    canvas.save()
    return file.getvalue()


def _add_rulebook(canvas: Canvas, game: Game, paper: Paper, language: Language, *, needed: bool) -> None:
    found = rulebook(game, language)
    if found is None:
        if needed:
            raise Refusal(Text("{game} has no rulebook", game=game.title))
        return
    _, path = found
    wordless = Artist(canvas, symbols_of(game), None)  # its pictures are the same in all languages
    add_booklet(canvas, paper, blocks(game, path.read_text(encoding="utf-8"), wordless))
