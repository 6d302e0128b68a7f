"""`ludotheque shape`: which shape the database has; another one, for whoever returns to an earlier version."""

from __future__ import annotations

from typing import Annotated

import typer

from ludotheque.cli.words import DEFAULTS, Data, Database, said
from ludotheque.core.text import Refusal, Text
from ludotheque.server.settings import Settings

Wanted = Annotated[str | None, typer.Argument(help=said(Text("The last step it should have, for instance m0003.")))]
Yes = Annotated[bool, typer.Option("--yes", help=said(Text("What the earlier shape cannot hold may be lost.")))]


def shape(
    step: Wanted = None, yes: Yes = False, data: Data = DEFAULTS.data, database: Database = DEFAULTS.database
) -> None:
    from ludotheque.server.store import backups, migrations

    settings = Settings(data=data, database=database)
    made = backups.shape(settings)
    if step is not None:
        last = migrations.step_named(step)
        lost = [name for name in made if name > last]
        if lost and not yes:
            raise Refusal(
                Text(
                    "That takes back {steps}, and what only they can hold: --yes if it may be lost.",
                    steps=", ".join(lost),
                )
            )
        backups.reshape(settings, last)
        made = backups.shape(settings)
    for name in sorted({*made, *migrations.steps()}):
        print("x" if name in made else "-", name)
