"""Hops, the dice game: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.houserules import BLOCKED, REASONS, max_plies
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Choice, Line, Whole
from ludotheque.core.text import Text

GAME = Game(
    package=__name__,
    title=Text("Hops, les dés", "Hops, the dice game"),
    blurb=Text(
        "Faites sauter vos dés les uns par-dessus les autres jusqu'à n'avoir que des six.",
        "Jump your dice over one another until all of yours show six.",
    ),
    players=range(2, 3),
    age=8,
    minutes=30,
    chance=False,
    hidden=False,
    options=(
        Choice(
            "setup",
            Text("Position de départ", "Setup"),
            {
                "corners": Text("Dés dans les coins", "Dice in the corners"),
                "edges": Text("Dés sur les bords, coins vides", "Dice on the edges, corners empty"),
            },
            default="corners",
        ),
        Choice(
            "back_and_forth",
            Text("Va-et-vient interdit", "No going back"),
            {
                "move": Text("pendant tout le coup", "for the whole move"),
                "next": Text("au saut suivant seulement", "at the very next jump only"),
            },
            default="move",
        ),
        Whole(
            "repetition",
            Text("Nulle quand une position revient tant de fois", "Draw when a position occurs so often"),
            range(2, 101),
            default=3,
            can_be_off=True,
        ),
        max_plies(400),
        BLOCKED,
        Line("position", Text("Position", "Position")),
    ),
    reasons={
        "six sixes": Text("six six", "six sixes"),
        "repetition": Text("position répétée", "position repeated"),
        **REASONS,
    },
    reseat=loser_begins,
)
