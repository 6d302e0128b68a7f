"""`ludotheque perft`: counts sequences of moves."""

from __future__ import annotations

from typing import Annotated

import typer

from ludotheque.cli.words import GameName, OptionPairs, Position, said
from ludotheque.core.cupboard import find
from ludotheque.core.options import pairs
from ludotheque.core.text import Text


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, help=said(Text("Up to how many moves.")))],
    position: Position = None,
    option: OptionPairs = None,
) -> None:
    options = pairs(option or ())
    if position is not None:
        options["position"] = position
    state = find(game).start(**options)
    for each in range(1, depth + 1):
        print(each, state.perft(each), flush=True)
