"""Hop ! C'est plié: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import colours_rotate
from ludotheque.core.options import Document, Whole
from ludotheque.core.text import Text, same

GAME = Game(
    package=__name__,
    title=same("Hop ! C'est plié"),
    blurb=Text(
        "Lancez les dés, tracez des croix, pliez votre fiche et reliez les cinq cibles.",
        "Roll the dice, draw crosses, fold your sheet and connect the five targets.",
    ),
    players=range(1, 5),
    age=8,
    minutes=30,
    chance=True,
    hidden=False,
    options=(
        Whole("players", Text("Joueurs", "Players"), (1, 2, 3, 4), default=2),
        Whole("level", Text("Niveau", "Level"), (1, 2, 3, 4), default=1),
        Whole("column", Text("Colonne, pour jouer seul", "Column, to play alone"), (1, 2, 3, 4, 5, 6), default=1),
        Document("sheet", Text("Une fiche à soi", "A sheet of one's own")),
        Whole("max_rounds", Text("Fin après tant de tours", "End after so many rounds"), range(1, 201), default=60),
    ),
    reasons={
        "connected": Text("les cinq cibles sont reliées", "the five targets are connected"),
        "rounds": Text("le dernier tour est joué", "the last round is played"),
        "lost": Text("la trentième case est atteinte", "the thirtieth box is reached"),
    },
    reseat=colours_rotate,
    commands=("sheet",),
)
