"""Hopsy, and its variant Le Mix: the label on the box."""

from ludotheque.core.boards.squares import POSITION
from ludotheque.core.contract import Game
from ludotheque.core.houserules import BLOCKED, REASONS, max_plies
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Choice
from ludotheque.core.text import Text, verbatim
from ludotheque.core.variants import Variant

VARIANT = Choice(
    "variant",
    Text("Which game"),
    {
        "hopsy": Text("Hopsy: four pawns of your colour"),
        "mix": Text("Le Mix: plain and marked in turn"),
    },
    default="hopsy",
)
SETUP = Choice(
    "setup",
    Text("Setup"),
    {
        "facing": Text("The same seen from both seats"),
        "mirror": Text("Mirrored"),
    },
    default="facing",
)
MAX_PLIES = max_plies(300)

GAME = Game(
    package=__name__,
    title=verbatim("Hopsy"),
    blurb=Text("Hop over the pawns and be first to line up four of your own."),
    players=range(2, 3),
    age=7,
    minutes=15,
    chance=False,
    hidden=False,
    options=(VARIANT, SETUP, MAX_PLIES, BLOCKED, POSITION),
    reasons={"line": Text("four in line"), **REASONS},
    reseat=loser_begins,
    abilities=frozenset({"search"}),
    variants=(
        Variant("hopsy", verbatim("Hopsy"), Text("Line up four pawns of your colour."), {VARIANT.name: "hopsy"}),
        Variant(
            "mix",
            verbatim("Le Mix"),
            Text("Line up four of your pawns, plain and marked in turn."),
            {VARIANT.name: "mix"},
        ),
    ),
)
