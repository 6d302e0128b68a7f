"""`ludotheque paper`: a game as a PDF, to print and to cut out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.words import GameName, Lang, OptionPairs, said
from ludotheque.core.catalogues import language_of
from ludotheque.core.cupboard import find
from ludotheque.core.files import check_writable, unusable
from ludotheque.core.options import pairs
from ludotheque.core.text import Text
from ludotheque.paper.sizes import PAPERS, WHATS, paper_named, what_named


def paper(
    game: GameName,
    file: Annotated[Path, typer.Argument(help=said(Text("The PDF to write.")))],
    size: Annotated[
        str, typer.Option("--paper", help=said(Text("The paper: {names}.", names=", ".join(PAPERS))))
    ] = "a4",
    what: Annotated[
        str, typer.Option(help=said(Text("The box, the rulebook or both: {names}.", names=", ".join(WHATS))))
    ] = "all",
    option: OptionPairs = None,
    lang: Lang = None,
) -> None:
    from ludotheque.paper.document import pdf

    chosen = find(game), paper_named(size), language_of(), what_named(what)
    check_writable(file)
    made = pdf(*chosen, pairs(option or ()))
    try:
        file.write_bytes(made)
    except OSError as error:
        raise unusable(file, error) from error
    print(file)
