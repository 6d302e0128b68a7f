"""Bachet: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Whole
from ludotheque.core.text import Text, verbatim

PILE = Whole("pile", Text("Pebbles at the start"), range(4, 41), default=21)

GAME = Game(
    package=__name__,
    title=verbatim("Bachet"),
    blurb=Text("Take one, two or three pebbles; whoever takes the last one wins."),
    players=range(2, 3),
    age=6,
    minutes=2,
    chance=False,
    hidden=False,
    options=(PILE,),
    reasons={"last": Text("the last pebble is taken")},
    reseat=loser_begins,
)
