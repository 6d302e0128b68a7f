"""Words and options that several commands share."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from ludotheque.core.catalogues import language_of, languages
from ludotheque.core.text import Text
from ludotheque.server.settings import Setting, Settings


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


def option_of(name: str) -> Any:
    """A setting of the server as an option of a command."""
    setting: Setting = next(each.metadata[Setting] for each in fields(Settings) if each.name == name)
    return typer.Option(min=setting.least, max=setting.most, envvar=setting.variable, help=said(setting.help))


DEFAULTS = Settings()
Data = Annotated[Path, option_of("data")]
Database = Annotated[str, option_of("database")]
Redis = Annotated[str, option_of("redis")]
