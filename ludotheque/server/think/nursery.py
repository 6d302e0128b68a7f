"""What every process of bots has loaded when it begins.

The process from which they are forked imports this module, and thereby loads it, once; anywhere else importing does
nothing. It compiles nothing, as they do not, and takes the machine code that there is: a bot that begins to load it
while people wait would be late, be replaced, and begin again.
"""

from __future__ import annotations

import sys
from importlib import import_module

from ludotheque.bots.roster import make, names
from ludotheque.core.boards.changeover import take_over
from ludotheque.core.boards.compiled import compile_nothing, compiles
from ludotheque.core.cupboard import games

_FORKING = "multiprocessing.forkserver"
"""Named on the command line of that process."""


def load() -> None:
    """The rules of all games, their bots, and their machine code."""
    if compiles():
        compile_nothing()
        import_module("numba")
    import_module("ludotheque.tables.jobs")
    for game in games().values():
        game.start()
        for name in names(game):
            make(game, name)
    if compiles():
        take_over(list(games()))


if any(_FORKING in each for each in sys.orig_argv):
    load()
