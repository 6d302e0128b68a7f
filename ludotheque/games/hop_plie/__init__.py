"""Hop ! C'est plié: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.documents import Document
from ludotheque.core.match import colours_rotate
from ludotheque.core.options import Limit, Whole
from ludotheque.core.solo import Measure, Solo, rounds, score
from ludotheque.core.text import Text, counted
from ludotheque.core.variants import Variant

PLAYERS = Whole("players", Text("Players"), (1, 2, 3, 4), default=2)
LEVEL = Whole("level", Text("Level"), (1, 2, 3, 4), default=1)
COLUMN = Whole("column", Text("Column, to play alone"), (1, 2, 3, 4, 5, 6), default=1)
SHEET = Document("sheet", Text("A sheet of one's own"))
MAX_ROUNDS = Limit("max_rounds", Text("End after so many rounds"), range(1, 201), default=60)

_LEVELS = {
    1: Text("Rows of crosses, smileys and folds."),
    2: Text("With ice to slide on, and holes."),
    3: Text("With stars to turn on, and rays that carry you elsewhere."),
    4: Text("With bulbs: the sheet is turned over and folded again."),
}

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
    variants=tuple(
        Variant(str(level), Text("Level {number}", number=level), line, {LEVEL.name: str(level)}, "players=1")
        for level, line in _LEVELS.items()
    ),
    solo=Solo(
        {PLAYERS.name: "1"},
        Text("Connect the five targets before the column of 30 boxes is used up. The fewer rounds, the more crowns."),
        (
            Measure("more", score, lambda n: counted("{n} crown", "{n} crowns", n=n)),
            Measure("fewer", rounds, lambda n: counted("{n} round", "{n} rounds", n=n)),
        ),
    ),
)
