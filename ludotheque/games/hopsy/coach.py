"""What Hopsy says to those who do not know it yet."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.text import Text
from ludotheque.drawing.coach import Asked, Coach, Paths, firsts
from ludotheque.drawing.scene import UNSPOKEN, Item
from ludotheque.games.hopsy import MIX, VARIANT
from ludotheque.games.hopsy.rules import HopsyView

_CHOOSE = {
    "r": Text("Choose one of your red pawns: the first to line up four wins."),
    "b": Text("Choose one of your black pawns: the first to line up four wins."),
}
_CHOOSE_MIXED = {
    "r": Text("Choose one of your red pawns: line up four, plain and marked in turn."),
    "b": Text("Choose one of your black pawns: line up four, plain and marked in turn."),
}
_WHERE = Text("Choose where it goes: one step, or jumps over pawns of either colour.")
_PAWNS = {
    "r": Text("A red pawn. It moves one step in any direction, or jumps over pawns; nothing is ever captured."),
    "b": Text("A black pawn. It moves one step in any direction, or jumps over pawns; nothing is ever captured."),
}
_MARKED = {
    "r": Text("A red pawn with a ring. In Le Mix, a line takes plain and marked pawns in turn."),
    "b": Text("A black pawn with a ring. In Le Mix, a line takes plain and marked pawns in turn."),
}
_NOT_YOURS = {
    "r": Text("That pawn is black: you play red."),
    "b": Text("That pawn is red: you play black."),
}


def asks(view: HopsyView, paths: Paths) -> Asked:
    """A pawn, then where it goes."""
    lines = _CHOOSE_MIXED if view["options"].get(VARIANT.name) == MIX else _CHOOSE
    return Asked(lines[view["turn"]], firsts(paths), _WHERE)


def tells(view: HopsyView, item: Item) -> Text:
    """A pawn; a square needs no words."""
    if item.kind == "pawn":
        letter = item.symbol[-1]
        return (_MARKED if letter.isupper() else _PAWNS)[letter.lower()]
    return UNSPOKEN


def why(view: HopsyView, paths: Paths, chosen: Sequence[str], item: Item) -> Text:
    """A pawn of the other colour, one that cannot move, a square too early or out of reach."""
    if item.kind == "pawn" and item.symbol[-1].lower() != view["turn"]:
        return _NOT_YOURS[view["turn"]]
    if item.kind == "pawn":
        return Text("This pawn cannot move now: there is no free square for a step or a jump.")
    if not item.states or item.id.startswith("mark"):
        return UNSPOKEN
    if not chosen:
        return Text("First choose the pawn that you want to move.")
    return Text("Your pawn cannot get there: one step, or jumps over a pawn to the very next square.")


COACH = Coach(asks, tells, why)
