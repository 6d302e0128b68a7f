"""Plic-Plac: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import seats_stay
from ludotheque.core.options import Choice, Flag, Grid, Limit, Seconds, Whole
from ludotheque.core.solo import Measure, Solo, rounds, score
from ludotheque.core.text import Text, counted, verbatim
from ludotheque.core.variants import Variant

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
CARDS = Grid("cards", Text("Forms × colours"), range(2, 7), default="6x6")
STALL = Limit("stall", Text("End after so many turns each without a card"), range(1, 1001), default=8)
CUT = Seconds("cut", Text("Time to cut"), (5, 8, 15, 30), default=8)
LOOK = Seconds("look", Text("Time to look at cards that go back"), (2, 3, 5, 8), default=3)

_SHAPES = {
    "square": (Text("The square"), Text("Six rows of six cards.")),
    "pyramid": (Text("The pyramid"), Text("Eight rows, each one card longer.")),
    "diamond": (Text("The diamond"), Text("Rows that grow, then shrink again.")),
    "ring": (Text("The rings"), Text("A large ring of cards, a small one inside.")),
}
_DEALT = (
    "play=first 1, deal cR cO cY cG cB cP sR sO sY sG sB sP tR tO tY tG tB tP"
    " eR eO eY eG eB eP hR hO hY hG hB hP dR dO dY dG dB dP"
)
"""The pot, face down."""

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
        "blocage": Text("blocage, no pair was left"),
        "stall": Text("no card was pocketed for too long"),
        "out": Text("nobody is left in play"),
    },
    reseat=seats_stay,
    abilities=frozenset({"mind"}),
    variants=tuple(
        Variant(layout, name, line, {LAYOUT.name: layout}, _DEALT) for layout, (name, line) in _SHAPES.items()
    ),
    solo=Solo(
        {PLAYERS.name: "1"},
        Text("Leave no card in the pot, and pocket as many plic-plac-plocs as you can. Each one is a point."),
        (
            Measure("more", score, lambda n: counted("{n} plic-plac-ploc", "{n} plic-plac-plocs", n=n)),
            Measure("fewer", rounds, lambda n: counted("{n} turn", "{n} turns", n=n)),
        ),
    ),
)
