"""Commands of the command line for sheets: `ludotheque sheet show` and `ludotheque sheet check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.core.options import Document
from ludotheque.core.text import Refusal, Text, language_of, same
from ludotheque.drawing.drawn import Drawn
from ludotheque.games.hop_plie import GAME
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.checks import check
from ludotheque.games.hop_plie.paper import after, read_steps, tokens
from ludotheque.games.hop_plie.sheet import LEVELS, Sheet

_DOCUMENT = Document("sheet", same("sheet"))


def _help(fr: str, en: str) -> str:
    return Text(fr, en).to(language_of())


sheet = typer.Typer(
    help=_help("Les fiches de Hop ! C'est plié.", "The sheets of Hop ! C'est plié."), rich_markup_mode=None
)
WhichSheet = Annotated[
    str, typer.Argument(metavar="SHEET", help=_help("Un niveau (1 à 4) ou un fichier.", "A level (1 to 4) or a file."))
]


def _read(which: str) -> Sheet:
    if which in map(str, LEVELS):
        return sheets.of_level(int(which))
    return sheets.read(str(_DOCUMENT.read(Path(which))))


@sheet.command("show", help=_help("Montrer une fiche, à plat ou pliée.", "Show a sheet, flat or folded."))
def show(
    which: WhichSheet,
    folds: Annotated[
        str | None,
        typer.Option(
            help=_help(
                'Plis à faire, par exemple "A1 small, over, top" : montre ce qu\'on voit de chaque case.',
                'Folds to make, for instance "A1 small, over, top": shows what is seen on each place.',
            )
        ),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help=_help("Dessiner la fiche dans ce fichier.", "Draw the sheet into this file."))
    ] = None,
) -> None:
    given = _read(which)
    if folds is not None and svg is not None:
        raise Refusal(Text("--folds ou --svg, pas les deux", "--folds or --svg, not both"))
    if folds is not None:
        print("\n".join(tokens(after(read_steps(folds)))))
        return
    if svg is not None:
        state = GAME.start(players=1, sheet=" | ".join(given.lines()))
        assert isinstance(state, Drawn)
        svg.write_text(state.svg(None, language_of()), encoding="utf-8")
        print(svg)
        return
    print("\n".join(given.lines()))


@sheet.command("check", help=_help("Vérifier une fiche.", "Check a sheet."))
def check_(which: WhichSheet) -> None:
    given = _read(which)
    check(given)
    name = given.name.to(language_of())
    print(
        _help(f"{name} : la fiche est bonne (niveau {given.level})", f"{name}: the sheet is good (level {given.level})")
    )
