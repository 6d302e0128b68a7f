"""`ludotheque arena`: bots against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.words import GameName, OptionPairs, said
from ludotheque.core.catalogues import language_of
from ludotheque.core.options import pairs
from ludotheque.core.text import Refusal, Text


def arena(
    game: GameName,
    bot: Annotated[
        list[str],
        typer.Argument(
            help=said(Text("The bots, the strongest first, with their settings: greedy, greedy:capacity=4."))
        ),
    ],
    games: Annotated[int, typer.Option("--games", min=0, help=said(Text("Games per pairing, or a few more.")))] = 100,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help=said(Text("The first against each other.")))] = False,
    ladder: Annotated[bool, typer.Option("--ladder", help=said(Text("Each against the next.")))] = False,
    lone: Annotated[bool, typer.Option("--lone", help=said(Text("Alone against copies of the other.")))] = False,
    openings: Annotated[
        int | None,
        typer.Option(min=0, help=said(Text("Random moves at the start [4; 0 where dice or cards vary the start]."))),
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help=said(Text("Seconds for a move.")))] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help=said(Text("Nodes for a move.")))] = None,
    sprt: Annotated[
        str | None, typer.Option(help=said(Text("Stop once it is known whether the first is stronger: elo0,elo1.")))
    ] = None,
    seed: Annotated[int, typer.Option(help=said(Text("To repeat the same luck.")))] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help=said(Text("Processes [all].")))] = None,
    ray: Annotated[str | None, typer.Option(help=said(Text("The address of a Ray cluster, or local.")))] = None,
    json: Annotated[Path | None, typer.Option(help=said(Text("Keeps the games; if it exists, go on.")))] = None,
    join: Annotated[list[Path] | None, typer.Option(help=said(Text("Other results to be counted with these.")))] = None,
    svg: Annotated[Path | None, typer.Option(help=said(Text("Where to draw the table.")))] = None,
    option: OptionPairs = None,
) -> None:
    from ludotheque.arena.running import Wishes, conduct

    conduct(
        Wishes(
            game=game,
            options=pairs(option or ()),
            bots=tuple(bot),
            games=games,
            plan="gauntlet" if gauntlet else "ladder" if ladder else "robin",
            lone=lone,
            openings=openings,
            budget=_budget(seconds, nodes),
            sprt=None if sprt is None else _bounds(sprt),
            seed=seed,
            workers=workers,
            ray=ray,
            json=json,
            join=tuple(join or ()),
            svg=svg,
        ),
        language_of(),
    )


def _budget(seconds: float | None, nodes: int | None) -> tuple[tuple[str, int], ...]:
    """What bots may spend on a move, as their own settings say it."""
    milliseconds = None if seconds is None else round(1000 * seconds)
    given = {"milliseconds": milliseconds, "nodes": nodes}
    return tuple((name, value) for name, value in given.items() if value is not None)


def _bounds(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
        if low < high:
            return low, high
    except ValueError:
        pass
    raise Refusal(Text("--sprt {given}: two Elo differences, the smaller first, like 0,50", given=text))
