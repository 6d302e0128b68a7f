"""What Hops, the dice game, says to those who do not know it yet."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.text import Text
from ludotheque.drawing.coach import Asked, Coach, Paths, firsts
from ludotheque.drawing.scene import UNSPOKEN, Item
from ludotheque.games.hops_dice.rules import HopsDiceView

_CHOOSE = {
    "r": Text("Choose one of your red dice: the first whose six dice all show 6 wins."),
    "b": Text("Choose one of your black dice: the first whose six dice all show 6 wins."),
}
_WHERE = Text("Choose where it ends: one step, or jumps over dice and then one step. Jumps can change its value.")
_DICE = {
    "r": Text(
        "A red die. Jumping over a die of the same value, it may go up or down by one;"
        " over one that differs by one, it may take that value."
    ),
    "b": Text(
        "A black die. Jumping over a die of the same value, it may go up or down by one;"
        " over one that differs by one, it may take that value."
    ),
}
_NOT_YOURS = {
    "r": Text("That die is black: you play red."),
    "b": Text("That die is red: you play black."),
}


def asks(view: HopsDiceView, paths: Paths) -> Asked:
    """A die, then where it ends."""
    return Asked(_CHOOSE[view["turn"]], firsts(paths), _WHERE)


def tells(view: HopsDiceView, item: Item) -> Text:
    """A die, or a face to choose; a square needs no words."""
    if item.id.startswith("value-"):
        return Text("When a die can end with several values, you choose one here.")
    return _DICE[item.symbol[4]] if item.kind == "die" else UNSPOKEN


def why(view: HopsDiceView, paths: Paths, chosen: Sequence[str], item: Item) -> Text:
    """A die of the other colour, one that cannot move, a square or a face too early or out of reach."""
    if item.id.startswith("value-"):
        if len(chosen) > 1:
            return Text("The die cannot end there with this value.")
        return Text("First choose a die and where it ends: the values it may have there light up.")
    if item.kind == "die" and item.symbol[4] != view["turn"]:
        return _NOT_YOURS[view["turn"]]
    if item.kind == "die":
        return Text("This die cannot move now: there is no free square for a step or a jump.")
    if not item.states or item.id.startswith("mark"):
        return UNSPOKEN
    if not chosen:
        return Text("First choose the die that you want to move.")
    return Text("Your die cannot end there: one step, or jumps and then exactly one step.")


COACH = Coach(asks, tells, why)
