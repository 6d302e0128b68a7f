"""`ludotheque prepare`: compiles the bots before somebody waits for them."""

from __future__ import annotations

from rich.progress import track

from ludotheque.cli.words import SomeGames, said
from ludotheque.core.cupboard import find, games
from ludotheque.core.text import Text


def prepare(game: SomeGames = None) -> None:
    from ludotheque.bots.preparation import prepared

    chosen = [find(each).id for each in game or games()]
    for _ in track(prepared(chosen), said(Text("Getting the bots ready")), total=len(chosen)):
        pass
