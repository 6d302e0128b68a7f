"""`ludotheque build-app`: Python and the rules for a browser alone, as a folder of files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.words import Lang, said
from ludotheque.core.files import unusable
from ludotheque.core.text import Text


def build_app(
    folder: Annotated[Path, typer.Argument(help=said(Text("The folder to write into.")))],
    pyodide: Annotated[Path, typer.Option(help=said(Text("Where Pyodide is, which is Python for browsers.")))] = Path(
        "node_modules/pyodide"
    ),
    lang: Lang = None,
) -> None:
    from ludotheque.app.folder import write

    try:
        write(folder, pyodide)
    except OSError as error:
        raise unusable(folder, error) from error
    print(folder)
