"""Plic-Plac: the label on the box."""

from ludotheque.core.contract import Game
from ludotheque.core.match import seats_stay
from ludotheque.core.options import Choice, Flag, Grid, Whole
from ludotheque.core.text import Text, same

GAME = Game(
    package=__name__,
    title=same("Plic-Plac"),
    blurb=Text(
        "Retenez les cartes et empochez celles qui ont la même forme ou la même couleur.",
        "Remember the cards and pocket those of the same form or the same colour.",
    ),
    players=range(1, 7),
    age=8,
    minutes=15,
    chance=True,
    hidden=True,
    options=(
        Whole("players", Text("Joueurs", "Players"), (1, 2, 3, 4, 5, 6), default=2),
        Choice(
            "layout",
            Text("Forme de la cagnotte", "Shape of the pot"),
            {
                "square": Text("carré", "square"),
                "pyramid": Text("pyramide", "pyramid"),
                "diamond": Text("losange", "diamond"),
                "ring": Text("anneaux", "rings"),
            },
            default="square",
        ),
        Choice(
            "ploc",
            Text("Plic-plac-ploc", "Plic-plac-ploc"),
            {
                "chain": Text("deux liens suffisent", "two links are enough"),
                "all": Text("les trois cartes sont liées deux à deux", "all three pairs are linked"),
            },
            default="chain",
        ),
        Flag("specials", Text("Cartes spéciales", "Special cards")),
        Grid("cards", Text("Formes x couleurs", "Forms x colours"), range(2, 7), default="6x6"),
        Whole(
            "stall",
            Text("Fin après tant de tours chacun sans carte empochée", "End after so many turns each without a card"),
            range(1, 1001),
            default=8,
            can_be_off=True,
        ),
    ),
    reasons={
        "pot": Text("la cagnotte est finie", "the pot is finished"),
        "blocage": Text("blocage", "blocage"),
        "stall": Text("plus personne n'empoche", "nobody pockets any more"),
        "out": Text("plus personne n'est en jeu", "nobody is left in play"),
    },
    reseat=seats_stay,
)
