"""`ludotheque serve`: every setting of the server as an option. Loads the server only when it is to run."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Annotated, Any, get_type_hints

import typer

from ludotheque.cli.words import DEFAULTS, option_of, said
from ludotheque.core.text import Text
from ludotheque.server.settings import Settings


def serve(*, browser: bool, **given: Any) -> None:
    run(Settings(**given), browser=browser)


def _options() -> list[inspect.Parameter]:
    """The settings as parameters that typer makes options of."""
    kinds = get_type_hints(Settings)
    options = []
    for each in fields(Settings):
        option = option_of(each.name)
        options.append(_parameter(each.name, Annotated[kinds[each.name], option], getattr(DEFAULTS, each.name)))
    browser = typer.Option(help=said(Text("Open the browser.")))
    return [*options, _parameter("browser", Annotated[bool, browser], default=False)]


def _parameter(name: str, annotation: Any, default: object) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


serve.__signature__ = inspect.Signature(_options())  # type: ignore[attr-defined]  # what typer reads
serve.__annotations__ = {option.name: option.annotation for option in _options()}


def open_cupboard() -> None:
    """What `ludotheque` does without a command: nothing is configured, and the browser opens."""
    run(Settings(), browser=True)


def run(settings: Settings, *, browser: bool) -> None:
    """Runs the server."""
    from ludotheque.server.run import serve as serve_with

    serve_with(settings, browser=browser)
