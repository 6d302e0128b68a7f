"""Hopsy, and its variant Le Mix: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.houserules import BLOCKED, REASONS, max_plies
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Choice, Line
from ludotheque.core.text import Text, same

GAME = Game(
    package=__name__,
    title=same("Hopsy"),
    blurb=Text(
        "Sautez par-dessus les pions et alignez-en quatre à vous avant l'adversaire.",
        "Hop over the pawns and be first to line up four of your own.",
    ),
    players=range(2, 3),
    age=7,
    minutes=15,
    chance=False,
    hidden=False,
    options=(
        Choice(
            "variant",
            Text("Jeu", "Game"),
            {
                "hopsy": Text("Hopsy : quatre pions de sa couleur", "Hopsy: four pawns of your colour"),
                "mix": Text("Le Mix : unis et marqués en alternance", "Le Mix: plain and marked in turn"),
            },
            default="hopsy",
        ),
        Choice(
            "setup",
            Text("Position de départ", "Setup"),
            {
                "facing": Text("Identique pour les deux joueurs", "The same seen from both seats"),
                "mirror": Text("En miroir", "Mirrored"),
            },
            default="facing",
        ),
        max_plies(300),
        BLOCKED,
        Line("position", Text("Position", "Position")),
    ),
    reasons={
        "line": Text("quatre pions alignés", "four in line"),
        **REASONS,
    },
    reseat=loser_begins,
)
