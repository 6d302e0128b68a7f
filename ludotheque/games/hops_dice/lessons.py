"""Hops, the dice game, learnt by playing."""

from ludotheque.core.lesson import Lesson, Lessons, Step
from ludotheque.core.text import Text

LESSONS = Lessons(
    (
        Lesson(
            "hops",
            Text("Hops in one minute"),
            (
                Step(
                    Text("Choose this red die, then a square beside it: after one step its value stays."),
                    "A1-B2=1",
                    anew={},
                ),
                Step(
                    Text("Jump over a die of the same value, end with one step, and choose 2: one more."),
                    "D2-D5=2",
                    anew={"position": "r3.b4.r5.b5/......./......./.r1b1..../r2....../......b3/b2.b6.r4.r6 r"},
                ),
                Step(
                    Text("Over a die that shows one more or one less, yours may take that value: become a 3!"),
                    "D2-C5=3",
                    anew={"position": "r3.b4.r5.b5/......./......./.r2b3..../r2....../......b3/b2.b6.r4.r6 r"},
                ),
                Step(
                    Text("One move can have many jumps, and grow at each: go from 2 to 5!"),
                    "F2-G4=5",
                    anew={"position": "r6.r6.r6.r6/......./r6....../..b1.b4../.b3..b5../.r2...../b6.....b6 r"},
                ),
                Step(
                    Text("Make the last of your dice a six: you win at once, without the closing step."),
                    "E2-A6=6#",
                    anew={"position": "b3...b5../..b4..../......b2/.b1...../.r4....r6/....b2../r6.r6.r6.r6 r"},
                ),
            ),
            Text("Six sixes: you have won!"),
            game={"position": "r6.b5.r5.b6/......./b5.....r6/......./r5.....b6/......./b5.r6.b6.r5 r"},
        ),
    )
)
