"""What every process of bots has loaded when it begins: importing this loads it.

The process from which they are forked imports it, once. It compiles nothing, as they do not, and takes the machine code
that there is: a bot that begins to load it while people wait would be late, be replaced, and begin again.
"""

from __future__ import annotations

from importlib import import_module

from ludotheque.bots.player import Bot
from ludotheque.bots.roster import make, names
from ludotheque.core.boards.changeover import take_over
from ludotheque.core.boards.compiled import compile_nothing, compiles
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games


def _loaded(game: Game) -> list[Bot]:
    """A game's rules, and its bots, which nobody asks."""
    game.start()
    return [make(game, name) for name in names(game)]


if compiles():
    compile_nothing()
    import_module("numba")
import_module("ludotheque.server.think.jobs")
LOADED = {game.id: _loaded(game) for game in games().values()}
if compiles():
    take_over(list(games()))
