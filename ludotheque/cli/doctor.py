"""`ludotheque doctor`: looks at everything a server needs, and tells how it is. Exit status 1 if something is ill."""

from __future__ import annotations

from typing import Annotated

import typer

from ludotheque.cli.words import DEFAULTS, Data, Database, Redis, said
from ludotheque.core.text import Text
from ludotheque.server.settings import Settings

Url = Annotated[
    str,
    typer.Option(help=said(Text("The address people use, https://games.example: looks from outside too."))),
]


def doctor(
    url: Url = "",
    data: Data = DEFAULTS.data,
    database: Database = DEFAULTS.database,
    redis: Redis = DEFAULTS.redis,
) -> None:
    from ludotheque.server.doctor import Health, examine

    signs = {Health.WELL: "+", Health.DOUBTFUL: "?", Health.ILL: "!"}
    ill = 0
    for finding in examine(Settings(data=data, database=database, redis=redis), url):
        print(f"{signs[finding.health]} {said(finding.thing)}: {said(finding.told)}", flush=True)
        ill += finding.health is Health.ILL
    print(said(Text("All is well.") if not ill else Text("Something is ill: see the lines with !")))
    if ill:
        raise typer.Exit(1)
