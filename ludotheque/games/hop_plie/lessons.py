"""Hop ! C'est plié, learnt by playing: one lesson for each level."""

from ludotheque.core.lesson import Lesson, Lessons, Step
from ludotheque.core.text import Text
from ludotheque.games.hop_plie import LEVEL, MAX_ROUNDS, SHEET

_ROUNDS = "6"
"""A little game is over soon."""
_LABORATORY = """
name: Lesson
level: 4
legend
.  nothing
S  start
T  target
U  smiley
2  bonus 2
!  bulb
front
S U . . . . . T . . . . . U S
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . U . . . . . U . . . .
2 . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
T . . . . . . . . . . . . . T
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . U . . . . . U . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
S U . . . . . T . . . . . U S
back
. ! . . . . . . . . . . . ! .
. S . . . . U S U . . . . S .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. U . . . . . . . . . . . U .
. . . . . . . T . . . . . . .
. U . . . . . . . . . . . U .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. S . . . . U . U . . . . S .
. ! . . . . . . . . . . . ! .
"""
"""A sheet on which little has to be drawn before it can be folded."""
_TWICE = {LEVEL.name: "4", SHEET.name: _LABORATORY.strip()}


def _little(level: int) -> dict[str, str]:
    return {LEVEL.name: str(level), MAX_ROUNDS.name: _ROUNDS}


_FIRST = Lesson(
    "level-1",
    Text("Hop ! C'est plié in one minute"),
    (
        Step(
            Text("Take the black die: it gives you a row of 4 crosses."),
            "black",
            anew={},
            given=("chance roll 4 1+2",),
        ),
        Step(Text("Draw a straight row from the circle: choose the corner, then the last cell."), "row A1-E1"),
        Step(Text("Other rows can begin at the new circle: press “Done”."), "done"),
        Step(
            Text("The black die is left for you, with 2 and 3: first draw 2."),
            "row A1-A3",
            before=("1 done", "chance roll 2+3 1+1", "1 white"),
        ),
        Step(Text("Now 3, from the new circle: you cross a smiley."), "row A3-D3"),
        Step(
            Text("One smiley is missing in this corner: cross it."),
            "row D3-D4",
            before=("0 done", "1 done", "chance roll 4 1+1", "0 white"),
        ),
        Step(Text("All smileys of the darker square are crossed: fold the corner!"), "fold A1 small"),
        Step(
            Text("The back brings a target: draw 2 from the new circle."),
            "row D2-D4",
            before=("0 done", "1 done", "chance roll 2+3 1+2", "1 black"),
        ),
        Step(Text("And 1: cross the target."), "row D4-C4"),
        Step(
            Text("A number on the sheet is a bonus: cross this one."),
            "row H1-H3",
            anew={},
            given=(
                *("chance roll 4 1+2", "0 black", "0 row A1-E1", "0 done", "1 done"),
                *("chance roll 2+3 3", "1 black", "0 row E1-H1", "0 done", "1 done"),
                *("chance roll 4 1+2", "0 white", "0 row E1-E2"),
            ),
        ),
        Step(Text("It gives you one more row at once: draw 2."), "row H3-H5"),
    ),
    Text("Fold all four corners and link the five targets by crosses: whoever does it first wins."),
    game=_little(1),
)
_ICE = Lesson(
    "level-2",
    Text("Level 2: ice"),
    (
        Step(
            Text("A row may slide over blue ice: with 2, slide to the first cell beyond."),
            "row B5~B10",
            anew={LEVEL.name: "2"},
            given=(
                *("chance roll 4 1+1", "0 white", "0 row A1-B1", "0 done", "1 done"),
                *("chance roll 4 1+1", "1 white", "0 row B1-B5", "0 done", "1 done"),
                *("chance roll 2+3 1+1", "0 black"),
            ),
        ),
        Step(Text("You may also walk over ice as over any other cell: draw 3."), "row B5-B8"),
    ),
    Text("Mind the holes: no row goes there, and no slide may end in one."),
    game=_little(2),
    about={LEVEL.name: "2"},
)
_RAYS = Lesson(
    "level-3",
    Text("Level 3: stars and rays"),
    (
        Step(
            Text("On a star a row may turn once: draw 4, down to the star, then aside."),
            "row E2-H2-H3",
            anew={LEVEL.name: "3"},
            given=(
                *("chance roll 4 1+1", "0 white", "0 row A1-A2", "0 done", "1 done"),
                *("chance roll 4 1+1", "1 white", "0 row A2-E2", "0 done", "1 done"),
                *("chance roll 4 1+1", "0 black"),
            ),
        ),
        Step(
            Text("A ray carries you to another one: step on the ray above, and come out of this one."),
            "row H6-G6*I10",
            before=(
                "0 done",
                "1 done",
                "chance roll 4 3",
                "1 black",
                "0 row H3-H6",
                "0 done",
                "1 done",
                "chance roll 4 1+1",
                "0 white",
            ),
        ),
    ),
    Text("Both rays have a circle now. Stars turn a row once; rays carry you again and again."),
    game=_little(3),
    about={LEVEL.name: "3"},
)
_BULBS = Lesson(
    "level-4",
    Text("Level 4: folded twice"),
    (
        Step(
            Text("A bonus counts only where a row ends: draw 5 and end exactly on it."),
            "row A1-F1",
            anew=_TWICE,
            given=("chance roll 5 1+1", "0 black"),
        ),
        Step(Text("Now draw the 2 crosses of the bonus, from its own cell."), "row F1-F3"),
        Step(
            Text("Every folded corner shows a bulb: cross the fourth one."),
            "row M13-M12",
            anew=_TWICE,
            given=(
                *("chance roll 4 1+1", "0 white", "0 row A1-A2", "0 row A15-A14", "0 done", "1 done"),
                *("chance roll 4 1+1", "1 black", "0 row O1-O2", "0 row O15-O14"),
                *("0 fold A1 small", "0 fold A15 small", "0 fold O1 small", "0 fold O15 small", "0 done", "1 done"),
                *("chance roll 4 1+1", "0 white", "0 row C3-C4", "0 row C13-C12", "0 done", "1 done"),
                *("chance roll 4 1+1", "1 black", "0 row M3-M4"),
            ),
        ),
        Step(Text("All four bulbs are crossed: turn the sheet over!"), "turn-over"),
        Step(
            Text("The back has two professors at each edge: cross this one…"),
            "row B8-B7",
            before=("0 done", "1 done", "chance roll 4 1+1", "0 white"),
        ),
        Step(Text("…and the other one."), "row B8-B9"),
        Step(Text("Now fold the whole edge over."), "fold top"),
    ),
    Text("Four targets are on the front, the fifth in the middle of the back: link all five."),
    game=_little(4),
    about={LEVEL.name: "4"},
)
LESSONS = Lessons((_FIRST, _ICE, _RAYS, _BULBS))
