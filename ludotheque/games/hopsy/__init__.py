"""Hopsy, and its variant Le Mix: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Choice, Line, Whole
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
        Whole(
            "max_plies",
            Text("Nulle après tant de coups", "Draw after so many moves"),
            range(1, 1_000_001),
            default=300,
            can_be_off=True,
        ),
        Choice(
            "blocked",
            Text("Joueur sans coup possible", "Player without a move"),
            {"draw": Text("partie nulle", "draws"), "loss": Text("perd", "loses")},
            default="draw",
        ),
        Line("position", Text("Position", "Position")),
    ),
    reasons={
        "line": Text("quatre pions alignés", "four in line"),
        "too long": Text("trop de coups", "too many moves"),
        "blocked": Text("plus aucun coup possible", "no move left"),
    },
    reseat=loser_begins,
)
