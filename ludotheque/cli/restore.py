"""`ludotheque restore`: what a backup holds, back in a database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.words import DEFAULTS, Data, Database, said
from ludotheque.core.text import Text
from ludotheque.server.settings import Settings

File = Annotated[Path, typer.Argument(help=said(Text("The backup.")))]
Replace = Annotated[bool, typer.Option("--replace", help=said(Text("Delete the tables there are.")))]


def restore(
    file: File, replace: Replace = False, data: Data = DEFAULTS.data, database: Database = DEFAULTS.database
) -> None:
    from ludotheque.server.store import backups

    restored = backups.restore(Settings(data=data, database=database), file, replace=replace)
    told = Text(
        "Restored: {tables} tables with {entries} entries.", tables=restored["tables"], entries=restored["entries"]
    )
    print(said(told))
