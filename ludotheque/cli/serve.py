"""`ludotheque serve`: every setting as an option. Loads the server only when it is to run."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.core.text import Text, language_of
from ludotheque.server.settings import Settings, data_folder


def _help(fr: str, en: str) -> str:
    return Text(fr, en).to(language_of())


_DEFAULT = {field.name: field.default for field in fields(Settings)}


def serve(
    host: Annotated[
        str,
        typer.Option(
            help=said(
                Text("Where to listen; 0.0.0.0 lets other machines come."),
            ),
        ),
    ] = Settings.host,
    port: Annotated[int, typer.Option(min=1, max=65535, help=said(Text("The port.")))] = Settings.port,
    public_url: Annotated[
        str,
        typer.Option(
            help=said(
                Text("The address people use, for instance https://games.example; invitations give it."),
            ),
        ),
    ] = "",
    proxies: Annotated[
        str,
        typer.Option(
            help=said(
                Text("Addresses of reverse proxies whose X-Forwarded headers are believed, separated by commas."),
            ),
        ),
    ] = "",
    data: Annotated[
        Path | None,
        typer.Option(
            help=_help(
                f"Dossier de la clé de signature et des tables [{data_folder()}].",
                f"Folder of the signing key and of the tables [{data_folder()}].",
            ),
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            envvar="LUDOTHEQUE_DATABASE",
            show_default=False,
            help=said(
                Text("A database, postgresql+psycopg://…; else an SQLite file in the folder."),
            ),
        ),
    ] = "",
    redis: Annotated[
        str,
        typer.Option(
            envvar="LUDOTHEQUE_REDIS",
            show_default=False,
            help=said(
                Text("Redis, redis://…: several processes or machines serve the same tables."),
            ),
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            min=1,
            help=said(Text("How many processes (above one: --redis).")),
        ),
    ] = Settings.workers,
    expire_days: Annotated[
        float,
        typer.Option(
            min=0.01,
            help=said(
                Text("Games nobody touches for so many days are closed; finished ones are deleted 12 times later."),
            ),
        ),
    ] = Settings.expire_days,
    thinkers: Annotated[
        int,
        typer.Option(min=1, help=said(Text("Processes bots think in."))),
    ] = Settings.thinkers,
    bot_seconds: Annotated[
        float,
        typer.Option(
            min=0.1,
            help=said(Text("How many seconds a bot may think.")),
        ),
    ] = Settings.bot_seconds,
    prepare: Annotated[
        bool,
        typer.Option(
            help=said(
                Text("Compile the bots in the background at once."),
            ),
        ),
    ] = Settings.prepare,
    bot_pause: Annotated[
        float,
        typer.Option(
            min=0,
            help=said(Text("Pause before a bot's move, in seconds.")),
        ),
    ] = Settings.bot_pause,
    tables_per_visitor: Annotated[
        int,
        typer.Option(
            min=1,
            help=said(Text("Running games one visitor may open.")),
        ),
    ] = Settings.tables_per_visitor,
    tables_per_hour: Annotated[
        int,
        typer.Option(
            min=1,
            help=said(Text("Tables opened per hour and address.")),
        ),
    ] = Settings.tables_per_hour,
    requests_per_minute: Annotated[
        int,
        typer.Option(
            min=1,
            help=said(Text("Requests per minute and address.")),
        ),
    ] = Settings.requests_per_minute,
    messages_per_second: Annotated[
        int,
        typer.Option(
            min=1,
            help=said(Text("Messages per second and connection.")),
        ),
    ] = Settings.messages_per_second,
    sockets_per_address: Annotated[
        int,
        typer.Option(
            min=1,
            help=said(Text("Live connections per address.")),
        ),
    ] = Settings.sockets_per_address,
    body_bytes: Annotated[
        int,
        typer.Option(
            min=1024,
            help=said(Text("The longest request taken, in bytes.")),
        ),
    ] = Settings.body_bytes,
    log_level: Annotated[
        str, typer.Option(help=said(Text("debug, info, warning or error.")))
    ] = Settings.log_level,
    browser: Annotated[bool, typer.Option(help=said(Text("Open the browser.")))] = False,
) -> None:
    """All settings are arguments of this function, under the same names."""
    given = {name: value for name, value in locals().items() if name in _DEFAULT and value is not None}
    run(Settings(**given), browser=browser)


def run(settings: Settings, *, browser: bool) -> None:
    """Runs the server."""
    from ludotheque.server.run import serve as serve_with

    serve_with(settings, browser=browser)
