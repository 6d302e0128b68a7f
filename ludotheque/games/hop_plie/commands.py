"""Commands of the command line for sheets: `ludotheque sheet show` and `ludotheque sheet check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.core.catalogues import language_of
from ludotheque.core.text import Refusal, Text
from ludotheque.drawing.drawn import start
from ludotheque.games.hop_plie import GAME, SHEET
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.checks import check
from ludotheque.games.hop_plie.paper import after, read_steps, tokens
from ludotheque.games.hop_plie.sheet import LEVELS, Sheet


def _said(text: Text) -> str:
    return text.to(language_of())


sheet = typer.Typer(help=_said(Text("The sheets of Hop ! C'est plié.")), rich_markup_mode=None)
WhichSheet = Annotated[str, typer.Argument(metavar="SHEET", help=_said(Text("A level (1 to 4) or a file.")))]


def _read(which: str) -> Sheet:
    if which in map(str, LEVELS):
        return sheets.of_level(int(which))
    return sheets.read(str(SHEET.read(Path(which))))


@sheet.command("show", help=_said(Text("Show a sheet, flat or folded.")))
def show(
    which: WhichSheet,
    folds: Annotated[
        str | None,
        typer.Option(
            help=_said(Text('Folds to make, for instance "A1 small, over, top": shows what is seen on each place.'))
        ),
    ] = None,
    svg: Annotated[Path | None, typer.Option(help=_said(Text("Draw the sheet into this file.")))] = None,
) -> None:
    given = _read(which)
    if folds is not None and svg is not None:
        raise Refusal(Text("--folds or --svg, not both"))
    if folds is not None:
        print("\n".join(tokens(after(read_steps(folds)))))
        return
    if svg is not None:
        state = start(GAME, players=1, sheet=" | ".join(given.lines()))
        svg.write_text(state.svg(None, language_of()), encoding="utf-8")
        print(svg)
        return
    print("\n".join(given.lines()))


@sheet.command("check", help=_said(Text("Check a sheet.")))
def check_(which: WhichSheet) -> None:
    given = _read(which)
    check(given)
    print(_said(Text("{name}: the sheet is good (level {level})", name=given.title, level=given.level)))
