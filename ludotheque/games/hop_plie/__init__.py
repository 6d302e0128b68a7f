"""Hop ! C'est plié: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import colours_rotate
from ludotheque.core.options import Document, Limit, Whole
from ludotheque.core.text import Text

PLAYERS = Whole("players", Text("Players"), (1, 2, 3, 4), default=2)
LEVEL = Whole("level", Text("Level"), (1, 2, 3, 4), default=1)
COLUMN = Whole("column", Text("Column, to play alone"), (1, 2, 3, 4, 5, 6), default=1)
SHEET = Document("sheet", Text("A sheet of one's own"))
MAX_ROUNDS = Limit("max_rounds", Text("End after so many rounds"), range(1, 201), default=60)

GAME = Game(
    package=__name__,
    title=Text("Hop ! C'est plié"),
    blurb=Text("Roll the dice, draw crosses, fold your sheet and connect the five targets."),
    players=range(1, 5),
    age=8,
    minutes=30,
    chance=True,
    hidden=False,
    options=(PLAYERS, LEVEL, COLUMN, SHEET, MAX_ROUNDS),
    reasons={
        "connected": Text("the five targets are connected"),
        "rounds": Text("the last round is played"),
        "lost": Text("the thirtieth box is reached"),
    },
    reseat=colours_rotate,
    abilities=frozenset({"mind"}),
    commands=("sheet",),
)
