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
                    Text("All cards lie face down. Turn this one over: only you see it."),
                    "look 1",
                    anew=_SMALL,
                    given=("chance first 1", "chance deal cR sO tY sG tO cO sY tG cY tR sR cG"),
                ),
                Step(Text("A red circle. You know no other card yet: remember it, and pass."), "pass"),
                Step(
                    Text("The other player showed two cards that do not match: remember them too. Your turn again!"),
                    "look 6",
                    before=("1 look 5", "1 plic-plac 4"),
                ),
                Step(
                    Text(
                        "A circle again! The same form or colour is a plic-plac: say it, then turn over the first card."
                    ),
                    "plic-plac 1",
                ),
                Step(
                    Text("Both are yours. Now the other player has a pair, but you can cut: choose the orange square."),
                    "cut 2",
                    before=("1 let-go", "1 look 2", "1 plic-plac 11"),
                ),
                Step(Text("You have seen two cards that link with it. This one is a square…"), "turn 4"),
                Step(Text("…and this one is orange. Three linked cards: they are yours!"), "turn 5"),
                Step(
                    Text("No pair for the other player. Remember both cards, and turn this one over."),
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
                    Text("Four special cards hide in the pot. Turn this one over."),
                    "look 1",
                    anew=_SPECIAL,
                    given=("chance first 1", "chance deal null *R cR sO tO traitor *O cO cY sR sY tR tY"),
                ),
                Step(Text("The null card: it goes with nothing, and nobody can pocket it. Pass."), "pass"),
                Step(
                    Text("The other player has pocketed a pair. Now turn this one over."),
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
                    Text("The traitor! Choose a card that the other player has: it comes back into the pot."), "swap 4"
                ),
            ),
            Text("Null, colour, traitor: now you know them all."),
            game=_SPECIAL,
            about={SPECIALS.name: "yes"},
        ),
    )
)
