"""Rolit: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import colours_rotate
from ludotheque.core.options import Choice, Line, Several, Whole
from ludotheque.core.text import Text, same

COLOURS = {
    "red": Text("rouge", "red"),
    "yellow": Text("jaune", "yellow"),
    "green": Text("vert", "green"),
    "grey": Text("gris", "grey"),
}
"""The four colours of a ball, clockwise around the board."""

GAME = Game(
    package=__name__,
    title=same("Rolit"),
    blurb=Text(
        "Encadrez les boules des autres pour les tourner à votre couleur.",
        "Trap the others' balls in your lines and turn them to your colour.",
    ),
    players=range(1, 5),
    age=4,
    minutes=15,
    chance=False,
    hidden=False,
    options=(
        Whole("players", Text("Joueurs", "Players"), (1, 2, 3, 4), default=2),
        Whole("size", Text("Côté du plateau", "Side of the board"), (6, 8, 4), default=6),
        Several(
            "colours", Text("Couleurs, dans l'ordre des places", "Colours, in seat order"), COLOURS, sets="players"
        ),
        Choice(
            "first",
            Text("Qui commence", "Who begins"),
            {"auto": Text("la première couleur", "the first colour"), **COLOURS},
            default="auto",
        ),
        Line("position", Text("Position", "Position")),
    ),
    reasons={"full": Text("toutes les boules sont posées", "all balls are placed")},
    reseat=colours_rotate,
)
