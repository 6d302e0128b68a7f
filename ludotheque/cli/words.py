"""Words and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from ludotheque.core.catalogues import language_of, languages
from ludotheque.core.text import Text


def said(text: Text) -> str:
    """In the language that the whole program speaks."""
    return text.to(language_of())


GameName = Annotated[str, typer.Argument(help=said(Text("The game, for instance hopsy.")))]
SomeGames = Annotated[list[str] | None, typer.Argument(help=said(Text("The games; without them, all.")))]
OptionPairs = Annotated[
    list[str] | None, typer.Option("--option", "-o", help=said(Text("An option of the game: name=value.")))
]
Position = Annotated[str | None, typer.Option(help=said(Text("A position to start from.")))]
Seed = Annotated[int | None, typer.Option(help=said(Text("To repeat the same luck.")))]
Lang = Annotated[
    str | None, typer.Option("--lang", help=said(Text("The language: {codes}.", codes=", ".join(languages()))))
]
