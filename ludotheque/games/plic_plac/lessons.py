"""Plic-Plac and its special cards, learnt by playing."""

from ludotheque.core.lesson import Lesson, Lessons, Step
from ludotheque.core.text import Text
from ludotheque.games.plic_plac import CARDS, SPECIALS

_SMALL = {CARDS.name: "3x4"}
_SPECIAL = {CARDS.name: "3x3", SPECIALS.name: "yes"}

LESSONS = Lessons(
    (
        Lesson(
            "plic-plac",
            Text("Plic-Plac in one minute"),
            (
                Step(
                    Text("Turn over this card: only you see it."),
                    "look 1",
                    anew=_SMALL,
                    given=("chance first 1", "chance deal cR sO tY sG tO cO sY tG cY tR sR cG"),
                ),
                Step(Text("A red circle, and no other card known yet: remember it, and pass."), "pass"),
                Step(
                    Text("Remember the two cards that the other player showed, and turn over this one."),
                    "look 6",
                    before=("1 look 5", "1 plic-plac 4"),
                ),
                Step(
                    Text("The same form or colour is a plic-plac: say it, then turn over the first circle."),
                    "plic-plac 1",
                ),
                Step(
                    Text("The other player has a pair, but you can cut: choose the orange square."),
                    "cut 2",
                    before=("1 let-go", "1 look 2", "1 plic-plac 11"),
                ),
                Step(Text("Turn over a card that links with it: this one, also a square…"), "turn 4"),
                Step(Text("…and this one, also orange: three linked cards are yours!"), "turn 5"),
                Step(
                    Text("Remember both cards that are no pair, and turn over this one."),
                    "look 12",
                    before=("1 look 9", "1 plic-plac 8"),
                ),
                Step(
                    Text("A green circle links with both: say “Plic-plac-ploc!”, for three at once."), "plic-plac-ploc"
                ),
                Step(Text("First the other circle…"), "turn 9"),
                Step(Text("…then the other green card."), "turn 8"),
            ),
            Text("Whoever has most cards in the end wins. And if no pair is left, say “Blocage!”"),
            game=_SMALL,
        ),
        Lesson(
            "specials",
            Text("The special cards of Plic-Plac"),
            (
                Step(
                    Text("Four special cards hide in the pot: turn over this one."),
                    "look 1",
                    anew=_SPECIAL,
                    given=("chance first 1", "chance deal null *R cR sO tO traitor *O cO cY sR sY tR tY"),
                ),
                Step(Text("The null card goes with nothing, and nobody can pocket it: pass."), "pass"),
                Step(
                    Text("The other player has pocketed a pair: turn over this card."),
                    "look 2",
                    before=("1 look 4", "1 plic-plac 5", "0 let-go"),
                ),
                Step(
                    Text("A colour card goes with every card of its colour: say “Plic-plac!” and take the red circle."),
                    "plic-plac 3",
                ),
                Step(
                    Text("One more: turn this card over."),
                    "look 6",
                    before=("1 let-go", "1 look 7", "1 pass"),
                ),
                Step(
                    Text("With the traitor, choose a card that the other player has: it comes back into the pot."),
                    "swap 4",
                ),
            ),
            Text("Null, colour, traitor: now you know them all."),
            game=_SPECIAL,
            about={SPECIALS.name: "yes"},
        ),
    )
)
