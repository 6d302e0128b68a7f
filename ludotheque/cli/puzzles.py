"""`ludotheque puzzles`: makes puzzles of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.bots.puzzlemaking import made
from ludotheque.cli.words import GameName, said
from ludotheque.core.cupboard import find
from ludotheque.core.files import check_writable, write
from ludotheque.core.puzzle import Puzzle
from ludotheque.core.text import Text


def puzzles(
    game: GameName,
    count: Annotated[int, typer.Option(min=1, max=10_000, help=said(Text("How many.")))] = 40,
    seed: Annotated[int, typer.Option(help=said(Text("To repeat the same luck.")))] = 1,
    workers: Annotated[int, typer.Option(min=1, help=said(Text("How many processes look for them.")))] = 1,
    out: Annotated[Path | None, typer.Option(help=said(Text("The file to write; else they are shown.")))] = None,
) -> None:
    if out is not None:
        check_writable(out)

    def told(puzzle: Puzzle) -> None:
        print(f"{puzzle.number}/{count} {puzzle.ask} {puzzle.goal}, {puzzle.grade}", file=sys.stderr, flush=True)

    found = made(find(game), count, seed, f"ludotheque puzzles {game} --count {count} --seed {seed}", told, workers)
    if out is None:
        print(found.dumps(), end="")
    else:
        write(out, found.dumps())
