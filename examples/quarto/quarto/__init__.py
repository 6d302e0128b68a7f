"""Quarto: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Flag, Whole
from ludotheque.core.text import Text, verbatim

TRAITS = Whole("traits", Text("How many attributes count"), (1, 2, 3, 4), default=4)
SQUARES = Flag("squares", Text("Four in a small square win too"))

GAME = Game(
    package=__name__,
    title=verbatim("Quarto"),
    blurb=Text("Four pieces that have something in common win; but your opponent chooses the piece you place."),
    players=range(2, 3),
    age=6,
    minutes=15,
    chance=False,
    hidden=False,
    options=(TRAITS, SQUARES),
    reasons={
        "light": Text("four light pieces"),
        "dark": Text("four dark pieces"),
        "tall": Text("four tall pieces"),
        "short": Text("four short pieces"),
        "round": Text("four round pieces"),
        "square": Text("four square pieces"),
        "hollow": Text("four hollow pieces"),
        "solid": Text("four solid pieces"),
        "full": Text("all pieces are placed"),
    },
    reseat=loser_begins,
    abilities=frozenset({"mind"}),
)
