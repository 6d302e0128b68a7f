"""`ludotheque arena`: bots against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.core.options import pairs
from ludotheque.core.text import Refusal, Text, language_of


def _help(fr: str, en: str) -> str:
    return Text(fr, en).to(language_of())


def arena(
    game: Annotated[str, typer.Argument(help=_help("Le jeu, par exemple hopsy.", "The game, for instance hopsy."))],
    bot: Annotated[
        list[str],
        typer.Argument(
            help=_help(
                "Les robots, le plus fort d'abord, avec leurs réglages : greedy, greedy:capacity=4.",
                "The bots, the strongest first, with their settings: greedy, greedy:capacity=4.",
            )
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games", min=0, help=_help("Parties par rencontre, ou un peu plus.", "Games per pairing, or a few more.")
        ),
    ] = 100,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help=_help("Le premier contre chacun.", "The first against each other."))
    ] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help=_help("Chacun contre le suivant.", "Each against the next."))
    ] = False,
    lone: Annotated[
        bool,
        typer.Option("--lone", help=_help("Seul contre des copies de l'autre.", "Alone against copies of the other.")),
    ] = False,
    openings: Annotated[
        int | None,
        typer.Option(
            min=0,
            help=_help(
                "Coups au hasard au début [4 ; 0 où les dés ou les cartes varient le début].",
                "Random moves at the start [4; 0 where dice or cards vary the start].",
            ),
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help=_help("Secondes par coup.", "Seconds for a move."))
    ] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help=_help("Nœuds par coup.", "Nodes for a move."))] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            help=_help(
                "Arrêter dès qu'on sait si le premier est plus fort : elo0,elo1.",
                "Stop once it is known whether the first is stronger: elo0,elo1.",
            )
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help=_help("Pour rejouer le même hasard.", "To repeat the same luck."))] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help=_help("Processus [tous].", "Processes [all]."))] = None,
    ray: Annotated[
        str | None,
        typer.Option(help=_help("L'adresse d'une grappe Ray, ou local.", "The address of a Ray cluster, or local.")),
    ] = None,
    json: Annotated[
        Path | None,
        typer.Option(
            help=_help("Où garder les parties ; s'il existe, continuer.", "Keeps the games; if it exists, go on.")
        ),
    ] = None,
    join: Annotated[
        list[Path] | None,
        typer.Option(help=_help("D'autres résultats à compter avec.", "Other results to be counted with these.")),
    ] = None,
    svg: Annotated[Path | None, typer.Option(help=_help("Où dessiner le tableau.", "Where to draw the table."))] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", help=_help("Une option du jeu : nom=valeur.", "An option of the game: name=value.")
        ),
    ] = None,
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
    raise Refusal(
        Text(
            f"--sprt {text} : deux différences Elo, la petite d'abord, comme 0,50",
            f"--sprt {text}: two Elo differences, the smaller first, like 0,50",
        )
    )
