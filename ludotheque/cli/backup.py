"""`ludotheque backup`: all tables, as they are at one moment, in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.words import DEFAULTS, Data, Database, said
from ludotheque.core.files import check_writable
from ludotheque.core.text import Text
from ludotheque.server.settings import Settings

File = Annotated[Path, typer.Argument(help=said(Text("The file to write; what has its name stays until it is whole.")))]


def backup(file: File, data: Data = DEFAULTS.data, database: Database = DEFAULTS.database) -> None:
    from ludotheque.server.store import backups

    check_writable(file)
    saved = backups.save(Settings(data=data, database=database), file)
    told = Text(
        "{file}: {tables} tables with {entries} entries. Keep it to yourself, and {key} beside it.",
        file=str(file),
        tables=saved["tables"],
        entries=saved["entries"],
        key=str(data / "signing.key"),
    )
    print(said(told))
