"""Plic-Plac: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import seats_stay
from ludotheque.core.options import Choice, Flag, Grid, Limit, Seconds, Whole
from ludotheque.core.text import Text, verbatim

PLAYERS = Whole("players", Text("Players"), (1, 2, 3, 4, 5, 6), default=2)
LAYOUT = Choice(
    "layout",
    Text("Shape of the pot"),
    {
        "square": Text("square"),
        "pyramid": Text("pyramid"),
        "diamond": Text("diamond"),
        "ring": Text("rings"),
    },
    default="square",
)
PLOC = Choice(
    "ploc",
    Text("Plic-plac-ploc"),
    {
        "chain": Text("two links are enough"),
        "all": Text("all three pairs are linked"),
    },
    default="chain",
)
SPECIALS = Flag("specials", Text("Special cards"))
CARDS = Grid("cards", Text("Forms x colours"), range(2, 7), default="6x6")
STALL = Limit("stall", Text("End after so many turns each without a card"), range(1, 1001), default=8)
CUT = Seconds("cut", Text("Time to cut"), (5, 8, 15, 30), default=8)
LOOK = Seconds("look", Text("Time to look at cards that go back"), (2, 3, 5, 8), default=3)

GAME = Game(
    package=__name__,
    title=verbatim("Plic-Plac"),
    blurb=Text("Remember the cards and pocket those of the same form or the same colour."),
    players=range(1, 7),
    age=8,
    minutes=15,
    chance=True,
    hidden=True,
    options=(PLAYERS, LAYOUT, PLOC, SPECIALS, CARDS, STALL, CUT, LOOK),
    reasons={
        "pot": Text("the pot is finished"),
        "blocage": Text("blocage"),
        "stall": Text("nobody pockets any more"),
        "out": Text("nobody is left in play"),
    },
    reseat=seats_stay,
    abilities=frozenset({"mind"}),
)
