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
            help=_help(
                "Où écouter ; 0.0.0.0 pour que d'autres machines puissent venir.",
                "Where to listen; 0.0.0.0 lets other machines come.",
            ),
        ),
    ] = Settings.host,
    port: Annotated[int, typer.Option(min=1, max=65535, help=_help("Le port.", "The port."))] = Settings.port,
    public_url: Annotated[
        str,
        typer.Option(
            help=_help(
                "L'adresse que les gens utilisent, par exemple https://jeux.example ; les invitations la donnent.",
                "The address people use, for instance https://games.example; invitations give it.",
            ),
        ),
    ] = "",
    proxies: Annotated[
        str,
        typer.Option(
            help=_help(
                "Adresses des mandataires inverses dont on croit les en-têtes X-Forwarded, séparées par des virgules.",
                "Addresses of reverse proxies whose X-Forwarded headers are believed, separated by commas.",
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
            help=_help(
                "Une base de données, postgresql+psycopg://… ; sinon un fichier SQLite dans le dossier.",
                "A database, postgresql+psycopg://…; else an SQLite file in the folder.",
            ),
        ),
    ] = "",
    redis: Annotated[
        str,
        typer.Option(
            envvar="LUDOTHEQUE_REDIS",
            show_default=False,
            help=_help(
                "Redis, redis://… : plusieurs processus ou machines servent les mêmes tables.",
                "Redis, redis://…: several processes or machines serve the same tables.",
            ),
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            min=1,
            help=_help("Combien de processus (plus d'un : avec --redis).", "How many processes (above one: --redis)."),
        ),
    ] = Settings.workers,
    expire_days: Annotated[
        float,
        typer.Option(
            min=0.01,
            help=_help(
                "Les parties que personne ne touche si longtemps sont fermées ; les finies sont effacées 12 fois plus"
                " tard.",
                "Games nobody touches for so many days are closed; finished ones are deleted 12 times later.",
            ),
        ),
    ] = Settings.expire_days,
    thinkers: Annotated[
        int,
        typer.Option(min=1, help=_help("Processus où les robots pensent.", "Processes bots think in.")),
    ] = Settings.thinkers,
    bot_seconds: Annotated[
        float,
        typer.Option(
            min=0.1,
            help=_help("Combien de secondes un robot peut penser.", "How many seconds a bot may think."),
        ),
    ] = Settings.bot_seconds,
    prepare: Annotated[
        bool,
        typer.Option(
            help=_help(
                "Compiler les robots en arrière-plan dès le début.",
                "Compile the bots in the background at once.",
            ),
        ),
    ] = Settings.prepare,
    bot_pause: Annotated[
        float,
        typer.Option(
            min=0,
            help=_help("Pause avant le coup d'un robot, en secondes.", "Pause before a bot's move, in seconds."),
        ),
    ] = Settings.bot_pause,
    tables_per_visitor: Annotated[
        int,
        typer.Option(
            min=1,
            help=_help("Parties en cours qu'un visiteur peut avoir ouvertes.", "Running games one visitor may open."),
        ),
    ] = Settings.tables_per_visitor,
    tables_per_hour: Annotated[
        int,
        typer.Option(
            min=1,
            help=_help("Tables ouvertes par heure et par adresse.", "Tables opened per hour and address."),
        ),
    ] = Settings.tables_per_hour,
    requests_per_minute: Annotated[
        int,
        typer.Option(
            min=1,
            help=_help("Requêtes par minute et par adresse.", "Requests per minute and address."),
        ),
    ] = Settings.requests_per_minute,
    messages_per_second: Annotated[
        int,
        typer.Option(
            min=1,
            help=_help("Messages par seconde et par connexion.", "Messages per second and connection."),
        ),
    ] = Settings.messages_per_second,
    sockets_per_address: Annotated[
        int,
        typer.Option(
            min=1,
            help=_help("Connexions vivantes par adresse.", "Live connections per address."),
        ),
    ] = Settings.sockets_per_address,
    body_bytes: Annotated[
        int,
        typer.Option(
            min=1024,
            help=_help("La plus longue requête acceptée, en octets.", "The longest request taken, in bytes."),
        ),
    ] = Settings.body_bytes,
    log_level: Annotated[
        str, typer.Option(help=_help("debug, info, warning ou error.", "debug, info, warning or error."))
    ] = Settings.log_level,
    browser: Annotated[bool, typer.Option(help=_help("Ouvrir le navigateur.", "Open the browser."))] = False,
) -> None:
    """All settings are arguments of this function, under the same names."""
    given = {name: value for name, value in locals().items() if name in _DEFAULT and value is not None}
    run(Settings(**given), browser=browser)


def run(settings: Settings, *, browser: bool) -> None:
    """Runs the server."""
    from ludotheque.server.run import serve as serve_with

    serve_with(settings, browser=browser)
