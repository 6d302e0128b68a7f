"""Hopsy, and its variant Le Mix: the label on the box."""

from ludotheque.core.boards.squares import POSITION
from ludotheque.core.contract import Game
from ludotheque.core.houserules import BLOCKED, REASONS, max_plies
from ludotheque.core.match import loser_begins
from ludotheque.core.options import Choice, Numbered
from ludotheque.core.text import Text, verbatim
from ludotheque.core.variants import Variant

MIX, LE_MIX = "mix", verbatim("Le Mix")
VARIANT = Choice(
    "variant",
    Text("Which game?"),
    {
        "hopsy": Text("Hopsy: four pawns of your colour"),
        MIX: Text("Le Mix: plain and marked in turn"),
    },
    default="hopsy",
)
SETUP = Numbered(
    "setup",
    Text("Setup"),
    {
        "facing": Text("The same seen from both seats"),
        "mirror": Text("Mirrored"),
    },
    default="facing",
    numbers=range(1, 7272),
    numbered=Text("Balanced start no."),
)
"""Those with a number are in `starts.txt`."""
MAX_PLIES = max_plies(300)

_REASONS = {"line": Text("four in line"), **REASONS}


def reasons(*, mix: bool) -> dict[str, Text]:
    """Why a game ended, in words: a line of Le Mix is another one."""
    return {**_REASONS, "line": Text("four in line, plain and marked in turn")} if mix else _REASONS


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
    reasons=_REASONS,
    reseat=loser_begins,
    abilities=frozenset({"search", "book"}),
    variants=(
        Variant("hopsy", verbatim("Hopsy"), Text("Line up four pawns of your colour."), {VARIANT.name: "hopsy"}),
        Variant(
            MIX,
            LE_MIX,
            Text("Line up four of your pawns, plain and marked in turn."),
            {VARIANT.name: MIX},
        ),
    ),
)
