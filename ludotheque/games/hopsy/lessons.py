"""Hopsy and Le Mix, learnt by playing."""

from ludotheque.core.lesson import Lesson, Lessons, Step
from ludotheque.core.text import Text
from ludotheque.games.hopsy import MIX, VARIANT

_MIXED = {VARIANT.name: MIX}
_JUMP = Text("Jump over a neighbour of either colour: nothing is captured.")

LESSONS = Lessons(
    (
        Lesson(
            "hopsy",
            Text("Hopsy in one minute"),
            (
                Step(
                    Text("Choose this red pawn, then the free square: a pawn moves one step, any way."),
                    "F3-E3",
                    anew={},
                ),
                Step(_JUMP, "F1-F3", before=("1 A3-B3",)),
                Step(
                    Text("After a jump a pawn may jump on, in any direction: jump twice in one move!"),
                    "D2-B6",
                    anew={"position": "b....r/....b./..r.b./.rb.../....../rbrbr. r"},
                ),
                Step(
                    Text("Black has three in a row and wins with four: get in the way!"),
                    "D4-C5",
                    anew={"position": "b....r/.....b/.bbb../...r../r...../r.b.rr r"},
                ),
                Step(
                    Text("Now you: four of your pawns in a line, straight or diagonal, and you win."),
                    "F5-E5",
                    anew={"position": "b..b.r/.r...r/..r..b/...r../b...../b.b.r. r"},
                ),
            ),
            Text("Four in a line: you have won! That is all there is to Hopsy."),
        ),
        Lesson(
            MIX,
            Text("Le Mix in one minute"),
            (
                Step(
                    Text("Plain or with a ring, a red pawn is yours: choose this one, then the free square."),
                    "A4-B4",
                    anew=_MIXED,
                ),
                Step(_JUMP, "A2-A4", before=("1 F2-E2",)),
                Step(
                    Text("In a line, plain and ring must alternate: bring the ring to win!"),
                    "F6-E5",
                    anew={**_MIXED, "position": "BB..../.r..B./..R..b/...r../R...../b..brR r"},
                ),
            ),
            Text("Plain, ring, plain, ring: that is a line of Le Mix."),
            game=_MIXED,
            about=_MIXED,
        ),
    )
)
