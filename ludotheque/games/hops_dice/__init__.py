"""Hops, the dice game: the label on the box."""

from ludotheque.core.boards.squares import POSITION
from ludotheque.core.contract import Game
from ludotheque.core.houserules import BLOCKED, REASONS, max_plies
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Choice, Limit
from ludotheque.core.text import Text

SETUP = Choice(
    "setup",
    Text("Setup"),
    {
        "corners": Text("Dice in the corners"),
        "edges": Text("Dice on the edges, corners empty"),
    },
    default="corners",
)
BACK_AND_FORTH = Choice(
    "back_and_forth",
    Text("No going back"),
    {
        "move": Text("for the whole move"),
        "next": Text("at the very next jump only"),
    },
    default="move",
    fine=True,
)
REPETITION = Limit("repetition", Text("Draw when a position occurs so often"), range(2, 101), default=3)
MAX_PLIES = max_plies(400)

GAME = Game(
    package=__name__,
    title=Text("Hops, the dice game"),
    blurb=Text("Jump your dice over one another until all of yours show six."),
    players=range(2, 3),
    age=8,
    minutes=30,
    chance=False,
    hidden=False,
    options=(SETUP, BACK_AND_FORTH, REPETITION, MAX_PLIES, BLOCKED, POSITION),
    reasons={
        "six sixes": Text("six sixes"),
        "repetition": Text("position repeated"),
        **REASONS,
    },
    reseat=loser_begins,
    abilities=frozenset({"search"}),
)
