"""Rolit, learnt by playing."""

from ludotheque.core.lesson import Lesson, Lessons, Step
from ludotheque.core.text import Text

LESSONS = Lessons(
    (
        Lesson(
            "rolit",
            Text("Rolit in one minute"),
            (
                Step(Text("Put a red ball here: the yellow one between two reds turns red."), "C5", anew={}),
                Step(
                    Text("One ball can close several lines at once, in all directions: take two!"),
                    "E3",
                    anew={"position": "....../....../..r.r./..yg../....../...... r"},
                ),
                Step(
                    Text("When you can capture, you must: only marked squares are allowed."),
                    "E5",
                    anew={"position": "....../..rrr./..rr../..eg../....../...... r"},
                ),
                Step(
                    Text("With nothing to capture, put your ball beside any other."),
                    "B2",
                    anew={"position": "....../....../..gy../..eg../....../...... r"},
                ),
                Step(
                    Text("Place the last ball: whoever has most balls of their colour wins."),
                    "D4",
                    anew={"size": "4", "position": "rrgg/rrgg/rryg/ryg. r"},
                ),
            ),
            Text("The board is full, and red has the most: you have won!"),
            game={"size": "4"},
        ),
    )
)
