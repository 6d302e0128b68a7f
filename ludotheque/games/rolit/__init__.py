"""Rolit: the label on the box."""

from ludotheque.core.boards.squares import POSITION
from ludotheque.core.contract import Game
from ludotheque.core.match import colours_rotate
from ludotheque.core.options import Choice, Several, Side, Whole
from ludotheque.core.solo import Measure, Solo, score
from ludotheque.core.text import Text, counted, meant, verbatim

COLOURS = {
    "red": meant("a player", "red"),
    "yellow": meant("a player", "yellow"),
    "green": meant("a player", "green"),
    "grey": meant("a player", "grey"),
}
"""The four colours of a ball, clockwise around the board."""

PLAYERS = Whole("players", Text("Players"), (1, 2, 3, 4), default=2)
SIZE = Side("size", Text("Size of the board"), (6, 8, 4), default=6)
CHOSEN = Several("colours", Text("Colours, in seat order"), COLOURS, sets=PLAYERS.name)
FIRST = Choice("first", Text("Who begins"), {"auto": Text("the first colour"), **COLOURS}, default="auto")

GAME = Game(
    package=__name__,
    title=verbatim("Rolit"),
    blurb=Text("Trap the others' balls in your lines and turn them to your colour."),
    players=range(1, 5),
    age=4,
    minutes=15,
    chance=False,
    hidden=False,
    options=(PLAYERS, SIZE, CHOSEN, FIRST, POSITION),
    reasons={"full": Text("all balls are placed")},
    reseat=colours_rotate,
    abilities=frozenset({"search", "endings"}),
    solo=Solo(
        {PLAYERS.name: "1"},
        Text("You play two colours in turn. Bring as many balls as you can into one and the same colour."),
        (Measure("more", score, lambda n: counted("{n} ball of one colour", "{n} balls of one colour", n=n)),),
    ),
)
